import { expect, test } from 'vitest'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { unzip } from '#testing/zip.ts'
import { samplePictures } from './fixtures/pictures.ts'

const unknownId = 'image_01k9y3r2s4t6v8w0x2y4z6a8b0'
const server = serverForTests()
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server().url}/images/${path}`, { headers, redirect: 'manual' })
const bearer = ({ token }: { readonly token: string | undefined }) => ({ Authorization: `Bearer ${token}` })

async function stored(account: TestAccount, isPublic = false, width = 1200) {
  const data = (await samplePictures.photo(width)).toString('base64')
  const image = await account.ok('images.upload', { data })
  return isPublic ? account.ok('images.share', { id: image.id, public: true }) : image
}

test('a published picture is for everybody, in a sandbox, and each copy of each has its own ETag', async () => {
  const ada = await server().account()
  const { id, size_bytes: size } = await stored(ada, true)
  const whole = await get(id)
  expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, size])
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(size),
    'content-disposition': `inline; filename=${id}.jpg`,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  })
  const etags = new Set<string>()
  for (const name of ['thumbnail', '1024', 'full']) {
    const copy = await get(`${id}?size=${name}`)
    const bytes = Buffer.from(await copy.arrayBuffer())
    const etag = copy.headers.get('etag') as string
    etags.add(etag)
    const unchanged = await get(`${id}?size=${name}`, { 'If-None-Match': etag })
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    // A part of a copy is of that copy, wherever its bytes are.
    const part = await get(`${id}?size=${name}`, { Range: 'bytes=5-24' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-24/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(5, 25))
    const beyond = await get(`${id}?size=${name}`, { Range: `bytes=${bytes.length}-` })
    expect(beyond.status).toBe(416)
    await beyond.text()
  }
  const other = await get((await stored(ada, true, 1300)).id)
  await other.arrayBuffer()
  etags.add(other.headers.get('etag') as string)
  expect(etags.size).toBe(4)
})

test('a private picture is for its owner alone, by token or session, and looks missing to others', async () => {
  const [ada, ben] = [await server().account(), await server().account()]
  const { id } = await stored(ada)
  const { cookie } = await ada.inBrowser()
  for (const headers of [bearer(ada), { Cookie: cookie }]) {
    const response = await get(`${id}?size=thumbnail`, headers)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await response.arrayBuffer()
  }
  const bodies = []
  for (const [path, headers] of [
    [id, {}],
    [`${id}?size=1024`, bearer(ben)],
    [unknownId, {}],
    [unknownId, bearer(ada)],
    ['nothing-like-an-id', {}],
    ['', {}],
  ] as const) {
    const response = await get(path, headers as Record<string, string>)
    bodies.push(JSON.stringify([response.status, response.headers.get('cache-control'), await response.text()]))
  }
  expect([...new Set(bodies)].map((each) => JSON.parse(each))).toEqual([
    [
      404,
      'no-store',
      JSON.stringify({ error: 'No picture that you may read exists at this address.', code: 'not_found' }),
    ],
  ])
})

test('an unknown size is rejected by name, whether or not there is a picture', async () => {
  const ada = await server().account()
  const { id } = await stored(ada, true)
  const answers = await Promise.all([id, unknownId].map(async (each) => (await get(`${each}?size=huge`)).json()))
  expect(answers[0]).toMatchObject({ code: 'invalid_argument', details: [{ path: 'size' }] })
  expect(answers[1]).toEqual(answers[0])
})

test('the archive of an account has each picture as it is stored, without its copies', async () => {
  const ada = await server().account()
  const { id, size_bytes: size } = await stored(ada)
  const own = Buffer.from(await (await get(id, bearer(ada))).arrayBuffer())
  const visitor = await new TestVisitor(server().url).signIn(ada.username)
  await visitor.submit('/settings/data', '/settings/export')
  await server().jobs.settle()
  const address = /href="(\/settings\/export\/export_\w+)"/.exec((await visitor.get('/settings/data')).html)?.[1]
  const answer = await visitor.raw(address ?? '')
  const zip = Buffer.from(await answer.arrayBuffer())
  expect(zip.includes(own)).toBe(true)
  const files = unzip(zip)
  expect([...files.keys()].filter((name) => name.startsWith('images'))).toEqual([
    'images.json',
    `images/${id}/${id}.jpg`,
  ])
  const [record] = JSON.parse(files.get('images.json') as string)
  expect(record).toMatchObject({ id, bytes: size, tags: [], public: false, origin: 'uploaded' })
  expect(Object.keys(record)).not.toContain('blob_id')
  // The zip has it uncompressed, and its copies would be more than 2 KB.
  const at = zip.indexOf(own)
  expect(zip.subarray(at + own.length, at + own.length + 2).toString()).toBe('PK')
})
