import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { asker, createTestOutbound, type TestOutbound } from '../../testing/outbound.ts'
import { type ProviderStandIn, standInRetryAfterS, startProviderStandIn } from '../../testing/provider-stand-in.ts'
import { baseUrlSetting, keySetting, type ProviderDescription } from './description.ts'
import { longList } from './payload.ts'
import type { Reading } from './provider.ts'
import { listOf, recordOf } from './record-lists.ts'

const ferry: ProviderDescription = {
  name: 'ferry',
  source: 'Ferry Office',
  attribution: 'Timetable of the Ferry Office',
  licence: 'CC0 1.0',
  baseUrl: baseUrlSetting('FERRY_BASE_URL', 'https://ferry.example', 'from which ferries are fetched'),
  key: { setting: keySetting('FERRY_KEY', 'The key of the ferry office.', 'No ferries.') },
  probe: { path: '/boats' },
}

const boats = z.object({ boats: z.array(z.object({ name: z.string(), seats: z.number() })) })
const reading: Reading<z.infer<typeof boats>> = {
  path: '/boats',
  query: { pier: 'North', day: undefined, deck: ['a', 'b'] },
  reader: { json: boats },
  ages: { freshMs: 60_000, refreshMs: 120_000, maxAgeMs: 3_600_000 },
}
const fleet = { boats: [{ name: 'Ada', seats: 12 }] }

let standIn: ProviderStandIn
let outbound: TestOutbound
const env = () => ({ FERRY_BASE_URL: standIn.url, FERRY_KEY: 'secret-key' })

beforeEach(async () => {
  standIn = await startProviderStandIn(
    ({ path }) => (path.startsWith('/boats') ? { json: fleet } : undefined),
    Date.now,
  )
  outbound = createTestOutbound({ env: env(), timeoutMs: 500 })
})
afterEach(async () => {
  await outbound.close()
  await standIn[Symbol.asyncDispose]()
})

describe('data of a provider', () => {
  test('have no characters that change the direction of text, however they are read', async () => {
    const json = '{"boats":[{"name":"A\u202eda\\u202C\u2066!","seats":12}]}'
    standIn.answers = ({ path }) =>
      path === '/text'
        ? { body: 'A\u202eda', contentType: 'text/plain' }
        : { body: json, contentType: 'application/json' }
    const read = async (reader: Reading<unknown>['reader'], path = '/boats') => {
      const { data } = await outbound.provider(ferry).read<unknown>(asker(), { path, reader, ages: reading.ages })
      return data
    }
    const expected = [{ name: 'Ada!', seats: 12 }]
    expect(await read({ json: boats })).toEqual({ boats: expected })
    expect(await read(longList('boats', boats.shape.boats.element), '/boats/list')).toEqual(expected)
    expect(await read({ accept: ['text/plain'], text: (text) => text }, '/text')).toBe('Ada')
  })

  test('have a source and time, and are requested with a named User-Agent and the key', async () => {
    const { data, provenance, isFree } = await outbound.provider(ferry).read(asker(), reading)
    expect(data).toEqual(fleet)
    expect(isFree).toBe(false)
    expect(provenance).toEqual({
      source: 'Ferry Office',
      as_of: '2030-01-31T12:00:00.000Z',
      stale: false,
      attribution: 'Timetable of the Ferry Office',
      licence: 'CC0 1.0',
    })
    const [request] = standIn.requests
    expect(request?.query.toString()).toBe('pier=North&deck=a&deck=b')
    expect(request?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Onedoor\/\d+\.\d+\.\d+ \(\+https:\/\/onedoor\.example\)$/),
      accept: 'application/json',
      authorization: 'Bearer secret-key',
    })
  })

  test('are requested once while fresh, then refreshed in the background, then while the caller waits', async () => {
    const provider = outbound.provider(ferry)
    await provider.read(asker(), reading)
    outbound.clock.advance(59_999)
    expect(await provider.read(asker(), reading)).toMatchObject({ isFree: true, isStale: false })
    expect(standIn.requests).toHaveLength(1)
    outbound.clock.advance(2)
    const behind = await provider.read(asker(), reading)
    expect(behind).toMatchObject({ isFree: true, isStale: false, provenance: { as_of: '2030-01-31T12:00:00.000Z' } })
    await expect.poll(() => standIn.requests.length).toBe(2)
    await expect
      .poll(async () => (await provider.read(asker(), reading)).provenance.as_of)
      .toBe('2030-01-31T12:01:00.001Z')
    outbound.clock.advance(120_000)
    expect(await provider.read(asker(), reading)).toMatchObject({ isFree: false, isStale: false })
    expect(standIn.requests).toHaveLength(3)
  })

  test('that cannot be refreshed are returned as stale up to their maximum age, and never after it', async () => {
    const provider = outbound.provider(ferry)
    await provider.read(asker(), reading)
    standIn.fault = 'failing'
    outbound.clock.advance(3_600_000)
    expect(await provider.read(asker(), reading)).toMatchObject({
      data: fleet,
      isStale: true,
      isFree: true,
      provenance: { stale: true, as_of: '2030-01-31T12:00:00.000Z' },
    })
    outbound.clock.advance(1)
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ code: 'upstream_failed', retryAfterS: 15 })
  })

  test('are requested once for many concurrent callers, even if one disconnects', async () => {
    const provider = outbound.provider(ferry)
    const leaving = new AbortController()
    const first = provider.read(asker('first', leaving.signal), reading)
    const others = [1, 2, 3].map((n) => provider.read(asker(`other-${n}`), reading))
    leaving.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    expect((await Promise.all(others)).map(({ isFree }) => isFree)).toEqual([true, true, true])
    expect(standIn.requests).toHaveLength(1)
  })

  test('are cached for their path, query and body, in any order of the query', async () => {
    standIn.answers = () => ({ json: fleet })
    const provider = outbound.provider(ferry)
    const isFree = async (over: Partial<typeof reading>) =>
      (await provider.read(asker(), { ...reading, ...over })).isFree
    const others = [{}, { path: '/boats/2' }, { query: { pier: 'South' } }, { json: { day: 1 } }, { json: { day: 2 } }]
    for (const other of others) expect([other, await isFree(other)]).toEqual([other, false])
    for (const other of others) expect([other, await isFree(other)]).toEqual([other, true])
    expect(await isFree({ query: { deck: ['a', 'b'], day: undefined, pier: 'North' } })).toBe(true)
  })
})

