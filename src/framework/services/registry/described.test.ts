import { createClient } from '@connectrpc/connect'
import { createGrpcTransport } from '@connectrpc/connect-node'
import { beforeAll, expect, test } from 'vitest'
import { ServerReflection } from '#generated/proto/grpc/reflection/v1/reflection_pb.js'
import { Registry } from '#generated/proto/registry_pb.js'
import { serverForTests } from '../../../testing/server.ts'
import { greeterDescriptors } from '../../kernel/fixtures/greeter.ts'

const server = serverForTests({ settings: { GATEWAY_PORT: '0' } })

let world: () => Awaited<ReturnType<typeof registered>>
beforeAll(async () => {
  const made = await registered()
  world = () => made
})

/** Clients with the token of the instance's administrator, who has registered a greeter with its descriptors. */
async function registered() {
  const { token } = await server().account()
  const transport = createGrpcTransport({ baseUrl: server().gatewayUrl })
  const headers = { authorization: `Bearer ${token}` }
  const registry = createClient(Registry, transport)
  const nodes = [{ id: 'a', address: '127.0.0.1', port: 9n }]
  await registry.register({ name: 'greeter', metadata: { descriptors: greeterDescriptors }, nodes }, { headers })
  return { registry, headers, reflection: createClient(ServerReflection, transport) }
}

test('a registered service is described where clients look: with its endpoints, and by reflection', async () => {
  const { registry, headers, reflection } = world()
  const { services } = await registry.getService({ service: 'greeter' }, { headers })
  const endpoints = services[0]?.endpoints ?? []
  expect(endpoints.find(({ name }) => name === 'Greeter.Hello')).toMatchObject({
    request: { type: 'HelloRequest', values: [{ name: 'name', type: 'string' }] },
    metadata: {},
  })
  expect(endpoints.find(({ name }) => name === 'Greeter.Count')?.metadata).toEqual({ stream: 'true' })

  async function listed(options: object): Promise<string[]> {
    const questions = (async function* () {
      yield { messageRequest: { case: 'listServices', value: '' } } as const
    })()
    for await (const { messageResponse } of reflection.serverReflectionInfo(questions, options)) {
      if (messageResponse.case === 'listServicesResponse') return messageResponse.value.service.map(({ name }) => name)
    }
    return []
  }
  expect(await listed({ headers })).toEqual(expect.arrayContaining(['acme.greeter.v1.Greeter', 'config.Config']))
  expect(await listed({})).not.toContain('acme.greeter.v1.Greeter')
  const { token: other } = await server().account()
  expect(await listed({ headers: { authorization: `Bearer ${other}x` } })).not.toContain('acme.greeter.v1.Greeter')
})

test("the server's own services are listed, without nodes", async () => {
  const { registry, headers } = world()
  const { services } = await registry.listServices({}, { headers })
  expect(services.map(({ name }) => name)).toEqual([
    'auth',
    'broker',
    'client',
    'config',
    'events',
    'registry',
    'runtime',
    'store',
    'greeter',
  ])
  const [config] = (await registry.getService({ service: 'config' }, { headers })).services
  expect(config).toMatchObject({ name: 'config', nodes: [] })
  expect(config?.endpoints.map(({ name }) => name)).toContain('Config.Get')
})
