import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { rawConnection, requestHead } from '#testing/raw-http.ts'
import { forOneServer, serverForTests, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { unzip } from '#testing/zip.ts'

const place = '/settings/data'
const linkIn = (html: string) => /href="(\/settings\/export\/export_\w+)"/.exec(html)?.[1] ?? ''

/** An account with a finished export, and its address. */
async function exported(server: TestServer, fill: (id: string) => Promise<void> = async () => {}) {
  const account = await server.account()
  await fill(account.id)
  const visitor = await new TestVisitor(server.url).signIn(account.username)
  const done = await visitor.submit(place, '/settings/export')
  expect([done.status, done.location]).toEqual([303, `${place}#export`])
  await server.jobs.settle()
  return { account, visitor, address: linkIn((await visitor.get(place)).html) }
}

// Its statements are those of exports, which are tested on both databases.

forOneServer((server) => {
  test('an export is requested, fetched and deleted on a page; a download that broke off is resumed', async () => {
    const { account, visitor, address } = await exported(server())
    const whole = await visitor.raw(address)
    const zip = Buffer.from(await whole.arrayBuffer())
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename=onedoor-${account.username}.zip`)
    expect(unzip(zip).get('account.json')).toContain(account.id)
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toBe(`"${createHash('sha256').update(zip).digest('hex')}"`)
    const half = Math.floor(zip.length / 2)
    const rest = await visitor.raw(address, { headers: { Range: `bytes=${half}-`, 'If-Range': etag } })
    expect([rest.status, rest.headers.get('content-range')]).toEqual([
      206,
      `bytes ${half}-${zip.length - 1}/${zip.length}`,
    ])
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(zip.subarray(half))
    const [head, beyond] = [
      await visitor.raw(address, { method: 'HEAD' }),
      await visitor.raw(address, { headers: { Range: `bytes=${zip.length}-` } }),
    ]
    expect([head.status, head.headers.get('content-length'), beyond.status]).toEqual([200, String(zip.length), 416])
    await visitor.submit(place, '/settings/export/delete')
    expect(linkIn((await visitor.get(place)).html)).toBe('')
    expect((await visitor.get(address)).html).toContain('This export no longer exists')
  })

  test('nobody else gets it, signed in or not, and a request needs the token of the page', async () => {
    const { address, account } = await exported(server())
    const stranger = await new TestVisitor(server().url).signIn((await server().account()).username)
    const seen = await stranger.get(address)
    expect([seen.status, seen.html.includes('This export no longer exists')]).toEqual([400, true])
    expect((await new TestVisitor(server().url).get(address)).location).toMatch(/^\/signin/)
    expect((await stranger.post('/settings/export', {})).status).toBe(403)
    const headers = { Authorization: `Bearer ${account.token}` }
    expect((await fetch(`${server().url}${address}`, { headers })).status).toBe(401)
  })

  test('deleting the account deletes its export', async () => {
    const { visitor } = await exported(server())
    const { store } = server()
    const blobs = () => store.all(store.sql('blobs').select('id'))
    const before = (await blobs()).length
    await store.run(store.sql('accounts').update({ is_admin: false }))
    await visitor.submit(place, '/settings/delete', { password: 'correct horse battery' })
    await expect.poll(async () => (await blobs()).length).toBe(before - 1)
  })
})

const one = serverForTests({ settings: { LIMIT_EXPORTS_PER_DAY: '2' } })
const open = browserForTests()

test('an account gets a few concurrent downloads, a 429 beyond them, and does not affect others', async () => {
  const { store } = one()
  // More than the sockets buffer, and incompressible.
  const { visitor, address } = await exported(one(), async (owner) => {
    for (let index = 0; index < 120; index++) {
      const id = `note_${String(index).padStart(26, '0')}`
      const text = randomBytes(100_000).toString('base64')
      const row = { id, owner, title: `${index}`, title_key: `${index}`, text, created_at: 1, updated_at: 1 }
      await store.run(store.sql('notes').insert(row))
    }
  })
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  const begin = async () => {
    const connection = await rawConnection(one().url)
    const begun = new Promise<string>((resolve) => {
      connection.socket.once('data', (chunk: Buffer) => {
        connection.socket.pause()
        resolve(chunk.toString('latin1'))
      })
    })
    connection.write(requestHead('GET', address, { Cookie: cookie }))
    return { connection, status: Number((await begun).split(' ')[1]) }
  }
  const four = [await begin(), await begin(), await begin(), await begin()]
  expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const fifth = await begin()
  expect(fifth.status).toBe(429)
  const others = await exported(one())
  expect((await others.visitor.raw(others.address)).status).toBe(200)
  for (const { connection } of [...four, fifth]) connection.close()
  await store.run(store.sql('notes').delete())
})

test('the page shows the daily limit of exports, and the existing one stays', async () => {
  const { visitor, address } = await exported(one())
  await visitor.submit(place, '/settings/export')
  await one().jobs.settle()
  const refused = await visitor.submit(place, '/settings/export')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(refused.html).toMatch(/exports/)
  expect([linkIn(refused.html) !== '', linkIn(refused.html) !== address]).toEqual([true, true])
})

test.each([
  ['on a desktop', { viewport: { width: 1280, height: 900 } }],
  ['on a phone', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, javaScriptEnabled: true }],
])('each state of an export is accessible and fits %s', async (name, options) => {
  const { account, visitor } = await exported(one())
  const { page, context } = await open(options)
  await context.addCookies([...visitor.cookies].map(([key, value]) => ({ name: key, value, url: one().url })))
  const { store } = one()
  for (const state of ['ready', 'failed', 'queued'] as const) {
    const change = state === 'ready' ? {} : { checksum: null, parts_done: 7, records: 1234 }
    await store.run(
      store
        .sql('exports')
        .where({ account_id: account.id })
        .update({ state, ...change }),
    )
    await page.goto(`${one().url}${place}`)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: `${folder}/${state}-${name.replaceAll(' ', '-')}.png`, fullPage: true })
  }
  expect(await page.getByText('7 of').count()).toBeGreaterThan(0)
})
