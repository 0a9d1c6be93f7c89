import { isIP } from 'node:net'
import { httpSettings } from '../doors/http/settings.ts'
import { mcpSettings } from '../doors/mcp/settings.ts'
import { coreSettings } from '../framework/core-settings.ts'
import { gatewaySettings } from '../framework/settings.ts'
import { accountSettings } from '../runtime/accounts/settings.ts'
import { agentSettings } from '../runtime/agent/settings.ts'
import { type Environment, environment } from '../runtime/base/environment.ts'
import { secretSettings } from '../runtime/base/secrets/settings.ts'
import { readSettings, type Setting, type Values } from '../runtime/base/setting.ts'
import { baseSettings } from '../runtime/base/settings.ts'
import { blobSettings } from '../runtime/blobs/settings.ts'
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

/** All settings, from their owners. docs/configuration.md and all error messages are generated from this table. */
export const SETTINGS = {
  ...httpSettings,
  ...mcpSettings,
  ...storeSettings,
  ...quotaSettings,
  ...blobSettings,
  ...baseSettings,
  ...accountSettings,
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
 * @param env where the settings are
 * @throws ConfigError naming every faulty setting
 */
export function loadConfig(env: Environment = environment): Config {
  const { values, faults } = readSettings(SETTINGS, env)
  if (values.usesCredits === false && values.x402PayTo !== undefined) {
    faults.push('X402_PAY_TO is set, but CREDITS=off disables payments. Remove one of the two settings.')
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze({ ...values, baseUrl: values.baseUrl ?? localUrl(values.host, values.port) })
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
