import { create } from '@bufbuild/protobuf'
import { type Client as ConnectClient, ConnectError, createClient } from '@connectrpc/connect'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Broker, type PublishRequest } from '#generated/proto/broker_pb.js'
import { Client, MessageSchema } from '#generated/proto/client_pb.js'
import { ErrorSchema } from '#generated/proto/errors_pb.js'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import type { LegacyErrorBody } from '../../../runtime/base/errors.ts'
import { testRegistry } from '../../discovery/fixtures/registry.ts'
import { Discovery } from '../../discovery/service-discovery.ts'
import { type GreeterOptions, greeterRecord, startGreeter } from '../../kernel/fixtures/greeter.ts'
import { type CoreService, Host } from '../../kernel/host/host.ts'
import type { RpcCaller, RpcRequest } from '../../kernel/rpc-caller.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { clientService } from './service.ts'

const ann: RpcCaller = {
  namespace: 'acme',
  kind: 'account',
  id: 'account_1',
  name: 'ann',
  issuer: 'acme',
  scopes: new Set(),
  isAdmin: false,
  clientAddress: '127.0.0.1',
}

interface SetUp {
  readonly client: ConnectClient<typeof Client>
  /** The requests that admission received. */
  readonly asked: RpcRequest[]
  readonly published: PublishRequest[]
}

/** A client service that calls a greeter in the namespace acme, for ann; `forbidden` is denied to her. */
async function setUp({ forbidden = '', ...greeting }: GreeterOptions & { forbidden?: string } = {}): Promise<SetUp> {
  const greeter = await startGreeter(greeting)
  const registry = testRegistry()
  registry.set('acme', 'greeter', greeterRecord([greeter.node]))
  const log = createLog({ logLevel: 'silent' })
  const discovery = new Discovery({ registry, clock: manualClock(), log, timeoutMs: 5000 })
  onTestFinished(() => discovery.stop())
  const asked: RpcRequest[] = []
  const admission = {
    async admit(request: RpcRequest) {
      asked.push(request)
      if (request.service === forbidden)
        throw new RpcError('permission_denied', 'admission', `No rule lets ann call ${forbidden}.`)
      return ann
    },
  }
  const published: PublishRequest[] = []
  const broker: CoreService = {
    name: 'broker',
    register(router) {
      router.service(Broker, {
        publish(request) {
          if (request.topic === '') throw new RpcError('invalid_argument', 'broker.publish', 'topic is missing.')
          published.push(request)
          return {}
        },
        async *subscribe() {
          yield* published.map(({ message }) => message as NonNullable<typeof message>)
        },
      })
    },
  }
  const host: Host = new Host({
    services: [clientService({ admission, services: discovery, core: () => host, timeoutMs: 5000 }), broker],
    open: [],
    admission,
    standing: { watch: () => () => undefined },
    record: () => {},
    stopping: new AbortController().signal,
  })
  const call = {
    requestId: 'req_1',
    authorization: 'Bearer od_token',
    namespace: 'acme',
    clientAddress: '127.0.0.1',
    startedAt: 0,
  }
  return { client: createClient(Client, host.transport(call)), asked, published }
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const parsed = ({ body }: { body: Uint8Array }) => JSON.parse(Buffer.from(body).toString())

async function failure(work: Promise<unknown>): Promise<LegacyErrorBody> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConnectError)
  const [detailOfError] = (error as ConnectError).findDetails(ErrorSchema)
  if (!detailOfError) throw error
  const { id, code, detail, status } = detailOfError
  return { id, code, detail, status }
}

