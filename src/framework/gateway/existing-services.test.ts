import { connect } from 'node:http2'
import { encodeEnvelope } from '@connectrpc/connect/protocol'
import { describe, expect, test } from 'vitest'
import { serverForTests, type TestAccount, type TestServer } from '../../testing/server.ts'
import { startJsonService } from '../discovery/fixtures/json-service.ts'

/** A call of the gateway, in JSON. */
async function call(server: TestServer, path: string, token: string | undefined, body: object = {}): Promise<any> {
  const response = await fetch(`${server.gatewayUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const admins = new WeakMap<TestServer, Promise<TestAccount>>()

/** A service that registers like existing ones, as the administrator of its namespace: the first account. */
async function registered(server: TestServer, name = 'helloworld') {
  const admin = admins.get(server) ?? server.account()
  admins.set(server, admin)
  const { token, username } = await admin
  const service = await startJsonService(name)
  const { endpoints, nodes } = service.record
  const node = { id: nodes[0]?.id, address: `127.0.0.1:${nodes[0]?.port}` }
  expect((await call(server, '/registry/register', token, { name, endpoints, nodes: [node] })).status).toBe(200)
  return { token: token as string, username, service }
}

const bearer = (text: string | undefined) => text?.replace(/^Bearer /, '')

describe('a service without descriptors', () => {
  const server = serverForTests({ settings: { GATEWAY_PORT: '0' } })

  test('is called in JSON, and identifies its caller by a token', async () => {
    const { token, username, service } = await registered(server())
    const answer = await call(server(), '/helloworld', token, { name: 'Ann', hitCount: 5 })
    expect(answer.body).toMatchObject({ received: { name: 'Ann', hitCount: 5 } })
    const callerToken = bearer(service.received().authorization)
    expect(callerToken).not.toBe(token)
    expect(service.received()).not.toHaveProperty('onedoor-caller-token')
    const inspected = await call(server(), '/auth/inspect', token, {
      token: callerToken,
      options: { namespace: 'onedoor' },
    })
    expect(inspected.body.account).toMatchObject({ name: username, issuer: 'onedoor', type: 'user' })
    expect(
      (await call(server(), '/auth/inspect', token, { token: callerToken, options: { namespace: 'x' } })).status,
    ).toBe(400)
    const misused = await call(server(), '/config/get', callerToken)
    expect(misused).toMatchObject({ status: 401, body: { detail: expect.stringContaining('helloworld') } })
    const atTool = await call(server(), '/notes/list', callerToken)
    expect(atTool).toMatchObject({ status: 401, body: { detail: expect.stringContaining('issued to a program') } })
  })

  test('may stream, rejects the binary form, and ignores a token that the caller forged', async () => {
    const { token, service } = await registered(server(), 'streams')
    const headers = { Authorization: `Bearer ${token}`, 'onedoor-caller-token': 'forged' }
    const lines = await fetch(`${server().gatewayUrl}/streams/helloworld/stream?to=2`, { headers })
    expect(await lines.text()).toBe('{"number":1}\n{"number":2}\n')
    expect(bearer(service.received().authorization)).not.toBe('forged')
    const binary = await fetch(`${server().gatewayUrl}/streams/helloworld/call`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/protobuf' },
    })
    expect(binary.status).toBe(415)
  })

  test('receives the same token over gRPC and by name', async () => {
    const { token, service } = await registered(server(), 'named')
    const session = connect(server().gatewayUrl)
    const request = { ':method': 'POST', 'content-type': 'application/grpc+json', authorization: `Bearer ${token}` }
    const stream = session.request({ ...request, ':path': '/named.Helloworld/Call' })
    stream.end(encodeEnvelope(0, Buffer.from('{"name":"Bob"}')))
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    session.close()
    expect(JSON.parse(Buffer.concat(chunks).subarray(5).toString())).toMatchObject({ received: { name: 'Bob' } })
    const overGrpc = bearer(service.received().authorization)
    expect(overGrpc).toMatch(/^eyJ/)
    const body = Buffer.from('{"name":"Cy"}').toString('base64')
    const named = await call(server(), '/client/call', token, {
      service: 'named',
      endpoint: 'Helloworld.Call',
      body,
    })
    expect(JSON.parse(Buffer.from(named.body.body, 'base64').toString())).toMatchObject({ received: { name: 'Cy' } })
    expect(bearer(service.received().authorization)).toBe(overGrpc)
  })
})

describe('with SERVICE_CALLER_TOKENS=off', () => {
  const server = serverForTests({ settings: { GATEWAY_PORT: '0', SERVICE_CALLER_TOKENS: 'off' } })

  test('a service receives no token', async () => {
    const { token, service } = await registered(server())
    expect((await call(server(), '/helloworld', token)).status).toBe(200)
    expect(service.received()).not.toHaveProperty('authorization')
    expect(service.received()['onedoor-account']).toBeDefined()
  })
})
