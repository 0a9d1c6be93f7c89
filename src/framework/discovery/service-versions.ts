import type { Transport } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import type { Registry, ServiceRecord } from '../services/registry/types.ts'
import type { Description } from './descriptions.ts'
import type { NodePool, OpenStream } from './nodes.ts'

/** Changes arrive by watching; this covers those that a broken watch may have missed. */
const maxAgeMs = 30_000
const maxServices = 1000

/** The current state of one version of a service. The object stays the same while the version is registered. */
export interface LiveVersion {
  readonly service: string
  /** The latest record of the registry; without nodes once the version is deleted. */
  record: ServiceRecord
  /** Sends requests to the current nodes of `record`. */
  readonly http: UniversalClientFn
  /** Opens streams to them. */
  readonly open: OpenStream
  /** Created by the first call. */
  transport?: Transport
  /** Created when first needed. */
  description?: Description
  /** The last failure to get descriptors, and until when they are not requested again. */
  undescribed?: { readonly failure: unknown; readonly untilMs: number }
  /** For calls in JSON, of a service without descriptors. */
  jsonTransport?: Transport
}

/** What calls to services need of the registry. */
export type ReadableRegistry = Pick<Registry, 'get' | 'list' | 'watch'>

interface LiveService {
  readonly versions: Map<string, LiveVersion>
  /** The versions that have nodes, the newest first. */
  ordered: readonly LiveVersion[]
  /** Whether the registry has responded; before that its versions are unknown. */
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
  readonly registry: ReadableRegistry
  readonly pool: NodePool
  readonly clock: Clock
  readonly log: Log
}

/** Caches the records of called services until the registry reports changes. */
export class ServiceVersions {
  readonly #options: RecordsOptions
  /** Namespace, then service; the least recently added services go first when there are too many. */
  readonly #namespaces = new Map<string, Map<string, LiveService>>()
  readonly #watches = new Map<string, NamespaceWatch>()
  #count = 0
  #stopped = false

  constructor(options: RecordsOptions) {
    this.#options = options
  }

