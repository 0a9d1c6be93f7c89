import { setTimeout } from 'node:timers/promises'
import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { deadNode, failure, hungNode, messages, setUp, stream, unary } from '../../discovery/fixtures/discovery.ts'
import { greeterRecord, startGreeter } from '../fixtures/greeter.ts'

describe('calling a service', () => {
  test('two nodes take turns', async () => {
    const { registry, discovery } = setUp()
    const nodes = [await startGreeter({ id: 'a' }), await startGreeter({ id: 'b' })]
    registry.set('acme', 'greeter', greeterRecord(nodes.map(({ node }) => node)))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    for (let call = 0; call < 10; call++) await unary(found, {})
    expect(nodes.map(({ calls }) => calls())).toEqual([5, 5])
  })

  test('a node that accepts no connection is skipped, set aside, and tried again later', async () => {
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
    await expect.poll(() => unary(found, {})).toMatchObject({ node: 'revived' })
  })

  test('a node that hangs fails its call soon, gets no more of them, and is tried again by one probe', async () => {
    const { registry, discovery, clock } = setUp({
      patience: { silenceMs: 20, pingTimeoutMs: 20 },
      connectTimeoutMs: 300,
    })
    const hung = await hungNode()
    const alive = await startGreeter({ id: 'alive' })
    registry.set('acme', 'greeter', greeterRecord([hung.node, alive.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toEqual({
      status: 504,
      id: 'gateway',
      message: `The node 127.0.0.1:${hung.node.port} does not respond, not even to a ping. The call may have run.`,
    })
    const callOften = async () => {
      for (let call = 0; call < 6; call++) expect(await unary(found, {})).toMatchObject({ node: 'alive' })
    }
    await callOften()
    expect(hung.connections()).toBe(1)
    clock.advance(1001)
    await callOften()
    await expect.poll(hung.connections).toBe(2)
    await hung.close()
    const revived = await startGreeter({ id: 'revived', port: hung.node.port })
    const callLater = () => {
      clock.advance(30_000)
      return unary(found, {})
    }
    await expect.poll(callLater).toMatchObject({ node: 'revived' })
    expect(revived.calls()).toBe(1)
  })

  test('a service whose only node hangs returns 502 without waiting for the timeout of the call', async () => {
    const { registry, discovery } = setUp({
      timeoutMs: 600_000,
      patience: { silenceMs: 20, pingTimeoutMs: 20 },
      connectTimeoutMs: 20,
    })
    const hung = await hungNode()
    registry.set('acme', 'greeter', greeterRecord([hung.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect((await failure(unary(found, {}))).status).toBe(504)
    expect(await failure(unary(found, {}))).toMatchObject({
      status: 502,
      message: `The service greeter cannot be reached: no connection to 127.0.0.1:${hung.node.port}.`,
    })
  })

  test('a call probes at most two of the nodes that were set aside', async () => {
    const { registry, discovery, clock } = setUp({ patience: { silenceMs: 20, pingTimeoutMs: 20 } })
    const hung = await Promise.all([hungNode(), hungNode(), hungNode(), hungNode(), hungNode()])
    const alive = await startGreeter({ id: 'alive' })
    registry.set('acme', 'greeter', greeterRecord([...hung.map(({ node }) => node), alive.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const connections = () => hung.reduce((sum, each) => sum + each.connections(), 0)
    for (const _ of hung) expect((await failure(unary(found, {}))).status).toBe(504)
    expect(connections()).toBe(5)
    clock.advance(1001)
    expect(await unary(found, {})).toMatchObject({ node: 'alive' })
    await expect.poll(connections).toBe(7)
    await setTimeout(50)
    expect(connections()).toBe(7)
  })

  test('a node that hangs is noticed though calls on an earlier connection were never answered', async () => {
    const { registry, discovery } = setUp({
      timeoutMs: 600_000,
      patience: { silenceMs: 20, pingTimeoutMs: 200 },
    })
    let onPing = () => {}
    const slow = await startGreeter({ hello: () => void slow.pinged().then(() => onPing()) })
    registry.set('acme', 'greeter', greeterRecord([slow.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const calls: Promise<unknown>[] = []
    for (const _ of [1, 2]) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onPing = resolve
      calls.push(failure(unary(found, {})))
      await promise
    }
    slow.kill()
    await Promise.all(calls)
    await hungNode(slow.node.port)
    expect(await failure(unary(found, {}))).toMatchObject({ status: 504, id: 'gateway' })
  })

  test('a node whose handler takes long but which responds to pings keeps its calls', async () => {
    const { registry, discovery } = setUp({ patience: { silenceMs: 20, pingTimeoutMs: 5000 } })
    const slow = await startGreeter({
      hello: (_, answer) => void slow.pinged().then(() => answer(null, { message: 'late' })),
    })
    registry.set('acme', 'greeter', greeterRecord([slow.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await unary(found, {})).toMatchObject({ message: 'late' })
    expect(slow.connections()).toBe(1)
  })

  test('a service none of whose nodes accepts a connection returns 502 and lists the tried nodes', async () => {
    const { registry, discovery } = setUp()
    const nodes = [await deadNode('a'), await deadNode('b'), await deadNode('c')]
    registry.set('acme', 'greeter', greeterRecord(nodes))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const { status, message } = await failure(unary(found, {}))
    expect(status).toBe(502)
    expect(message).toBe(
      `The service greeter cannot be reached: no connection to 127.0.0.1:${nodes[0]?.port} nor 127.0.0.1:${nodes[1]?.port}.`,
    )
  })

  test('a node that is silent after the connection returns 504, one that never accepts it 502', async () => {
    const { registry, discovery } = setUp({ timeoutMs: 50 })
    const { node } = await hungNode()
    registry.set('acme', 'greeter', greeterRecord([node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toEqual({
      status: 504,
      id: 'greeter.hello',
      message: 'The service greeter did not respond within 0.05 s.',
    })
  })

  test('a shorter timeout of the caller applies, and is passed to the service', async () => {
    const { registry, discovery } = setUp()
    let deadline: unknown
    const greeter = await startGreeter({
      hello(call) {
        deadline = call.getDeadline()
      },
    })
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    const startedMs = Date.now()
    // Long enough to reach it on a busy machine.
    expect((await failure(unary(found, {}, 1000))).status).toBe(504)
    expect(Number(deadline)).toBeGreaterThan(startedMs)
    expect(Number(deadline)).toBeLessThan(startedMs + 5000)
  })

  test('calls that arrive during the first read of the registry wait for it', async () => {
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

  test('a service that dies during a call returns 502, and the call is not repeated', async () => {
    const { registry, discovery } = setUp()
    const other = await startGreeter({ id: 'other' })
    const dying = await startGreeter({ id: 'dying', hello: () => dying.kill() })
    registry.set('acme', 'greeter', greeterRecord([dying.node, other.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toEqual({
      status: 502,
      id: 'greeter.hello',
      message: 'The service greeter ended the call before responding. The call may have run.',
    })
    expect(other.calls()).toBe(0)
  })

  test('a service that dies during a stream returns 502 after its messages', async () => {
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
    expect((await failure(read())).status).toBe(502)
    expect(seen).toMatchObject([{ message: 'Hello Ann' }])
  })

  test('a response larger than 4 MiB is 502, a request larger than that 413', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter({ hello: (_, answer) => answer(null, { message: 'x'.repeat(5_000_000) }) })
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    expect(await failure(unary(found, {}))).toMatchObject({ status: 502, message: /more than the 4194304 bytes/ })
    expect(await failure(unary(found, { name: 'x'.repeat(5_000_000) }))).toMatchObject({ status: 413 })
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

  test('stopping to read a stream ends the call at the service', async () => {
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

  test('successive calls share a connection, which closes when the node vanishes', async () => {
    const { registry, discovery } = setUp()
    const greeter = await startGreeter()
    registry.set('acme', 'greeter', greeterRecord([greeter.node]))
    const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
    for (let call = 0; call < 5; call++) await unary(found, {})
    expect(greeter.connections()).toBe(1)
    registry.set('acme', 'greeter')
    await expect.poll(() => greeter.connections(), { timeout: 5000 }).toBe(0)
    expect(await failure(unary(found, {}))).toMatchObject({
      status: 502,
      message: 'The service greeter cannot be reached: it no longer has nodes.',
    })
  })

  test.each(['169.254.169.254', 'fe80::1', '::ffff:169.254.1.1', 'fd00:ec2::254', '224.0.0.1', 'bad host'])(
    'a node at %s is not called',
    async (address) => {
      const { registry, discovery } = setUp()
      registry.set('acme', 'greeter', greeterRecord([{ id: 'a', address, port: 80, metadata: {} }]))
      const found = await discovery.find('acme', 'greeter', 'Greeter.Hello')
      const { status, message } = await failure(unary(found, {}))
      expect({ status, message }).toEqual({ status: 502, message: expect.stringMatching(/refused: it/) })
    },
  )
})
