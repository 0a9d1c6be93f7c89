import type { Clock } from '#runtime/base/clock.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import type { Bucket, Entry } from '../nats/bucket.ts'
import type { Nats } from '../nats/nats-connection.ts'
import { changeBetween, type VersionInNamespace } from './registry-version.ts'
import type { Watchers } from './watchers.ts'

interface MirrorOptions {
  readonly bucket: Bucket<VersionInNamespace>
  readonly nats: Nats
  readonly watchers: Watchers
  readonly clock: Clock
  readonly log: StoreLog
}

/** Mirrors the bucket while there are watchers: a change is reported with the former value. */
export class NatsMirror {
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
    'The connection to the registry was lost: list the services and watch again.',
  )
}
