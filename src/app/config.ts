import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { coreSettings } from '../framework/core-settings.ts'
import { gatewaySettings } from '../framework/settings.ts'
import { CLOCK_SETTING_RULE, clockFrom } from '../runtime/base/clock.ts'
import { type Environment, environment } from '../runtime/base/environment.ts'
import { optional, type Setting, setting, wholeNumber } from '../runtime/base/setting.ts'
import { parseTrustedProxies } from '../runtime/limits/client-address.ts'
import { CREDITS_RULE, formatCredits, parseCredits, WELCOME_MICRO_CREDITS } from '../runtime/money/amounts.ts'
import { networkNames } from '../runtime/money/x402/networks.ts'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i
/** Digits and dots alone are an address that somebody mistyped, not a name: 127.0.0.256 must not reach the resolver. */
const LOOKS_LIKE_ADDRESS = /^[\d.]+$/

const SIGN_UP = ['open', 'invite', 'closed'] as const

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A limit: how much of `what` each of somebody may have in a while; undefined, written `off`, for as much as they like. */
function limit(name: string, fallback: string, meaning: string): Setting<number | undefined> {
  return setting({
    name,
    rule: 'a whole number from 1 to 999999999, or off',
    fallback,
    meaning: `${meaning} \`off\` for no limit.`,
    without: 'Nothing.',
    example: '1000',
    schema: z.union([z.literal('off').transform(() => undefined), wholeNumber(1, 999_999_999)]),
  })
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

/** Every setting there is. The page docs/configuration.md and all error messages are written from this table. */
export const SETTINGS = {
  port: setting({
    name: 'PORT',
    rule: 'a whole number from 0 to 65535 (0 takes any free port)',
    fallback: '8080',
    meaning: 'The port on which the server listens.',
    without: 'Nothing.',
    example: '8080',
    schema: wholeNumber(0, 65_535),
  }),
  host: setting({
    name: 'HOST',
    rule: 'an IP address or a host name, without scheme and port',
    fallback: '127.0.0.1',
    meaning: 'The address on which the server listens; `0.0.0.0` or `::` for all of the machine.',
    without: 'The server cannot be reached from other machines.',
    example: '0.0.0.0',
    schema: z.string().refine((text) => isIP(text) !== 0 || (HOST_NAME.test(text) && !LOOKS_LIKE_ADDRESS.test(text))),
  }),
  baseUrl: optional({
    name: 'BASE_URL',
    rule: 'an http:// or https:// address without user, path, query or fragment',
    fallbackText: '`http://HOST:PORT`',
    meaning:
      'The address under which others reach this server; links in answers and in the API document begin with it.',
    without: 'Links lead to the listening address, which only works where that can be reached.',
    example: 'https://onedoor.example.org',
    schema: z
      .string()
      .refine((text) => {
        const url = parseUrl(text)
        if (!url || !['http:', 'https:'].includes(url.protocol)) return false
        // The parser drops an empty query or fragment; the text still shows it.
        return url.pathname === '/' && !/[?#@]/.test(text)
      })
      .transform((text) => new URL(text).origin),
  }),
  hostAliases: setting({
    name: 'HOST_ALIASES',
    rule: 'host names without scheme and port, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'Other names under which this server is or was reached: short addresses with them are known as its own, and no short link may lead to one.',
    without: 'Only short addresses that begin with BASE_URL are known.',
    example: 'www.onedoor.example.org, old.example.org',
    schema: z
      .string()
      .transform((text) => (text === 'none' ? [] : text.toLowerCase().split(/[\s,]+/)))
      .pipe(z.array(z.string().regex(HOST_NAME))),
  }),
  dataDir: setting({
    name: 'DATA_DIR',
    rule: 'the path of a directory',
    fallback: './data',
    meaning:
      'The directory that holds the database file and everything else the server keeps; created when it is missing.',
    without: 'Nothing.',
    example: '/var/lib/onedoor',
    schema: z
      .string()
      .refine((text) => !text.includes('\0'))
      .transform((text) => resolve(text)),
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    rule: 'a postgres:// address',
    fallbackText: 'SQLite in DATA_DIR',
    meaning: 'The PostgreSQL database that holds the data instead of the file in DATA_DIR.',
    without: 'SQLite is used, which serves one server process.',
    example: 'postgres://onedoor:password@localhost:5432/onedoor',
    secret: true,
    schema: z.string().refine((text) => ['postgres:', 'postgresql:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    rule: `one of ${LOG_LEVELS.join(', ')}`,
    fallback: 'info',
    meaning: 'The least important kind of line that the log keeps.',
    without: 'Nothing.',
    example: 'debug',
    schema: z.enum(LOG_LEVELS),
  }),
  welcomeMicroCredits: setting({
    name: 'WELCOME_CREDITS',
    rule: CREDITS_RULE,
    fallback: formatCredits(WELCOME_MICRO_CREDITS),
    meaning: 'How many credits a new account is given; see docs/credits.md.',
    without: 'Nothing.',
    example: '100',
    schema: z
      .string()
      .refine((text) => parseCredits(text) !== undefined)
      .transform((text) => parseCredits(text) as number),
  }),
  signUp: setting({
    name: 'SIGNUP',
    rule: `one of ${SIGN_UP.join(', ')}`,
    fallback: 'invite',
    meaning:
      'Who may make an account on the page /signup: everybody, whoever has an invitation of an administrator, or nobody; see docs/accounts.md.',
    without: 'Nothing.',
    example: 'open',
    schema: z.enum(SIGN_UP),
  }),
  clock: optional({
    name: 'ONEDOOR_CLOCK',
    rule: CLOCK_SETTING_RULE,
    fallbackText: "the computer's clock",
    meaning: 'Another time than the computer has, for tests: dates and expiries follow it.',
    without: 'Nothing.',
    example: '2030-01-31T12:00:00Z',
    schema: z.string().refine((text) => {
      try {
        return Boolean(clockFrom(text))
      } catch {
        return false
      }
    }),
  }),
  shutdownTimeoutMs: setting({
    name: 'SHUTDOWN_TIMEOUT_S',
    rule: 'a whole number of seconds from 0 to 600',
    fallback: '10',
    meaning: 'How many seconds running calls get to finish when the server is told to stop.',
    without: 'Nothing.',
    example: '30',
    schema: wholeNumber(0, 600).transform((seconds) => seconds * 1000),
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    rule: 'IP addresses or ranges, separated by commas or spaces, or none',
    fallback: 'none',
    meaning:
      'The reverse proxies in front of the server: only from these is X-Forwarded-For or Forwarded believed about where a call comes from.',
    without: 'Limits by address count everybody behind a proxy as one.',
    example: '127.0.0.1, 10.0.0.0/8',
    schema: z
      .string()
      .transform((text) => (text === 'none' ? '' : text))
      .refine((text) => {
        try {
          return Boolean(parseTrustedProxies(text))
        } catch {
          return false
        }
      })
      .transform(parseTrustedProxies),
  }),
  anonymousPerMinute: limit(
    'LIMIT_ANONYMOUS_PER_MINUTE',
    '300',
    'Calls without an account that one address may make in a minute; an IPv6 address counts by its /64.',
  ),
  accountPerMinute: limit('LIMIT_ACCOUNT_PER_MINUTE', '1200', 'Calls that one account may make in a minute.'),
  signInPer15Minutes: limit(
    'LIMIT_SIGN_IN_PER_15_MINUTES',
    '20',
    'Attempts to sign in that one address may make in 15 minutes.',
  ),
  unknownLinksPerMinute: limit(
    'LIMIT_UNKNOWN_LINKS_PER_MINUTE',
    '60',
    'Short links that do not exist which one address may ask for in a minute; after that it is shown no short link at all for a while.',
  ),
  publicWritesPerHour: limit(
    'LIMIT_PUBLIC_WRITES_PER_HOUR',
    '60',
    'Posts, messages and other things shown to others that one account may write in an hour.',
  ),
  mailPerDay: limit('LIMIT_MAIL_PER_DAY', '50', 'Mails to the outside that one account may send in a day.'),
  textsPerDay: limit('LIMIT_TEXTS_PER_DAY', '5', 'Texts that one account may send in a day.'),
  linkCacheBytes: setting({
    name: 'LINK_CACHE_MIB',
    rule: 'a whole number of MiB from 2 to 16384',
    fallback: '160',
    meaning:
      'The most memory that short links may occupy so that they are followed without asking the database; 160 hold a million of average length. It is taken as links are followed.',
    without: 'Nothing.',
    example: '512',
    schema: wholeNumber(2, 16_384).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  x402PayTo: optional({
    name: 'X402_PAY_TO',
    rule: 'an address such as 0x and 40 hexadecimal digits, and not zero',
    fallbackText: 'no payments',
    meaning: 'The wallet that x402 payments go to; see docs/payments.md.',
    without: 'Metered methods are paid from credits alone: a challenge accepts nothing.',
    example: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    schema: z.string().refine((text) => /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0+$/.test(text)),
  }),
  x402Network: setting({
    name: 'X402_NETWORK',
    rule: `one of ${networkNames.join(', ')}`,
    fallback: 'base',
    meaning: 'The chain on which x402 payments are made, in USDC; `base-sepolia` is for tests.',
    without: 'Nothing.',
    example: 'base-sepolia',
    schema: z.enum(networkNames),
  }),
  x402FacilitatorUrl: setting({
    name: 'X402_FACILITATOR_URL',
    rule: 'an http:// or https:// address',
    fallback: 'https://x402.org/facilitator',
    meaning:
      'The facilitator that verifies and settles x402 payments. The default one is for test networks: name another for `base`.',
    without: 'Nothing.',
    example: 'https://facilitator.example.org',
    schema: z
      .string()
      .refine((text) => ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? ''))
      .transform((text) => text.replace(/\/+$/, '')),
  }),
  x402FacilitatorTimeoutMs: setting({
    name: 'X402_FACILITATOR_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 300',
    fallback: '30',
    meaning: 'How many seconds the facilitator gets to verify or to settle a payment.',
    without: 'Nothing.',
    example: '60',
    schema: wholeNumber(1, 300).transform((seconds) => seconds * 1000),
  }),
  ...gatewaySettings,
  ...coreSettings,
} as const

type Settings = typeof SETTINGS
type Parsed = { readonly [Key in keyof Settings]: Settings[Key] extends Setting<infer Value> ? Value : never }

/**
 * The settings of this process, parsed. `dataDir` is absolute, `baseUrl` has no slash at its end, `shutdownTimeoutMs`
 * is in milliseconds.
 */
export type Config = Omit<Parsed, 'baseUrl'> & { readonly baseUrl: string }

/** Settings that cannot be used. The message lists every fault, so that one start is enough to mend them all. */
export class ConfigError extends Error {
  /** One sentence a faulty setting. */
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads every setting. A variable that is blank counts as not set, because that is what `PORT= npm start` means.
 *
 * @param env where the settings are
 * @throws ConfigError naming every faulty setting
 */
export function loadConfig(env: Environment = environment): Config {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = env[entry.name]?.trim() || undefined
    const text = given ?? entry.fallback
    if (text === undefined) continue
    const parsed = entry.schema.safeParse(text)
    if (parsed.success) values[key] = parsed.data
    else faults.push(faultOf(entry, text))
  }
  if (faults.length > 0) throw new ConfigError(faults)
  const parsed = values as Parsed
  return Object.freeze({ ...parsed, baseUrl: parsed.baseUrl ?? localUrl(parsed.host, parsed.port) })
}

function faultOf(entry: Setting<unknown>, text: string): string {
  const value = entry.secret ? 'is something else (it is a secret and not shown)' : `is ${JSON.stringify(text)}`
  return `${entry.name} must be ${entry.rule}, but ${value}. Example: ${entry.name}=${entry.example}`
}

/**
 * The settings once the server listens: with PORT=0 the port, and with it a BASE_URL that nobody set, is known only
 * then.
 *
 * @param port the port that the server really listens on
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