describe('odd records of a provider', () => {
  const boat = z.object({ name: z.string(), seats: z.number() })
  const odd = { name: 'Secret', seats: 'many' }
  const readers = [
    ['a list', { json: z.object({ boats: listOf(boat) }).transform((found) => found.boats) }, (all: object[]) => all],
    ['a long list', longList('boats', boat), (all: object[]) => all],
    [
      'a record',
      { json: z.object({ boats: recordOf(boat) }).transform((found) => [...found.boats.values()]) },
      (all: object[]) => Object.fromEntries(all.map((each, at) => [`boat ${at}`, each])),
    ],
  ] as const
  const names = (found: readonly z.infer<typeof boat>[]) => found.map(({ name }) => name)

  test.each(readers)('in %s are left out, counted and logged by field, never by value', async (_, reader, boats) => {
    standIn.answers = () => ({ json: { boats: boats([{ name: 'Ada', seats: 12 }, odd]) } })
    const provider = outbound.provider(ferry)
    for (const attempt of ['read', 'cached']) {
      const { data, provenance, isFree } = await provider.read(asker(), {
        path: reading.path,
        ages: reading.ages,
        reader,
      })
      expect([names(data), provenance.skipped, isFree]).toEqual([['Ada'], 1, attempt === 'cached'])
    }
    const warnings = outbound.logged.filter((line) => line.includes('provider records skipped'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/"count":1,"fault":"[^"]*seats: invalid_type, expected number"/)
    expect(outbound.logged.join('')).not.toContain('Secret')
    expect(await outbound.metrics.metrics()).toMatch(/^onedoor_provider_skipped_records_total\{provider="ferry"\} 1$/m)
  })

  test.each(readers)('in %s are a failure of the provider if they are more than half', async (_, reader, boats) => {
    standIn.answers = () => ({ json: { boats: boats([{ name: 'Ada', seats: 12 }, odd, odd]) } })
    await expect(
      outbound.provider(ferry).read(asker(), { path: reading.path, ages: reading.ages, reader }),
    ).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(outbound.logged.join('')).toMatch(/seats: invalid_type, expected number \(2 of 3 entries are invalid\)/)
  })

  test.each(readers)('in %s are not counted if there are none', async (_, reader, boats) => {
    standIn.answers = () => ({ json: { boats: boats([]) } })
    const { data, provenance } = await outbound
      .provider(ferry)
      .read(asker(), { path: reading.path, ages: reading.ages, reader })
    expect(data).toEqual([])
    expect(provenance).not.toHaveProperty('skipped')
  })
})

describe('a provider that fails', () => {
  test('gets up to two retries for reads, and none for calls that may change something', async () => {
    standIn.fault = 'failing'
    const provider = outbound.provider(ferry)
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ kind: 'status', upstreamStatus: 500 })
    expect(standIn.requests).toHaveLength(3)
    expect(outbound.waits).toEqual([50, 100])
    const call = { path: '/boats', method: 'POST', json: { name: 'Eve' }, reader: { json: boats } } as const
    await expect(provider.call(asker(), call)).rejects.toMatchObject({ upstreamBody: '{"error":"oops"}' })
    expect(standIn.requests).toHaveLength(4)
  })

  test('gets no requests for as long as its Retry-After says, and the caller is informed', async () => {
    standIn.fault = 'rate limit'
    const provider = outbound.provider(ferry)
    const failure = { code: 'upstream_failed', retryAfterS: standInRetryAfterS }
    await expect(provider.read(asker(), reading)).rejects.toMatchObject(failure)
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ ...failure, kind: 'breaker' })
    expect(standIn.requests).toHaveLength(1)
    standIn.fault = undefined
    outbound.clock.advance(standInRetryAfterS * 1000)
    expect(await provider.read(asker(), reading)).toMatchObject({ isStale: false })
  })

  test('five times in a row gets no more requests, then one trial', async () => {
    standIn.fault = 'html'
    const provider = outbound.provider(ferry)
    for (let n = 0; n < 5; n++)
      await expect(provider.read(asker(), reading)).rejects.toMatchObject({ kind: 'content_type' })
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ kind: 'breaker', retryAfterS: 15 })
    expect(standIn.requests).toHaveLength(5)
    outbound.clock.advance(15_000)
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ kind: 'content_type' })
    await expect(provider.read(asker(), reading)).rejects.toMatchObject({ kind: 'breaker', retryAfterS: 30 })
    expect(standIn.requests).toHaveLength(6)
  })

  test('gets another trial when the caller of the first one disconnects', async () => {
    standIn.fault = 'html'
    const provider = outbound.provider(ferry)
    for (let n = 0; n < 5; n++) await expect(provider.read(asker(), reading)).rejects.toThrow()
    outbound.clock.advance(15_000)
    standIn.fault = 'silent'
    const leaving = new AbortController()
    const call = { path: '/boats', method: 'GET', reader: { json: boats }, timeoutMs: 60_000 } as const
    const trial = provider.call(asker('first', leaving.signal), call)
    await expect.poll(() => standIn.requests.length).toBe(6)
    leaving.abort(new Error('gone'))
    await expect(trial).rejects.toThrow('gone')
    standIn.fault = undefined
    expect(await provider.call(asker('second'), call)).toEqual(fleet)
  })

  test('with a field of the wrong type has the field logged, never its value', async () => {
    standIn.answers = () => ({ json: { boats: [{ name: 'Ada', seats: 'many' }] } })
    await expect(outbound.provider(ferry).read(asker(), reading)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: 'Ferry Office sent something other than the data it documents. Try again later.',
    })
    const log = outbound.logged.join('')
    expect(log).toContain('boats[0].seats: invalid_type, expected number')
    expect(log).not.toContain('many')
    expect(log).not.toContain('secret-key')
  })

  test('with a rejected key names the setting to check', async () => {
    standIn.fault = 'refused key'
    await expect(outbound.provider(ferry).read(asker(), reading)).rejects.toThrow(/check FERRY_KEY/)
  })
})

