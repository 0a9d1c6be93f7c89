import pg from 'pg'
import { Coalesced } from '../base/coalesced.ts'
import { Gathered, Listeners, type Signals } from '../base/signals.ts'
import type { StoreLog } from './types.ts'

/** The channel of all signals; the topic is the payload. */
const channel = 'onedoor'
const connectTimeoutMs = 10_000
const minDelayMs = 500
const maxDelayMs = 30_000

/**
 * Signals by PostgreSQL's NOTIFY, over a separate connection, which is restored when it is lost. Where LISTEN does not work,
 * as behind a pooler that assigns connections per transaction, signals reach only this process.
 */
export function postgresSignals(databaseUrl: string, log?: StoreLog): Signals {
  return new PostgresSignals(databaseUrl, log)
}

class PostgresSignals implements Signals {
  readonly #databaseUrl: string
  readonly #log: StoreLog | undefined
  readonly #listeners = new Listeners()
  readonly #gathered: Gathered
  #client: pg.Client | undefined
  readonly #waiting = new Set<string>()
  readonly #sending = new Coalesced(() => this.#sendAll())
  #connecting: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #failures = 0
  #isClosed = false

  constructor(databaseUrl: string, log: StoreLog | undefined) {
    this.#databaseUrl = databaseUrl
    this.#log = log
    this.#gathered = new Gathered((topic) => this.#notify(topic))
  }

  send(topic: string): void {
    this.#listeners.wake(topic)
    this.#gathered.add(topic)
    this.#connect()
  }

  listen(topic: string, wake: () => void): () => void {
    this.#connect()
    return this.#listeners.add(topic, wake)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connecting
    await this.#client?.end().catch(() => undefined)
  }

  #notify(topic: string): void {
    this.#waiting.add(topic)
    void this.#sending.run()
  }

  /**
   * The driver sends one statement at once: signals that come meanwhile are sent by the next one, and without a connection once
   * there is one. Signals that are being sent when it is lost are lost: the others poll.
   */
  async #sendAll(): Promise<void> {
    const client = this.#client
    if (!client || this.#waiting.size === 0) return
    const topics = [...this.#waiting]
    this.#waiting.clear()
    await client
      .query('select pg_notify($1, topic) from unnest($2::text[]) as topic', [channel, topics])
      .catch(() => undefined)
  }

  #connect(): void {
    if (this.#client || this.#connecting || this.#retry || this.#isClosed) return
    this.#connecting = this.#open().finally(() => {
      this.#connecting = undefined
    })
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'onedoor signals',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    })
    // The driver reports the end of a connection in this way as well, unless it was requested.
    client.on('error', (error) => this.#lost(client, error))
    client.on('notification', ({ payload = '' }) => this.#listeners.wake(payload))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      if (this.#failures > 0) this.#log?.warn({}, 'signals restored')
      this.#failures = 0
      this.#client = client
      // Signals from before can no longer be received.
      this.#listeners.wakeAll()
      void this.#sending.run()
    } catch (error) {
      await client.end().catch(() => undefined)
      this.#tryAgain(error)
    }
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => undefined)
    this.#tryAgain(error)
  }

  #tryAgain(error: unknown): void {
    if (this.#isClosed) return
    if (this.#failures === 0) this.#log?.warn({ err: error }, 'signals lost')
    const delayMs = Math.min(maxDelayMs, minDelayMs * 2 ** this.#failures)
    this.#failures += 1
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#connect()
    }, delayMs).unref()
  }
}
