import { once } from 'node:events'
import { createServer } from 'node:net'
import { create, type DescMessage, fromJson, type JsonObject, type Message, toJson } from '@bufbuild/protobuf'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../clock.ts'
import type { ServiceNode } from '../core/registry/types.ts'
import { createLog } from '../log.ts'
import { createDiscovery, type FoundMethod } from './discovery.ts'
import type { RpcError } from './errors.ts'
import { greeterRecord, startGreeter } from './fixtures/greeter.ts'
import { testRegistry } from './fixtures/registry.ts'

const log = createLog({ logLevel: 'silent' })

function setUp({ timeoutMs = 5000, connectTimeoutMs = 2000 } = {}) {
  const registry = testRegistry()
  const clock = manualClock()
  const discovery = createDiscovery({ registry, clock, log, timeoutMs, connectTimeoutMs })
  onTestFinished(() => discovery.stop())
  return { registry, clock, discovery }
}

/** A port on which nothing listens. */
async function deadNode(id: string): Promise<ServiceNode> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return { id, address: '127.0.0.1', port, metadata: {} }
}

async function unary(found: FoundMethod, request: JsonObject, timeoutMs?: number, headers?: Record<string, string>) {
  const { method, registry, transport } = found
  const input = fromJson(method.input, request, { registry })
  const answer = await transport.unary(method as never, undefined, timeoutMs, headers, input as never)
  return toJson(method.output, answer.message as Message, { registry, alwaysEmitImplicit: true }) as Record<
    string,
    unknown
  >
}

async function* messages(schema: DescMessage, ...values: object[]) {
  for (const value of values) yield create(schema, value as never) as never
}

async function stream(found: FoundMethod, ...requests: object[]) {
  const { method, transport } = found
  const input = messages(method.input, ...requests)
  const answer = await transport.stream(method as never, undefined, undefined, undefined, input)
  const seen: unknown[] = []
  for await (const message of answer.message) seen.push(toJson(method.output, message as Message))
  return seen
}

async function failure(work: Promise<unknown>): Promise<Pick<RpcError, 'code' | 'id' | 'message'>> {
  try {
    await work
  } catch (error) {
    const { name, code, id, message } = error as RpcError
    expect(name).toBe('RpcError')
    return { code, id, message }
  }
  throw new Error('It was to fail')
}

describe('finding a service', () => {
  test('registered descriptors are enough to call a service', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await unary(found, { name: 'Ann' })).toMatchObject({ message: 'Hello Ann', node: 'greeter-1' })
  })

  test.each(['v1', 'v1alpha'] as const)('server reflection %s is enough to call a service', async (version) => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter({ reflection: [version] })
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    const found = await discovery.find('acme', 'greeter', 'Greeting.Message')
    expect(await unary(found, { name: 'Ann' })).toMatchObject({ message: 'Hello Ann' })
    expect(await discovery.endpoints('acme', 'greeter')).toEqual([
      'Greeter.Call',
      'Greeter.Chat',
      'Greeter.Count',
      'Greeter.Fail',
      'Greeter.Gather',
      'Greeter.Hello',
      'Greeter.Slow',
      'Greeting.Message',
    ])
  })

  test('a service that tells nothing about itself answers how to provide descriptors', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    const { code, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))
    expect(code).toBe(502)
    expect(message).toContain('under the key descriptors of the service')
    expect(message).toContain('server reflection')
  })

  test.each([
    ['%%%', 'are no base64'],
    [Buffer.from('not descriptors').toString('base64'), 'are no FileDescriptorSet'],
    ['', 'are no base64'],
  ])('malformed descriptors %j answer 502', async (descriptors, why) => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')], { metadata: { descriptors } }))
    const { code, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))
    expect({ code, message }).toEqual({ code: 502, message: expect.stringContaining(why) })
  })

  test('an unknown service answers 404 and names the namespace', async () => {
    const { discovery } = setUp()
    expect(await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))).toEqual({
      code: 404,
      id: 'greeter.hello',
      message:
        'No service "greeter" is registered in the namespace "acme", or none of its nodes has renewed itself in time.',
    })
  })

  test('an unknown endpoint answers 404 and names those there are', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    const { code, id, message } = await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))
    expect({ code, id }).toEqual({ code: 404, id: 'greeter.nope' })
    expect(message).toContain('It has: Greeter.Call, Greeter.Chat,')
  })

  test('a service of another namespace is not found', async () => {
    const { registry, discovery } = setUp()
    registry.set('other', 'greeter', greeterRecord([await deadNode('a')]))
    expect((await failure(discovery.find('acme', 'greeter', 'Greeter.Hello'))).code).toBe(404)
  })

  test('the newest version that has the endpoint is called', async () => {
    const { registry, discovery } = setUp()
    const old = await startGreeter({ id: 'old' })
    const newer = await startGreeter({ id: 'newer' })
    registry.set(
      'acme',
      'greeter',
      greeterRecord([old.node], { version: '1.9.0' }),
      greeterRecord([newer.node], { version: '1.10.0' }),
    )
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await unary(found, {})).toMatchObject({ node: 'newer' })
  })

  test('the registry is asked once while nothing changes, and again after each change', async () => {
    const { registry, discovery } = setUp()
    const [one, other] = [await startGreeter({ id: 'one' }), await startGreeter({ id: 'other' })]
    registry.set('acme', 'greeter', greeterRecord([one.node]))
    for (const _ of [1, 2, 3]) {
      const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
      expect(await unary(found, {})).toMatchObject({ node: 'one' })
    }
    expect(registry.asked).toBe(1)
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    registry.set('acme', 'greeter', greeterRecord([other.node]))
    await expect.poll(() => registry.asked).toBe(2)
    expect(await unary(found, {})).toMatchObject({ node: 'other' })
  })

  test('a change that a broken watch has missed is seen at the next call', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    registry.breakWatches()
    registry.setUnheard('acme', 'greeter')
    await expect.poll(async () => (await discovery.endpoints('acme', 'greeter').catch((e) => e)).code).toBe(404)
  })

  test('nothing is watched in a namespace of which nothing is called', async () => {
    const { registry, discovery } = setUp()
    await failure(discovery.find('acme', 'nobody', 'Nobody.Call'))
    expect(registry.watching).toBe(0)
    registry.set('acme', 'greeter', greeterRecord([await deadNode('a')]))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(registry.watching).toBe(1)
    registry.set('acme', 'greeter')
    await expect.poll(() => registry.watching).toBe(0)
  })

  test('an endpoint that the service has got since it told about itself is found', async () => {
    const { registry, discovery, clock } = setUp()
    const greeter = await startGreeter({ reflection: ['v1'] })
    registry.set('acme', 'greeter', greeterRecord([greeter.node], { metadata: {} }))
    await discovery.find('acme', 'greeter', 'Greeter.Hello')
    greeter.kill()
    await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))
    clock.advance(3000)
    // It asks anew, which fails here, because the service is gone.
    expect((await failure(discovery.find('acme', 'greeter', 'Greeter.Nope'))).code).toBe(502)
  })
})

