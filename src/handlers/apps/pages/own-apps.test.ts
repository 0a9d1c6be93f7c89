import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { SourceChecker } from '../check/source-checker.ts'
import { icon } from '../fixtures/created-app.ts'

const server = serverForTests()
afterEach(() => {
  vi.restoreAllMocks()
})

const page = (said: string) => `<!doctype html><html lang="en"><title>${said}</title></html>`

/** An app of a visitor who has signed in, and its pages. */
async function owned() {
  const ada = await server().account()
  const { id, slug } = await ada.ok('apps.create', { name: 'Tides', description: 'Old.', html: page('First') })
  const visitor = await new TestVisitor(server().url).signIn(ada.username)
  const { cookie, csrfToken } = await ada.inBrowser()
  /** Submits a form that may contain a file. */
  const send = async (path: string, fields: Record<string, string>, file?: Uint8Array<ArrayBuffer> | string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ csrf_token: csrfToken, ...fields })) form.set(name, value)
    if (file !== undefined) form.set('file', new Blob([file], { type: 'text/html' }), 'app.html')
    const url = `${server().url}${path}`
    const response = await fetch(url, { method: 'POST', headers: { Cookie: cookie }, body: form, redirect: 'manual' })
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }
  const place = `/settings/apps/${id}`
  return { ada, id, slug, visitor, send, place, read: () => ada.ok('apps.read', { slug }) }
}

async function csrfTokenOn(visitor: TestVisitor, path: string): Promise<string> {
  const { html } = await visitor.get(path)
  return /<meta name="csrf-token" content="([\w-]+)">/.exec(html)?.[1] as string
}

test('the form of an app changes what is entered, and an empty field changes nothing', async () => {
  const { id, visitor, place, read } = await owned()
  const edit = (fields: Record<string, string>) => visitor.submit(place, '/settings/apps/source', { id, ...fields })
  const source = page('Second')
  const changes = { name: 'High tides', description: 'New.', tags: 'sea, moon', price: '1.5', icon, source }
  const changed = await edit(changes)
  expect([changed.status, changed.location]).toEqual([303, `${place}?done=saved`])
  const whole = {
    app: { name: 'High tides', description: 'New.', tags: ['sea', 'moon'], price_credits: 1.5, icon },
    html: source,
  }
  expect(await read()).toMatchObject(whole)
  const empty = { name: '', description: '', tags: '', price: '', icon: '', source: '' }
  expect((await edit(empty)).status).toBe(303)
  expect(await read()).toMatchObject(whole)
})

test('a change that is refused is shown with what was entered, and changes nothing', async () => {
  const { id, visitor, place, read } = await owned()
  const refused = await visitor.submit(place, '/settings/apps/source', { id, name: 'High tides', price: '-1' })
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('value="High tides"')])
  expect((await read()).app?.name).toBe('Tides')
})

test('a file is used instead of the text, whole, and one that is too large or not text is refused', async () => {
  const { id, send, read } = await owned()
  const edit = (file: Uint8Array<ArrayBuffer> | string) =>
    send('/settings/apps/source', { id, source: page('Typed') }, file)
  const long = page(`${'Tïdes. '.repeat(30_000)}End`)
  expect((await edit(long)).status).toBe(303)
  expect((await read()).html).toBe(long)
  const large = await edit('x'.repeat(262_145))
  expect([large.status, large.html]).toEqual([400, expect.stringContaining('must have at most 262,144 bytes')])
  const binary = await edit(new Uint8Array([0x3c, 0xff, 0xfe]))
  expect([binary.status, binary.html]).toEqual([400, expect.stringContaining('must be text in UTF-8')])
  expect((await read()).html).toBe(long)
})

test('a new app needs a source', async () => {
  const { ada, send } = await owned()
  const { status, html } = await send('/settings/apps', { name: 'Empty', source: ' ' })
  expect([status, html]).toEqual([400, expect.stringContaining('Enter the source, or choose a file.')])
  expect((await ada.ok('apps.collection', {})).items.map(({ name }) => name)).toEqual(['Tides'])
})

test('the source is downloaded as text, which no browser takes for a page', async () => {
  const { visitor, place, slug } = await owned()
  const { status, headers, html } = await visitor.get(`${place}/source`)
  expect([status, html]).toEqual([200, page('First')])
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${slug}.html"`)
})

test('an app is deleted once that is confirmed', async () => {
  const { ada, visitor, place } = await owned()
  const { status, location } = await visitor.submit(`${place}/delete`, `${place}/delete`)
  expect([status, location]).toEqual([303, '/settings/apps?done=deleted'])
  expect((await ada.ok('apps.collection', {})).items).toEqual([])
  const gone = await visitor.get(`${place}/delete`)
  expect([gone.status, gone.html]).toEqual([404, expect.stringContaining('You have no such app.')])
})

test("the forms of someone else's app change nothing: there is no such app", async () => {
  const { place, id, read } = await owned()
  const { send, visitor, place: ownPlace } = await owned()
  const token = { csrf_token: await csrfTokenOn(visitor, ownPlace) }
  const before = await read()
  const attempts = [
    await visitor.post(`${place}/public`, { ...token, public: 'true' }),
    await visitor.post(`${place}/public`, { ...token, public: 'false' }),
    await visitor.post(`${place}/restore`, { ...token, number: '1' }),
    await visitor.post(`${place}/delete`, token),
    await send('/settings/apps/source', { id, name: 'Mine' }),
    await visitor.get(`${place}/source`),
  ]
  for (const { status, html } of attempts) {
    expect([status, html]).toEqual([404, expect.stringContaining('You have no such app.')])
  }
  expect(await read()).toEqual(before)
})

test('an app that cannot be made public is not said to be', async () => {
  const { visitor, place, read } = await owned()
  const token = { csrf_token: await csrfTokenOn(visitor, place) }
  const { store } = server()
  const full = "begin select raise(abort, 'the disk is full'); end"
  await store.run(store.sql.raw(`create trigger full_disk before update of public on apps ${full}`))
  const failed = await visitor.post(`${place}/public`, { ...token, public: 'true' })
  await store.run(store.sql.raw('drop trigger full_disk'))
  expect([failed.status, failed.location]).toEqual([500, undefined])
  expect((await read()).app?.public).toBe(false)
})

test('a version is restored before the page says so, and one that does not exist is not', async () => {
  const { ada, visitor, place, slug, read } = await owned()
  await ada.ok('apps.edit', { slug, name: 'High tides', html: page('Second') })
  const restore = (number: string) => visitor.submit(place, `${place}/restore`, { number })
  for (const number of ['3', '1.5', '']) expect((await restore(number)).status).toBe(404)
  expect(await read()).toMatchObject({ app: { name: 'High tides' }, html: page('Second') })
  const { status, location } = await restore('1')
  expect([status, location]).toEqual([303, `${place}?done=restored`])
  expect(await read()).toMatchObject({ app: { name: 'Tides' }, html: page('First') })
})

test('the page of an app opens without its faults while too many sources are being checked', async () => {
  const { visitor, place } = await owned()
  const check = vi.spyOn(SourceChecker.prototype, 'source').mockRejectedValueOnce(new ApiError('unavailable', 'Full.'))
  const { status, html } = await visitor.get(place)
  expect([status, html.includes('The source has'), check.mock.calls.length]).toEqual([200, false, 1])
})
