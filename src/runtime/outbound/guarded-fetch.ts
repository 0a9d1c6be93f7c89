import { isIP } from 'node:net'
import type { Asker } from '../base/asker.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import { readWebAddress } from '../base/web-address.ts'
import { isWebPort } from './addresses.ts'
import type { Agents } from './agents.ts'
import { decodeText } from './charset.ts'
import { Deadline } from './deadline.ts'
import { collect, type Exchange, exchange, type OutboundMethod } from './exchange.ts'
import { busyFailure, OutboundFailure } from './failure.ts'
import type { ProviderHealth } from './health.ts'
import { isAccepted } from './payload.ts'

export interface FetchOptions {
  /** The name of the argument with the address, for errors; `url` if not given. */
  readonly argument?: string
  /** The accepted media types: `text/html`, `image/*`. All if not given. */
  readonly accept?: readonly string[]
  /** The largest body, before and after decoding; 2 MiB if not given. */
  readonly maxBytes?: number
  /** With redirects and the whole body; 15 seconds if not given, and never more than PROVIDER_TIMEOUT_S. */
  readonly timeoutMs?: number
  /** 5 if not given; 0 to refuse every redirect. */
  readonly maxRedirects?: number
  readonly method?: OutboundMethod
  /** By lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Whether to return responses of every status, instead of throwing for those that mean failure. */
  readonly anyStatus?: true
  /** An origin that the operator has set: it may be private and have any port. */
  readonly trustedOrigin?: string
}

/** A response whose body has not been read. */
export interface Opened extends Exchange {
  readonly contentType: string | undefined
}

/** A response that was read completely. */
export interface Fetched {
  /** Where it came from, after redirects. */
  readonly url: string
  readonly status: number
  readonly headers: Exchange['headers']
  readonly contentType: string | undefined
  readonly bytes: Buffer
  /** The body as text, in the charset of its byte order mark, content type or HTML, else UTF-8. */
  text(): string
}

export interface GuardedFetchOptions {
  readonly agents: Pick<Agents, 'guarded' | 'open' | 'isAllowed' | 'checkOpen' | 'lookup'>
  readonly health: ProviderHealth
  readonly userAgent: string
  /** The longest that any fetch takes, even if its own limit is longer. */
  readonly maxTimeoutMs: number
}

const defaults = { argument: 'url', maxBytes: 2 * 1024 * 1024, timeoutMs: 15_000, maxRedirects: 5 }
const bounds = { maxRunning: 32, maxRunningPerSubject: 4, maxWaiting: 200, maxWaitingPerSubject: 20 }
const who = 'The address'
const web = 'The web'

export function createGuardedFetch(created: GuardedFetchOptions) {
  const { agents, health, userAgent, maxTimeoutMs } = created
  const limiter = new FairLimiter(bounds, () => busyFailure(web))

  async function open(asker: Asker, given: string | URL, options: FetchOptions = {}): Promise<Opened> {
    const { argument, maxBytes, timeoutMs, maxRedirects } = { ...defaults, ...options }
    agents.checkOpen()
    const url = checkedAddress(String(given), argument, options.trustedOrigin)
    const deadline = new Deadline(Math.min(timeoutMs, maxTimeoutMs), asker.signal)
    const startedAt = performance.now()
    let release: (() => void) | undefined
    const end = (failure?: unknown) => {
      release?.()
      deadline[Symbol.dispose]()
      if (failure instanceof OutboundFailure) health.failed(failure.kind, performance.now() - startedAt)
    }
    try {
      release = await turnOf(limiter, asker.subject, deadline)
      const response = await exchange({
        url,
        method: options.method ?? 'GET',
        headers: { 'user-agent': userAgent, accept: (options.accept ?? ['*/*']).join(', '), ...options.headers },
        body: options.body,
        deadline,
        maxBytes,
        maxRedirects,
        async agentFor(next) {
          if (next.origin === options.trustedOrigin) return agents.open()
          if (!isWebPort(next.port)) throw refused(next.href === url.href ? argument : undefined)
          return agents.guarded()
        },
        who,
      })
      checkResponse(response, options)
      health.succeeded(performance.now() - startedAt)
      const contentType = response.headers['content-type']
      return { ...response, contentType, ...untilRead(response, end) }
    } catch (failure) {
      const named = asArgumentFault(failure, argument)
      end(named)
      throw named
    }
  }

  return {
    /** Fetches an address and streams its body. `timeoutMs` limits the whole fetch. */
    open,
    /** Fetches the whole response of an address. The address and all redirects must be on the public internet. */
    async fetch(asker: Asker, given: string | URL, options?: FetchOptions): Promise<Fetched> {
      const { url, status, headers, contentType, body } = await open(asker, given, options)
      const bytes = await collect(body)
      return { url: url.href, status, headers, contentType, bytes, text: () => decodeText(bytes, contentType) }
    },
    /**
     * The address to connect to for a host from a caller, for protocols other than HTTP. Connect to this address, not
     * to the name, which may resolve to another one the next time. Use the name for TLS.
     */
    resolve: (host: string, argument: string) => resolve(agents, host, argument),
  }
}

