import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { create, type DescFile, type DescMethod, type DescService } from '@bufbuild/protobuf'
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { describe, expect, test } from 'vitest'
import { Broker } from '../../generated/proto/broker_pb.js'
import { Config } from '../../generated/proto/config_pb.js'
import { ErrorSchema } from '../../generated/proto/errors_pb.js'
import { ServerReflection } from '../../generated/proto/grpc/reflection/v1/reflection_pb.js'
import { Registry } from '../../generated/proto/registry_pb.js'
import { CORE_SERVICES } from '../runtime/accounts/grant.ts'
import { newDataDir } from '../testing/databases.ts'
import { serverForTests, startTestServer, type TestServer } from '../testing/server.ts'

const withGateway = { settings: { GATEWAY_PORT: '0' } }
const protos = join(import.meta.dirname, '../../generated/proto')

/** Every service of every .proto file of this project. */
async function published(): Promise<DescService[]> {
  const files = readdirSync(protos).filter((name) => name.endsWith('_pb.js'))
  const modules = await Promise.all(files.map((name) => import(join(protos, name)) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) => {
    const file = Object.values(module).find((value) => (value as { kind?: string }).kind === 'file') as DescFile
    return file.services
  })
}

function transportOf(server: TestServer, token?: string): Transport {
  const identified: Interceptor = (next) => (request) => {
    if (token !== undefined) request.header.set('authorization', `Bearer ${token}`)
    return next(request)
  }
  return createGrpcTransport({ baseUrl: server.gatewayUrl, interceptors: [identified] })
}

/** An account that administers the instance. */
async function administrator(server: TestServer) {
  const account = await server.account()
  await server.store.write((tx) =>
    tx.run(server.store.sql('accounts').where({ id: account.id }).update({ is_admin: true })),
  )
  return account
}

/** Calls a method with an empty message, and reads at most the first message of its response. */
async function failureOf(method: DescMethod, transport: Transport): Promise<ConnectError | undefined> {
  const gone = new AbortController()
  const input = create(method.input)
  try {
    if (method.methodKind === 'unary') {
      await transport.unary(method as never, gone.signal, undefined, undefined, input)
      return undefined
    }
    const messages = (async function* () {
      yield input
    })()
    const answer = await transport.stream(method as never, gone.signal, undefined, undefined, messages)
    await answer.message[Symbol.asyncIterator]().next()
    return undefined
  } catch (failure) {
    return ConnectError.from(failure)
  } finally {
    gone.abort()
  }
}

describe('the services', () => {
  const server = serverForTests(withGateway)

  test('are the published ones and those that tokens can name, according to reflection', async () => {
    const client = createClient(ServerReflection, transportOf(server()))
    const asking = (async function* () {
      yield { messageRequest: { case: 'listServices' as const, value: '' } }
    })()
    const names: string[] = []
    for await (const { messageResponse } of client.serverReflectionInfo(asking)) {
      if (messageResponse.case === 'listServicesResponse')
        names.push(...messageResponse.value.service.map(({ name }) => name))
    }
    const own = names.filter((name) => !name.startsWith('grpc.'))
    expect(own).toEqual((await published()).map(({ typeName }) => typeName).sort())
    const packages = new Set(own.map((name) => name.split('.')[0]))
    expect([...packages].sort()).toEqual([...CORE_SERVICES, 'url'].sort())
  })

  test('have a handler for every method: an administrator never gets the error that one is missing', async () => {
    const transport = transportOf(server(), (await administrator(server())).token)
    const streams = ['/broker.Broker/Subscribe', '/events.Stream/Consume', '/registry.Registry/Watch']
    for (const service of await published()) {
      for (const method of service.methods) {
        const path = `/${service.typeName}/${method.name}`
        // They send nothing until something happens.
        if (streams.includes(path)) continue
        const failure = await failureOf(method, transport)
        const refused = failure?.findDetails(ErrorSchema)[0]
        if (failure) expect(refused, path).toBeDefined()
        expect(failure?.code, path).not.toBe(Code.Internal)
        if (failure?.code === Code.Unimplemented) expect(refused?.detail, path).toContain('RUNTIME')
      }
    }
  })

  test('admit nobody without a token, except to get one', async () => {
    const transport = transportOf(server())
    const open: string[] = []
    for (const service of await published()) {
      for (const method of service.methods) {
        const failure = await failureOf(method, transport)
        if (failure?.code !== Code.Unauthenticated) open.push(`${service.typeName}/${method.name}`)
      }
    }
    // Following a link is open to all, and paid.
    expect(open).toEqual(['auth.Auth/Inspect', 'auth.Auth/Token', 'url.Url/Resolve'])
  })

  test('are counted among the metrics', async () => {
    await failureOf(Config.method.get, transportOf(server()))
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toMatch(/onedoor_rpc_calls_total\{method="\/config.Config\/Get",code="unauthenticated"\} [1-9]/)
  })
})

