import { setTimeout as pause } from 'node:timers/promises'
import type { Asker } from '../../base/asker.ts'
import type { Log } from '../../base/log.ts'
import type { GrantClient } from './authorities.ts'
import type { ConnectionRow } from './rows.ts'
import type { TokenSeal } from './token-seal.ts'

/** The most concurrent withdrawals for deleted accounts; any beyond that are skipped. */
const maxWithdrawals = 100

interface WithdrawalsOptions {
  readonly log: Pick<Log, 'warn'>
  readonly tokens: TokenSeal
  /** By the name of the kind. Kinds without one need no permission. */
  readonly clients: ReadonlyMap<string, GrantClient>
}

/** Revokes the permissions of accounts at the authorities. */
export class Withdrawals {
  readonly #options: WithdrawalsOptions
  /** The running withdrawals for deleted accounts. */
  readonly #underWay = new Set<Promise<unknown>>()

  constructor(options: WithdrawalsOptions) {
    this.#options = options
  }

  /** Starts a withdrawal in the background. */
  begin(row: ConnectionRow): void {
    const { log } = this.#options
    if (this.#underWay.size >= maxWithdrawals) {
      log.warn({ kind: row.kind }, 'connection not revoked: too many at once')
      return
    }
    const withdrawal = this.revokeRow(row)
      .catch((error: unknown) => log.warn({ err: error, kind: row.kind }, 'connection could not be revoked'))
      .finally(() => this.#underWay.delete(withdrawal))
    this.#underWay.add(withdrawal)
  }

  /** Revoking the refresh token revokes everything granted with it. Returns false if the authority could not be reached. */
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
      log.warn({ err: error, kind }, 'connection could not be revoked')
      return false
    }
  }

  /** Resolves when no withdrawal is running. @param waitMs how long to wait before giving up the rest */
  async close(waitMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#underWay), pause(waitMs, undefined, { ref: false })])
  }
}

/** An asker without a caller: the request is shared, or must finish even if its caller disconnects. */
export function askerFor(accountId: string): Asker {
  return { signal: new AbortController().signal, subject: accountId }
}
