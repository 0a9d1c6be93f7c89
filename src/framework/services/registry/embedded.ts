import type { Clock } from '#runtime/base/clock.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { Store, StoreLog, Writer } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { checkNamespaceRoom, checkNodes } from './record-check.ts'
import { deregistered, recordAt, registered, type Step, swept, type Version } from './registry-version.ts'
import { addChange, changesAfter, countVersions, findExpired, findVersions, revisionOf, save } from './rows.ts'
import type { Registry, RegistryWatch, ServiceRecord } from './types.ts'
import { closed, Watchers } from './watchers.ts'

const pollEveryMs = 500
const sweptAtOnce = 50

interface EmbeddedOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: StoreLog
}

/** The registry in the database: it survives restarts, and all processes on one database see the same records. */
export class EmbeddedRegistry implements Registry {
  readonly #options: EmbeddedOptions
  readonly #watchers = new Watchers()
  /** Each change is reported once and in order. */
  readonly #serial = createSerial()
  /** The newest change that was reported to the watchers. */
  #reported = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  async register(namespace: string, service: ServiceRecord, ttlS: number): Promise<void> {
    await this.#options.store.write(async (tx) => {
      const [before] = await findVersions(tx, namespace, service)
      const step = registered(before, service, this.#options.clock.now(), ttlS)
      if (!before) checkNamespaceRoom(namespace, await countVersions(tx, namespace))
      checkNodes(service, step.after)
      await this.#take(tx, namespace, before, step)
    })
    this.#pollIfWatched()
  }

  async deregister(namespace: string, service: ServiceRecord): Promise<void> {
    const ids = new Set(service.nodes.map(({ id }) => id))
    await this.#options.store.write(async (tx) => {
      const [before] = await findVersions(tx, namespace, service)
      if (before) await this.#take(tx, namespace, before, deregistered(before, ids))
    })
    this.#pollIfWatched()
  }

  async get(namespace: string, name: string): Promise<ServiceRecord[]> {
    return this.#current(await findVersions(this.#options.store, namespace, { name }))
  }

  async list(namespace: string): Promise<ServiceRecord[]> {
    return this.#current(await findVersions(this.#options.store, namespace))
  }

  watch(namespace: string, name: string | undefined, signal: AbortSignal): RegistryWatch {
    const begin = (join: (after: number) => void) => this.#serial.run(() => this.#begin(join))
    return this.#watchers.add({ namespace, name, signal }, begin, () => this.#stopPolling())
  }

  poll(): Promise<void> {
    return this.#serial.run(async () => {
      if (this.#watchers.size === 0 || this.#isClosed) return
      await this.#sweep()
      await this.#report()
    })
  }

  /** An expiry that nobody watches is not reported. */
  async nextDue(): Promise<number | undefined> {
    if (this.#watchers.size === 0) return undefined
    const { store, clock } = this.#options
    const next = store.sql('registry_nodes').where('expires_at', '>', clock.now()).min({ due: 'expires_at' })
    const due = (await store.get<{ due: number | string | null }>(next))?.due
    return due == null ? undefined : Number(due)
  }

  purge(): Promise<number> {
    return this.#serial.run(async () => (this.#isClosed ? 0 : this.#sweep()))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopPolling()
    this.#watchers.end()
    await this.#serial.idle()
  }

  async #begin(join: (after: number) => void): Promise<void> {
    if (this.#isClosed) throw closed()
    // Nodes may have expired long ago without a watcher: a new watcher needs no report of them.
    await this.#sweep()
    if (this.#watchers.size > 0) await this.#report()
    else this.#reported = await revisionOf(this.#options.store)
    this.#timer ??= setInterval(() => this.#pollInBackground(), pollEveryMs).unref()
    join(this.#reported)
  }

  async #take(tx: Writer, namespace: string, before: Version | undefined, { after, change }: Step): Promise<void> {
    if (!before && !after) return
    await save(tx, namespace, before, after)
    if (change) await addChange(tx, namespace, { ...change, atMs: this.#options.clock.now() })
  }

  /** Removes expired nodes; resolves with how many versions that changed. */
  async #sweep(): Promise<number> {
    const store = this.#options.store
    let count = 0
    for (;;) {
      const now = this.#options.clock.now()
      const first = store.sql('registry_nodes').select('id').where('expires_at', '<=', now).limit(1)
      if (!(await store.get(first))) return count
      count += await store.write(async (tx) => {
        const found = await findExpired(tx, now, sweptAtOnce)
        for (const { namespace, value } of found) await this.#take(tx, namespace, value, swept(value, now))
        return found.length
      })
    }
  }

  async #report(): Promise<void> {
    for (;;) {
      const changes = await changesAfter(this.#options.store, this.#reported)
      if (changes.length === 0) return
      if (changes[0]!.revision !== this.#reported + 1) this.#watchers.fail(missed())
      for (const { revision, namespace, ...change } of changes) {
        this.#watchers.report(namespace, revision, change)
        this.#reported = revision
      }
    }
  }

  #pollIfWatched(): void {
    if (this.#watchers.size > 0) this.#pollInBackground()
  }

  #pollInBackground(): void {
    this.poll().catch((error: unknown) => this.#options.log.warn({ err: error }, 'registry poll failed'))
  }

  #stopPolling(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #current(versions: readonly Version[]): ServiceRecord[] {
    const now = this.#options.clock.now()
    return versions.flatMap((version) => recordAt(version, now) ?? [])
  }
}

function missed(): RpcError {
  return new RpcError('unavailable', 'registry.watch', 'This watch missed changes. List the services and watch again.')
}
