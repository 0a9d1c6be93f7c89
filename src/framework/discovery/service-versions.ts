import type { Transport } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import type { Registry, ServiceRecord } from '../services/registry/types.ts'
import type { Description } from './descriptions.ts'
import type { NodePool, OpenStream } from './nodes.ts'

/** Changes are heard of by watching; this is for those that a broken watch may have missed. */
const maxAgeMs = 30_000
const maxServices = 1000

/** One version of a service as it stands now. It is one object for as long as the version is registered. */
export interface LiveVersion {
  readonly service: string
  /** As the registry last said; without nodes once the version is gone. */
  record: ServiceRecord
  /** Sends requests to the nodes of `record` as it stands at that moment. */
  readonly http: UniversalClientFn
  /** Opens streams to them. */
  readonly open: OpenStream
  /** Made when it is first called. */
  transport?: Transport
  /** Made when it is first asked for. */
  description?: Description
}

interface LiveService {
  readonly versions: Map<string, LiveVersion>
  /** The versions that have nodes, the newest first. */
  ordered: readonly LiveVersion[]
  /** Whether the registry has answered yet: before that nothing is known of its versions. */
  isKnown: boolean
  /** Undefined while it has to be read again. */
  readAtMs: number | undefined
  reading: Promise<void> | undefined
}

interface NamespaceWatch {
  readonly controller: AbortController
  readonly ready: Promise<boolean>
  readonly ended: Promise<void>
}

export interface RecordsOptions {
  readonly registry: Registry
  readonly pool: NodePool
  readonly clock: Clock
  readonly log: Log
}

/** What the registry says about the services that are called, held until the registry says otherwise. */
export interface Records {
  /** The versions of a service that have nodes, the newest first; empty for an unknown service. */
  versions(namespace: string, service: string): Promise<readonly LiveVersion[]>
  stop(): Promise<void>
}

export function createRecords({ registry, pool, clock, log }: RecordsOptions): Records {
  /** Namespace, then service; the least recently added services go first when there are too many. */
  const namespaces = new Map<string, Map<string, LiveService>>()
  const watches = new Map<string, NamespaceWatch>()
  let count = 0
  let stopped = false

  const poolKey = (namespace: string, service: string) => JSON.stringify([namespace, service])

  function forget(namespace: string, service: string): void {
    const services = namespaces.get(namespace)
    const live = services?.get(service)
    if (!services || !live) return
    for (const version of live.versions.values()) version.record = { ...version.record, nodes: [] }
    services.delete(service)
    count -= 1
    pool.assign(poolKey(namespace, service), [])
    if (services.size > 0) return
    namespaces.delete(namespace)
    watches.get(namespace)?.controller.abort()
    watches.delete(namespace)
  }

  /** Resolves with whether changes are being told from now on. */
  function watching(namespace: string): Promise<boolean> {
    const known = watches.get(namespace)
    if (known) return known.ready
    const controller = new AbortController()
    const watch = registry.watch(namespace, undefined, controller.signal)
    const follow = async (): Promise<void> => {
      try {
        for await (const { service } of watch) changed(namespace, service.name)
      } catch (error) {
        log.warn({ err: error, namespace }, 'the registry is no longer watched; it will be again at the next call')
      } finally {
        if (watches.get(namespace)?.controller === controller) watches.delete(namespace)
        for (const live of namespaces.get(namespace)?.values() ?? []) live.readAtMs = undefined
      }
    }
    const ready = watch.ready.then(
      () => true,
      () => false,
    )
    watches.set(namespace, { controller, ready, ended: follow() })
    return ready
  }

  /** A service that is in use is read again at once, so that connections to nodes that are gone are closed. */
  function changed(namespace: string, service: string): void {
    const live = namespaces.get(namespace)?.get(service)
    if (!live || stopped) return
    live.readAtMs = undefined
    const again = live.reading
      ? live.reading.then(() => read(namespace, service, live))
      : read(namespace, service, live)
    again.catch((error: unknown) => log.warn({ err: error, namespace, service }, 'a service was not found anew'))
  }

  function read(namespace: string, service: string, live: LiveService): Promise<void> {
    live.reading ??= (async () => {
      try {
        const isWatched = await watching(namespace)
        const startedMs = clock.now()
        // A change that is told while the registry answers leaves this undefined, and the answer counts once only.
        live.readAtMs = isWatched ? startedMs : undefined
        take(namespace, service, live, await registry.get(namespace, service))
      } catch (error) {
        live.readAtMs = undefined
        throw error
      } finally {
        live.reading = undefined
      }
    })()
    return live.reading
  }

  function take(namespace: string, service: string, live: LiveService, found: readonly ServiceRecord[]): void {
    if (namespaces.get(namespace)?.get(service) !== live) return
    live.isKnown = true
    const gone = new Set(live.versions.keys())
    for (const record of found) {
      gone.delete(record.version)
      const version = live.versions.get(record.version)
      if (version) version.record = record
      else live.versions.set(record.version, newVersion(service, record))
    }
    for (const name of gone) {
      const version = live.versions.get(name) as LiveVersion
      version.record = { ...version.record, nodes: [] }
      live.versions.delete(name)
    }
    live.ordered = [...live.versions.values()].filter(({ record }) => record.nodes.length > 0).sort(newestFirst)
    const nodes = live.ordered.flatMap(({ record }) => record.nodes)
    if (nodes.length === 0) forget(namespace, service)
    else pool.assign(poolKey(namespace, service), nodes)
  }

  function newVersion(service: string, record: ServiceRecord): LiveVersion {
    const nodes = () => version.record.nodes
    const version: LiveVersion = {
      service,
      record,
      http: pool.client(service, nodes),
      open: pool.opener(service, nodes),
    }
    return version
  }

  function liveService(namespace: string, service: string): LiveService {
    const services = namespaces.get(namespace) ?? new Map<string, LiveService>()
    namespaces.set(namespace, services)
    let live = services.get(service)
    if (!live) {
      live = { versions: new Map(), ordered: [], isKnown: false, readAtMs: undefined, reading: undefined }
      services.set(service, live)
      count += 1
      if (count > maxServices) forgetOldest(live)
    }
    return live
  }

  function forgetOldest(except: LiveService): void {
    for (const [namespace, services] of namespaces) {
      for (const [service, live] of services) {
        if (live === except) continue
        forget(namespace, service)
        return
      }
    }
  }

  return {
    async versions(namespace, service) {
      if (stopped) return []
      const live = liveService(namespace, service)
      const isFresh = live.isKnown && live.readAtMs !== undefined && clock.now() - live.readAtMs <= maxAgeMs
      if (!isFresh) await read(namespace, service, live)
      return live.ordered
    },
    async stop() {
      stopped = true
      const ended = [...watches.values()].map((watch) => watch.ended)
      for (const { controller } of watches.values()) controller.abort()
      await Promise.all(ended)
      await Promise.allSettled(
        [...namespaces.values()].flatMap((services) => [...services.values()].map(({ reading }) => reading)),
      )
    },
  }
}

const byVersion = new Intl.Collator('en', { numeric: true })

/** `2.10.0` before `2.9.0`; a version that names none (`latest`) by its letters. */
function newestFirst(one: LiveVersion, other: LiveVersion): number {
  return byVersion.compare(other.record.version, one.record.version)
}
