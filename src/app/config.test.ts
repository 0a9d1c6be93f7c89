import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTrustedProxies } from '../runtime/limits/client-address.ts'
import { type Config, ConfigError, listeningOn, loadConfig, SETTINGS } from './config.ts'
import { CONFIGURATION_PAGE, renderConfigurationDocs } from './config-docs.ts'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('settings', () => {
  test('nothing needs to be set', () => {
    expect(loadConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:8080',
      hostAliases: [],
      dataDir: resolve('data'),
      logLevel: 'info',
      signUp: 'invite',
      auditDays: 90,
      exportsPerDay: 10,
      usesCredits: true,
      shutdownTimeoutMs: 10_000,
      welcomeMicroCredits: 1_000_000_000,
      trustedProxies: [],
      anonymousPerMinute: 300,
      accountPerMinute: 1200,
      signInPer15Minutes: 20,
      unknownLinksPerMinute: 60,
      notificationsPerHour: 60,
      push: true,
      publicWritesPerHour: 60,
      mailPerDay: 50,
      textsPerDay: 5,
      linkCacheBytes: 160 * 1024 * 1024,
      providers: 'live',
      providerTimeoutMs: 20_000,
      fetchAllowedRanges: [],
      modelPrices: new Map(),
      modelJsonMode: 'object',
      modelTimeoutMs: 120_000,
      modelMaxOutputTokens: 16_384,
      modelConcurrency: 16,
      x402Network: 'base',
      x402FacilitatorUrl: 'https://x402.org/facilitator',
      x402FacilitatorTimeoutMs: 30_000,
      callTimeoutMs: 240_000,
      jobConcurrency: 16,
      natsPrefix: 'onedoor',
      eventsRetentionMs: 86_400_000,
      coinbaseBaseUrl: 'https://api.coinbase.com',
      coingeckoBaseUrl: 'https://api.coingecko.com',
      floodsBaseUrl: 'https://environment.data.gov.uk',
      frankfurterBaseUrl: 'https://api.frankfurter.dev',
      gdacsBaseUrl: 'https://www.gdacs.org',
      googleAccountsBaseUrl: 'https://accounts.google.com',
      googleOauthBaseUrl: 'https://oauth2.googleapis.com',
      googleDriveBaseUrl: 'https://www.googleapis.com',
      googlePlacesBaseUrl: 'https://places.googleapis.com',
      marketsRefresh: true,
      marketsYahoo: true,
      googleRoutesBaseUrl: 'https://routes.googleapis.com',
      osrmBaseUrl: 'https://routing.openstreetmap.de',
      osrmPace: { calls: 1, perMs: 1000 },
      newsFeeds: expect.arrayContaining([expect.objectContaining({ topic: 'World', hasFullText: false })]),
      newsKeepDays: 30,
      nominatimBaseUrl: 'https://nominatim.openstreetmap.org',
      nominatimPace: { calls: 1, perMs: 1000 },
      openMeteoBaseUrl: 'https://api.open-meteo.com',
      osMapsBaseUrl: 'https://api.os.uk',
      osMapsPremium: false,
      tilesPerHour: 2000,
      tileCacheBytes: 512 * 1024 * 1024,
      overpassBaseUrl: 'https://overpass-api.de',
      openFoodFactsBaseUrl: 'https://world.openfoodfacts.org',
      foodStandardsBaseUrl: 'https://api.ratings.food.gov.uk',
      aslamBaseUrl: 'https://aslam.org',
      usgsBaseUrl: 'https://earthquake.usgs.gov',
      adsbLolBaseUrl: 'https://api.adsb.lol',
      airplanesLiveBaseUrl: undefined,
      adsbFiBaseUrl: undefined,
      positionsPace: { calls: 1, perMs: 1100 },
      aeroDataBoxBaseUrl: 'https://prod.api.market/api/v1/aedbx/aerodatabox',
      aeroDataBoxKey: undefined,
      aeroDataBoxPace: { calls: 1, perMs: 1000 },
      aviationStackBaseUrl: 'https://api.aviationstack.com',
      aviationStackKey: undefined,
      aviationStackPace: { calls: 1, perMs: 1000 },
      yahooBaseUrl: 'https://query1.finance.yahoo.com',
      reminderBaseUrl: 'https://reminder.dev',
      storeQuotaMib: 1024,
      quotaBytes: 1024 * 1024 * 1024,
      s3Region: 'us-east-1',
      serviceTimeoutMs: 60_000,
      serviceCallerTokens: 'on',
      runtime: 'off',
      runtimeLimits: { cpu: 86_400, memory: 8192, file: 1024, open: 4096, processes: 4096 },
    })
  })

  test('each is read from its own variable', () => {
    expect(
      loadConfig({
        PORT: '9000',
        HOST: 'localhost',
        PROVIDERS: 'examples',
        PROVIDER_TIMEOUT_S: '9',
        FETCH_ALLOWED_RANGES: '10.9.0.0/16',
        MODEL_PROVIDER: 'google',
        MODEL_NAME: 'gemini',
        MODEL_NAME_TEXT: 'small',
        MODEL_NAME_AGENT: 'large',
        MODEL_NAME_CODE: 'coder',
        MODEL_BASE_URL: 'http://localhost:9090/v1beta/',
        MODEL_API_KEY: 'one',
        OPENAI_API_KEY: 'two',
        ANTHROPIC_API_KEY: 'three',
        GEMINI_API_KEY: 'four',
        MODEL_PRICES: 'small=0.1/0.4, large=3/15',
        MODEL_JSON_MODE: 'off',
        MODEL_TIMEOUT_S: '60',
        MODEL_MAX_OUTPUT_TOKENS: '4096',
        MODEL_CONCURRENCY: '2',
        BASE_URL: 'https://onedoor.example.org/',
        HOST_ALIASES: 'WWW.onedoor.example.org, old.example.org',
        DATA_DIR: '/srv/onedoor',
        DATABASE_URL: 'postgres://me:pw@db/one',
        LOG_LEVEL: 'debug',
        SIGNUP: 'open',
        AUDIT_DAYS: '30',
        CREDITS: 'on',
        METRICS_TOKEN: '0123456789abcdef',
        ONEDOOR_CLOCK: '+1d',
        SHUTDOWN_TIMEOUT_S: '3',
        WELCOME_CREDITS: '2.5',
        TRUSTED_PROXIES: '10.0.0.0/8',
        LIMIT_ANONYMOUS_PER_MINUTE: '1',
        LIMIT_ACCOUNT_PER_MINUTE: '2',
        LIMIT_SIGN_IN_PER_15_MINUTES: '3',
        LIMIT_UNKNOWN_LINKS_PER_MINUTE: '6',
        LIMIT_NOTIFICATIONS_PER_HOUR: '7',
        PUSH: 'off',
        PUSH_CONTACT: 'mailto:admin@example.org',
        PUSH_BASE_URL: 'http://localhost:9911/',
        LINK_CACHE_MIB: '2',
        LIMIT_PUBLIC_WRITES_PER_HOUR: '4',
        LIMIT_MAIL_PER_DAY: '5',
        LIMIT_EXPORTS_PER_DAY: '8',
        LIMIT_TEXTS_PER_DAY: 'off',
        X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        X402_NETWORK: 'base-sepolia',
        X402_FACILITATOR_URL: 'http://localhost:4021/facilitator/',
        X402_FACILITATOR_TIMEOUT_S: '12',
        CALL_TIMEOUT_S: '100',
        JOB_CONCURRENCY: '4',
        GATEWAY_PORT: '9001',
        GATEWAY_HOST: 'Gateway.onedoor.example.org',
        NATS_URL: 'nats://nats.example:4222',
        NATS_TOKEN: 'let-me-in',
        NATS_PREFIX: 'staging',
        EVENTS_RETENTION_HOURS: '2',
        ENVIRONMENT_AGENCY_BASE_URL: 'https://mirror.example/floods/',
        GDACS_BASE_URL: 'https://mirror.example/gdacs',
        GOOGLE_CLIENT_ID: 'client',
        GOOGLE_CLIENT_SECRET: 'client-secret',
        GOOGLE_ACCOUNTS_BASE_URL: 'https://mirror.example/accounts',
        GOOGLE_OAUTH_BASE_URL: 'https://mirror.example/oauth',
        GOOGLE_DRIVE_BASE_URL: 'https://mirror.example/drive',
        GOOGLE_API_KEY: 'maps-key',
        GOOGLE_PLACES_BASE_URL: 'https://mirror.example/google-places',
        GOOGLE_ROUTES_BASE_URL: 'https://mirror.example/google-routes',
        OSRM_BASE_URL: 'https://mirror.example/osrm',
        OSRM_PER_SECOND: '30',
        VALHALLA_BASE_URL: 'http://127.0.0.1:8002/',
        NOMINATIM_BASE_URL: 'https://mirror.example/nominatim',
        NOMINATIM_PER_SECOND: '20',
        OPEN_METEO_BASE_URL: 'https://mirror.example/open-meteo',
        OS_MAPS_KEY: 'tiles-key',
        OS_MAPS_BASE_URL: 'https://mirror.example/os',
        OS_MAPS_PREMIUM: 'yes',
        TILE_FETCH_PER_HOUR: '100',
        TILE_CACHE_MIB: '64',
        OVERPASS_BASE_URL: 'https://mirror.example/overpass',
        REMINDER_BASE_URL: 'http://localhost:9920',
        OPEN_FOOD_FACTS_BASE_URL: 'https://mirror.example/food',
        FOOD_STANDARDS_AGENCY_BASE_URL: 'https://mirror.example/fsa',
        ASLAM_BASE_URL: 'https://mirror.example/aslam',
        USGS_BASE_URL: 'https://mirror.example/usgs',
        ADSB_LOL_BASE_URL: 'https://mirror.example/adsb',
        AIRPLANES_LIVE_BASE_URL: 'https://api.airplanes.live',
        ADSB_FI_BASE_URL: 'https://opendata.adsb.fi/api/',
        FLIGHT_POSITIONS_PACE: '3',
        AERODATABOX_BASE_URL: 'https://aerodatabox.p.rapidapi.com',
        AERODATABOX_API_KEY: 'aero-1',
        AERODATABOX_PACE: '5',
        AVIATIONSTACK_BASE_URL: 'https://mirror.example/aviation',
        AVIATIONSTACK_API_KEY: 'stack-1',
        AVIATIONSTACK_PACE: '2',
        COINBASE_BASE_URL: 'https://mirror.example/coinbase',
        COINGECKO_BASE_URL: 'https://mirror.example/coingecko',
        FRANKFURTER_BASE_URL: 'https://mirror.example/frankfurter',
        YAHOO_FINANCE_BASE_URL: 'https://mirror.example/yahoo',
        MARKETS_REFRESH: 'off',
        MARKETS_YAHOO: 'off',
        NEWS_FEEDS: 'World news = https://news.example/rss ; Tech=https://tech.example/feed full',
        NEWS_KEEP_DAYS: '7',
        STORE_QUOTA_MIB: '7',
        QUOTA_MIB: '8',
        S3_ENDPOINT: 'https://s3.example:9000/',
        S3_BUCKET: 'onedoor-files',
        S3_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKIA',
        AWS_SECRET_ACCESS_KEY: 'hush',
        SERVICE_TIMEOUT_S: '9',
        SERVICE_CALLER_TOKENS: 'off',
        RUNTIME: 'namespaces',
        RUNTIME_LIMITS: 'cpu=5 open=20',
        CONFIG_SECRET_KEY: `${'A'.repeat(43)}=`,
      }),
    ).toEqual({
      port: 9000,
      host: 'localhost',
      providers: 'examples',
      providerTimeoutMs: 9000,
      fetchAllowedRanges: parseTrustedProxies('10.9.0.0/16'),
      modelProvider: 'google',
      modelName: 'gemini',
      modelNameText: 'small',
      modelNameAgent: 'large',
      modelNameCode: 'coder',
      modelBaseUrl: 'http://localhost:9090/v1beta',
      modelApiKey: 'one',
      openaiApiKey: 'two',
      anthropicApiKey: 'three',
      geminiApiKey: 'four',
      modelPrices: new Map([
        ['small', { input: 0.1, output: 0.4 }],
        ['large', { input: 3, output: 15 }],
      ]),
      modelJsonMode: 'off',
      modelTimeoutMs: 60_000,
      modelMaxOutputTokens: 4096,
      modelConcurrency: 2,
      baseUrl: 'https://onedoor.example.org',
      hostAliases: ['www.onedoor.example.org', 'old.example.org'],
      dataDir: '/srv/onedoor',
      databaseUrl: 'postgres://me:pw@db/one',
      logLevel: 'debug',
      signUp: 'open',
      auditDays: 30,
      exportsPerDay: 8,
      usesCredits: true,
      metricsToken: '0123456789abcdef',
      clock: '+1d',
      shutdownTimeoutMs: 3000,
      welcomeMicroCredits: 2_500_000,
      trustedProxies: parseTrustedProxies('10.0.0.0/8'),
      anonymousPerMinute: 1,
      accountPerMinute: 2,
      signInPer15Minutes: 3,
      unknownLinksPerMinute: 6,
      notificationsPerHour: 7,
      push: false,
      pushContact: 'mailto:admin@example.org',
      pushBaseUrl: 'http://localhost:9911',
      linkCacheBytes: 2 * 1024 * 1024,
      publicWritesPerHour: 4,
      mailPerDay: 5,
      textsPerDay: undefined,
      x402PayTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      x402Network: 'base-sepolia',
      x402FacilitatorUrl: 'http://localhost:4021/facilitator',
      x402FacilitatorTimeoutMs: 12_000,
      callTimeoutMs: 100_000,
      jobConcurrency: 4,
      gatewayPort: 9001,
      gatewayHost: 'gateway.onedoor.example.org',
      natsUrl: 'nats://nats.example:4222',
      natsToken: 'let-me-in',
      natsPrefix: 'staging',
      eventsRetentionMs: 7_200_000,
      floodsBaseUrl: 'https://mirror.example/floods',
      coinbaseBaseUrl: 'https://mirror.example/coinbase',
      coingeckoBaseUrl: 'https://mirror.example/coingecko',
      frankfurterBaseUrl: 'https://mirror.example/frankfurter',
      gdacsBaseUrl: 'https://mirror.example/gdacs',
      marketsRefresh: false,
      marketsYahoo: false,
      newsFeeds: [
        { topic: 'World news', url: 'https://news.example/rss', hasFullText: false },
        { topic: 'Tech', url: 'https://tech.example/feed', hasFullText: true },
      ],
      newsKeepDays: 7,
      googleClientId: 'client',
      googleClientSecret: 'client-secret',
      googleAccountsBaseUrl: 'https://mirror.example/accounts',
      googleOauthBaseUrl: 'https://mirror.example/oauth',
      googleDriveBaseUrl: 'https://mirror.example/drive',
      googleApiKey: 'maps-key',
      googlePlacesBaseUrl: 'https://mirror.example/google-places',
      googleRoutesBaseUrl: 'https://mirror.example/google-routes',
      osrmBaseUrl: 'https://mirror.example/osrm',
      osrmPace: { calls: 30, perMs: 1000 },
      valhallaBaseUrl: 'http://127.0.0.1:8002',
      nominatimBaseUrl: 'https://mirror.example/nominatim',
      nominatimPace: { calls: 20, perMs: 1000 },
      openMeteoBaseUrl: 'https://mirror.example/open-meteo',
      osMapsKey: 'tiles-key',
      osMapsBaseUrl: 'https://mirror.example/os',
      osMapsPremium: true,
      tilesPerHour: 100,
      tileCacheBytes: 64 * 1024 * 1024,
      overpassBaseUrl: 'https://mirror.example/overpass',
      reminderBaseUrl: 'http://localhost:9920',
      openFoodFactsBaseUrl: 'https://mirror.example/food',
      foodStandardsBaseUrl: 'https://mirror.example/fsa',
      aslamBaseUrl: 'https://mirror.example/aslam',
      usgsBaseUrl: 'https://mirror.example/usgs',
      adsbLolBaseUrl: 'https://mirror.example/adsb',
      airplanesLiveBaseUrl: 'https://api.airplanes.live',
      adsbFiBaseUrl: 'https://opendata.adsb.fi/api',
      positionsPace: { calls: 3, perMs: 1100 },
      aeroDataBoxBaseUrl: 'https://aerodatabox.p.rapidapi.com',
      aeroDataBoxKey: 'aero-1',
      aeroDataBoxPace: { calls: 5, perMs: 1000 },
      aviationStackBaseUrl: 'https://mirror.example/aviation',
      aviationStackKey: 'stack-1',
      aviationStackPace: { calls: 2, perMs: 1000 },
      yahooBaseUrl: 'https://mirror.example/yahoo',
      storeQuotaMib: 7,
      quotaBytes: 8 * 1024 * 1024,
      s3Endpoint: 'https://s3.example:9000',
      s3Bucket: 'onedoor-files',
      s3Region: 'eu-central-1',
      s3AccessKeyId: 'AKIA',
      s3SecretAccessKey: 'hush',
      serviceTimeoutMs: 9000,
      serviceCallerTokens: 'off',
      runtime: 'namespaces',
      runtimeLimits: { cpu: 5, open: 20 },
      configSecretKey: Buffer.alloc(32),
    })
  })

  test('a blank variable counts as not set', () => {
    const blank = Object.fromEntries(Object.values(SETTINGS).map((entry) => [entry.name, '  ']))
    expect(loadConfig(blank)).toEqual(loadConfig({}))
  })

  test('the example in every error message is itself a right value', () => {
    for (const entry of Object.values(SETTINGS)) expect(faultsOf({ [entry.name]: entry.example })).toEqual([])
  })
})

