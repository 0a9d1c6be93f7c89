import { connect, errors, type NatsConnection } from '@nats-io/transport-node'
import { originsOf } from './nats-servers.ts'

const timeoutMs = 5000
const reconnectEveryMs = 500
const pingEveryMs = 10_000

export interface NatsAddress {
  /** NATS_URL: one or more addresses, separated by commas. */
  readonly url: string
  /** NATS_TOKEN */
  readonly token?: string | undefined
}

/**
 * Connects to NATS; a lost connection is restored automatically.
 *
 * @param echo whether the connection receives its own messages
 * @throws Error saying what to do if the server cannot be reached or rejects the credentials
 */
export async function openNatsConnection(
  { url, token }: NatsAddress,
  { echo = true }: { readonly echo?: boolean } = {},
): Promise<{ readonly connection: NatsConnection; readonly servers: readonly string[] }> {
  const { servers, user, pass, isTls } = originsOf(url)
  const connection = await connect({
    servers,
    ...(user === undefined ? {} : { user, pass }),
    ...(token === undefined ? {} : { token }),
    ...(isTls ? { tls: {} } : {}),
    name: 'onedoor',
    noEcho: !echo,
    timeout: timeoutMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    pingInterval: pingEveryMs,
    ignoreAuthErrorAbort: true,
  }).catch((error: Error) => {
    throw new Error(unreachable(servers, error), { cause: error })
  })
  return { connection, servers }
}

function unreachable(servers: readonly string[], error: Error): string {
  const where = `NATS_URL: no connection to ${servers.join(', ')}`
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return `${where}: the server rejects the credentials. Put user and password into NATS_URL (nats://user:password@host:4222), or set NATS_TOKEN.`
  return `${where} (${error.message}). Start the server (nats-server -js), correct NATS_URL, or unset it to run without NATS.`
}
