import type { Clock } from '#runtime/base/clock.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/errors.ts'
import type { Bucket, Entry } from '../nats/bucket.ts'
import type { Nats } from '../nats/connection.ts'
import { told } from './version.ts'
import type { Watchers } from './watchers.ts'

/** What the bucket holds, followed while anybody watches: of each change one has to know what was there before. */
export interface Mirror {
  /** Calls `join` with a revision: what comes after it is told from that moment on. */
  begin(join: (after: number) => void): Promise<void>
  /** Nobody watches any more. */
  end(): void
  entries(): Entry[]
  /** Ends for good. */
  close(): void
}

interface MirrorOptions {
  readonly bucket: Bucket
  readonly nats: Nats
  readonly watchers: Watchers
  readonly clock: Clock
  readonly log: StoreLog
}

export function natsMirror({ bucket, nats, watchers, clock, log }: MirrorOptions): Mirror {
  let held = new Map<string, Entry>()
  let running: AbortController | undefined
  const serial = createSerial()

  function take(next: Entry): void {
    const before = held.get(next.key)
    // What was read when following began may come once more.
    if (before && next.revision <= before.revision) return
    if (next.content) held.set(next.key, next)
    else held.delete(next.key)
    const change = told(before?.content?.version, next.content?.version)
    const namespace = (next.content ?? before?.content)?.namespace
    if (change && namespace !== undefined) watchers.tell(namespace, next.revision, { ...change, atMs: clock.now() })
  }

  async function follow(revision: number): Promise<void> {
    const following = new AbortController()
    running = following
    const entries = await bucket.follow(revision, following.signal)
    const read = async (): Promise<void> => {
      for await (const entry of entries) take(entry)
      if (!following.signal.aborted) fail()
    }
    read().catch(fail)
  }

  async function start(): Promise<number> {
    const { revision, entries } = await bucket.all('>')
    held = new Map(entries.map((entry) => [entry.key, entry]))
    await follow(revision)
    return revision
  }

  function stop(): void {
    running?.abort()
    running = undefined
  }

  function fail(error?: unknown): void {
    log.warn({ err: error }, 'the registry in NATS is no longer followed')
    stop()
    watchers.fail(lost())
  }

  /** The server was away, and may have been started anew: what differs from what was known is told. */
  async function again(): Promise<void> {
    if (!running) return
    stop()
    const { revision, entries } = await bucket.all('>')
    const found = new Set(entries.map(({ key }) => key))
    for (const { key, revision: known } of [...held.values()])
      if (!found.has(key)) take({ key, revision: Math.max(revision, known + 1), content: undefined })
    for (const entry of entries) take(entry)
    await follow(revision)
  }

  const forgetReconnects = nats.onReconnect(() => {
    serial.run(again).catch(fail)
  })

  return {
    begin: (join) =>
      serial.run(async () => {
        for (;;) {
          const before = running
          const revision = before ? await bucket.revision() : await start()
          // The last watcher may have left meanwhile, and ended what this one counts on.
          if (running && (!before || running === before)) {
            join(revision)
            return
          }
        }
      }),
    end: stop,
    entries: () => [...held.values()],
    close() {
      stop()
      forgetReconnects()
    },
  }
}

function lost(): RpcError {
  return new RpcError(
    'unavailable',
    'registry.watch',
    'The connection to the registry was lost: list the services and watch again.',
  )
}
