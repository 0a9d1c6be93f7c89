import { setTimeout as pause } from 'node:timers/promises'
import type { Asker } from '../../base/asker.ts'
import type { Log } from '../../base/log.ts'
import type { GrantClient } from './grants.ts'
import type { ConnectionRow } from './rows.ts'
import type { TokenSeal } from './token-seal.ts'

/** Withdrawals for deleted accounts under way at a time; beyond that they are left out. */
const maxWithdrawals = 100

interface WithdrawalsOptions {
  readonly log: Pick<Log, 'warn'>
  readonly tokens: TokenSeal
  /** By the name of the kind. A kind without one needs nobody's permission. */
  readonly clients: ReadonlyMap<string, GrantClient>
}

/** Ends at the authorities what accounts were permitted. */
export class Withdrawals {
  readonly #options: WithdrawalsOptions
  /** What is being withdrawn for accounts that were deleted. */
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(options: WithdrawalsOptions) {
    this.#options = options
  }

  /** Begins to withdraw, without being waited for. */
  begin(row: ConnectionRow): void {
    const { log } = this.#options
    if (this.#underWay.size >= maxWithdrawals) {
      log.warn({ kind: row.kind }, 'revoking a connection left out')
      return
    }
    const withdrawal = this.revokeRow(row)
      .catch((error: unknown) => log.warn({ err: error, kind: row.kind }, 'revoking a connection failed'))
      .finally(() => this.#underWay.delete(withdrawal))
    this.#underWay.add(withdrawal)
  }

  /** Ends with the refresh token all that was granted with it. False if the authority could not be told. */
  async revokeRow(row: ConnectionRow): Promise<boolean> {
    const { tokens, clients } = this.#options
    if (!clients.has(row.kind)) return true
    const token = (await tokens.open(row, 'refresh')) ?? (await tokens.open(row, 'access'))
    return token === undefined || this.revoke(row.kind, row.account_id, token)
  }

  async revoke(kind: string, accountId: string, token: string): Promise<boolean> {
    const { clients, log } = this.#options
    try {
      await clients.get(kind)?.revoke(askerFor(accountId), token)
      return true
    } catch (error) {
      log.warn({ err: error, kind }, 'revoking a connection failed')
      return false
    }
  }

  /** Resolves when nothing is under way any more. @param waitMs after this what is left is given up */
  async close(waitMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#underWay), pause(waitMs, undefined, { ref: false })])
  }
}

/** Nobody's call: what is asked for is shared, or must be finished though its caller has gone. */
export function askerFor(accountId: string): Asker {
  return { signal: new AbortController().signal, subject: accountId }
}
