import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { grant } from '#testing/pipeline.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import type { IncomingCall } from '../../runtime/calls/incoming.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import type { Calls } from '../../runtime/calls/pipeline.ts'
import { InFlight } from '../../runtime/limits/in-flight.ts'
import { Gateway } from './gateway.ts'

const contract = createContract()
const namespace = 'acme'
const identity = {
  kind: 'account',
  id: 'account_1',
  name: 'ann',
  issuer: namespace,
  scopes: new Set<string>(),
} as const

/** A gateway that serves only operations. */
async function open(take: (call: IncomingCall) => Promise<Outcome>) {
  const identify = vi.fn(async (authorization: unknown) => {
    if (authorization === undefined) return undefined
    return { ...identity, isNamespaceAdmin: false, ...(String(authorization).includes('od_') ? { grant } : {}) }
  })
  const gateway = new Gateway({
    calls: { contract, take, inFlight: new InFlight() } as unknown as Calls,
    host: { methods: [], transport: () => expect.unreachable() },
    services: {} as never,
    admission: { identify } as never,
    standing: { watch: () => () => undefined },
    record: () => undefined,
    version: '1.2.3',
    gatewayHost: undefined,
    trustedProxies: [],
    timeoutMs: 1000,
    stopping: new AbortController().signal,
  })
  const server = createServer(gateway.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const call = (headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/notes/add`, { method: 'POST', body: '{}', headers, ...(signal && { signal }) })
  return { identify, call }
}

const done: Outcome = { operation: contract.operation('notes.add'), result: {} }

test.each([
  ['a request without a namespace is authenticated by the pipeline alone', undefined, 'Bearer od_x', 0, undefined],
  [
    'a request that names its namespace is authenticated once, by the gateway',
    namespace,
    'Bearer od_x',
    1,
    { kind: 'account', via: 'token', account: grant.account, grant },
  ],
  ['a request without a token is anonymous in any namespace', namespace, undefined, 1, { kind: 'anonymous' }],
  ['a token of a service account is passed to the pipeline, which rejects it', namespace, 'Bearer ods_x', 1, undefined],
])('%s', async (_what, named, authorization, times, caller) => {
  const take = vi.fn(async (_call: IncomingCall) => done)
  const { identify, call } = await open(take)
  const headers = { ...(named && { 'Service-Namespace': named }), ...(authorization && { authorization }) }
  expect((await call(headers)).status).toBe(200)
  expect(identify).toHaveBeenCalledTimes(times)
  expect(take.mock.calls[0]?.[0].caller).toEqual(caller)
  expect([take.mock.calls[0]?.[0].authorization].flat()).toEqual([authorization])
})

test('a request for another namespace runs nothing', async () => {
  const take = vi.fn(async () => done)
  const { call } = await open(take)
  const response = await call({ 'Service-Namespace': 'other', authorization: 'Bearer od_x' })
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ id: 'notes.add', code: 403 })
  expect(take).not.toHaveBeenCalled()
})

test('a client that hangs up cancels its call', async () => {
  const started = Promise.withResolvers<AbortSignal | undefined>()
  const ended = Promise.withResolvers<void>()
  const { call } = await open(async ({ signal }) => {
    started.resolve(signal)
    await ended.promise
    return done
  })
  const client = new AbortController()
  const answer = call({}, client.signal).catch((failure: Error) => failure.name)
  const signal = await started.promise
  expect(signal?.aborted).toBe(false)
  const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
  client.abort()
  await aborted
  ended.resolve()
  expect(await answer).toBe('AbortError')
})
