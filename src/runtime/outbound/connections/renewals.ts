import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../base/clock.ts'
import { SingleFlights } from '../../base/once.ts'
import { Leases } from '../../store/leases.ts'
import type { Store } from '../../store/types.ts'
import { type Granted, GrantRefusedError } from './authorities.ts'
import { type ConnectionRow, claimRenewal, releaseRenewal, renewalOf, replaceTokens } from './rows.ts'
import type { TokenSeal } from './token-seal.ts'

/** Longer than an authority may take to respond. */
const leaseMs = 150_000
const pollMs = 50
/** Access is renewed this long before it expires, so that it does not expire in transit. */
const marginMs = 60_000

interface RenewalsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly tokens: TokenSeal
  readonly leases?: Leases
  /** Renews the access of a connection at its authority. */
  refresh(row: ConnectionRow, refreshToken: string): Promise<Granted>
}

/**
 * Renews the access of connections: of all concurrent callers in all processes, one sends a request. Many authorities
 * accept a refresh token only once, and revoke the grant when it is used again.
 */
export class Renewals {
  readonly #options: RenewalsOptions
  readonly #leases: Leases
  readonly #flights = new SingleFlights<string, ConnectionRow | undefined>()

  constructor(options: RenewalsOptions) {
    this.#options = options
    this.#leases = options.leases ?? new Leases({ ttlMs: leaseMs })
  }

  /** Whether access can be used without renewing it. */
  isFresh({ access_token: token, access_expires_at: until }: ConnectionRow): boolean {
    return token !== null && Number(until) - marginMs > this.#options.clock.now()
  }

  /**
   * The connection with newer access than in this row. If the grant has ended, it has no tokens. Undefined if
   * it was disconnected.
   *
   * @throws OutboundFailure
   */
  renewed(row: ConnectionRow): Promise<ConnectionRow | undefined> {
    return this.#flights.run(`${row.id} ${row.version}`, () => this.#renew(row))
  }

  /** Resolves when no renewal is running. */
  idle(): Promise<void> {
    return this.#flights.idle()
  }

  async #renew({ id, version }: ConnectionRow): Promise<ConnectionRow | undefined> {
    for (;;) {
      const row = await this.#read(id)
      if (!row || Number(row.version) !== Number(version)) return row
      const renewal = renewalOf(row)
      if (!renewal || !this.#leases.isHeld(renewal)) {
        const lease = this.#leases.grant()
        if (await claimRenewal(this.#options.store, row, lease)) return this.#ask(row, lease.until)
      }
      await wait(pollMs)
    }
  }

  async #ask(row: ConnectionRow, until: number): Promise<ConnectionRow | undefined> {
    const { store, clock, tokens, refresh } = this.#options
    const refreshToken = await tokens.open(row, 'refresh')
    const now = clock.now()
    try {
      if (refreshToken === undefined) throw new GrantRefusedError('The connection has no refresh token')
      const granted = await refresh(row, refreshToken)
      await replaceTokens(store, row, {
        ...(await tokens.seal(row, granted)),
        access_expires_at: clock.now() + granted.expiresInS * 1000,
        updated_at: now,
      })
    } catch (failure) {
      if (!(failure instanceof GrantRefusedError)) {
        await releaseRenewal(store, row, until)
        throw failure
      }
      await this.end(row)
    }
    return this.#read(row.id)
  }

  /** The authority has ended the grant: the row stays, without tokens, to say so. */
  async end(row: ConnectionRow): Promise<void> {
    const { store, clock } = this.#options
    await replaceTokens(store, row, { access_token: null, refresh_token: null, updated_at: clock.now() })
  }

  #read(id: string): Promise<ConnectionRow | undefined> {
    const { store } = this.#options
    return store.get(store.sql('connections').where({ id }))
  }
}
