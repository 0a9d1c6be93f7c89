import { describe, expect, test } from 'vitest'
import { insertRows } from '#testing/insert-rows.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const place = '/settings/links'
const destination = 'https://ferries.example/timetable?season=winter'

forEachServer((server) => {
  async function signedIn() {
    const account = await server().account()
    return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
  }

  const make = (visitor: TestVisitor, fields: Record<string, string>) =>
    visitor.submit(place, place, { destination, title: '', tags: '', expires: '', id: '', ...fields })

  describe('the pages of links', () => {
    test('require a sign-in and accept only their own forms', async () => {
      const visitor = new TestVisitor(server().url)
      expect((await visitor.get(place)).location).toBe('/signin?next=%2Fsettings%2Flinks')
      const { visitor: ann } = await signedIn()
      expect((await ann.post(place, { destination })).status).toBe(403)
      expect((await ann.post(place, { destination, csrf_token: 'x' })).status).toBe(403)
      const { headers } = await ann.get(place)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('cache-control')).toBe('no-store')
    })

    test('create, show, change and delete a link', async () => {
      const { account, visitor } = await signedIn()
      await visitor.submit('/settings', '/settings/profile', { display_name: '', time_zone: 'Asia/Kolkata' })
      const id = `page-${account.id.slice(-8)}`
      const made = await make(visitor, {
        title: 'Winter <b>timetable</b>',
        tags: 'Ferries, ferries, two words,',
        expires: '2027-01-01T00:00',
        forward_query: 'yes',
        id,
      })
      expect([made.status, made.location]).toEqual([303, `${place}/${id}?done=made`])
      expect((await account.ok('url.get', { id })).url).toMatchObject({
        destinationURL: destination,
        title: 'Winter <b>timetable</b>',
        tags: ['ferries', 'two words'],
        expiresAt: '2026-12-31T18:30:00.000Z',
        forwardQuery: true,
      })
      const page = await visitor.get(made.location as string)
      expect(page.status).toBe(200)
      expect(page.html).toContain('The link was created.')
      expect((await visitor.get(place)).html).toMatch(new RegExp(`<span class="long">https?://[^<]+/u/${id}</span>`))
      expect(page.html).toContain('<h1>Winter &lt;b&gt;timetable&lt;/b&gt;</h1>')
      expect(page.html).toContain('value="2027-01-01T00:00"')
      expect(page.html).toContain('value="ferries, two words"')
      expect(page.html).toMatch(/name="forward_query" value="yes" checked/)
      const fields = { destination: 'https://trains.example/', title: '', tags: '', expires: '' }
      const changed = await visitor.submit(`${place}/${id}`, `${place}/${id}`, fields)
      expect(changed.location).toBe(`${place}/${id}?done=saved`)
      const { url } = await account.ok('url.get', { id })
      expect(url).toMatchObject({ destinationURL: 'https://trains.example/' })
      for (const name of ['title', 'tags', 'expiresAt', 'forwardQuery']) expect(url).not.toHaveProperty(name)
      const question = await visitor.get(`${place}/${id}/delete`)
      expect(question.html).toContain(`/u/${id}</b>?`)
      expect((await visitor.get(`${place}/${id}`)).html).toContain(`<form method="get" action="${place}/${id}/delete">`)
      const deleted = await visitor.submit(`${place}/${id}/delete`, `${place}/${id}/delete`)
      expect(deleted.location).toBe(`${place}?done=deleted`)
      expect((await visitor.get(deleted.location as string)).html).toContain('The link was deleted.')
      expect((await account.fails('url.resolve', { id })).status).toBe(410)
    })

    test('show errors at the field, and keep the input', async () => {
      const { account, visitor } = await signedIn()
      const taken = `taken-${account.id.slice(-8)}`
      await account.ok('url.create', { destinationURL: destination, id: taken })
      for (const [fields, status, fault, said] of [
        [{ destination: 'javascript:alert(1)' }, 400, 'destination', 'Long address must begin with http'],
        [{ destination: '' }, 400, 'destination', 'Long address is required'],
        [{ id: 'login' }, 400, 'id', 'Name is a reserved word; choose another'],
        [{ id: 'a/b' }, 400, 'id', 'Name must contain only letters'],
        [{ id: taken }, 409, 'id', 'Name is taken; choose another'],
        [{ tags: 'a, b"c' }, 400, 'tags', 'Tags must not contain'],
        [{ expires: '2020-01-01T00:00' }, 400, 'expires', 'Expiry must be in the future'],
        [{ expires: 'soon' }, 400, 'expires', 'Expiry must be a day and a time'],
        [{ title: 'x'.repeat(201) }, 400, 'title', 'Title must have at most 200'],
      ] as const) {
        const answer = await make(visitor, { title: 'Kept "title"', ...fields })
        expect([fields, answer.status]).toEqual([fields, status])
        expect(answer.html).toContain(`id="${fault}-fault">${said}`)
        if (!('title' in fields)) expect(answer.html).toContain('value="Kept &quot;title&quot;"')
      }
      const own = `${place}/${taken}`
      const wrong = await visitor.submit(own, own, { destination: 'data:x', title: '', tags: '', expires: '' })
      expect([wrong.status, wrong.html.includes('Long address must begin with http')]).toEqual([400, true])
      expect((await account.ok('url.list', {})).urlPairs).toHaveLength(1)
    })

    test('list the newest first, in pages, filtered by words and by a tag', async () => {
      const { account, visitor } = await signedIn()
      const links = Array.from({ length: 27 }, (_, index) => ({
        destinationURL: `https://ferries.example/${index}`,
        title: `Number ${index}`,
        tags: index === 3 ? ['Only & this'] : [],
      }))
      for (const link of links) {
        server().clock.advance(1)
        await account.ok('url.create', link)
      }
      const first = await visitor.get(place)
      const numbers = (html: string) => [...html.matchAll(/>Number (\d+)</g)].map(([, number]) => Number(number))
      expect(numbers(first.html)).toEqual(Array.from({ length: 25 }, (_, index) => 26 - index))
      const older = /href="([^"]+)" rel="next"/.exec(first.html)?.[1] as string
      const second = await visitor.get(older)
      expect(numbers(second.html)).toEqual([1, 0])
      expect(second.html).toContain(`href="${place}" rel="prev"`)
      expect(second.html).not.toContain('rel="next"')
      const found = await visitor.get(`${place}?search=number+17`)
      expect([numbers(found.html), found.html.includes('1 link.')]).toEqual([[17], true])
      const tagged =
        /href="([^"]+)">only &amp; this</.exec(second.html) ?? /href="([^"]+)">only &amp; this</.exec(first.html)
      expect(numbers((await visitor.get(tagged?.[1] as string)).html)).toEqual([3])
      expect((await visitor.get(`${place}?search=nothing`)).html).toContain('No links match.')
      for (const odd of ['?offset=-1', '?offset=x', '?offset=99999999', '?search=a&search=b', '?tag[]=x']) {
        expect((await visitor.get(place + odd)).status).toBe(200)
      }
    })

    test('show visits as a chart and as numbers, and the QR code as a picture', async () => {
      const { store, clock } = server()
      const { account, visitor } = await signedIn()
      const { id, shortURL } = (await account.ok('url.create', { destinationURL: destination })).url
      expect((await visitor.get(`${place}/${id}`)).html).toContain('No visits.')
      const today = Math.floor(clock.now() / 86_400_000)
      const visits = { link_id: id, visitor: 'person', device: 'mobile' }
      await store.run(
        store.sql('link_days').insert([
          { ...visits, day: today, hits: 7 },
          { ...visits, day: today - 40, hits: 9 },
        ]),
      )
      await store.run(store.sql('link_referrers').insert({ link_id: id, day: today, host: 'news.example', hits: 4 }))
      await store.run(store.sql('links').where({ id }).update({ hits: 16 }))
      const { html } = await visitor.get(`${place}/${id}`)
      expect(html).toContain('16 by people')
      expect(html).toMatch(
        /<svg class="chart"[^>]*role="img" aria-label="Bar chart of visits by day" aria-describedby="visits-table"/,
      )
      expect(html.match(/<rect /g)).toHaveLength(1)
      expect(html).toContain('7 at most in a day')
      expect(html).toMatch(/<th[^>]*>2026-\d\d-\d\d<\/th><td[^>]*>7<\/td><td[^>]*>0<\/td>/)
      expect(html).toMatch(/news\.example<\/span><\/th><td[^>]*>4</)
      expect(html).toContain(`alt="QR code of ${shortURL}"`)
      const quarter = await visitor.get(`${place}/${id}?days=90`)
      expect(quarter.html.match(/<rect /g)).toHaveLength(2)
      expect(quarter.html).toContain('Visits in the last 90 days')
      expect((await visitor.get(`${place}/${id}?days=0`)).html).toContain('Visits in the last 30 days')
      const svg = await visitor.raw(`${place}/${id}/qr.svg`)
      expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(await svg.text()).toMatch(/^<svg .*<\/svg>$/s)
      const png = await visitor.raw(`${place}/${id}/qr.png`)
      expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(
        Buffer.from(await png.arrayBuffer())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
      expect((await visitor.raw(`${place}/${id}/qr.gif`)).status).toBe(404)
    })

    test('of another account look like unknown ones, and cannot be changed', async () => {
      const [ann, ben] = [await signedIn(), await signedIn()]
      const { id } = (await ann.account.ok('url.create', { destinationURL: destination })).url
      const foreign = await ben.visitor.get(`${place}/${id}`)
      const missing = await ben.visitor.get(`${place}/no-such-link`)
      const plain = ({ status, html }: typeof foreign) => [status, html.replace(/csrf[^>]*>|value="[^"]*"/g, '')]
      expect(plain(foreign)).toEqual(plain(missing))
      expect(foreign.status).toBe(404)
      expect((await ben.visitor.get(`${place}/%00`)).status).toBe(404)
      const token = /csrf-token" content="([\w-]+)"/.exec((await ben.visitor.get(place)).html)?.[1] as string
      const fields = { csrf_token: token, destination: 'https://evil.example/', title: '', tags: '', expires: '' }
      expect((await ben.visitor.post(`${place}/${id}`, fields)).status).toBe(404)
      expect((await ben.visitor.post(`${place}/${id}/delete`, fields)).status).toBe(404)
      expect((await ben.visitor.raw(`${place}/${id}/qr.svg`)).status).toBe(404)
      expect(await ann.account.ok('url.resolve', { id })).toEqual({ destinationURL: destination })
    })

    test('export all links as a file, in as many parts as necessary', async () => {
      const { account, visitor } = await signedIn()
      expect(JSON.parse(await (await visitor.raw(`${place}.json`)).text())).toEqual([])
      const { store } = server()
      const rows = Array.from({ length: 5001 }, (_, index) => ({
        id: `file-${account.id.slice(-8)}-${index}`,
        owner: account.id,
        destination,
        title: 'a, "b"',
        created_at: index,
        updated_at: index,
      }))
      await insertRows(store, 'links', rows)
      const ids = rows.map(({ id }) => id).reverse()
      const csv = await visitor.raw(`${place}.csv`)
      expect(csv.headers.get('content-disposition')).toBe('attachment; filename=links.csv')
      const lines = (await csv.text()).split('\r\n')
      expect([lines[0]?.slice(0, 3), lines.at(-1)]).toEqual(['id,', ''])
      expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(ids)
      const json = await visitor.raw(`${place}.json`)
      expect(json.headers.get('content-type')).toContain('application/json')
      expect((JSON.parse(await json.text()) as { id: string }[]).map(({ id }) => id)).toEqual(ids)
      await store.run(store.sql('links').where({ owner: account.id }).delete())
    })

    test('cost nothing, and work without credits', async () => {
      const { account, visitor } = await signedIn()
      const { store, ledger } = server()
      await store.run(store.sql('balances').where({ owner: account.id }).update({ balance: 0 }))
      const made = await make(visitor, {})
      const statuses = [
        made.status,
        (await visitor.get(place)).status,
        (await visitor.get(made.location as string)).status,
      ]
      expect(statuses).toEqual([303, 200, 200])
      expect((await ledger.entries(account.id)).map(({ kind }) => kind)).toEqual(['welcome'])
      expect((await account.fails('url.create', { destinationURL: destination })).status).toBe(402)
    })
  })
})
