import { loadConfig } from '../../app/config.ts'
import { migrations } from '../../app/migrations.ts'
import { type Accounts, createAccounts } from '../../runtime/accounts/accounts.ts'
import type { NamespacedTable } from '../../runtime/accounts/namespaced.ts'
import { createTokens, type Tokens } from '../../runtime/accounts/tokens.ts'
import { type Clock, clockFrom } from '../../runtime/base/clock.ts'
import type { Environment } from '../../runtime/base/environment.ts'
import { createLedger, type Ledger } from '../../runtime/money/ledger.ts'
import { openStore } from '../../runtime/store/open.ts'
import type { Terminal } from './output/terminal.ts'

/** What the commands are run with. */
export interface CliOptions {
  readonly terminal: Terminal
  readonly env: Environment
  /** The services that a token can name. */
  readonly services: readonly string[]
  /** What is kept for namespaces, and goes with the last account of one. */
  readonly namespacedTables: readonly NamespacedTable[]
}

/** An open, migrated database and what stands on it, for the time of one command. */
export interface Session {
  readonly accounts: Accounts
  readonly ledger: Ledger
  readonly tokens: Tokens
  readonly clock: Clock
  /** Names of the migrations that opening the database has applied. */
  readonly migrated: readonly string[]
}

/**
 * Opens the database that the settings name, brings it up to date (the server may never have run), does the work and
 * closes it again.
 *
 * @throws ConfigError and whatever `work` throws
 */
export async function withSession<T>(options: CliOptions, work: (session: Session) => Promise<T>): Promise<T> {
  const config = loadConfig(options.env)
  const clock = clockFrom(config.clock)
  const store = await openStore({ databaseUrl: config.databaseUrl, dataDir: config.dataDir })
  try {
    const migrated = await store.migrate(migrations)
    const { services, namespacedTables } = options
    return await work({
      accounts: createAccounts({ store, clock, welcomeMicroCredits: config.welcomeMicroCredits, namespacedTables }),
      ledger: createLedger({ store, clock }),
      tokens: createTokens({ store, clock, services }),
      clock,
      migrated,
    })
  } finally {
    await store.close()
  }
}