describe('a faulty setting', () => {
  test.each([
    ['PORT', ['eighty', '-1', '65536', '80.5', '0x50', '1e3', '8080;']],
    ['HOST', ['http://localhost', 'localhost:8080', '127.0.0.256', 'a b', '-x', 'a..b', '[::1]']],
    ['X402_PAY_TO', ['0x1', '209693Bc6afc0C5328bA36FaF03C514EF312287C', `0x${'0'.repeat(40)}`, `0x${'g'.repeat(40)}`]],
    ['PUSH', ['yes', 'ON']],
    ['PUSH_CONTACT', ['admin@example.org', 'mailto:', 'http://a', 'mailto:a b@c']],
    ['PUSH_BASE_URL', ['localhost', 'ftp://a', 'http://a?x=y']],
    ['QUOTA_MIB', ['0', '-1', '1.5', '104857601']],
    ['S3_ENDPOINT', ['s3.example', 'ftp://s3.example', 'https://s3.example/bucket']],
    ['S3_BUCKET', ['a', 'Upper', 'a/b', '-ab']],
    ['S3_REGION', ['eu central', 'EU']],
    ['X402_NETWORK', ['eip155:8453', 'ethereum', 'Base']],
    ['X402_FACILITATOR_URL', ['facilitator.example.org', 'ftp://x.org']],
    ['X402_FACILITATOR_TIMEOUT_S', ['0', '301', '1.5']],
    [
      'BASE_URL',
      [
        'onedoor.example.org',
        'ftp://x.org',
        'https://x.org/path',
        'https://x.org/?a=1',
        'https://x.org/#a',
        'https://x.org?',
        'https://me:pw@x.org',
      ],
    ],
    ['TRUSTED_PROXIES', ['proxy.example.org', '10.0.0.0/33', '10/8']],
    ['LIMIT_ANONYMOUS_PER_MINUTE', ['0', '-1', 'none', '1.5', '1000000000']],
    ['DATABASE_URL', ['mysql://db/one', 'onedoor.sqlite', 'sqlite://x']],
    ['LOG_LEVEL', ['loud', 'INFO', '30']],
    ['ONEDOOR_CLOCK', ['tomorrow', '2030-02-30T00:00:00Z', '3600']],
    ['SHUTDOWN_TIMEOUT_S', ['ten', '-1', '601', '1.5']],
    ['MODEL_PROVIDER', ['OpenAI', 'bedrock']],
    ['MODEL_NAME', ['two words', 'x'.repeat(201)]],
    ['MODEL_BASE_URL', ['localhost:11434', 'ftp://x.org', 'https://x.org/v1?key=1', 'https://me:pw@x.org/v1']],
    ['MODEL_PRICES', ['gpt', 'gpt=1', 'gpt=1/2/3', 'gpt=-1/2', 'gpt=1/2,', 'gpt=1e3/2']],
    ['MODEL_JSON_MODE', ['on', 'json']],
    ['MODEL_TIMEOUT_S', ['0', '3601']],
    ['MODEL_MAX_OUTPUT_TOKENS', ['255', '1000001']],
    ['MODEL_CONCURRENCY', ['0', '1001']],
    ['CALL_TIMEOUT_S', ['ten', '0', '3601', '1.5']],
    ['JOB_CONCURRENCY', ['0', '201', 'many']],
  ])('%s is refused, and the message tells what is right', (name, values) => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value })
      expect(faults, value).toHaveLength(1)
      expect(faults[0]).toMatch(new RegExp(`^${name} must be .+ Example: ${name}=`))
    }
  })

  test('does not hide the others: all are named at once', () => {
    const faults = faultsOf({ PORT: 'x', HOST: 'x y', LOG_LEVEL: 'loud' })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['PORT', 'HOST', 'LOG_LEVEL'])
  })

  test('is repeated in the message, unless it is a secret', () => {
    expect(() => loadConfig({ PORT: 'eighty' })).toThrow('"eighty"')
    const error = faultsOf({ DATABASE_URL: 'mysql://me:hunter2hunter2@db/one' })[0]
    expect(error).toContain('DATABASE_URL must be a postgres:// address')
    expect(error).not.toContain('hunter2')
  })

  test('never stops the parser in any other way than by a ConfigError', () => {
    const names = Object.values(SETTINGS).map((entry) => entry.name)
    const near = fc.oneof(
      fc.nat().map(String),
      fc.webUrl(),
      fc.ipV4(),
      fc.constantFrom('on', 'off', 'open', 'info', ' '),
    )
    const seen = { refused: 0, taken: 0 }
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(fc.string({ unit: 'binary' }), near), (name, value) => {
        const faults = faultsOf({ [name]: value })
        for (const fault of faults) expect(fault.split(' ')[0]).toBe(name)
        if (faults.length > 0) seen.refused++
        else {
          seen.taken++
          expect(Object.keys(loadConfig({ [name]: value }))).toEqual(
            expect.arrayContaining(Object.keys(loadConfig({}))),
          )
        }
      }),
      { numRuns: 300 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10)
  })
})

