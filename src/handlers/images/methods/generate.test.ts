import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { createTestOutbound } from '#testing/outbound.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { samplePictures } from '../fixtures/pictures.ts'
import { ImageModel, imageModelOf } from '../providers/image-model.ts'

const credit = 1_000_000
const prompt = 'A lighthouse made of books,\nwatercolour'

let standIn: ProviderStandIn
let photo: Buffer
const settings: Record<string, string> = { IMAGES_API_KEY: 'images-key', IMAGES_MODEL: 'painter-1' }

/** What the server with the image model returns. */
const painted: Examples = () => ({ json: { created: 1, data: [{ b64_json: photo.toString('base64') }] } })

beforeAll(async () => {
  photo = await samplePictures.photo(1024, 1024)
  standIn = await startProviderStandIn(painted, () => 0)
  settings.IMAGES_BASE_URL = `${standIn.url}/v1`
})
afterAll(() => standIn[Symbol.asyncDispose]())

const server = serverForTests({ settings })
const unconfigured = serverForTests()

test('a picture is generated, stored as a private copy, shown in the stream of its owner and charged', async () => {
  const [ada, ben] = [await server().account(), await server().account()]
  const before = (await server().ledger.balance(ada.id)).available
  const image = await ada.ok('images.generate', { prompt: ` ${prompt} ` })
  expect(image).toMatchObject({
    title: 'A lighthouse made of books, watercolour',
    prompt,
    origin: 'generated',
    public: false,
    type: 'image/jpeg',
    width_px: 1024,
    height_px: 1024,
  })
  expect(standIn.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/images/generations' })
  expect(standIn.requests.at(-1)?.headers.authorization).toBe('Bearer images-key')
  expect(JSON.parse(standIn.requests.at(-1)?.body ?? '')).toEqual({
    model: 'painter-1',
    prompt,
    n: 1,
    size: '1024x1024',
  })
  expect(before - (await server().ledger.balance(ada.id)).available).toBe(19 * credit)
  const bytes = await (await fetch(image.url, { headers: { Authorization: `Bearer ${ada.token}` } })).arrayBuffer()
  expect((await sharp(Buffer.from(bytes)).metadata()).exif).toBeUndefined()
  await ada.ok('images.share', { id: image.id, public: true })
  expect((await ben.ok('images.get', { id: image.id })).prompt).toBeUndefined()
  await server().bus.settle()
  const { items } = await ada.ok('stream.list', {})
  expect(items.filter(({ service }) => service === 'images')).toMatchObject([
    { text: 'Generated a picture: A lighthouse made of books, watercolour', public: false },
  ])
}, 30_000)

test.each([
  ['a refusal', { status: 400, json: { error: { code: 'content_policy_violation' } } }, 'failed_precondition', 400],
  ['a refusal after the fact', { json: { error: { code: 'moderation_blocked' } } }, 'failed_precondition', 400],
  ['no picture', { json: { created: 1, data: [] } }, 'upstream_failed', 502],
  ['something else than JSON', { body: '<html>', contentType: 'text/html' }, 'upstream_failed', 502],
  ['a page in place of a picture', { json: { data: [{ b64_json: 'PGh0bWw+' }] } }, 'upstream_failed', 502],
  ['a picture that cannot be fetched', { json: { data: [{ url: 'http://10.0.0.1/a.png' }] } }, 'upstream_failed', 502],
  ['a refused key', { status: 401, json: { error: 'who' } }, 'upstream_failed', 502],
])('%s costs nothing and stores nothing', async (_, answer, code, status) => {
  const ada = await server().account()
  const before = await server().ledger.balance(ada.id)
  standIn.answers = () => answer
  try {
    const failed = await ada.fails('images.generate', { prompt })
    expect([failed.status, failed.body.code]).toEqual([status, code])
  } finally {
    standIn.answers = painted
    // Long enough for the next request to the model.
    server().clock.advance(3_600_000)
  }
  expect(await server().ledger.balance(ada.id)).toEqual(before)
  expect((await ada.ok('images.list', { scope: 'mine' })).items).toEqual([])
})

test('without a provider it is not configured, free of charge, and says what to set', async () => {
  const ada = await unconfigured().account()
  const before = await unconfigured().ledger.balance(ada.id)
  const { status, body } = await ada.fails('images.generate', { prompt })
  expect([status, body]).toEqual([
    503,
    { code: 'not_configured', error: 'The image model is not configured on this server. Set IMAGES_BASE_URL.' },
  ])
  expect(await unconfigured().ledger.balance(ada.id)).toEqual(before)
  expect((await ada.fails('images.generate', { prompt: ' ' })).body.details?.[0]?.path).toBe('prompt')
})

test('a slow model is polled until the picture is ready, and its address is fetched', async () => {
  const responses = [
    { id: 'job 1', status: 'queued' },
    { id: 'job 1', status: 'in_progress' },
    { id: 'job 1', status: 'completed', data: [{ url: `${standIn.url}/v1/results/1.jpg` }] },
  ]
  const from = standIn.requests.length
  standIn.answers = ({ path }) =>
    path.endsWith('.jpg') ? { body: photo, contentType: 'image/jpeg' } : { json: responses.shift() }
  const outbound = createTestOutbound({ env: settings })
  const waits: number[] = []
  const model = new ImageModel({
    provider: outbound.provider(imageModelOf({ imagesApiKey: 'images-key' })),
    outbound,
    settings: { imagesBaseUrl: settings.IMAGES_BASE_URL, imagesModel: undefined },
    wait: async (ms) => void waits.push(ms),
  })
  try {
    const bytes = await model.generate(prompt, { subject: 'ada', signal: new AbortController().signal })
    expect(Buffer.from(bytes).equals(photo)).toBe(true)
  } finally {
    standIn.answers = painted
    await outbound.close()
  }
  expect(waits).toEqual([2000, 2000])
  expect(standIn.requests.slice(from).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/images/generations',
    'GET /v1/images/generations/job%201',
    'GET /v1/images/generations/job%201',
    'GET /v1/results/1.jpg',
  ])
})

