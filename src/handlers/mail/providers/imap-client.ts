import { isIP } from 'node:net'
import { extname } from 'node:path'
import type { Asker } from '#runtime/base/asker.ts'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { TooLarge } from '#runtime/base/supervised-process.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import { Deadline } from '#runtime/outbound/deadline.ts'
import { busyFailure, type FailureKind, OutboundFailure } from '#runtime/outbound/failure.ts'
import type { ImapLogin } from './imap-login.ts'
import type { ImapFailure, ImapFault, ImapJob, ImapOutcome, ImapResult, ImapWork } from './imap-types.ts'

/** The longest time for one job, including the wait for a slot. */
const maxJobMs = 20_000
const retryAfterS = 15
/** Addresses of a server that are tried. */
const maxAddresses = 2
/** Concurrent connections of this process and of one account, and jobs that may wait. */
export const imapBounds = {
  maxRunning: 4,
  maxRunningPerSubject: 2,
  maxWaiting: 40,
  maxWaitingPerSubject: 4,
  leavesRoom: true,
} as const

export interface ImapClientOptions {
  /** Whether this server may connect to an address. */
  readonly allows: (address: string) => boolean
  /** Called with the outcome of each job: `ok`, or the kind of failure. Not called if the caller has disconnected. */
  readonly count: (outcome: 'ok' | FailureKind) => void
  /** All current addresses of a host. */
  readonly addressesOf: (host: string) => Promise<readonly string[]>
  /** Only given in tests. */
  readonly timeoutMs?: number
}

/** The server rejects the user name or the password. */
export class RejectedLogin extends OutboundFailure {
  /** The message of the server. */
  readonly serverText: string | undefined

  constructor(host: string, serverText: string | undefined) {
    super('status', `${host} rejects this user name and password.`, { status: 401 })
    this.serverText = serverText
  }
}

/**
 * Uses IMAP accounts, with a separate connection and process for each job: a hostile server can neither make others wait nor use
 * more than bounded time and memory.
 */
export class ImapClient {
  readonly #options: ImapClientOptions
  readonly #limiter = new FairLimiter(imapBounds, () => busyFailure('IMAP'))
  readonly #processes = new ImapProcesses()

  constructor(options: ImapClientOptions) {
    this.#options = options
  }

  /** @throws RejectedLogin, with the status 401; OutboundFailure for any other failure */
  async run(asker: Asker, login: ImapLogin, job: ImapJob): Promise<ImapResult> {
    const { count } = this.#options
    try {
      const result = await this.#run(asker, login, job)
      count('ok')
      return result
    } catch (failure) {
      if (failure instanceof OutboundFailure) count(failure.kind)
      throw failure
    }
  }

  async #run(asker: Asker, login: ImapLogin, job: ImapJob): Promise<ImapResult> {
    using deadline = new Deadline(this.#options.timeoutMs ?? maxJobMs, asker.signal)
    let release: (() => void) | undefined
    try {
      release = await this.#limiter.take(asker.subject, { signal: deadline.signal })
      const addresses = await this.#addressesOf(login.host, deadline.signal)
      // Loaded with the first job: most servers use no IMAP account.
      const { getCACertificates } = await import('node:tls')
      const work = { login, addresses, authorities: getCACertificates('default'), job }
      const outcome = await this.#processes.run(work, deadline.signal)
      if ('result' in outcome) return outcome.result
      throw failureFor(login.host, outcome.failure)
    } catch (failure) {
      throw deadline.failure(login.host, failure) ?? failure
    } finally {
      release?.()
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }

  /** The allowed addresses of the server. The worker connects to these addresses, even if the name resolves differently then. */
  async #addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
    const { allows, addressesOf } = this.#options
    let addresses: readonly string[]
    try {
      addresses = isIP(host) === 0 ? await unlessAborted(addressesOf(host), signal) : [host]
    } catch (error) {
      if (signal.aborted || error instanceof OutboundFailure) throw error
      throw new OutboundFailure('network', `The server ${host} does not exist.`, { cause: error, retryAfterS })
    }
    const allowed = addresses.filter(allows)
    if (allowed.length > 0) return allowed.slice(0, maxAddresses)
    throw new OutboundFailure(
      'network',
      `${host} has a private address. This server does not connect to private addresses (FETCH_ALLOWED_RANGES).`,
      { retryAfterS },
    )
  }
}

const sentences: Readonly<Record<Exclude<ImapFault, 'refused'>, string>> = {
  too_large: 'sent more than this server can read.',
  unavailable: 'does not accept logins right now. Try again later.',
  unreachable: 'cannot be reached.',
  certificate: 'has no certificate for this name that this server trusts.',
  slow: 'took too long to respond. Try again later.',
  search: 'rejects this search.',
  protocol: 'does not speak IMAP as expected, or disconnected.',
}

function failureFor(host: string, { fault, serverText }: ImapFailure): OutboundFailure {
  if (fault === 'refused') return new RejectedLogin(host, serverText)
  const kind = fault === 'slow' ? 'timeout' : fault === 'too_large' ? 'too_large' : 'network'
  return new OutboundFailure(kind, `${host} ${sentences[fault]}`, { retryAfterS })
}

const bounds = { maxHeapMib: 96, maxStackMib: 4 }
const idleMs = 20_000

/** Worker processes, each for one job at once, reused for the next job unless it failed. */
export class ImapProcesses {
  readonly #processes: SupervisedProcesses<ImapWork, ImapOutcome>

  /** @param program the module that the processes run; only given in tests */
  constructor({ program = new URL(`./imap-worker${extname(import.meta.url)}`, import.meta.url) } = {}) {
    this.#processes = new SupervisedProcesses({ program, ...bounds, idleMs, isSound: (outcome) => 'result' in outcome })
  }

  /** @throws the reason of the signal when it aborts; then the process has ended */
  async run(work: ImapWork, signal: AbortSignal): Promise<ImapOutcome> {
    try {
      return await this.#processes.run(work, { signal })
    } catch (failure) {
      if (signal.aborted) throw failure
      return { failure: { fault: failure instanceof TooLarge ? 'too_large' : 'protocol', serverText: undefined } }
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }
}
