import { targetWithoutBasePath } from '#runtime/base/base-path.ts'
import { isLoopback } from '#runtime/base/host-name.ts'

/** Recognises addresses of this instance, and short links among them. */
export class OwnAddresses {
  readonly #baseUrl: string
  readonly #path: string
  readonly #port: number
  readonly #hostNames: ReadonlySet<string>
  readonly #isLoopback: boolean

  /**
   * @param baseUrl public address without a trailing slash
   * @param hostAliases other host names of this instance, in lower case
   */
  constructor(baseUrl: string, hostAliases: readonly string[]) {
    const { hostname, protocol, port, pathname } = new URL(baseUrl)
    this.#path = pathname.replace(/\/$/, '')
    this.#baseUrl = baseUrl
    this.#port = portOf(protocol, port)
    this.#hostNames = new Set([plain(hostname), ...hostAliases])
    this.#isLoopback = isLoopback(plain(hostname))
  }

  shortUrl(id: string): string {
    return `${this.#baseUrl}/u/${id}`
  }

  /** Whether the address leads to this instance, by either scheme and any of its names. */
  leadsHere({ hostname, protocol, port }: URL): boolean {
    const name = plain(hostname)
    if (!this.#hostNames.has(name) && !(this.#isLoopback && isLoopback(name))) return false
    const given = portOf(protocol, port)
    return given === this.#port || (isDefault(given) && isDefault(this.#port))
  }

  /** Whether the address is a short link of this instance, however it is spelled. */
  isShort(url: URL): boolean {
    return this.leadsHere(url) && /^\/+u(?:\/|$)/i.test(targetWithoutBasePath(decoded(url.pathname), this.#path))
  }

  /** The id in a short link of this instance; undefined for any other address. */
  idIn(shortUrl: string): string | undefined {
    if (!URL.canParse(shortUrl)) return undefined
    const url = new URL(shortUrl)
    if (!['http:', 'https:'].includes(url.protocol) || !this.leadsHere(url)) return undefined
    return /^\/u\/([A-Za-z0-9_-]{1,200})\/?$/.exec(targetWithoutBasePath(decoded(url.pathname), this.#path))?.[1]
  }
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function portOf(protocol: string, port: string): number {
  return port === '' ? (defaultPorts[protocol] ?? 0) : Number(port)
}

function isDefault(port: number): boolean {
  return Object.values(defaultPorts).includes(port)
}

/** A final dot of a host name makes no difference. */
function plain(hostname: string): string {
  return hostname.replace(/\.$/, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
