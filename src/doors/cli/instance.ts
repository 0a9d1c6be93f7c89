import type { Accounts } from '../../runtime/accounts/accounts.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Environment } from '../../runtime/base/environment.ts'
import type { Ledger } from '../../runtime/money/ledger.ts'
import type { PaymentReview } from '../../runtime/money/x402/review.ts'
import type { Terminal } from './output/terminal.ts'

/** What the commands are run with. */
export interface CliOptions {
  readonly terminal: Terminal
  readonly env: Environment
  /** The services that a token can name. */
  readonly services: readonly string[]
  /**
   * Opens the database that the settings name and brings it up to date (the server may never have run). Rejects with a
   * sentence for the operator.
   */
  openInstance(): Promise<Instance>
}

/** An open, migrated database and what is built on it. */
export interface Instance {
  readonly accounts: Accounts
  readonly ledger: Ledger
  readonly payments: PaymentReview
  readonly tokens: Tokens
  readonly clock: Clock
  /** Names of the migrations that opening the database has applied. */
  readonly migrated: readonly string[]
  close(): Promise<void>
}

/** Runs `work` on the instance and closes it again. Rejects with what `openInstance` or `work` throws. */
export async function withInstance<T>(options: CliOptions, work: (instance: Instance) => Promise<T>): Promise<T> {
  const instance = await options.openInstance()
  try {
    return await work(instance)
  } finally {
    await instance.close()
  }
}
