import { AsyncLocalStorage } from 'node:async_hooks'

/** The path of BASE_URL: a process has one public address, like an environment, so that markup need not be given it. */
let path = ''

/**
 * Sets the path that all addresses on this server begin with in a browser.
 *
 * @param baseUrl the public address, without a slash at its end
 */
export function setBasePath(baseUrl: string): void {
  path = new URL(baseUrl).pathname.replace(/\/$/, '')
}

/** The path of one of several servers in this process, for what runs on its behalf. */
const ofServer = new AsyncLocalStorage<string>()

/** Runs `work`, and what it starts, with another path than that of BASE_URL. */
export function atBasePath<T>(other: string, work: () => T): T {
  return ofServer.run(other, work)
}

/** The path of BASE_URL without a slash at its end: empty unless BASE_URL has a path. */
export function basePath(): string {
  return ofServer.getStore() ?? path
}

/** An address for a browser: a path on this server begins with the path of BASE_URL, other addresses are unchanged. */
export function publicPath(address: string): string {
  return /^\/(?!\/)/.test(address) ? basePath() + address : address
}

/** Metadata of an address with a path is at `/.well-known/NAME/PATH` (RFC 8414, 3; RFC 9728, 3). */
const wellKnown = /^\/\.well-known\/[a-z-]+(?=\/)/

/**
 * The target of a request without the path of BASE_URL. A target without that path is unchanged, because a proxy may have
 * removed it, and health checks on the same machine need not know it.
 *
 * @param target path and query
 */
export function targetWithoutBasePath(target: string, base = basePath()): string {
  if (base === '') return target
  const before = wellKnown.exec(target)?.[0] ?? ''
  const rest = target.slice(before.length)
  if (!rest.startsWith(base) || !/^(?:[/?]|$)/.test(rest.slice(base.length))) return target
  const own = rest.slice(base.length)
  return before + (own.startsWith('/') || before !== '' ? own : `/${own}`)
}
