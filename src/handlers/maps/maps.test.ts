import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { forOneServer, serverForTests, type TestServer } from '#testing/server.ts'
import { ordnanceSurveyExamples } from './providers/ordnance-survey-examples.ts'

let standIn: ProviderStandIn
const keyed: Record<string, string> = { OS_MAPS_KEY: 'secret', TILE_FETCH_PER_HOUR: '8', PROVIDER_TIMEOUT_S: '1' }

beforeAll(async () => {
  standIn = await startProviderStandIn(ordnanceSurveyExamples, Date.now)
  keyed.OS_MAPS_BASE_URL = standIn.url
})
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = ordnanceSurveyExamples
})

/** Requests the picture of a tile. */
function picture(of: TestServer, path: string, token?: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) }
  return fetch(`${of.url}/tiles/${path}`, { ...init, headers })
}

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

// Its tiles are in a byte cache, which is tested on both databases.

forOneServer(
  (server) => {
    beforeEach(() => server().clock.advance(2 * 3_600_000))

    test('a tile that is not cached is fetched for accounts, and is then there for everybody', async () => {
      const path = 'outdoor/14/8045/5225.png'
      const cold = await picture(server(), path)
      expect([cold.status, await codeOf(cold)]).toEqual([401, 'unauthenticated'])
      const account = await server().account()
      const before = standIn.requests.length
      const fetched = await picture(server(), path, account.token)
      expect(fetched.status).toBe(200)
      expect(fetched.headers.get('content-type')).toBe('image/png')
      const bytes = Buffer.from(await fetched.arrayBuffer())
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      expect(standIn.requests.at(-1)).toMatchObject({
        path: '/maps/raster/v1/zxy/Outdoor_3857/14/8045/5225.png',
        headers: { key: 'secret' },
      })
      const held = await picture(server(), path)
      expect(Buffer.from(await held.arrayBuffer())).toEqual(bytes)
      expect(held.headers.get('cache-control')).toBe('public, max-age=604800')
      const etag = held.headers.get('etag') ?? ''
      const again = await picture(server(), path, undefined, { headers: { 'If-None-Match': `"x", ${etag}` } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await picture(server(), path, undefined, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
      expect(standIn.requests.length - before).toBe(1)
      expect(await server().anonymous.ok('maps.tile', { z: 14, x: 8045, y: 5225, style: 'outdoor' })).toMatchObject({
        url: expect.stringMatching(/\/tiles\/outdoor\/14\/8045\/5225\.png$/),
        held: true,
        covered: true,
        attribution: 'Contains OS data © Crown copyright and database rights 2026',
      })
    })

    test('an area says what is cached, row by row from the north-west', async () => {
      const account = await server().account()
      await (await picture(server(), 'light/14/8046/5225.png', account.token)).arrayBuffer()
      const box = { north: 54.46, south: 54.45, east: -3.2, west: -3.22, zoom: 14, style: 'light' } as const
      const found = await server().anonymous.ok('maps.area', box)
      expect(found.items.map(({ x, y, held }) => [x, y, held])).toEqual([
        [8045, 5224, false],
        [8046, 5224, false],
        [8045, 5225, false],
        [8046, 5225, true],
      ])
      expect(found).toMatchObject({
        total: 4,
        columns: 2,
        rows: 2,
        held_count: 1,
        bounds: { north: 54.470038, south: 54.444492, east: -3.186035, west: -3.22998 },
      })
      const swapped = { ...box, north: box.south, south: box.north, east: box.west, west: box.east }
      expect(await server().anonymous.ok('maps.area', swapped)).toEqual(found)
    })

    test('tiles that an earlier release stored in the database are moved to the cache', async () => {
      const { store, clock, jobs } = server()
      const png = Buffer.from('a picture of an earlier release')
      const rows = Array.from({ length: 50 }, (_, y) => ({ style: 'road', z: 9, x: 255, y, png, bytes: png.length }))
      for (const row of rows) {
        await store.run(store.sql('map_tiles').insert({ ...row, etag: '"x"', fetched_at: 0, used_at: 0 }))
      }
      clock.advance(2 * 3_600_000)
      await jobs.settle()
      expect(await store.all(store.sql('map_tiles').select('x'))).toEqual([])
      const taken = await picture(server(), 'road/9/255/49.png')
      expect(Buffer.from(await taken.arrayBuffer())).toEqual(png)
      expect(await server().anonymous.ok('maps.tile', { z: 9, x: 255, y: 0 })).toMatchObject({ held: true })
    })
  },
  { settings: keyed },
)

describe('the allowance of an account', () => {
  const server = serverForTests({ settings: keyed })

  test('is for tiles that are not cached, and says when there are more', async () => {
    const account = await server().account()
    const other = await server().account()
    const statuses: number[] = []
    for (let x = 60; x < 69; x++)
      statuses.push((await picture(server(), `road/12/${x + 1960}/1360.png`, account.token)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429])
    const refused = await picture(server(), 'road/12/2028/1360.png', account.token)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await picture(server(), 'road/12/2020/1360.png', account.token)).status).toBe(200)
    expect((await picture(server(), 'road/12/2028/1360.png', other.token)).status).toBe(200)
  })

  test('many callers of one tile at once make one request', async () => {
    const account = await server().account()
    const before = standIn.requests.length
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => picture(server(), 'road/11/1010/680.png', account.token)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(standIn.requests.length - before).toBe(1)
  })

  test('a tile that Ordnance Survey does not have is not found', async () => {
    server().clock.advance(4 * 3_600_000)
    standIn.answers = () => ({ status: 404, json: {} })
    const { token } = await server().account()
    const response = await picture(server(), 'road/12/2016/1365.png', token)
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  })

  test.each(['road/17/64000/43000.png', 'road/6/31/20.png', 'road/9/400/170.png'])(
    '%s cannot be fetched',
    async (path) => {
      const { token } = await server().account()
      const before = standIn.requests.length
      const response = await picture(server(), path, token)
      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
      expect(standIn.requests.length).toBe(before)
      const [, z, x, y] = /(\d+)\/(\d+)\/(\d+)/.exec(path)?.map(Number) ?? []
      expect(await server().anonymous.ok('maps.tile', { z: z ?? 0, x: x ?? 0, y: y ?? 0 })).toMatchObject({
        covered: false,
      })
    },
  )

  test.each([
    'sea/12/1/1.png',
    'road/12/4096/1.png',
    'road/21/1/1.png',
    'road/12/-1/1.png',
    'road/1/1',
    '../x',
    'road/12/1/1.png/',
  ])('nothing is at %s', async (path) => {
    expect((await picture(server(), path)).status).toBe(404)
  })

  test('other verbs, and credentials that are wrong, are refused', async () => {
    expect((await picture(server(), 'road/12/2020/1360.png', undefined, { method: 'POST' })).status).toBe(405)
    expect((await picture(server(), 'road/12/2020/1360.png', 'od_wrong')).status).toBe(401)
  })
})

describe('without a key', () => {
  const server = serverForTests()

  test('addresses are returned, and nothing is fetched', async () => {
    const tile = await server().anonymous.ok('maps.tile', {})
    expect(tile).toMatchObject({ z: 0, x: 0, y: 0, style: 'road', held: false, covered: false })
    expect(tile.bounds).toEqual({ north: 85.051129, south: -85.051129, east: 180, west: -180 })
    const area = await server().anonymous.ok('maps.area', {})
    expect(area).toMatchObject({ zoom: 7, style: 'road', held_count: 0, total: area.columns * area.rows })
    const { token } = await server().account()
    const response = await picture(server(), 'road/12/2020/1360.png', token)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('OS_MAPS_KEY')
  })

  test.each([
    ['maps.tile', { z: 3, x: 8, y: 9 }, ['x', 'y']],
    ['maps.tile', { z: 21 }, ['z']],
    ['maps.tile', { x: -1 }, ['x']],
    ['maps.tile', { style: 'sea' }, ['style']],
    ['maps.area', { zoom: 12 }, ['zoom']],
    ['maps.area', { north: 91 }, ['north']],
  ] as const)('%s refuses %j', async (id, args, paths) => {
    await expectFaults(server().anonymous, id, args, paths)
  })

  test('an area of too many tiles says how many there are', async () => {
    const { body } = await server().anonymous.fails('maps.area', {
      north: 90,
      south: -90,
      east: 180,
      west: -180,
      zoom: 5,
    })
    expect(body.error).toContain('1,024 tiles')
    const whole = { north: 90, south: -90, east: 180, west: -180, zoom: 4 }
    expect(await server().anonymous.ok('maps.area', whole)).toMatchObject({ total: 256, columns: 16, rows: 16 })
  })
})

describe('with PROVIDERS=examples', () => {
  const server = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test('a tile is a picture, which is not cached', async () => {
    const { token } = await server().account()
    expect((await picture(server(), 'road/12/2020/1360.png', token)).status).toBe(200)
    expect(await server().anonymous.ok('maps.tile', { z: 12, x: 2020, y: 1360 })).toMatchObject({
      held: false,
      covered: true,
      attribution: 'Example data, not from Ordnance Survey',
    })
  })
})
