import { describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '#runtime/base/clock.ts'
import type { Registry, RegistryChange, ServiceRecord } from '../framework/services/registry/types.ts'

/** Opens an engine. Engines opened with one `shared` see the same state, as two processes do. */
export interface RegistryEngines {
  /** Something that several engines can share. */
  newShared(): Promise<unknown>
  open(shared: unknown, clock: ManualClock): Promise<Registry>
}

export function record(over: Partial<ServiceRecord> = {}): ServiceRecord {
  const node = { id: 'greeter-1', address: '10.0.0.7', port: 9001, metadata: { transport: 'grpc' } }
  const endpoint = { name: 'Greeter.Hello', metadata: { stream: 'false' } }
  return { name: 'greeter', version: '1.0.0', metadata: { team: 'a' }, endpoints: [endpoint], nodes: [node], ...over }
}

const nodeNamed = (id: string) => ({ id, address: '10.0.0.8', port: 9002, metadata: {} })

async function next(changes: AsyncIterator<RegistryChange>): Promise<[string, string, string, string[]]> {
  const { value, done } = await changes.next()
  if (done) throw new Error('The watch has ended')
  const { action, service } = value as RegistryChange
  return [action, service.name, service.version, service.nodes.map(({ id }) => id)]
}

/** What every engine of the registry does. */
export function registryConformance(name: string, engines: RegistryEngines): void {
  describe(name, () => {
    const ns = 'acme'

    async function opened() {
      const clock = manualClock()
      const shared = await engines.newShared()
      return { clock, shared, registry: await engines.open(shared, clock) }
    }

    test('a registered service is found with all its data until it expires', async () => {
      const { clock, registry } = await opened()
      await registry.register(ns, record(), 90)
      expect(await registry.get(ns, 'greeter')).toEqual([record()])
      clock.advance(89_999)
      expect(await registry.list(ns)).toEqual([record()])
      clock.advance(1)
      expect(await registry.get(ns, 'greeter')).toEqual([])
      expect(await registry.list(ns)).toEqual([])
    })

    test('registering again renews, adds nodes and replaces metadata; each node has its own time', async () => {
      const { clock, registry } = await opened()
      await registry.register(ns, record(), 90)
      clock.advance(60_000)
      await registry.register(ns, record({ nodes: [nodeNamed('greeter-2')], metadata: { team: 'b' } }), 90)
      const both = record({ nodes: [...record().nodes, nodeNamed('greeter-2')], metadata: { team: 'b' } })
      expect(await registry.get(ns, 'greeter')).toEqual([both])
      await registry.register(ns, record({ metadata: { team: 'b' } }), 90)
      clock.advance(89_000)
      expect(await registry.get(ns, 'greeter')).toEqual([both])
      clock.advance(1000)
      expect(await registry.get(ns, 'greeter')).toEqual([])
    })

    test('a node whose time is over does not come back when another one registers before it is cleared away', async () => {
      const { clock, registry } = await opened()
      await registry.register(ns, record(), 90)
      const watch = registry.watch(ns, undefined, new AbortController().signal)
      await watch.ready
      clock.advance(90_000)
      await registry.register(ns, record({ nodes: [nodeNamed('greeter-2')] }), 90)
      const changes = watch[Symbol.asyncIterator]()
      expect(await next(changes)).toEqual(['update', 'greeter', '1.0.0', ['greeter-2']])
      expect(await registry.get(ns, 'greeter')).toEqual([record({ nodes: [nodeNamed('greeter-2')] })])
    })

    test('versions stand side by side, sorted; namespaces know nothing of each other', async () => {
      const { registry } = await opened()
      await registry.register(ns, record({ version: '2.0.0' }), 90)
      await registry.register(ns, record(), 90)
      await registry.register(ns, record({ name: 'greet', version: '1.0.0' }), 90)
      await registry.register('acme.other', record({ version: '3.0.0' }), 90)
      const names = async (namespace: string) =>
        (await registry.list(namespace)).map((each) => `${each.name} ${each.version}`)
      expect(await names(ns)).toEqual(['greet 1.0.0', 'greeter 1.0.0', 'greeter 2.0.0'])
      expect(await names('acme.other')).toEqual(['greeter 3.0.0'])
      expect(await registry.get('acme.none', 'greeter')).toEqual([])
    })

    test('deregistering takes the named nodes out, all of the version without names, and nothing of another version', async () => {
      const { registry } = await opened()
      const two = record({ nodes: [...record().nodes, nodeNamed('greeter-2')] })
      await registry.register(ns, two, 90)
      await registry.register(ns, record({ version: '2.0.0' }), 90)
      await registry.deregister(ns, record())
      expect((await registry.get(ns, 'greeter'))[0]?.nodes).toEqual([nodeNamed('greeter-2')])
      await registry.deregister(ns, record({ nodes: [] }))
      expect(await registry.get(ns, 'greeter')).toEqual([record({ version: '2.0.0' })])
      await registry.deregister(ns, record({ name: 'nobody' }))
      expect(await registry.list(ns)).toHaveLength(1)
    })

    test('a watcher is notified of creation, change and end, expiry included, but not of renewals', async () => {
      const { clock, registry } = await opened()
      await registry.register(ns, record({ name: 'before' }), 600)
      const watch = registry.watch(ns, undefined, new AbortController().signal)
      await watch.ready
      const changes = watch[Symbol.asyncIterator]()
      await registry.register(ns, record(), 90)
      expect(await next(changes)).toEqual(['create', 'greeter', '1.0.0', ['greeter-1']])
      await registry.register(ns, record(), 90)
      await registry.register(ns, record({ nodes: [nodeNamed('greeter-2')] }), 300)
      expect(await next(changes)).toEqual(['update', 'greeter', '1.0.0', ['greeter-1', 'greeter-2']])
      clock.advance(90_000)
      await registry.poll()
      expect(await next(changes)).toEqual(['update', 'greeter', '1.0.0', ['greeter-2']])
      clock.advance(210_000)
      await registry.poll()
      expect(await next(changes)).toEqual(['delete', 'greeter', '1.0.0', ['greeter-2']])
      await registry.deregister(ns, record({ name: 'before', nodes: [] }))
      expect(await next(changes)).toEqual(['delete', 'before', '1.0.0', ['greeter-1']])
    })

    test('a watcher of one service is notified of that service in its namespace only, and ends with its signal', async () => {
      const { registry } = await opened()
      const ended = new AbortController()
      const watch = registry.watch(ns, 'greeter', ended.signal)
      await watch.ready
      await registry.register(ns, record({ name: 'other' }), 90)
      await registry.register('acme2', record({ version: '7' }), 90)
      await registry.register(ns, record(), 90)
      const changes = watch[Symbol.asyncIterator]()
      expect(await next(changes)).toEqual(['create', 'greeter', '1.0.0', ['greeter-1']])
      const last = changes.next()
      ended.abort()
      expect(await last).toEqual({ done: true, value: undefined })
    })

    test('watchers that come and go do not affect others', async () => {
      const { registry } = await opened()
      for (let round = 0; round < 10; round++) {
        const leaving = new AbortController()
        const before = registry.watch(ns, undefined, leaving.signal)
        if (round % 2) await before.ready
        const watch = registry.watch(ns, undefined, new AbortController().signal)
        leaving.abort()
        await watch.ready
        await registry.register(ns, record({ version: `v${round}` }), 90)
        const changes = watch[Symbol.asyncIterator]()
        expect(await next(changes)).toEqual(['create', 'greeter', `v${round}`, ['greeter-1']])
        await changes.return?.()
      }
    })

    test('a service that expired while nobody watched is not reported to later watchers', async () => {
      const { clock, registry } = await opened()
      await registry.register(ns, record({ name: 'old' }), 10)
      clock.advance(10_000)
      const watch = registry.watch(ns, undefined, new AbortController().signal)
      await watch.ready
      await registry.register(ns, record({ name: 'old', version: '2' }), 90)
      await registry.register(ns, record({ name: 'old' }), 90)
      const changes = watch[Symbol.asyncIterator]()
      expect(await next(changes)).toEqual(['create', 'old', '2', ['greeter-1']])
      expect(await next(changes)).toEqual(['create', 'old', '1.0.0', ['greeter-1']])
    })

    test('a watcher that does not read is disconnected with an error; others continue', async () => {
      const { registry } = await opened()
      const slow = registry.watch(ns, undefined, new AbortController().signal)
      const other = registry.watch(ns, 'last', new AbortController().signal)
      await Promise.all([slow.ready, other.ready])
      const big = record({ metadata: { descriptors: 'A'.repeat(900_000) } })
      for (let i = 0; i < 20; i++) await registry.register(ns, { ...big, version: `v${i}` }, 90)
      await registry.register(ns, record({ name: 'last' }), 90)
      expect((await next(other[Symbol.asyncIterator]()))[1]).toBe('last')
      await expect(slow[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 503 })
    })

    test('processes see registrations of the others and notify their watchers', async () => {
      const { clock, shared, registry } = await opened()
      const other = await engines.open(shared, clock)
      const watch = other.watch(ns, undefined, new AbortController().signal)
      await watch.ready
      await registry.register(ns, record(), 90)
      await other.poll()
      expect(await next(watch[Symbol.asyncIterator]())).toEqual(['create', 'greeter', '1.0.0', ['greeter-1']])
      expect(await other.get(ns, 'greeter')).toEqual([record()])
    })

    test('nodes that register at the same time by way of two processes are all there afterwards', async () => {
      const { clock, shared, registry } = await opened()
      const other = await engines.open(shared, clock)
      const ids = Array.from({ length: 12 }, (_, index) => `n${String(index).padStart(2, '0')}`)
      await Promise.all(
        ids.map((id, index) => (index % 2 ? registry : other).register(ns, record({ nodes: [nodeNamed(id)] }), 90)),
      )
      const reopened = await engines.open(shared, clock)
      expect((await reopened.get(ns, 'greeter'))[0]?.nodes.map(({ id }) => id)).toEqual(ids)
    })
  })
}