describe('Call', () => {
  test('JSON is passed to the service and back, with its original names and its defaults', async () => {
    const { client, asked } = await setUp()
    const answer = await client.call({ service: 'greeter', endpoint: 'Greeter.Hello', body: json({ name: 'Ann' }) })
    expect(parsed(answer)).toEqual({
      message: 'Hello Ann',
      node: 'greeter-1',
      namespace: '',
      account: '',
      greetings: '1',
    })
    expect(asked.map(({ service, endpoint, namespace }) => [service, endpoint, namespace])).toEqual([
      ['client', 'Client.Call', 'acme'],
      ['greeter', 'Greeter.Hello', 'acme'],
    ])
    expect(asked[1]?.authorization).toBe('Bearer od_token')
  })

  test('protobuf is passed to the service and back as protobuf', async () => {
    const { client } = await setUp()
    const answer = await client.call({
      service: 'greeter',
      endpoint: 'Greeter.Hello',
      contentType: 'application/protobuf',
      body: Buffer.from('\x0a\x03Ann', 'latin1'),
    })
    expect(Buffer.from(answer.body).toString('latin1')).toContain('\x0a\x09Hello Ann')
  })

  test('the service receives who calls and where, but not the credential', async () => {
    let seen: Record<string, unknown> = {}
    const { client } = await setUp({
      hello(call, answer) {
        seen = call.metadata.getMap()
        answer(null, {})
      },
    })
    await client.call(
      { service: 'greeter', endpoint: 'Greeter.Hello' },
      { headers: { authorization: 'Bearer od_token', 'onedoor-account': 'forged', 'onedoor-hops': '3' } },
    )
    expect(seen).toMatchObject({
      'service-namespace': 'acme',
      'onedoor-account': 'ann',
      'onedoor-account-id': 'account_1',
      'onedoor-hops': '4',
      'x-request-id': 'req_1',
    })
    expect(seen).not.toHaveProperty('authorization')
  })

  test('a service that the caller may not call is not called', async () => {
    const { client } = await setUp({ forbidden: 'greeter' })
    expect(await failure(client.call({ service: 'greeter', endpoint: 'Greeter.Hello' }))).toMatchObject({
      code: 403,
      detail: 'No rule lets ann call greeter.',
    })
  })

  test('a service of this server is called by its name', async () => {
    const { client, published, asked } = await setUp()
    const body = json({ topic: 'news', message: { body: Buffer.from('hi').toString('base64') } })
    expect(parsed(await client.call({ service: 'broker', endpoint: 'Broker.Publish', body }))).toEqual({})
    expect(published).toMatchObject([{ topic: 'news' }])
    expect(asked.at(-1)).toMatchObject({ service: 'broker', endpoint: 'Broker.Publish' })
  })

  test('the error of the called service is that of the call', async () => {
    const { client } = await setUp()
    expect(await failure(client.call({ service: 'broker', endpoint: 'Broker.Publish' }))).toEqual({
      id: 'broker.publish',
      code: 400,
      detail: 'topic is missing.',
      status: 'Bad Request',
    })
  })

  test('a circular call through this service ends', async () => {
    const { client } = await setUp()
    let body = json({ service: 'greeter', endpoint: 'Greeter.Hello', body: json({}).toString('base64') })
    for (let depth = 0; depth < 17; depth++)
      body = json({ service: 'client', endpoint: 'Client.Call', body: body.toString('base64') })
    expect(await failure(client.call({ service: 'client', endpoint: 'Client.Call', body }))).toMatchObject({
      code: 412,
      detail: expect.stringContaining('passed through 16 services'),
    })
  })

  test.each([
    [{ service: '', endpoint: 'Greeter.Hello' }, 400, /service must be/],
    [{ service: 'greeter', endpoint: 'Hello' }, 400, /<Interface>\.<Method>/],
    [{ service: 'greeter', endpoint: '../x' }, 400, /<Interface>\.<Method>/],
    [{ service: 'nobody', endpoint: 'Nobody.Call' }, 404, /No service "nobody"/],
    [{ service: 'greeter', endpoint: 'Greeter.Nope' }, 404, /Its endpoints are: Greeter\.Call/],
    [{ service: 'greeter', endpoint: 'Greeter.Count' }, 400, /client\.Client\/Stream/],
    [{ service: 'greeter', endpoint: 'Greeter.Hello', contentType: 'text/xml' }, 415, /application\/json or/],
    [{ service: 'greeter', endpoint: 'Greeter.Hello', body: Buffer.from('{') }, 400, /JSON/],
    [{ service: 'greeter', endpoint: 'Greeter.Hello', body: json({ name: { a: 1 } }) }, 400, /name/],
    [
      {
        service: 'greeter',
        endpoint: 'Greeter.Hello',
        contentType: 'application/protobuf',
        body: Buffer.from([0xff, 0xff]),
      },
      400,
      /binary form/,
    ],
  ])('%j returns %d', async (request, code, detail) => {
    const { client } = await setUp()
    const failed = await failure(client.call(request))
    expect(failed).toMatchObject({ code })
    expect(failed.detail).toMatch(detail)
  })
})

describe('Stream', () => {
  async function streamed(client: ConnectClient<typeof Client>, ...requests: object[]) {
    const answers: unknown[] = []
    const input = async function* () {
      yield* requests
    }
    for await (const answer of client.stream(input())) answers.push(parsed(answer))
    return answers
  }
  const to = (endpoint: string, body: unknown) => ({ service: 'greeter', endpoint, body: json(body) })

  test('methods of all four kinds can be called', async () => {
    const { client } = await setUp()
    expect(await streamed(client, to('Greeter.Hello', { name: 'Ann' }))).toMatchObject([{ message: 'Hello Ann' }])
    expect(await streamed(client, to('Greeter.Count', { to: 2 }))).toEqual([{ number: 1 }, { number: 2 }])
    const two = [{ name: 'Ann' }, { name: 'Bob' }] as const
    expect(await streamed(client, to('Greeter.Gather', two[0]), { body: json(two[1]) })).toMatchObject([
      { message: 'Ann and Bob' },
    ])
    expect(await streamed(client, to('Greeter.Chat', two[0]), { body: json(two[1]) })).toMatchObject([
      { message: 'Hello Ann' },
      { message: 'Hello Bob' },
    ])
  })

  test('a stream of this server is read by its name', async () => {
    const { client } = await setUp()
    await client.publish({ topic: 'news', contentType: 'text/plain', body: Buffer.from('hi') })
    expect(await streamed(client, { service: 'broker', endpoint: 'Broker.Subscribe' })).toEqual([
      { header: { 'content-type': 'text/plain' }, body: Buffer.from('hi').toString('base64') },
    ])
  })

  test.each([
    [[], /first message must name/],
    [[to('Greeter.Chat', {}), to('Greeter.Hello', {})], /endpoint of a stream cannot change/],
    [[to('Greeter.Chat', {}), { body: Buffer.from('{') }], /JSON/],
  ])('%j returns 400', async (requests, detail) => {
    const { client } = await setUp()
    const failed = await failure(streamed(client, ...requests))
    expect(failed).toMatchObject({ code: 400, detail: expect.stringMatching(detail) })
  })
})

describe('Publish', () => {
  test('a message is published through the broker and received', async () => {
    const { client, published } = await setUp()
    const message = create(MessageSchema, { topic: 'news', contentType: 'text/plain', body: Buffer.from('hi') })
    expect(await client.publish(message)).toMatchObject({ topic: 'news', contentType: 'text/plain' })
    expect(published).toMatchObject([{ topic: 'news', message: { header: { 'content-type': 'text/plain' } } }])
  })

  test('a caller without access to the broker may not publish', async () => {
    const { client, published } = await setUp({ forbidden: 'broker' })
    expect(await failure(client.publish({ topic: 'news' }))).toMatchObject({ code: 403 })
    expect(published).toEqual([])
  })
})