describe('calling a service', () => {
  test('two nodes take turns', async () => {
    const { registry, discovery } = setUp()
    const nodes = [await startGreeter({ id: 'a' }), await startGreeter({ id: 'b' })]
    registry.set('acme', 'greeter', greeterRecord(nodes.map(({ node }) => node)))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    for (let call = 0; call < 10; call++) await unary(found, {})
    expect(nodes.map(({ calls }) => calls())).toEqual([5, 5])
  })

  test('a node that accepts no connection is passed over, set aside, and tried again later', async () => {
    const { registry, discovery, clock } = setUp()
    const dead = await deadNode('dead')
    const alive = await startGreeter({ id: 'alive' })
    registry.set('acme', 'greeter', greeterRecord([dead, alive.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    for (let call = 0; call < 6; call++) expect(await unary(found, {})).toMatchObject({ node: 'alive' })
    const revived = await startGreeter({ id: 'revived', port: dead.port })
    for (let call = 0; call < 4; call++) await unary(found, {})
    expect(revived.calls()).toBe(0)
    clock.advance(1001)
    for (let call = 0; call < 4; call++) await unary(found, {})
    expect(revived.calls()).toBe(2)
  })

  test('a service none of whose nodes accepts a connection answers 502 and says where it looked', async () => {
    const { registry, discovery } = setUp()
    const nodes = [await deadNode('a'), await deadNode('b'), await deadNode('c')]
    registry.set('acme', 'greeter', greeterRecord(nodes))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const { code, message } = await failure(unary(found, {}))
    expect(code).toBe(502)
    expect(message).toBe(
      `The service greeter cannot be reached: no connection to 127.0.0.1:${nodes[0]?.port} nor 127.0.0.1:${nodes[1]?.port}.`,
    )
  })

  test('a node that is silent after the connection answers 504, one that never accepts it 502', async () => {
    const { registry, discovery } = setUp({ timeoutMs: 50 })
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    registry.set('acme', 'greeter', greeterRecord([{ id: 'a', address: '127.0.0.1', port, metadata: {} }]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toEqual({
      code: 504,
      id: 'greeter.hello',
      message: 'The service greeter did not answer within 0.05 s.',
    })
  })

  test('a shorter timeout of the caller counts, and the service is told it', async () => {
    const { registry, discovery } = setUp()
    let told: unknown
    const greeter = await startGreeter({
      hello(call) {
        told = call.getDeadline()
      },
    })
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const startedMs = Date.now()
    expect((await failure(unary(found, {}, 40))).code).toBe(504)
    expect(Number(told)).toBeGreaterThan(startedMs)
    expect(Number(told)).toBeLessThan(startedMs + 5000)
  })

  test('calls that come while the registry is first asked wait for its answer', async () => {
    const { registry, discovery } = setUp()
    registry.set('acme', 'greeter', greeterRecord([(await startGreeter()).node]))
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const get = registry.get
    registry.get = async (...args) => {
      asked.resolve()
      await answer.promise
      return get(...args)
    }
    const first = discovery.find('acme', 'greeter', 'Greeter.Hello')
    await asked.promise
    const second = discovery.find('acme', 'greeter', 'Greeter.Hello')
    answer.resolve()
    for (const found of await Promise.all([first, second])) expect(found.method.name).toBe('Hello')
  })

  test('a service that dies during a call answers 502, and the call is not made again', async () => {
    const { registry, discovery } = setUp()
    const other = await startGreeter({ id: 'other' })
    const dying = await startGreeter({ id: 'dying', hello: () => dying.kill() })
    registry.set('acme', 'greeter', greeterRecord([dying.node, other.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toEqual({
      code: 502,
      id: 'greeter.hello',
      message: 'The service greeter broke the call off before it had answered; it may have run.',
    })
    expect(other.calls()).toBe(0)
  })

  test('a service that dies during a stream answers 502 after what it had sent', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const { method, transport } = await discovery.find('acme', 'greeter', 'Greeter.Chat')
    const forever = async function* () {
      yield create(method.input, { name: 'Ann' } as never) as never
      await new Promise(() => {})
    }
    const answer = await transport.stream(method as never, undefined, undefined, undefined, forever())
    const seen: unknown[] = []
    const read = async () => {
      for await (const message of answer.message) {
        seen.push(message)
        greeter.kill()
      }
    }
    expect((await failure(read())).code).toBe(502)
    expect(seen).toMatchObject([{ message: 'Hello Ann' }])
  })

  test('an answer larger than 4 MiB is 502, a request larger than that 413', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter({ hello: (_, answer) => answer(null, { message: 'x'.repeat(5_000_000) }) })
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toMatchObject({ code: 502, message: /more than the 4194304 bytes/ })
    expect(await failure(unary(found, { name: 'x'.repeat(5_000_000) }))).toMatchObject({ code: 413 })
  })

  test('all four kinds of calls reach the service', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const find = (endpoint: string) => discovery.find('acme', 'greeter', endpoint)
    expect(await unary(await find('Greeter.Hello'), { name: 'Ann' })).toMatchObject({ message: 'Hello Ann' })
    expect(await stream(await find('Greeter.Count'), { to: 3 })).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
    expect(await stream(await find('Greeter.Gather'), { name: 'Ann' }, { name: 'Bob' })).toEqual([
      { message: 'Ann and Bob' },
    ])
    expect(await stream(await find('Greeter.Chat'), { name: 'Ann' }, { name: 'Bob' })).toMatchObject([
      { message: 'Hello Ann' },
      { message: 'Hello Bob' },
    ])
  })

  test('to stop reading a stream ends the call at the service', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const { method, transport } = await discovery.find('acme', 'greeter', 'Greeter.Count')
    const input = messages(method.input, { to: 1_000_000_000 })
    const answer = await transport.stream(method as never, undefined, undefined, undefined, input)
    void input
    for await (const _ of answer.message) break
    await discovery.stop()
    await expect.poll(() => greeter.connections()).toBe(0)
  })

  test('credentials are not passed on, other headers are', async () => {
    const { registry, discovery } = setUp()
    let seen: Record<string, unknown> = {}
    const greeter = await startGreeter({
      hello(call, answer) {
        seen = call.metadata.getMap()
        answer(null, {})
      },
    })
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    await unary(found, {}, undefined, {
      authorization: 'Bearer od_secret',
      cookie: 'session=secret',
      connection: 'keep-alive',
      'service-namespace': 'acme',
    })
    expect(seen).toMatchObject({ 'service-namespace': 'acme' })
    expect(Object.keys(seen)).not.toContain('authorization')
    expect(Object.keys(seen)).not.toContain('cookie')
  })

  test('calls one after another share a connection, which closes when the node vanishes', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    for (let call = 0; call < 5; call++) await unary(found, {})
    expect(greeter.connections()).toBe(1)
    registry.set('acme', 'greeter')
    await expect.poll(() => greeter.connections(), { timeout: 5000 }).toBe(0)
    expect(await failure(unary(found, {}))).toMatchObject({
      code: 502,
      message: 'The service greeter cannot be reached: it has no nodes any more.',
    })
  })

  test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.1.1', 'fd00:ec2::254', '224.0.0.1', 'bad host'])(
    'a node at %s is not called',
    async (address) => {
      const { registry, discovery } = setUp()
      registry.set('acme', 'greeter', greeterRecord([{ id: 'a', address, port: 80, metadata: {} }]))
      const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
      const { code, message } = await failure(unary(found, {}))
      expect({ code, message }).toEqual({ code: 502, message: expect.stringMatching(/refused: it/) })
    },
  )
})
