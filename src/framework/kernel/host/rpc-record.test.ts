import { Code, ConnectError } from '@connectrpc/connect'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createLog } from '#runtime/base/log.ts'
import { upstreamError } from '../grpc-errors/upstream-errors.ts'
import { RpcError } from '../rpc-errors.ts'
import { createRpcRecorder } from './rpc-record.ts'

function recorded(failure: unknown, code: string) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const record = createRpcRecorder(new Registry(), log)
  const call = { requestId: 'r', authorization: undefined, namespace: undefined, clientAddress: '', startedAt: 0 }
  record(call, '/acme.Greeter/Hello', code, failure)
  return lines
}

const upstream = { id: 'greeter.hello', service: 'greeter', timeoutMs: 1000, maxMessageBytes: 1 }

test('a failure of the server is logged as an error, with its stack', () => {
  const failure = new RpcError('internal', 'config.get', 'It failed.', { cause: new Error('disk') })
  expect(recorded(failure, 'internal')).toMatchObject([
    { level: 'error', msg: 'rpc failed', err: { message: 'disk', stack: expect.any(String) } },
  ])
})

test.each([
  ['fails', new ConnectError('oops', Code.Internal), 'internal'],
  ['ends the call', new Error('socket hang up'), 'unavailable'],
  [
    'cannot be reached',
    new ConnectError('no', Code.Unavailable, undefined, undefined, new RpcError('upstream_failed', 'gateway', 'No.')),
    'unavailable',
  ],
])('a registered service that %s is logged by name, without a stack', (_what, failure, code) => {
  const lines = recorded(upstreamError(failure, upstream), code)
  expect(lines).toMatchObject([{ level: 'info', msg: 'rpc', service: 'greeter', code }])
  expect(lines[0]).not.toHaveProperty('err')
})

test('the first thousand services are counted by name, and later ones together', async () => {
  const registry = new Registry()
  const record = createRpcRecorder(registry, createLog({ logLevel: 'error' }, { write: () => undefined }))
  const call = { requestId: 'r', authorization: undefined, namespace: undefined, clientAddress: '', startedAt: 0 }
  for (let n = 0; n < 1002; n++) record({ ...call, service: `service-${n}` }, '/acme.Greeter/Hello', 'ok')
  record({ ...call, service: 'service-0' }, '/acme.Greeter/Hello', 'ok')
  record(call, '/config.Config/Get', 'ok')
  const metrics = await registry.metrics()
  const counted = [...metrics.matchAll(/onedoor_service_calls_total\{service="([^"]*)",code="ok"\} (\d+)/g)]
  const counts = new Map(counted.map(([, name, count]) => [name, count]))
  expect([counts.size, counts.get('other'), counts.get('service-0')]).toEqual([1001, '2', '2'])
})