test('the key is sent only to addresses below that of the model', async () => {
  const outbound = createTestOutbound({ env: settings })
  const model = new ImageModel({
    provider: outbound.provider(imageModelOf({ imagesApiKey: 'images-key' })),
    outbound,
    settings: { imagesBaseUrl: settings.IMAGES_BASE_URL, imagesModel: undefined },
  })
  const from = standIn.requests.length
  try {
    // Other addresses of the stand-in are private ones, which a guarded fetch does not reach.
    for (const url of [`${standIn.url}/v1elsewhere/1.jpg`, `${standIn.url}1/v1/1.jpg`, `${standIn.url}/v2/1.jpg`]) {
      standIn.answers = ({ path }) =>
        path.endsWith('.jpg') ? { body: photo, contentType: 'image/jpeg' } : { json: { data: [{ url }] } }
      const generated = model.generate(prompt, { subject: 'ada', signal: new AbortController().signal })
      await expect(generated).rejects.toThrow('could not be fetched')
    }
  } finally {
    standIn.answers = painted
    await outbound.close()
  }
  const paths = standIn.requests.slice(from).map(({ path }) => path)
  expect(new Set(paths)).toEqual(new Set(['/v1/images/generations']))
})

test('the picture of the day is generated at 06:00, and drawn if that fails', async () => {
  const ada = await server().account()
  const { clock, jobs } = server()
  const toNextMorning = () => {
    const now = clock.now()
    clock.advance(Math.ceil((now - 6 * 3_600_000) / 86_400_000) * 86_400_000 + 6 * 3_600_000 + 60_000 - now)
  }
  toNextMorning()
  await jobs.settle()
  const generated = await ada.ok('images.daily', {})
  expect([generated.type, generated.width_px]).toEqual(['image/jpeg', 1024])
  standIn.answers = () => ({ status: 500, json: { error: 'oops' } })
  toNextMorning()
  await jobs.settle()
  standIn.answers = painted
  const drawn = await ada.ok('images.daily', {})
  expect([drawn.type, drawn.width_px, (drawn.day as string) > (generated.day as string)]).toEqual([
    'image/png',
    1440,
    true,
  ])
}, 30_000)
