import { isIP } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { httpSettings } from '../doors/http/settings.ts'
import { mcpSettings } from '../doors/mcp/settings.ts'
import { coreSettings } from '../framework/core-settings.ts'
import { gatewaySettings } from '../framework/settings.ts'
import { oidcFaults, oidcSettings } from '../runtime/accounts/oidc/settings.ts'
import { accountSettings } from '../runtime/accounts/settings.ts'
import { agentSettings } from '../runtime/agent/settings.ts'
import { backupSettings } from '../runtime/backup/settings.ts'
import { type Environment, environment } from '../runtime/base/environment.ts'
import { secretSettings } from '../runtime/base/secrets/settings.ts'
import { readSettings, type Setting, type Values } from '../runtime/base/setting.ts'
import type { SettingText } from '../runtime/base/setting-sources.ts'
import { baseSettings } from '../runtime/base/settings.ts'
import { telemetrySettings } from '../runtime/base/telemetry/settings.ts'
import { blobSettings, missingS3Settings } from '../runtime/blobs/settings.ts'
import { budgetSettings } from '../runtime/budgets/settings.ts'
import { callSettings } from '../runtime/calls/settings.ts'
import { jobSettings } from '../runtime/jobs/settings.ts'
import { limitSettings } from '../runtime/limits/settings.ts'
import { moneySettings } from '../runtime/money/settings.ts'
import { x402Settings } from '../runtime/money/x402/settings.ts'
import { oauthSettings } from '../runtime/oauth/settings.ts'
import { googleSettings } from '../runtime/outbound/connections/google.ts'
import { googleMapsSettings } from '../runtime/outbound/google-key.ts'
import { modelSettings } from '../runtime/outbound/models/settings.ts'
import { outboundSettings } from '../runtime/outbound/settings.ts'
import { quotaSettings } from '../runtime/store/quota/settings.ts'
import { storeSettings } from '../runtime/store/settings.ts'
import { familySettings } from './families.ts'
import { sandboxSettings } from './sandbox-settings.ts'

/** All settings, from their owners. docs/configuration.md and all error messages are generated from this table. */
export const SETTINGS = {
  ...httpSettings,
  ...mcpSettings,
  ...storeSettings,
  ...quotaSettings,
  ...blobSettings,
  ...backupSettings,
  ...baseSettings,
  ...telemetrySettings,
  ...accountSettings,
  ...oidcSettings,
  ...moneySettings,
  ...x402Settings,
  ...callSettings,
  ...jobSettings,
  ...limitSettings,
  ...oauthSettings,
  ...modelSettings,
  ...budgetSettings,
  ...agentSettings,
  ...outboundSettings,
  ...googleSettings,
  ...googleMapsSettings,
  ...gatewaySettings,
  ...secretSettings,
  ...coreSettings,
  ...sandboxSettings,
  ...familySettings,
} as const

/**
 * The settings of this process, parsed. `dataDir` is absolute, `baseUrl` has no slash at its end, `shutdownTimeoutMs`
 * is in milliseconds.
 */
export type Config = Omit<Values<typeof SETTINGS>, 'baseUrl'> & { readonly baseUrl: string }

const keys: ReadonlyMap<Setting<unknown>, string> = new Map(
  Object.entries(SETTINGS).map(([key, entry]) => [entry as Setting<unknown>, key]),
)

/**
 * The value of one setting.
 *
 * @throws Error for a setting that is not in the table: a family's settings belong to its manifest and to `familySettings`
 */
export function settingOf<Value>(config: Config, setting: Setting<Value>): Value {
  const key = keys.get(setting)
  if (key === undefined) throw new Error(`${setting.name} is not among the settings that src/app/config.ts assembles`)
  return config[key as keyof Config] as Value
}

/** Invalid settings. The message lists every fault, so that all can be fixed after one start. */
export class ConfigError extends Error {
  /** One sentence per invalid setting. */
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads every setting.
 *
 * @param env where the settings are, or the files that contain them
 * @throws ConfigError naming every faulty setting
 */
export function loadConfig(env: Environment = environment): Config {
  return readConfig(env).config
}

/**
 * Reads every setting.
 *
 * @returns the settings, and the text of each that is set, by its name
 * @throws ConfigError naming every faulty setting
 */
export function readConfig(env: Environment): { config: Config; texts: ReadonlyMap<string, SettingText> } {
  const { values, texts, faults } = readSettings(SETTINGS, env)
  if (faults.length === 0) faults.push(...conflictsOf(values))
  if (faults.length > 0) throw new ConfigError(faults)
  const config = Object.freeze({ ...values, baseUrl: values.baseUrl ?? localUrl(values.host, values.port) })
  return { config, texts }
}

/** Faults of valid settings that do not fit together. */
function conflictsOf(values: Values<typeof SETTINGS>): string[] {
  const missing = missingS3Settings(values)
  return [
    ...oidcFaults(values),
    ...(values.usesCredits === false && values.x402PayTo !== undefined
      ? ['X402_PAY_TO is set, but CREDITS=off disables payments. Remove one of the two settings.']
      : []),
    ...(missing.length > 0 ? [`S3_ENDPOINT is set, so ${missing.join(' and ')} must also be set.`] : []),
    ...(values.backupTo !== undefined &&
    'bucket' in values.backupTo &&
    !(values.s3AccessKeyId && values.s3SecretAccessKey)
      ? ['BACKUP_TO is an S3-compatible store, so AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must also be set.']
      : []),
    ...(values.mailPort !== undefined && values.mailDomain === undefined
      ? ['MAIL_PORT is set but MAIL_DOMAIN is not. Set both.']
      : []),
  ]
}

/**
 * The settings once the server listens: with PORT=0 the port, and with it the default BASE_URL, is known only
 * then.
 *
 * @param port the port that the server actually listens on
 */
export function listeningOn(config: Config, port: number): Config {
  const isDerived = config.baseUrl === localUrl(config.host, config.port)
  return Object.freeze({ ...config, port, baseUrl: isDerived ? localUrl(config.host, port) : config.baseUrl })
}

/** The address of a server that listens here, as a browser on the same machine can open it. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** Settings of a running server, some of which it can exchange. */
export interface LiveConfig {
  /** Its reloadable settings always have their current value. A copy, such as `{ ...config }`, does not. */
  readonly config: Config
  /**
   * Takes over the reloadable settings of `next`.
   *
   * @returns the names of the settings that changed: those in use from now on, and those that need a new start
   */
  reload(next: Config): { readonly used: readonly string[]; readonly atNextStart: readonly string[] }
}

/** @param started the settings with which a server starts */
export function createLiveConfig(started: Config): LiveConfig {
  let current = started
  const entries = Object.entries<Setting<unknown>>(SETTINGS) as [keyof Config, Setting<unknown>][]
  const live = { ...started }
  for (const [key, { isReloadable }] of entries)
    if (isReloadable) Object.defineProperty(live, key, { get: () => current[key], enumerable: true })
  return {
    config: Object.freeze(live),
    reload(next) {
      const changed = (isWanted: (entry: Setting<unknown>) => boolean, before: Config) =>
        entries.flatMap(([key, entry]) =>
          isWanted(entry) && !isDeepStrictEqual(next[key], before[key]) ? [entry.name] : [],
        )
      const used = changed(({ isReloadable }) => isReloadable === true, current)
      const atNextStart = changed(({ isReloadable }) => !isReloadable, started)
      current = next
      return { used, atNextStart }
    },
  }
}
