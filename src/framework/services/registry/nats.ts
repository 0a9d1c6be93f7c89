import type { Clock } from '#runtime/base/clock.ts'
import { createSerial, createSerialByKey } from '#runtime/base/serial.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { type Bucket, type Entry, openBucket } from '../nats/bucket.ts'
import { type Nats, token } from '../nats/jetstream.ts'
import { checkNamespaceRoom, checkNodes, compare } from './record-check.ts'
import {
  changeBetween,
  deregistered,
  recordAt,
  registered,
  type Step,
  swept,
  type Version,
  type VersionInNamespace,
} from './registry-version.ts'
import type { Registry, RegistryWatch, ServiceRecord } from './types.ts'
import { closed, Watchers } from './watchers.ts'

const sweepEveryMs = 500
const maxAttempts = 100

type Make = (before: Version | undefined) => Step | Promise<Step>

const nothing: Step = { after: undefined, change: undefined }

interface NatsRegistryOptions {
  readonly prefix: string
  readonly clock: Clock
  readonly log: StoreLog
}

/**
 * The registry in a bucket of NATS: one key per version, replaced only if it is unchanged since it was last read. Nodes
 * expire by the clocks of the server processes; those with watchers remove them.
 */
export async function openNatsRegistry(nats: Nats, options: NatsRegistryOptions): Promise<Registry> {
  return new NatsRegistry(nats, await openBucket<VersionInNamespace>(nats, `${options.prefix}_registry`), options)
}

function keyOf(namespace: string, { name, version }: Pick<ServiceRecord, 'name' | 'version'>): string {
  return [namespace, name, version].map(token).join('.')
}

class NatsRegistry implements Registry {
  readonly #nats: Nats
  readonly #bucket: Bucket<VersionInNamespace>
  readonly #clock: Clock
  readonly #log: StoreLog
  readonly #watchers = new Watchers()
  readonly #mirror: NatsMirror
  readonly #serial = createSerialByKey()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(nats: Nats, bucket: Bucket<VersionInNamespace>, { clock, log }: NatsRegistryOptions) {
    this.#nats = nats
    this.#bucket = bucket
    this.#clock = clock
    this.#log = log
    this.#mirror = new NatsMirror({ bucket, nats, watchers: this.#watchers, clock, log })
  }

  register(namespace: string, service: ServiceRecord, ttlS: number): Promise<void> {
    return this.#change('registry.register', namespace, keyOf(namespace, service), async (before) => {
      const step = registered(before, service, this.#clock.now(), ttlS)
      if (!before) checkNamespaceRoom(namespace, (await this.#bucket.all(`${token(namespace)}.>`)).entries.length)
      checkNodes(service, step.after)
      return step
    })
  }

  deregister(namespace: string, service: ServiceRecord): Promise<void> {
    const ids = new Set(service.nodes.map(({ id }) => id))
    return this.#change('registry.deregister', namespace, keyOf(namespace, service), (before) =>
      before ? deregistered(before, ids) : nothing,
    )
  }

  get(namespace: string, name: string): Promise<ServiceRecord[]> {
    return this.#find('registry.getservice', namespace, name)
  }

  list(namespace: string): Promise<ServiceRecord[]> {
    return this.#find('registry.listservices', namespace)
  }

  watch(namespace: string, name: string | undefined, signal: AbortSignal): RegistryWatch {
    const begin = (join: (after: number) => void) =>
      this.#nats.run('registry.watch', () => this.#begin(namespace, join))
    return this.#watchers.add({ namespace, name, signal }, begin, () => {
      this.#stopSweeping()
      this.#mirror.end()
    })
  }

  async poll(): Promise<void> {
    if (this.#watchers.size > 0 && !this.#isClosed) await this.#sweep(this.#mirror.entries())
  }

  async purge(): Promise<number> {
    if (this.#isClosed) return 0
    return this.#nats.run('registry.purge', async () => this.#sweep((await this.#bucket.all('>')).entries))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopSweeping()
    this.#watchers.end()
    this.#mirror.close()
  }

  async #begin(namespace: string, join: (after: number) => void): Promise<void> {
    if (this.#isClosed) throw closed()
    // Nodes may have expired long ago without a watcher: a new watcher needs no report of them.
    await this.#sweep((await this.#bucket.all(`${token(namespace)}.>`)).entries)
    await this.#mirror.begin((after) => {
      this.#timer ??= setInterval(() => this.#pollInBackground(), sweepEveryMs).unref()
      join(after)
    })
  }

  /** Retries with the current version if others change it at the same time. */
  #change(id: string, namespace: string, key: string, make: Make): Promise<void> {
    return this.#serial.run(key, () => this.#nats.run(id, () => this.#replace(id, namespace, key, make)))
  }

  async #replace(id: string, namespace: string, key: string, make: Make): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const entry = await this.#bucket.get(key)
      const { after } = await make(entry?.content?.version)
      if (!entry?.content && !after) return
      const text = after && JSON.stringify({ namespace, version: after })
      if (text) this.#nats.checkSize(id, Buffer.byteLength(text) + key.length + 256)
      if (await this.#bucket.replace(key, entry, text)) return
    }
    throw new Error(`${key} was changed by others ${maxAttempts} times in a row`)
  }

  /** Removes expired nodes; resolves with how many versions that changed. */
  async #sweep(entries: readonly Entry<VersionInNamespace>[]): Promise<number> {
    const now = this.#clock.now()
    let count = 0
    for (const { key, content } of entries) {
      if (!content?.version.nodes.some(({ expiresAtMs }) => expiresAtMs <= now)) continue
      count++
      await this.#change('registry.watch', content.namespace, key, (before) => (before ? swept(before, now) : nothing))
    }
    return count
  }

  #find(id: string, ...path: string[]): Promise<ServiceRecord[]> {
    return this.#nats.run(id, async () => {
      const { entries } = await this.#bucket.all([...path.map(token), '>'].join('.'))
      const now = this.#clock.now()
      return entries
        .flatMap(({ content }) => (content && recordAt(content.version, now)) ?? [])
        .sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
    })
  }

  #pollInBackground(): void {
    this.poll().catch((error: unknown) => this.#log.warn({ err: error }, 'expired node removal failed'))
  }

  #stopSweeping(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

