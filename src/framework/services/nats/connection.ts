import {
  JetStreamApiError,
  type JetStreamClient,
  JetStreamError,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream'
import { connect, errors, type NatsConnection } from '@nats-io/transport-node'
import type { StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/errors.ts'
import { originsOf } from './servers.ts'

const timeoutMs = 5000
const reconnectEveryMs = 500
const pingEveryMs = 10_000

export interface NatsOptions {
  /** NATS_URL: one or more addresses, separated by commas. */
  readonly url: string
  /** NATS_TOKEN */
  readonly token?: string | undefined
  readonly log: StoreLog
}

/** The connection to NATS, which is kept up. */
export interface Nats {
  readonly connection: NatsConnection
  readonly jetstream: JetStreamClient
  readonly manager: JetStreamManager
  /** Runs a step that needs the server. @throws RpcError 503, with the id of the call, where that does not answer */
  run<T>(id: string, step: () => Promise<T>): Promise<T>
  /** @throws RpcError 413 for what the server would not take */
  checkSize(id: string, bytes: number): void
  /** Calls back whenever the connection is there again. @returns a function that ends it */
  onReconnect(listener: () => void): () => void
  close(): Promise<void>
}

/**
 * Connects to NATS.
 *
 * @throws Error saying what to do when the server cannot be reached, does not let us in or has no JetStream
 */
export async function connectNats({ url, token, log }: NatsOptions): Promise<Nats> {
  const { servers, user, pass, isTls } = originsOf(url)
  const connection = await connect({
    servers,
    ...(user === undefined ? {} : { user, pass }),
    ...(token === undefined ? {} : { token }),
    ...(isTls ? { tls: {} } : {}),
    name: 'onedoor',
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    pingInterval: pingEveryMs,
    ignoreAuthErrorAbort: true,
  }).catch((error: Error) => {
    throw new Error(unreachable(servers, error), { cause: error })
  })
  const listeners = new Set<() => void>()
  let isConnected = true
  let isClosing = false

  async function follow(): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') {
        isConnected = false
        if (!isClosing) log.warn({ servers }, 'the connection to NATS is lost; it is being made again')
      } else if (type === 'reconnect') {
        isConnected = true
        log.warn({ servers }, 'the connection to NATS is there again')
        for (const listener of [...listeners]) listener()
      }
    }
  }
  void follow()

  try {
    const client = jetstream(connection, { timeout: timeoutMs })
    const manager = await jetstreamManager(connection, { timeout: timeoutMs })
    return {
      connection,
      jetstream: client,
      manager,
      async run(id, step) {
        if (!isConnected || connection.isClosed()) throw away(id)
        try {
          return await step()
        } catch (error) {
          throw isFault(error) ? away(id, error) : error
        }
      },
      checkSize(id, bytes) {
        const most = connection.info?.max_payload ?? Number.POSITIVE_INFINITY
        if (bytes <= most) return
        throw new RpcError(
          'too_large',
          id,
          `With what belongs to it this has ${bytes} bytes, and the NATS server of this installation takes ${most}: send less, or have its max_payload raised.`,
        )
      },
      onReconnect(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async close() {
        isClosing = true
        // Draining sends what is still to be sent; a server that is away is not waited for.
        if (isConnected) await connection.drain().catch(() => undefined)
        await connection.close()
      },
    }
  } catch (error) {
    await connection.close()
    if ((error as Error).name !== 'JetStreamNotEnabled' && !isFault(error)) throw error
    throw new Error(
      `NATS_URL: the server ${servers.join(', ')} has no JetStream for this user: start it with -js, or give the account JetStream. (${(error as Error).message})`,
      { cause: error },
    )
  }
}

function away(id: string, cause?: unknown): RpcError {
  const detail = 'The messaging server behind this service does not answer; try again in a moment.'
  return new RpcError('unavailable', id, detail, { cause, retryAfterS: 1 })
}

/** A failure of the server or of the way to it, and not of what it was asked for. */
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

function unreachable(servers: readonly string[], error: Error): string {
  const where = `NATS_URL: no connection to ${servers.join(', ')}`
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return `${where}: the server does not let us in. Put user and password into NATS_URL (nats://user:password@host:4222), or set NATS_TOKEN.`
  return `${where} (${error.message}). Start the server (nats-server -js), correct NATS_URL, or unset it to run without NATS.`
}
