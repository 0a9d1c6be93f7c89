import {
  JetStreamApiError,
  type JetStreamClient,
  JetStreamError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { errors, type NatsConnection, type Status } from '@nats-io/transport-node'
import { type NatsAddress, openNatsConnection } from '#runtime/live/nats-connection.ts'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError, tooLarge } from '../../kernel/rpc-errors.ts'

const timeoutMs = 5000

export interface NatsOptions extends NatsAddress {
  readonly log: StoreLog
}

/**
 * Connects to NATS.
 *
 * @throws Error saying what to do when the server cannot be reached, rejects the credentials or has no JetStream
 */
export async function connectNats({ url, token, log }: NatsOptions): Promise<Nats> {
  const { connection, servers } = await openNatsConnection({ url, token })
  // Events of the connection are observed from here on.
  const status = connection.status()
  try {
    const manager = await jetstreamManager(connection, { timeout: timeoutMs })
    return new Nats({ connection, manager, servers, status, log })
  } catch (error) {
    await connection.close()
    if ((error as Error).name !== 'JetStreamNotEnabled' && !isFault(error)) throw error
    throw new Error(
      `NATS_URL: the server ${servers.join(', ')} has no JetStream for this user. Start it with -js, or enable JetStream for the account. (${(error as Error).message})`,
      { cause: error },
    )
  }
}

interface ConnectedNats {
  readonly connection: NatsConnection
  readonly manager: JetStreamManager
  readonly servers: readonly string[]
  readonly status: AsyncIterable<Status>
  readonly log: StoreLog
}

/** The connection to NATS, which is restored when it is lost. */
export class Nats {
  readonly connection: NatsConnection
  readonly jetstream: JetStreamClient
  readonly manager: JetStreamManager
  readonly #servers: readonly string[]
  readonly #log: StoreLog
  readonly #listeners = new Set<() => void>()
  #isConnected = true
  #isClosing = false

  constructor({ connection, manager, servers, status, log }: ConnectedNats) {
    this.connection = connection
    this.jetstream = jetstream(connection, { timeout: timeoutMs })
    this.manager = manager
    this.#servers = servers
    this.#log = log
    void this.#follow(status)
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.connection.isClosed()
  }

  /** Runs a step that needs the server. @throws RpcError 503, with the id of the call, if the server does not respond */
  async run<T>(id: string, step: () => Promise<T>): Promise<T> {
    if (!this.isConnected) throw away(id)
    try {
      return await step()
    } catch (error) {
      throw isFault(error) ? away(id, error) : error
    }
  }

  /** @throws RpcError 413 if the message exceeds the limit of the server */
  checkSize(id: string, bytes: number): void {
    const most = this.connection.info?.max_payload ?? Number.POSITIVE_INFINITY
    if (bytes <= most) return
    throw tooLarge(
      id,
      `With its headers, the message is ${bytes} bytes, but the NATS server accepts at most ${most} bytes. Send a smaller message, or ask the operator to increase max_payload on the NATS server.`,
    )
  }

  /** Calls back whenever the connection is restored. @returns a function that ends it */
  onReconnect(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    // Draining sends pending messages; do not wait for an unreachable server.
    if (this.#isConnected) await this.connection.drain().catch(() => undefined)
    await this.connection.close()
  }

  async #follow(status: AsyncIterable<Status>): Promise<void> {
    const servers = this.#servers
    for await (const { type } of status) {
      if (type === 'disconnect') {
        this.#isConnected = false
        if (!this.#isClosing) this.#log.warn({ servers }, 'NATS connection lost')
      } else if (type === 'reconnect') {
        this.#isConnected = true
        this.#log.warn({ servers }, 'NATS connection restored')
        for (const listener of [...this.#listeners]) listener()
      }
    }
  }
}

function away(id: string, cause?: unknown): RpcError {
  const detail = 'The messaging server behind this service does not respond. Try again in a moment.'
  return new RpcError('unavailable', id, detail, { cause, retryAfterS: 1 })
}

/** Whether the server or the connection failed, as opposed to the request. */
function isFault(error: unknown): boolean {
  return (
    error instanceof errors.ClosedConnectionError ||
    error instanceof errors.ConnectionError ||
    error instanceof errors.DrainingConnectionError ||
    error instanceof errors.NoRespondersError ||
    error instanceof errors.RequestError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.PermissionViolationError ||
    (error instanceof JetStreamApiError && error.status === 503) ||
    (error instanceof JetStreamError && !(error instanceof JetStreamApiError))
  )
}

/**
 * A text as one token of a subject, of a key or of a name: letters, digits and hyphens stay, every other byte of its
 * UTF-8 becomes `_` and two hexadecimal digits. No two texts become the same, and characters that are special to NATS
 * (dots, stars, spaces) do not occur.
 */
export function token(text: string): string {
  let encoded = ''
  for (const byte of Buffer.from(text)) {
    const character = String.fromCharCode(byte)
    encoded += /[A-Za-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`
  }
  return encoded
}

/** Encodes JSON for message headers, which allow only some characters. */
export const headerJson = {
  encode: (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url'),
  decode: <T>(text: string): T => JSON.parse(Buffer.from(text, 'base64url').toString()) as T,
}
