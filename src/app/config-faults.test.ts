import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { ConfigError, loadConfig, SETTINGS } from './config.ts'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('the example in every error message is a valid value', () => {
  for (const { name, example } of Object.values(SETTINGS)) {
    // Some settings need another one as well.
    expect(
      faultsOf({ [name]: example }).filter(
        (fault) => !/^S3_ENDPOINT is set|^MAIL_PORT is set|^OIDC_\w+ has no effect/.test(fault),
      ),
    ).toEqual([])
  }
})

test('settings of a sign-in provider that have no effect are faults', () => {
  expect(faultsOf({ OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'onedoor' })).toEqual([
    'OIDC_ISSUER and OIDC_CLIENT_ID have no effect without OIDC_CLIENT_SECRET. Set OIDC_CLIENT_SECRET too, or remove them.',
  ])
  expect(faultsOf({ OIDC_ADMIN_GROUP: 'chiefs' })).toEqual([
    'OIDC_ADMIN_GROUP has no effect without OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Set OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too, or remove it.',
  ])
})

describe('a faulty setting', () => {
  test.each([
    ['PORT', ['eighty', '-1', '65536', '80.5', '0x50', '1e3', '8080;']],
    ['HOST', ['http://localhost', 'localhost:8080', '127.0.0.256', 'a b', '-x', 'a..b', '[::1]']],
    ['X402_PAY_TO', ['0x1', '209693Bc6afc0C5328bA36FaF03C514EF312287C', `0x${'0'.repeat(40)}`, `0x${'g'.repeat(40)}`]],
    [
      'OIDC_ISSUER',
      ['id.example', 'http://id.example', 'https://id.example?a=b', 'https://me:pw@id.example', 'ftp://localhost'],
    ],
    ['OIDC_SCOPES', ['profile', 'openid,profile']],
    ['PUSH', ['yes', 'ON']],
    ['PUSH_CONTACT', ['admin@example.org', 'mailto:', 'http://a', 'mailto:a b@c']],
    ['PUSH_BASE_URL', ['localhost', 'ftp://a', 'http://a?x=y']],
    ['QUOTA_MIB', ['0', '-1', '1.5', '104857601']],
    ['S3_ENDPOINT', ['s3.example', 'ftp://s3.example', 'https://s3.example/bucket']],
    ['S3_BUCKET', ['a', 'Upper', 'a/b', '-ab']],
    ['S3_REGION', ['eu central', 'EU']],
    [
      'BACKUP_TO',
      ['backups', 's3://bucket', 'https://s3.example', 'https://s3.example/a', 'https://u:p@s3.example/one'],
    ],
    ['BACKUP_AT', ['24:00', '2:30', '02:60', 'noon']],
    ['BACKUP_KEEP', ['7', 'all', '0 daily', '1 daily 1 weekly']],
    ['BACKUP_KEY', ['secret', 'A'.repeat(44)]],
    ['X402_NETWORK', ['eip155:8453', 'ethereum', 'Base']],
    ['X402_FACILITATOR_URL', ['facilitator.example.org', 'ftp://x.org', 'https://me:pw@x.org']],
    ['X402_RPC_URL', ['node.example.org', 'wss://node.example.org', 'https://me:pw@node.example.org']],
    ['X402_FACILITATOR_TIMEOUT_S', ['0', '301', '1.5']],
    [
      'BASE_URL',
      [
        'onedoor.example.org',
        'ftp://x.org',
        'https://x.org/a//b',
        'https://x.org/a%20b',
        'https://x.org/.a',
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
    ['SHUTDOWN_DELAY_S', ['soon', '-1', '601', '1.5']],
    ['SHUTDOWN_TIMEOUT_S', ['ten', '-1', '601', '1.5']],
    ['MODEL_PROVIDER', ['OpenAI', 'bedrock']],
    ['MODEL_NAME', ['two words', 'x'.repeat(201)]],
    ['MODEL_BASE_URL', ['localhost:11434', 'ftp://x.org', 'https://x.org/v1?key=1', 'https://me:pw@x.org/v1']],
    ['MODEL_PRICES', ['gpt', 'gpt=1', 'gpt=1/2/3', 'gpt=-1/2', 'gpt=1/2,', 'gpt=1e3/2']],
    ['MODEL_JSON_MODE', ['on', 'json']],
    ['MODEL_TIMEOUT_S', ['0', '3601']],
    ['MODEL_MAX_OUTPUT_TOKENS', ['255', '1000001']],
    ['MODEL_CONCURRENCY', ['0', '1001']],
    ['AGENT_TIMEOUT_S', ['0', '301']],
    ['AGENT_CALLS', ['0', '41']],
    ['AGENT_CONCURRENCY', ['0', '101']],
    ['CALL_TIMEOUT_S', ['ten', '0', '3601', '1.5']],
    ['JOB_CONCURRENCY', ['0', '201', 'many']],
    ['LONG_JOB_CONCURRENCY', ['0', '201', 'many']],
  ])('%s is rejected, and the message describes valid values', (name, values) => {
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

  test('always stops the parser with a ConfigError', () => {
    const names = Object.values(SETTINGS).map((entry) => entry.name)
    const near = fc.oneof(
      fc.nat().map(String),
      fc.webUrl(),
      fc.ipV4(),
      fc.constantFrom('on', 'off', 'open', 'info', ' '),
    )
    const seen = { refused: 0, taken: 0 }
    const always = Object.keys(loadConfig({}))
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(fc.string({ unit: anyCharacter }), near), (name, value) => {
        const faults = faultsOf({ [name]: value })
        for (const fault of faults) expect(fault.split(' ')[0]).toBe(name)
        if (faults.length > 0) seen.refused++
        else {
          seen.taken++
          expect(Object.keys(loadConfig({ [name]: value }))).toEqual(expect.arrayContaining(always))
        }
      }),
      { numRuns: 300 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10)
  })
})
