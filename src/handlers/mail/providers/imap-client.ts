import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Asker } from '#runtime/base/asker.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import { Deadline } from '#runtime/outbound/deadline.ts'
import { type FailureKind, OutboundFailure } from '#runtime/outbound/failure.ts'
import { Turns } from '#runtime/outbound/turns.ts'
import type { ImapLogin } from './imap-login.ts'
import { ImapProcesses } from './imap-processes.ts'
import type { ImapFailure, ImapFault, ImapJob, ImapResult } from './imap-types.ts'

/** The longest that one job may take, waiting for its turn included. */
const maxJobMs = 20_000
const retryAfterS = 15
/** Addresses of a server that are tried. */
const maxAddresses = 2
/** Connections at a time of this process and of one account, and those that may wait. */
export const imapBounds = { maxRunning: 4, maxRunningPerSubject: 2, maxWaiting: 40, maxWaitingPerSubject: 4 } as const

export interface ImapClientOptions {
  /** Whether this server may connect to an address. */
  readonly allows: (address: string) => boolean
  /** Told how each job ended: `ok`, or the kind of failure. Not told of those whose caller has left. */
  readonly count: (outcome: 'ok' | FailureKind) => void
  /** Given in tests only. */
  readonly timeoutMs?: number
  /** Given in tests only. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>
}

/** A server that refuses the name and password, with what it said. */
export class RefusedLogin extends OutboundFailure {
  readonly said: string | undefined

  constructor(host: string, said: string | undefined) {
    super('status', `${host} refuses this user name and password.`, { status: 401 })
    this.said = said
  }
}

/**
 * Uses IMAP accounts, each time with a connection of its own in a process of its own: whatever the server of a stranger sends
 * can neither make others wait nor take more than bounded time and memory.
 */
export class ImapClient {
  readonly #options: ImapClientOptions
  readonly #turns = new Turns(imapBounds, 'IMAP')
  readonly #processes = new ImapProcesses()

  constructor(options: ImapClientOptions) {
    this.#options = options
  }

  /** @throws RefusedLogin, with the status 401; OutboundFailure for everything else that does not work */
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
      release = await this.#turns.take(asker.subject, deadline.signal)
      const addresses = await this.#addressesOf(login.host, deadline.signal)
      // Loaded with the first of them: a server that uses no IMAP account has no need of it.
      const { getCACertificates } = await import('node:tls')
      const work = { login, addresses, authorities: getCACertificates('default'), job }
      const told = await this.#processes.run(work, deadline.signal)
      if ('result' in told) return told.result
      throw failureFor(login.host, told.failure)
    } catch (failure) {
      throw deadline.failure(login.host, failure) ?? failure
    } finally {
      release?.()
    }
  }

  async close(): Promise<void> {
    await this.#processes.close()
  }

  /** Those of the server that may be connected to. The process connects to these very ones, whatever the name leads to then. */
  async #addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
    const { allows, addressesOf = lookedUp } = this.#options
    let addresses: readonly string[]
    try {
      addresses = isIP(host) === 0 ? await unlessAborted(addressesOf(host), signal) : [host]
    } catch (error) {
      if (signal.aborted) throw error
      throw new OutboundFailure('network', `There is no server ${host}.`, { cause: error, retryAfterS })
    }
    const allowed = addresses.filter(allows)
    if (allowed.length > 0) return allowed.slice(0, maxAddresses)
    throw new OutboundFailure(
      'network',
      `${host} has a private address, to which this server does not connect (FETCH_ALLOWED_RANGES).`,
      { retryAfterS },
    )
  }
}

async function lookedUp(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

const sentences: Readonly<Record<Exclude<ImapFault, 'refused'>, string>> = {
  unavailable: 'lets nobody in right now; try again later.',
  unreachable: 'cannot be reached.',
  certificate: 'has no certificate for this name that this server trusts.',
  slow: 'takes too long to respond; try again later.',
  too_large: 'sent more than this server reads.',
  search: 'refuses this search.',
  protocol: 'does not speak IMAP as this server knows it, or broke off.',
}

function failureFor(host: string, { fault, said }: ImapFailure): OutboundFailure {
  if (fault === 'refused') return new RefusedLogin(host, said)
  const kind = fault === 'slow' ? 'timeout' : fault === 'too_large' ? 'too_large' : 'network'
  return new OutboundFailure(kind, `${host} ${sentences[fault]}`, { retryAfterS })
}