describe('BASE_URL', () => {
  const listening = (env: Record<string, string>, port: number): Config => listeningOn(loadConfig(env), port)

  test.each([
    [{ HOST: '0.0.0.0' }, 'http://localhost:8080'],
    [{ HOST: '::' }, 'http://localhost:8080'],
    [{ HOST: '::1', PORT: '81' }, 'http://[::1]:81'],
  ])('not set, with %j, is an address a browser can open', (env, expected) => {
    expect(loadConfig(env).baseUrl).toBe(expected)
  })

  test('not set, follows the port that PORT=0 ended up with', () => {
    expect(listening({ PORT: '0' }, 4711)).toMatchObject({ port: 4711, baseUrl: 'http://127.0.0.1:4711' })
  })

  test('set, stays as it was', () => {
    expect(listening({ PORT: '0', BASE_URL: 'https://x.org' }, 4711).baseUrl).toBe('https://x.org')
  })
})

describe('the environment', () => {
  const root = resolve(import.meta.dirname, '../..')
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        path.endsWith('.ts') &&
        !path.endsWith('.test.ts') &&
        !path.startsWith('testing/') &&
        !path.includes('/fixtures/'),
    )
    .map((path) => ({ path, text: readFileSync(join(root, 'src', path), 'utf8') }))

  test('is read in environment.ts alone', () => {
    const readers = sources.filter(({ text }) => /process\s*\.\s*env\b|\benv\b[^'\n]*from 'node:process'/.test(text))
    expect(readers.map(({ path }) => path)).toEqual(['runtime/base/environment.ts'])
  })

  test('has no setting that nothing reads', () => {
    const rest = sources.filter(({ path }) => path !== 'app/config.ts').map(({ text }) => text)
    for (const key of Object.keys(SETTINGS)) {
      const isRead = rest.some((text) => new RegExp(`\\b${key}\\b`).test(text))
      expect(isRead, `${key} is read by something`).toBe(true)
    }
  })

  test('has a settings page that says what the table says', () => {
    expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(renderConfigurationDocs())
    for (const entry of Object.values(SETTINGS)) expect(renderConfigurationDocs()).toContain(`| \`${entry.name}\` |`)
  })
})
