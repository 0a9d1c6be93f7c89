import type { Environment } from '#runtime/base/environment.ts'
import { UsageError } from '../output/terminal.ts'
import { readLogin } from './saved-login.ts'

const DEFAULT_URL = 'http://localhost:8080'

/** Which server is called, and as whom. */
export interface Connection {
  readonly url: string
  /** Undefined calls anonymously. */
  readonly token: string | undefined
}

/**
 * The server and token that the environment names, or else the saved login. A saved token is sent to the server it was
 * saved for and to no other.
 *
 * @throws UsageError where ONEDOOR_URL is no address
 */
export async function connectionOf(env: Environment): Promise<Connection> {
  const saved = env.ONEDOOR_URL && env.ONEDOOR_TOKEN ? undefined : await readLogin(env)
  const url = env.ONEDOOR_URL ? addressOf('ONEDOOR_URL', env.ONEDOOR_URL) : (saved?.url ?? DEFAULT_URL)
  return { url, token: env.ONEDOOR_TOKEN || (saved?.url === url ? saved.token : undefined) }
}

/**
 * An address as it is compared and kept: without a slash at its end.
 *
 * @param name where it comes from
 * @throws UsageError
 */
export function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.search || url.hash) {
    throw new UsageError(
      `${name} must be the http:// or https:// address of a server, such as ${DEFAULT_URL}; it is "${text}".`,
    )
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