test('a stream that is closed unread returns its turn and its connection', async () => {
  standIn.fault = 'slow body'
  const provider = outbound.provider({ ...ferry, maxRunning: 1 })
  const call = {
    path: '/boats',
    method: 'GET',
    accept: ['application/json'],
    idleMs: 60_000,
    timeoutMs: 60_000,
  } as const
  for (let n = 1; n <= 2; n++) {
    const stream = await provider.stream(asker(), call)
    await expect.poll(() => standIn.open).toBe(1)
    stream.close()
    await expect.poll(() => standIn.open).toBe(0)
  }
})

test('a provider without its key fails before any request', async () => {
  const unset = createTestOutbound({ env: { FERRY_BASE_URL: standIn.url } })
  const provider = unset.provider(ferry)
  expect(provider.isConfigured).toBe(false)
  await expect(provider.read(asker(), reading)).rejects.toMatchObject({
    code: 'not_configured',
    message: 'Ferry Office is not configured on this server. Set FERRY_KEY.',
  })
  expect(standIn.requests).toEqual([])
  await unset.close()
})

test('a redirect to another origin is followed without the key', async () => {
  const redirecting = createServer((_req, res) => res.writeHead(302, { location: `${standIn.url}/boats` }).end())
  await new Promise<void>((done) => redirecting.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`
  const guest = createTestOutbound({
    env: { FERRY_BASE_URL: url, FERRY_KEY: 'secret-key', FETCH_ALLOWED_RANGES: '127.0.0.1' },
  })
  expect((await guest.provider(ferry).read(asker(), reading)).data).toEqual(fleet)
  expect(standIn.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  await guest.close()
  redirecting.close()
  redirecting.closeAllConnections()
})
