import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

forEachServer((server) => {
  test('every link is in the file with all its fields, in both formats', async () => {
    const ann = await server().account()
    const id = `export-${ann.id.slice(-8)}`
    await ann.ok('url.create', {
      destinationURL,
      id,
      title: 'Say "hello", twice',
      tags: ['one', 'two'],
      expiresAt: '2027-01-01T00:00:00Z',
      forwardQuery: true,
    })
    server().clock.advance(1)
    const { shortURL } = await ann.ok('url.shorten', { destinationURL })
    const [second, first] = [shortURL.slice(shortURL.lastIndexOf('/') + 1), id]
    const at = (back: number) => new Date(server().clock.now() - back).toISOString()
    const csv = await ann.ok('url.export', {})
    expect(csv).toMatchObject({ contentType: 'text/csv; charset=utf-8; header=present', count: 2, total: 2 })
    expect(csv.content.split('\r\n')).toEqual([
      'id,shortURL,destinationURL,title,tags,created,updated,expiresAt,forwardQuery,people,bots,heads',
      `${second},${server().url}/u/${second},${destinationURL},,,${at(0)},${at(0)},,false,0,0,0`,
      `${first},${server().url}/u/${first},${destinationURL},"Say ""hello"", twice","one,two",${at(1)},${at(1)},2027-01-01T00:00:00.000Z,true,0,0,0`,
      '',
    ])
    const json = await ann.ok('url.export', { format: 'json' })
    expect(json.contentType).toBe('application/json')
    expect(JSON.parse(json.content)).toMatchObject([
      { id: second, title: null, tags: [], expiresAt: null, forwardQuery: false },
      { id: first, title: 'Say "hello", twice', tags: ['one', 'two'], forwardQuery: true, people: 0 },
    ])
  })

  test.each(['csv', 'json'] as const)('a visit is in the %s file as soon as its response is sent', async (format) => {
    const ann = await server().account()
    const { shortURL } = await ann.ok('url.shorten', { destinationURL })
    expect((await fetch(shortURL, { redirect: 'manual', headers: { 'User-Agent': firefox } })).status).toBe(302)
    const { content } = await ann.ok('url.export', { format })
    expect(content).toContain(format === 'csv' ? ',false,1,0,0\r\n' : '"people":1,"bots":0,"heads":0}')
  })

  test('no title or tag is a formula to a spreadsheet, and the JSON contains them unchanged', async () => {
    const ann = await server().account()
    for (const title of ['=HYPERLINK("http://evil.example")', '@SUM(1)', '+1', '-1', '\uff1d1', '1-1 = 0']) {
      await ann.ok('url.create', { destinationURL, title, tags: ['=1+1', 'b'] })
      server().clock.advance(1)
    }
    const { content } = await ann.ok('url.export', { limit: 6 })
    const cells = content
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.slice(line.indexOf(`${destinationURL},`) + destinationURL.length + 1, line.indexOf(',2')))
    expect(cells).toEqual([
      `1-1 = 0,"'=1+1,b"`,
      `'\uff1d1,"'=1+1,b"`,
      `'-1,"'=1+1,b"`,
      `'+1,"'=1+1,b"`,
      `'@SUM(1),"'=1+1,b"`,
      `"'=HYPERLINK(""http://evil.example"")","'=1+1,b"`,
    ])
    const json = await ann.ok('url.export', { format: 'json' })
    expect(JSON.parse(json.content).at(-1)).toMatchObject({
      title: '=HYPERLINK("http://evil.example")',
      tags: ['=1+1', 'b'],
    })
  })

  test('comes in parts that together contain every link once', async () => {
    const ann = await server().account()
    for (let index = 0; index < 5; index++) await ann.ok('url.shorten', { destinationURL })
    const parts: string[] = []
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: { content: string; nextOffset?: number } = await ann.ok('url.export', {
        format: 'json',
        limit: 2,
        offset,
      })
      parts.push(...(JSON.parse(part.content) as { id: string }[]).map(({ id }) => id))
      offset = part.nextOffset
    }
    expect([parts.length, new Set(parts).size]).toEqual([5, 5])
    expect(await ann.ok('url.export', { format: 'json', offset: 5 })).toMatchObject({ content: '[]\n', count: 0 })
  })
})
