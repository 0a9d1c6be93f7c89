import sharp from 'sharp'
import { expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { pngClaiming, samplePictures } from '../fixtures/pictures.ts'

const server = serverForTests()
const place = '/settings/images'

async function signedIn() {
  const account = await server().account()
  return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
}

async function upload(
  visitor: TestVisitor,
  content: Uint8Array,
  { token, name = 'a.jpg' }: Record<string, string> = {},
) {
  const { html } = await visitor.get(place)
  const form = new FormData()
  form.set('csrf_token', token ?? (/csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string))
  form.set('description', 'A <wall> & more')
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return visitor.raw(place, { method: 'POST', body: form, headers: { Accept: 'text/html' } })
}

test('a picture of a form is scaled down, published, edited, made private and deleted', async () => {
  const { account, visitor } = await signedIn()
  const large = await samplePictures.photo(5000, 4000)
  const done = await upload(visitor, large, { name: '\u202egpj.exe' })
  expect([done.status, done.headers.get('location')]).toEqual([303, `${place}?done=stored`])
  const [image] = (await account.ok('images.list', { scope: 'mine' })).items
  expect(image).toMatchObject({ description: 'A <wall> & more', public: false, type: 'image/jpeg' })
  const { width_px: width = 0, height_px: height = 0, id = '' } = image ?? {}
  // Upright, and of the same shape.
  expect([width * height <= 8_000_000, Math.round((height / width) * 100)]).toEqual([true, 125])
  const grid = await visitor.get(place)
  expect(grid.html).toContain('A &lt;wall&gt; &amp; more')
  expect(grid.html).toContain(`src="/images/${id}?size=thumbnail"`)
  const page = `${place}/${id}`
  const shared = await visitor.submit(page, `${page}/share`, { public: 'true' })
  expect([shared.location, (await account.ok('images.get', { id })).public]).toEqual([`${page}?done=public`, true])
  const saved = await visitor.submit(page, page, { title: 'The wall', description: '', tags: 'wall, garden,,' })
  expect(saved.location).toBe(`${page}?done=saved`)
  expect(await account.ok('images.get', { id })).toMatchObject({
    title: 'The wall',
    description: 'A <wall> & more',
    tags: ['wall', 'garden'],
  })
  const wrong = await visitor.submit(page, page, { title: 'a', tags: Array(31).fill('t').join() })
  expect([wrong.status, wrong.html.includes('class="problem"')]).toEqual([400, true])
  await visitor.submit(page, `${page}/share`, { public: 'false' })
  expect((await account.ok('images.get', { id })).public).toBe(false)
  const deleted = await visitor.submit(`${page}/delete`, `${page}/delete`)
  expect(deleted.location).toBe(`${place}?done=deleted`)
  expect((await account.ok('images.list', { scope: 'mine' })).items).toEqual([])
}, 60_000)

test('a form with a wrong token, without a picture, or with one that is too large stores nothing', async () => {
  const { account, visitor } = await signedIn()
  const png = await samplePictures.png()
  expect((await upload(visitor, png, { token: 'wrong' })).status).toBe(403)
  expect((await upload(visitor, Buffer.alloc(0), { name: '' })).status).toBe(400)
  for (const [content, sentence] of [
    [Buffer.concat([png, Buffer.alloc(8 * 1024 * 1024)]), 'must be at most 8192 KiB'],
    [pngClaiming(6000, 4001), 'must have at most 24.0 million pixels'],
    [Buffer.from('<!doctype html>'), 'must be a PNG, JPEG, GIF, WebP or AVIF'],
  ] as const) {
    const refused = await upload(visitor, content)
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(sentence)])
  }
  expect((await account.ok('images.list', { scope: 'mine' })).items).toEqual([])
}, 60_000)

test('the page of an account without pictures says so, and so does the one behind its oldest', async () => {
  const { account, visitor } = await signedIn()
  expect((await visitor.get(place)).html).toContain('<p>You have no pictures yet.</p>')
  const { id } = await account.ok('images.upload', { data: (await samplePictures.png()).toString('base64') })
  const older = (await visitor.get(`${place}?cursor=${id}`)).html
  expect(older).toContain('<p>There are no older pictures.</p>')
  expect((await visitor.get(place)).html).not.toContain('no pictures yet')
})

test("somebody else's picture, published or not, and one of a day are the same as none", async () => {
  const [ann, ben] = [await signedIn(), await signedIn()]
  const data = (await samplePictures.png()).toString('base64')
  const { id } = await ann.account.ok('images.upload', { data })
  const { id: shared } = await ann.account.ok('images.upload', { data })
  await ann.account.ok('images.share', { id: shared, public: true })
  const { id: daily } = await ann.account.ok('images.daily', {})
  const pages = []
  for (const each of [id, shared, daily, 'image_none']) {
    for (const path of [`${place}/${each}`, `${place}/${each}/delete`]) {
      const { status, html } = await ben.visitor.get(path)
      pages.push([status, html.includes('You have no such picture.')])
    }
  }
  expect(new Set(pages.map((each) => JSON.stringify(each)))).toEqual(new Set(['[404,true]']))
})

test('the page for everybody shows the picture of the day, and the way to the own ones', async () => {
  const { account } = await signedIn()
  const { id, title } = await account.ok('images.daily', {})
  const answer = await fetch(`${server().url}/images`, { headers: { Accept: 'text/html' } })
  const html = await answer.text()
  expect([answer.status, html.includes(`/images/${id}?size=1024`), html.includes(String(title))]).toEqual([
    200,
    true,
    true,
  ])
  expect(html).toContain(`href="${place}"`)
  const copy = await sharp(await (await fetch(`${server().url}/images/${id}?size=1024`)).arrayBuffer()).metadata()
  expect([copy.format, copy.width]).toEqual(['webp', 1024])
})