/** Waits for a turn. Nothing was sent by then, so the time that passes is no fault of the address. */
async function turnOf(limiter: FairLimiter, subject: string, deadline: Deadline): Promise<() => void> {
  try {
    return await limiter.take(subject, { signal: deadline.signal })
  } catch (failure) {
    throw deadline.hasPassed ? busyFailure(web) : failure
  }
}

/** Fetches addresses that come from callers. All methods throw OutboundFailure, which a handler may pass on. */
export type GuardedFetch = ReturnType<typeof createGuardedFetch>

async function resolve(agents: GuardedFetchOptions['agents'], host: string, argument: string): Promise<string> {
  agents.checkOpen()
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(bare) ? [{ address: bare }] : await addressesOf(agents, bare, argument)
  const allowed = addresses.find(({ address }) => agents.isAllowed(address))
  if (!allowed) throw refused(argument)
  return allowed.address
}

async function addressesOf(
  { lookup }: Pick<Agents, 'lookup'>,
  host: string,
  argument: string,
): Promise<{ address: string }[]> {
  try {
    return await lookup(host)
  } catch (cause) {
    const message = 'names a host that cannot be found'
    throw new OutboundFailure('address', `${argument} ${message}.`, { cause, details: [{ path: argument, message }] })
  }
}

function checkedAddress(text: string, argument: string, trustedOrigin: string | undefined): URL {
  const url = readWebAddress(argument, text)
  if (url.origin !== trustedOrigin && !isWebPort(url.port)) throw refused(argument)
  return url
}

function checkResponse(response: Exchange, { anyStatus, accept }: FetchOptions): void {
  const { status, headers } = response
  const failure =
    !anyStatus && (status < 200 || status > 299)
      ? new OutboundFailure('status', `${who} responded with HTTP ${status}.`, { status })
      : accept && !isAccepted(headers['content-type'], accept)
        ? new OutboundFailure('content_type', `${who} has no ${accept.join(' or ')}.`, { status })
        : undefined
  if (!failure) return
  response.close()
  throw failure
}

/** The failure of an address that must not be fetched. @param argument that contained it; undefined for a redirect */
function refused(argument?: string): OutboundFailure {
  if (argument === undefined) {
    return new OutboundFailure('redirect', `${who} redirects to an address that is not on the public internet.`)
  }
  const message = 'must be an address on the public internet with a port for web pages'
  return new OutboundFailure('address', `${argument} ${message}.`, { details: [{ path: argument, message }] })
}

/** A connection that is rejected does not know the argument. */
function asArgumentFault(failure: unknown, argument: string): unknown {
  return failure instanceof OutboundFailure && failure.kind === 'address' && !failure.details
    ? refused(argument)
    : failure
}

function untilRead({ body, close }: Exchange, end: (failure?: unknown) => void): Pick<Exchange, 'body' | 'close'> {
  async function* pieces() {
    let failure: unknown
    try {
      yield* body
    } catch (error) {
      failure = error
      throw error
    } finally {
      end(failure)
    }
  }
  return {
    body: pieces(),
    close() {
      close()
      end()
    },
  }
}
