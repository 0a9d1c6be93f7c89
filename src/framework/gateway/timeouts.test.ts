import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { echoService } from './fixtures/echo.ts'
import { ann, gatewayWorld } from './fixtures/world.ts'

const world = gatewayWorld({ timeoutMs: 100 })

test('a service that takes too long is a 504, and its call is cancelled', async () => {
  const before = world().echo.cancelled()
  const response = await fetch(`${world().url}/echo/stall`, { method: 'POST', headers: ann, body: '{}' })
  expect(response.status).toBe(504)
  expect(await response.json()).toEqual({
    id: 'echo.stall',
    code: 504,
    detail: 'The service echo did not respond within 0.1 s.',
    status: 'Gateway Timeout',
  })
  await world().echo.whenGivenUp(before + 1)
})

const ownTimeout = { 'Connect-Timeout-Ms': '20' }

test('a caller that is less patient gets the 504 earlier, and one that is more patient waits no longer', async () => {
  const detailOf = async (headers: Record<string, string>) => {
    const response = await fetch(`${world().url}/echo/stall`, {
      method: 'POST',
      headers: { ...ann, ...headers },
      body: '{}',
    })
    return [response.status, ((await response.json()) as { detail: string }).detail]
  }
  expect(await detailOf(ownTimeout)).toEqual([504, 'The service echo did not respond within 0.02 s.'])
  expect(await detailOf({ 'grpc-timeout': '30m' })).toEqual([504, 'The service echo did not respond within 0.03 s.'])
  expect(await detailOf({ Timeout: '3600' })).toEqual([504, 'The service echo did not respond within 0.1 s.'])
  expect(await detailOf({ Timeout: 'soon' })).toEqual([400, expect.stringContaining('The header timeout must be')])
})

test('the timeout of a caller ends a stream, and its call', async () => {
  const before = world().echo.cancelled()
  const response = await fetch(`${world().url}/echo/watch`, {
    method: 'POST',
    headers: { ...ann, 'grpc-timeout': '300m' },
  })
  const lines = (await response.text()).trim().split('\n')
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({
    code: 504,
    detail: 'The service echo did not respond within 0.3 s.',
  })
  await world().echo.whenGivenUp(before + 1)
})

test('the same on a WebSocket', async () => {
  const socket = new WebSocket(`${world().url.replace('http', 'ws')}/echo/stall`, { headers: ann })
  socket.on('open', () => socket.send('{}'))
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4504)
})

test('and over gRPC, whose error is DEADLINE_EXCEEDED', async () => {
  const before = world().echo.cancelled()
  const transport = createGrpcTransport({ baseUrl: world().url })
  const client = createClient(echoService, transport) as unknown as {
    stall(fields: object, options: object): Promise<unknown>
  }
  const failure = ConnectError.from(await client.stall({}, { headers: ann }).catch((error: unknown) => error))
  expect(failure.code).toBe(Code.DeadlineExceeded)
  expect(failure.rawMessage).toContain('The service echo did not respond within 0.1 s.')
  await world().echo.whenGivenUp(before + 1)
})

test('a stream may last longer', async () => {
  const response = await fetch(`${world().url}/echo/watch`, { method: 'POST', headers: ann })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  const next = reader.read().then(() => 'ended')
  const later = new Promise((resolve) => setTimeout(resolve, 300, 'still open'))
  expect(await Promise.race([next, later])).toBe('still open')
  await reader.cancel()
})