  #forget(namespace: string, service: string): void {
    const services = this.#namespaces.get(namespace)
    const live = services?.get(service)
    if (!services || !live) return
    for (const version of live.versions.values()) version.record = { ...version.record, nodes: [] }
    services.delete(service)
    this.#count -= 1
    this.#options.pool.assign(poolKey(namespace, service), [])
    if (services.size > 0) return
    this.#namespaces.delete(namespace)
    this.#watches.get(namespace)?.controller.abort()
    this.#watches.delete(namespace)
  }

  /** Resolves with whether changes are reported from now on. */
  #watching(namespace: string): Promise<boolean> {
    const known = this.#watches.get(namespace)
    if (known) return known.ready
    const controller = new AbortController()
    const watch = this.#options.registry.watch(namespace, undefined, controller.signal)
    const follow = async (): Promise<void> => {
      try {
        for await (const { service } of watch) this.#changed(namespace, service.name)
      } catch (error) {
        this.#options.log.warn({ err: error, namespace }, 'registry watch ended')
      } finally {
        if (this.#watches.get(namespace)?.controller === controller) this.#watches.delete(namespace)
        for (const live of this.#namespaces.get(namespace)?.values() ?? []) live.readAtMs = undefined
      }
    }
    const ready = watch.ready.then(
      () => true,
      () => false,
    )
    this.#watches.set(namespace, { controller, ready, ended: follow() })
    return ready
  }

  /** A service that is in use is read again at once, so that connections to removed nodes are closed. */
  #changed(namespace: string, service: string): void {
    const live = this.#namespaces.get(namespace)?.get(service)
    if (!live || this.#stopped) return
    live.readAtMs = undefined
    const again = live.reading
      ? live.reading.then(() => this.#read(namespace, service, live))
      : this.#read(namespace, service, live)
    again.catch((error: unknown) =>
      this.#options.log.warn({ err: error, namespace, service }, 'service record refresh failed'),
    )
  }

  #read(namespace: string, service: string, live: LiveService): Promise<void> {
    live.reading ??= (async () => {
      try {
        const isWatched = await this.#watching(namespace)
        const startedMs = this.#options.clock.now()
        // A change reported during the read resets this to undefined: then the result is used only once.
        live.readAtMs = isWatched ? startedMs : undefined
        this.#take(namespace, service, live, await this.#options.registry.get(namespace, service))
      } catch (error) {
        live.readAtMs = undefined
        throw error
      } finally {
        live.reading = undefined
      }
    })()
    return live.reading
  }

  #take(namespace: string, service: string, live: LiveService, found: readonly ServiceRecord[]): void {
    if (this.#namespaces.get(namespace)?.get(service) !== live) return
    live.isKnown = true
    const gone = new Set(live.versions.keys())
    for (const record of found) {
      gone.delete(record.version)
      const version = live.versions.get(record.version)
      if (version) renew(version, record)
      else live.versions.set(record.version, this.#newVersion(service, record))
    }
    for (const name of gone) {
      const version = live.versions.get(name) as LiveVersion
      version.record = { ...version.record, nodes: [] }
      live.versions.delete(name)
    }
    live.ordered = [...live.versions.values()].filter(({ record }) => record.nodes.length > 0).sort(newestFirst)
    const nodes = live.ordered.flatMap(({ record }) => record.nodes)
    if (nodes.length === 0) this.#forget(namespace, service)
    else this.#options.pool.assign(poolKey(namespace, service), nodes)
  }

  #newVersion(service: string, record: ServiceRecord): LiveVersion {
    const nodes = () => version.record.nodes
    const version: LiveVersion = {
      service,
      record,
      http: this.#options.pool.client(service, nodes),
      open: this.#options.pool.opener(service, nodes),
    }
    return version
  }

  #liveService(namespace: string, service: string): LiveService {
    const services = this.#namespaces.get(namespace) ?? new Map<string, LiveService>()
    this.#namespaces.set(namespace, services)
    let live = services.get(service)
    if (!live) {
      live = { versions: new Map(), ordered: [], isKnown: false, readAtMs: undefined, reading: undefined }
      services.set(service, live)
      this.#count += 1
      if (this.#count > maxServices) this.#forgetOldest(live)
    }
    return live
  }

  #forgetOldest(except: LiveService): void {
    for (const [namespace, services] of this.#namespaces) {
      for (const [service, live] of services) {
        if (live === except) continue
        this.#forget(namespace, service)
        return
      }
    }
  }

  /** The versions of a service that have nodes, the newest first; empty for an unknown service. */
  async versions(namespace: string, service: string): Promise<readonly LiveVersion[]> {
    if (this.#stopped) return []
    const live = this.#liveService(namespace, service)
    const isFresh = live.isKnown && live.readAtMs !== undefined && this.#options.clock.now() - live.readAtMs <= maxAgeMs
    if (!isFresh) await this.#read(namespace, service, live)
    return live.ordered
  }

  async stop(): Promise<void> {
    this.#stopped = true
    const ended = [...this.#watches.values()].map((watch) => watch.ended)
    for (const { controller } of this.#watches.values()) controller.abort()
    await Promise.all(ended)
    await Promise.allSettled(
      [...this.#namespaces.values()].flatMap((services) => [...services.values()].map(({ reading }) => reading)),
    )
  }
}

/** A new registration may come with descriptors. */
function renew(version: LiveVersion, record: ServiceRecord): void {
  version.record = record
  delete version.undescribed
}

const poolKey = (namespace: string, service: string) => JSON.stringify([namespace, service])

const byVersion = new Intl.Collator('en', { numeric: true })

/** `2.10.0` before `2.9.0`; a version without a number (`latest`) alphabetically. */
function newestFirst(one: LiveVersion, other: LiveVersion): number {
  return byVersion.compare(other.record.version, one.record.version)
}