describe('registration', () => {
  const server = serverForTests(withGateway)

  test.each(['url', 'v1.url', 'config', 'v1.config', 'notes', 'v1.notes', 'gateway', 'v1.gateway'])(
    'under %s is refused: the gateway serves its own there',
    async (name) => {
      const { token } = await administrator(server())
      const nodes = [{ id: 'n1', address: '127.0.0.1', port: 9000n, metadata: { transport: 'grpc' } }]
      const register = createClient(Registry, transportOf(server(), token)).register({ name, version: '1.0.0', nodes })
      await expect(register).rejects.toMatchObject({ code: Code.AlreadyExists, message: expect.stringContaining(name) })
    },
  )
})

describe('reflection', () => {
  const server = serverForTests({ settings: { GATEWAY_PORT: '0', LIMIT_ACCOUNT_PER_MINUTE: '5' } })

  test('omits registered services for an unknown token, but not for a caller beyond its limit', async () => {
    const answerFor = async (token?: string) => {
      const client = createClient(ServerReflection, transportOf(server(), token))
      const asking = (async function* () {
        yield { messageRequest: { case: 'listServices' as const, value: '' } }
      })()
      for await (const { messageResponse } of client.serverReflectionInfo(asking)) return messageResponse.case
      return undefined
    }
    expect(await answerFor('od_wrong')).toBe('listServicesResponse')
    const { token } = await server().account()
    const limited = async () => {
      for (let count = 0; count < 20; count++) await answerFor(token)
    }
    expect(ConnectError.from(await limited().catch((error) => error)).code).toBe(Code.ResourceExhausted)
  })
})

async function withDataDir(use: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await newDataDir()
  try {
    await use(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('a server that stops does not wait for subscribers: they are notified, and it ends', () =>
  withDataDir(async (dataDir) => {
    const server = await startTestServer({ dataDir, shutdownTimeoutS: 30, ...withGateway })
    const account = await server.account()
    const client = createClient(Broker, transportOf(server, account.token))
    const begun = Promise.withResolvers<void>()
    const reading = (async () => {
      for await (const _ of client.subscribe({ topic: 'news' }, { onHeader: () => begun.resolve() }));
    })().catch((failure: unknown) => ConnectError.from(failure))
    await begun.promise
    await server.stop()
    expect((await reading)?.code).toBe(Code.Unavailable)
    await expect(fetch(server.gatewayUrl)).rejects.toThrow()
  }))

test('a server whose gateway port is in use does not start, names the setting, and releases its other port', () =>
  withDataDir(async (dataDir) => {
    const occupied = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => occupied.once('listening', resolve))
    const { port } = occupied.address() as { port: number }
    await expect(startTestServer({ dataDir, settings: { GATEWAY_PORT: String(port) } })).rejects.toThrow(
      `Port ${port} is in use by another process. Stop that process, or set GATEWAY_PORT to a free port or to off.`,
    )
    occupied.close()
    // The database is released as well.
    const server = await startTestServer({ dataDir, ...withGateway })
    await server.stop()
  }))

test('GATEWAY_PORT=off starts no gateway', () =>
  withDataDir(async (dataDir) => {
    const server = await startTestServer({ dataDir })
    expect(() => server.gatewayUrl).toThrow('has no gateway')
    await server.stop()
  }))
