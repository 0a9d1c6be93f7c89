import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundMs, checkFailure, note } from '#testing/provider-faults.ts'
import { type ProviderStandIn, providerFaults, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { type ErrorBody, serverForTests } from '#testing/server.ts'
import { ordnanceSurveyExamples } from './ordnance-survey-examples.ts'

/** The methods return addresses without any request: only the picture behind an address can fail. */
const settings: Record<string, string> = { OS_MAPS_KEY: 'secret', PROVIDER_TIMEOUT_S: '1' }
const tile = { z: 12, x: 2015, y: 1365 }
const path = 'road/12/2015/1365.png'
const hourMs = 3_600_000

let standIn: ProviderStandIn
beforeAll(async () => {
  standIn = await startProviderStandIn(ordnanceSurveyExamples, Date.now)
  settings.OS_MAPS_BASE_URL = standIn.url
})
const server = serverForTests({ settings })
afterAll(() => standIn[Symbol.asyncDispose]())

function picture(token: string | undefined): Promise<Response> {
  return fetch(`${server().url}/tiles/${path}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {})
}

test.for(providerFaults)(
  'with the fault "%s" of the provider, a tile fails in bounded time, is not cached, and costs nothing',
  { timeout: boundMs },
  async (fault, context) => {
    server().clock.advance(4 * hourMs)
    const account = await server().account()
    const before = await server().ledger.balance(account.id)
    standIn.fault = fault
    const startedAt = performance.now()
    const { status, headers, ...response } = await picture(account.token).then(async (failed) => ({
      status: failed.status,
      headers: failed.headers,
      body: (await failed.json()) as ErrorBody,
    }))
    const seconds = (performance.now() - startedAt) / 1000
    const outcome = checkFailure(fault, { status, headers, ...response })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await server().ledger.balance(account.id)).toEqual(before)
    expect(await server().anonymous.ok('maps.tile', tile)).toMatchObject({ held: false, covered: true })
    const kept = 'nothing of it is kept'
    note(context, {
      method: 'GET /tiles/',
      source: 'Ordnance Survey',
      fault,
      outcome,
      seconds,
      chargedMicroCredits: 0,
      kept,
    })
  },
)

test('a tile that was fetched before is there for everybody, even while its provider fails', async () => {
  standIn.fault = undefined
  server().clock.advance(4 * hourMs)
  const { token } = await server().account()
  expect((await picture(token)).status).toBe(200)
  standIn.fault = 'failing'
  expect((await picture(undefined)).status).toBe(200)
})

test('1,000 callers of one tile that is not cached make one request', async () => {
  standIn.fault = undefined
  const { store } = server()
  await store.run(store.sql('cached_bytes').delete())
  const { token } = await server().account()
  const before = standIn.requests.length
  const responses = await Promise.all(Array.from({ length: 1000 }, () => picture(token)))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(standIn.requests.length - before).toBe(1)
})