interface MirrorOptions {
  readonly bucket: Bucket<VersionInNamespace>
  readonly nats: Nats
  readonly watchers: Watchers
  readonly clock: Clock
  readonly log: StoreLog
}

/** Mirrors the bucket while there are watchers: a change is reported with the former value. */
class NatsMirror {
  readonly #options: MirrorOptions
  readonly #serial = createSerial()
  readonly #forgetReconnects: () => void
  #held = new Map<string, Entry<VersionInNamespace>>()
  #following: AbortController | undefined

  constructor(options: MirrorOptions) {
    this.#options = options
    this.#forgetReconnects = options.nats.onReconnect(() => {
      this.#serial.run(() => this.#restart()).catch((error: unknown) => this.#fail(error))
    })
  }

  /** Calls `join` with a revision: changes after it are reported from that moment on. */
  begin(join: (after: number) => void): Promise<void> {
    return this.#serial.run(async () => {
      for (;;) {
        const before = this.#following
        const revision = before ? await this.#options.bucket.revision() : await this.#start()
        // The last watcher may have left meanwhile and ended the mirror.
        if (this.#following && (!before || this.#following === before)) {
          join(revision)
          return
        }
      }
    })
  }

  entries(): Entry<VersionInNamespace>[] {
    return [...this.#held.values()]
  }

  /** Called when there are no more watchers. */
  end(): void {
    this.#following?.abort()
    this.#following = undefined
  }

  /** Ends the mirror permanently. */
  close(): void {
    this.end()
    this.#forgetReconnects()
  }

  async #start(): Promise<number> {
    const { revision, entries } = await this.#options.bucket.all('>')
    this.#held = new Map(entries.map((entry) => [entry.key, entry]))
    await this.#follow(revision)
    return revision
  }

  /** NATS was unavailable, and may have been restarted: differences from the known state are reported. */
  async #restart(): Promise<void> {
    if (!this.#following) return
    this.end()
    const { revision, entries } = await this.#options.bucket.all('>')
    const found = new Set(entries.map(({ key }) => key))
    for (const { key, revision: known } of this.entries())
      if (!found.has(key)) this.#take({ key, revision: Math.max(revision, known + 1), content: undefined })
    for (const entry of entries) this.#take(entry)
    await this.#follow(revision)
  }

  async #follow(revision: number): Promise<void> {
    const following = new AbortController()
    this.#following = following
    const entries = await this.#options.bucket.follow(revision, following.signal)
    const read = async (): Promise<void> => {
      for await (const entry of entries) this.#take(entry)
      if (!following.signal.aborted) this.#fail()
    }
    read().catch((error: unknown) => this.#fail(error))
  }

  #take(next: Entry<VersionInNamespace>): void {
    const before = this.#held.get(next.key)
    // What was read at the beginning may arrive again.
    if (before && next.revision <= before.revision) return
    if (next.content) this.#held.set(next.key, next)
    else this.#held.delete(next.key)
    const change = changeBetween(before?.content?.version, next.content?.version)
    const namespace = (next.content ?? before?.content)?.namespace
    const { watchers, clock } = this.#options
    if (change && namespace !== undefined) watchers.report(namespace, next.revision, { ...change, atMs: clock.now() })
  }

  #fail(error?: unknown): void {
    this.#options.log.warn({ err: error }, 'registry watch in NATS ended')
    this.end()
    this.#options.watchers.fail(lost())
  }
}

function lost(): RpcError {
  return new RpcError(
    'unavailable',
    'registry.watch',
    'The connection to the registry was lost. List the services and watch again.',
  )
}
