import type { Environment } from '#runtime/base/environment.ts'
import { UsageError } from '../output/terminal.ts'
import { readLogin } from './saved-login.ts'

const DEFAULT_URL = 'http://localhost:8080'

/** The server to call, and the token to call it with. */
export interface Connection {
  readonly url: string
  /** Undefined calls anonymously. */
  readonly token: string | undefined
}

/**
 * The server and token of the environment, or else those of the saved login. A saved token is sent only to the server that it was
 * saved for.
 *
 * @throws UsageError when ONEDOOR_URL is not an address
 */
export async function connectionOf(env: Environment): Promise<Connection> {
  const saved = env.ONEDOOR_URL && env.ONEDOOR_TOKEN ? undefined : await readLogin(env)
  const url = env.ONEDOOR_URL ? addressOf('ONEDOOR_URL', env.ONEDOOR_URL) : (saved?.url ?? DEFAULT_URL)
  return { url, token: env.ONEDOOR_TOKEN || (saved?.url === url ? saved.token : undefined) }
}

/**
 * Normalizes an address for comparing and saving: without a trailing slash.
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
