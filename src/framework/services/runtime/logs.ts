import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import { createNotifier } from '#runtime/base/notifier.ts'
import { createSerial } from '#runtime/base/serial.ts'
import type { Store } from '#runtime/store/types.ts'
import { runtimeBounds } from './bounds.ts'
import { keyText, type ServiceKey, whereKey } from './types.ts'

/** A line that a process wrote, or that the server wrote about it. */
export interface LogLine {
  readonly seq: number
  readonly atMs: number
  /** The number of the instance: `0`. */
  readonly process: string
  /** `stdout`, `stderr`, or `runtime` for lines of the server about it. */
  readonly stream: string
  readonly line: string
}

export interface LogQuery {
  /** The number of the last lines. */
  readonly count: number
  /** Only lines of this time or later. */
  readonly sinceMs?: number | undefined
}

interface LogsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** How long lines are gathered before they are written, in milliseconds. */
  readonly gatherMs?: number
  /** How often lines of other servers are read, in milliseconds. */
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

/** The newest lines of every service, in the database: every server can return them. */
export class Logs {
  readonly #options: LogsOptions
  readonly #notifier = createNotifier<undefined>()
  readonly #serial = createSerial()
  #waiting: { key: ServiceKey; row: Omit<Row, 'seq'> }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(options: LogsOptions) {
    this.#options = options
  }

  /** Resolves once there is room for more: a program that writes faster than lines can be stored has to wait. */
  async add(key: ServiceKey, { process, stream, line }: Omit<LogLine, 'seq' | 'atMs'>): Promise<void> {
    const { clock, gatherMs = 200 } = this.#options
    this.#waiting.push({ key, row: { process, stream, line, at: clock.now() } })
    if (this.#waiting.length >= fullAt) await this.flush()
    else this.#timer ??= setTimeout(() => void this.flush(), gatherMs).unref()
  }

  read(key: ServiceKey, query: LogQuery): Promise<LogLine[]> {
    return this.#last(key, query)
  }

  /** The same, then new lines as they come, until the signal aborts. */
  async *follow(key: ServiceKey, query: LogQuery, signal: AbortSignal): AsyncGenerator<LogLine, void> {
    const { store, pollMs = 1000 } = this.#options
    const waiter = this.#notifier.join(keyText(key), undefined)
    try {
      let seen = waiter.count()
      const newest = store.sql('runtime_logs').max({ seq: 'seq' }).where(whereKey(key))
      let last = Number((await store.get<{ seq: number | string | null }>(newest))?.seq ?? 0)
      yield* await this.#last(key, query, last)
      while (!signal.aborted) {
        const more = await this.#after(key, last)
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
  }

  /** Resolves when everything that was added can be read. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#serial.run(() => this.#write())
  }

  async #write(): Promise<void> {
    const { store } = this.#options
    const lines = this.#waiting
    this.#waiting = []
    const keys = new Map(lines.map(({ key }) => [keyText(key), key]))
    for (let index = 0; index < lines.length; index += batchLines) {
      const rows = lines.slice(index, index + batchLines).map(({ key, row }) => ({ ...whereKey(key), ...row }))
      await store.run(store.sql('runtime_logs').insert(rows)).catch(this.#lost)
    }
    for (const key of keys.values()) await this.#prune(key).catch(this.#lost)
    for (const text of keys.keys()) this.#notifier.notify(text)
  }

  readonly #lost = (error: unknown): void => this.#options.log.warn({ err: error }, 'service log lines lost')

  async #prune(key: ServiceKey): Promise<void> {
    const { store } = this.#options
    const newest = store.sql('runtime_logs').select('seq').where(whereKey(key)).orderBy('seq', 'desc')
    const last = await store.get<{ seq: number | string }>(newest.offset(runtimeBounds.logLines - 1).limit(1))
    if (!last) return
    await store.run(store.sql('runtime_logs').where(whereKey(key)).where('seq', '<', Number(last.seq)).delete())
  }

  async #last(key: ServiceKey, { count, sinceMs }: LogQuery, upTo?: number): Promise<LogLine[]> {
    const query = this.#select(key)
    if (sinceMs !== undefined) query.where('at', '>=', sinceMs)
    if (upTo !== undefined) query.where('seq', '<=', upTo)
    const rows = await this.#options.store.all<Row>(query.orderBy('seq', 'desc').limit(count))
    return rows.reverse().map(lineOf)
  }

  async #after(key: ServiceKey, seq: number): Promise<LogLine[]> {
    const query = this.#select(key).where('seq', '>', seq).orderBy('seq').limit(batchLines)
    return (await this.#options.store.all<Row>(query)).map(lineOf)
  }

  #select(key: ServiceKey) {
    return this.#options.store.sql('runtime_logs').select('seq', 'at', 'process', 'stream', 'line').where(whereKey(key))
  }
}

function lineOf({ seq, at, process, stream, line }: Row): LogLine {
  return { seq: Number(seq), atMs: Number(at), process, stream, line }
}
