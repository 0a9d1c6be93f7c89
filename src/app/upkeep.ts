import { backUp, bringBack, type InstanceOptions, moveToPostgres } from '../runtime/backup/instance.ts'
import { clockFrom } from '../runtime/base/clock.ts'
import type { Environment } from '../runtime/base/environment.ts'
import { keyFile } from '../runtime/base/secrets/keys.ts'
import { version } from '../runtime/base/version.ts'
import { carriedSearchEntries, carriedSearchRecords } from '../runtime/search/carried.ts'
import type { CarriedTable } from '../runtime/store/carry/types.ts'
import { loadConfig } from './config.ts'
import { families } from './families.ts'
import { migrations } from './migrations.ts'

/** Tables that differ between the two databases. */
export const specialTables: readonly CarriedTable[] = [carriedSearchRecords, carriedSearchEntries]

/** An instance with any row in these is in use. */
const evidence = ['accounts', 'ledger_entries', 'payments']

/**
 * What the commands for backups and moving use.
 *
 * @throws ConfigError
 */
export function upkeepOf(env: Environment) {
  const config = loadConfig(env)
  const options: InstanceOptions = {
    config,
    migrations,
    special: specialTables,
    keyFiles: [keyFile(config.dataDir)],
    evidence,
    version,
    now: clockFrom(config.clock).now(),
    openApart: () => Promise.all(families.flatMap(({ keepsApart }) => keepsApart?.(config as never) ?? [])),
  }
  return {
    /** Whether encrypted data need a key that is not in backups. */
    hasOutsideKey: config.configSecretKey !== undefined,
    backUp: (file: string) => backUp(file, options),
    bringBack: (file: string, mayReplace: boolean) => bringBack(file, mayReplace, options),
    move: () => moveToPostgres(options),
  }
}
