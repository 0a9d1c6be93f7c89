import { backUp, type InstanceOptions, moveToPostgres, restore } from '../runtime/backup/instance.ts'
import { clockFrom } from '../runtime/base/clock.ts'
import type { Environment } from '../runtime/base/environment.ts'
import { keyFile } from '../runtime/base/secrets/keys.ts'
import { version } from '../runtime/base/version.ts'
import { searchEntriesTransfer, searchRecordsTransfer } from '../runtime/search/index-transfer.ts'
import type { TableTransfer } from '../runtime/store/transfer/types.ts'
import { loadConfig } from './config.ts'
import { families } from './families.ts'
import { migrations } from './migrations.ts'

/** Tables that the two databases store differently. */
export const tableTransfers: readonly TableTransfer[] = [searchRecordsTransfer, searchEntriesTransfer]

/** An instance with rows in any of these is in use. */
const evidence = ['accounts', 'ledger_entries', 'payments']

/**
 * Builds what the commands for backups and for moving use.
 *
 * @throws ConfigError
 */
export function upkeepOf(env: Environment) {
  const config = loadConfig(env)
  const options: InstanceOptions = {
    config,
    migrations,
    transfers: tableTransfers,
    keyFiles: [keyFile(config.dataDir)],
    evidence,
    version,
    now: clockFrom(config.clock).now(),
    openExternalFiles: () =>
      Promise.all(families.flatMap(({ externalFiles }) => externalFiles?.(config as never) ?? [])),
  }
  return {
    /** Whether secrets are encrypted with a key that no backup contains. */
    hasOutsideKey: config.configSecretKey !== undefined,
    backUp: (file: string) => backUp(file, options),
    restore: (file: string, mayReplace: boolean) => restore(file, mayReplace, options),
    move: () => moveToPostgres(options),
  }
}
