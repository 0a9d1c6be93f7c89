import type { Instance } from '../doors/cli/cli-options.ts'
import { namespacedTables } from '../framework/namespaced-tables.ts'
import { signingKey } from '../framework/services/auth/signing.ts'
import { contactsAmong } from '../handlers/contacts/known-recipients.ts'
import { AccountMail } from '../runtime/accounts/account-mail.ts'
import { createAccounts } from '../runtime/accounts/accounts.ts'
import { createAdministered } from '../runtime/accounts/administered.ts'
import { createAuditLog } from '../runtime/accounts/audit.ts'
import { createProfiles } from '../runtime/accounts/profiles.ts'
import { type RotatedKey, sessionKey } from '../runtime/accounts/rotated-key.ts'
import { serverSecret } from '../runtime/accounts/secrets.ts'
import { createTokens } from '../runtime/accounts/tokens.ts'
import { refuseUnfinished } from '../runtime/backup/unfinished.ts'
import { type Clock, clockFrom } from '../runtime/base/clock.ts'
import type { Environment } from '../runtime/base/environment.ts'
import { createLog } from '../runtime/base/log.ts'
import { Budgets } from '../runtime/budgets/budgets.ts'
import { createPublisher } from '../runtime/bus/publisher.ts'
import { createBusDesk } from '../runtime/bus/status.ts'
import { checkCallLog } from '../runtime/calls/log/check.ts'
import { createJobDesk } from '../runtime/jobs/dead-jobs.ts'
import { createJobQueue } from '../runtime/jobs/queue.ts'
import type { AnyFamily } from '../runtime/kit/family.ts'
import { Ledger } from '../runtime/money/ledger.ts'
import { topUp } from '../runtime/money/top-up.ts'
import { createPaymentReview } from '../runtime/money/x402/review.ts'
import { createRules } from '../runtime/policy/rules.ts'
import { runRuleTests } from '../runtime/policy/rules-tests.ts'
import { DiskReserve } from '../runtime/store/disk-reserve.ts'
import { openStore } from '../runtime/store/open.ts'
import { createQuotas } from '../runtime/store/quota/quotas.ts'
import type { Store } from '../runtime/store/types.ts'
import { type Config, loadConfig } from './config.ts'
import { initialDatabase } from './initial-database.ts'
import { migrations } from './migrations.ts'
import { createWithdrawals } from './open-connections.ts'
import { onAccountDeletedOf, ownedTables } from './owned-tables.ts'

const toStandardError = { write: (line: string) => void process.stderr.write(line) }

/**
 * Opens the instance for the operator's commands, whether or not a server is running on the same database.
 *
 * @param services that a token can name
 * @throws ConfigError, or another Error with a sentence for the operator
 */
export async function openInstance(env: Environment, services: readonly string[]): Promise<Instance> {
  return openInstanceOf(loadConfig(env), services)
}

/** The same for settings that were read. */
export async function openInstanceOf(config: Config, services: readonly string[]): Promise<Instance> {
  const clock = clockFrom(config.clock)
  refuseUnfinished(config.dataDir)
  const { databaseUrl, dataDir } = config
  const reserve = new DiskReserve({ dataDir, bytes: databaseUrl ? 0 : config.diskReserveBytes })
  const store = await openStore({ databaseUrl, dataDir, initial: initialDatabase, reserve })
  try {
    const migrated = await store.migrate(migrations)
    const { welcomeMicroCredits, auditDays, usesCredits } = config
    const withdrawals = createWithdrawals({
      config,
      store,
      clock,
      log: createLog({ logLevel: 'warn' }, toStandardError),
    })
    const onRemoving = withdrawals.withdrawing
    const onAccountDeleted = onAccountDeletedOf({ store, bus: createPublisher({ clock }) })
    const accounts = createAccounts({
      ...{ store, clock, welcomeMicroCredits, namespacedTables, ownedTables },
      ...{ onAccountDeleted, onRemoving },
    })
    return {
      accounts: {
        ...accounts,
        async remove(username) {
          await withdrawals.prepare()
          return accounts.remove(username)
        },
      },
      ledger: new Ledger({ store, clock }),
      budgets: new Budgets({ store, clock }),
      rules: createRules({ store, clock }),
      async testRules(id, document) {
        const { timeZone } = await createProfiles({ store, clock }).get(id)
        const known = async (account: string, recipients: readonly string[]) =>
          new Set(await contactsAmong(store, account, recipients))
        return runRuleTests(document, { id, timeZone, nowMs: clock.now() }, known)
      },
      payments: createPaymentReview({ store, clock, credit: topUp }),
      administered: createAdministered({ store, clock }),
      quotas: createQuotas({ store, quotaBytes: config.quotaBytes }),
      accountMail: accountMailOf({ store, clock, baseUrl: config.baseUrl }),
      audit: createAuditLog({ store, clock, auditDays }),
      usesCredits,
      checkCallLog: async () => checkCallLog(store, await serverSecret({ store, clock }, 'call log')),
      bus: createBusDesk({ store }),
      jobs: createJobDesk({ store, clock }),
      tokens: createTokens({ store, clock, services }),
      ...{ clock, store, migrated },
      rotatedKeys: () => rotatedKeysOf(config),
      async close() {
        await withdrawals.close()
        await store.close()
      },
    }
  } catch (failure) {
    await store.close()
    throw failure
  }
}

/** The keys of the instance, and those of the families. */
async function rotatedKeysOf(config: Config): Promise<RotatedKey[]> {
  // Most commands need no family.
  const { families } = await import('./families.ts')
  const ofFamilies = (families as readonly AnyFamily[]).flatMap((each) => each.rotates?.(config as never) ?? [])
  return [signingKey, sessionKey, ...ofFamilies]
}

function accountMailOf(parts: { store: Store; clock: Clock; baseUrl: string }): AccountMail {
  const { clock } = parts
  // A running server notices the job within a minute.
  const queue = createJobQueue({ clock, signals: { send: () => undefined } })
  return new AccountMail({ ...parts, queue, bus: createPublisher({ clock }) })
}
