import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import { createNotifier } from '#runtime/base/notifier.ts'
import type { Store } from '#runtime/store/types.ts'
import { runtimeBounds } from './bounds.ts'
import { keyText, type ServiceKey, whereKey } from './types.ts'

/** A line that a process wrote, or that is told about it. */
export interface LogLine {
  readonly seq: number
  readonly atMs: number
  /** The number of the instance: `0`. */
  readonly process: string
  /** `stdout`, `stderr`, or `runtime` for what the server says about it. */
  readonly stream: string
  readonly line: string
}

export interface LogQuery {
  /** How many of the last lines. */
  readonly count: number
  /** Only lines of this time or later. */
  readonly sinceMs?: number | undefined
}

export interface Logs {
  /** Resolves once there is room for more: whoever writes faster than lines can be kept has to wait. */
  add(key: ServiceKey, line: Omit<LogLine, 'seq' | 'atMs'>): Promise<void>
  read(key: ServiceKey, query: LogQuery): Promise<LogLine[]>
  /** The same, and then lines as they come, until the signal aborts. */
  follow(key: ServiceKey, query: LogQuery, signal: AbortSignal): AsyncIterable<LogLine>
  /** Resolves when everything that was added can be read. */
  flush(): Promise<void>
}

interface LogsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** How long lines are gathered before they are written, in milliseconds. */
  readonly gatherMs?: number
  /** How often others' lines are looked for, in milliseconds. */
  readonly pollMs?: number
}

interface Row {
  seq: number | string
  at: number | string
  process: string
  stream: string
  line: string
}

const fullAt = 1000
const batchLines = 200

/** The newest lines of every service, in the database: whichever server is asked can tell them. */
export function createLogs({ store, clock, log, gatherMs = 200, pollMs = 1000 }: LogsOptions): Logs {
  const notifier = createNotifier<undefined>()
  let waiting: { key: ServiceKey; row: Omit<Row, 'seq'> }[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(async () => {
      const lines = waiting
      waiting = []
      const keys = new Map(lines.map(({ key }) => [keyText(key), key]))
      for (let index = 0; index < lines.length; index += batchLines) {
        const rows = lines.slice(index, index + batchLines).map(({ key, row }) => ({ ...whereKey(key), ...row }))
        await store.run(store.sql('runtime_logs').insert(rows)).catch(lost)
      }
      for (const key of keys.values()) await prune(key).catch(lost)
      for (const text of keys.keys()) notifier.notify(text)
    })
    return writing
  }

  function lost(error: unknown): void {
    log.warn({ err: error }, 'lines of a service that is run were not kept')
  }

  async function prune(key: ServiceKey): Promise<void> {
    const { sql } = store
    const newest = sql('runtime_logs').select('seq').where(whereKey(key)).orderBy('seq', 'desc')
    const last = await store.get<{ seq: number | string }>(newest.offset(runtimeBounds.logLines - 1).limit(1))
    if (last) await store.run(sql('runtime_logs').where(whereKey(key)).where('seq', '<', Number(last.seq)).delete())
  }

  async function read(key: ServiceKey, { count, sinceMs }: LogQuery, upTo?: number): Promise<LogLine[]> {
    const query = store.sql('runtime_logs').select('seq', 'at', 'process', 'stream', 'line').where(whereKey(key))
    if (sinceMs !== undefined) query.where('at', '>=', sinceMs)
    if (upTo !== undefined) query.where('seq', '<=', upTo)
    const rows = await store.all<Row>(query.orderBy('seq', 'desc').limit(count))
    return rows.reverse().map(lineOf)
  }

  async function after(key: ServiceKey, seq: number): Promise<LogLine[]> {
    const query = store.sql('runtime_logs').select('seq', 'at', 'process', 'stream', 'line').where(whereKey(key))
    return (await store.all<Row>(query.where('seq', '>', seq).orderBy('seq').limit(batchLines))).map(lineOf)
  }

  return {
    async add(key, { process, stream, line }) {
      waiting.push({ key, row: { process, stream, line, at: clock.now() } })
      if (waiting.length >= fullAt) await write()
      else timer ??= setTimeout(write, gatherMs).unref()
    },
    read: (key, query) => read(key, query),
    async *follow(key, query, signal) {
      const waiter = notifier.join(keyText(key), undefined)
      try {
        let seen = waiter.count()
        const newest = store.sql('runtime_logs').max({ seq: 'seq' }).where(whereKey(key))
        let last = Number((await store.get<{ seq: number | string | null }>(newest))?.seq ?? 0)
        yield* await read(key, query, last)
        while (!signal.aborted) {
          const more = await after(key, last)
          yield* more
          last = more.at(-1)?.seq ?? last
          if (more.length > 0) continue
          // Another server may be the one that writes.
          await waiter.wait(seen, AbortSignal.any([signal, AbortSignal.timeout(pollMs)]))
          seen = waiter.count()
        }
      } finally {
        waiter.leave()
      }
    },
    async flush() {
      await write()
    },
  }
}

function lineOf({ seq, at, process, stream, line }: Row): LogLine {
  return { seq: Number(seq), atMs: Number(at), process, stream, line }
}
