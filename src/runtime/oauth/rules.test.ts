import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../testing/any-character.ts'
import { addressFault } from './client-description.ts'
import { readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'
import { readParameters } from './parameters.ts'
import { isChallenge, provesChallenge } from './pkce.ts'
import { isRegistered, redirectFault, targetOf, withParameters } from './redirects.ts'
import { readResource } from './resources.ts'
import { narrowedScopes, readScope, scopeText } from './scopes.ts'

const tools = ['files:read', 'notes:read', 'notes:write', 'notes:pay']
const offered = { instance: [...tools, 'store:read', 'work:read'], mcp: tools }
const unreserved = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~']
const verifiers = fc.string({ unit: fc.constantFrom(...unreserved), minLength: 43, maxLength: 128 })
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof OAuthError) return error.code
    throw error
  }
  return 'nothing'
}

describe('RFC 7636', () => {
  test('a verifier proves its own challenge and no other', () => {
    fc.assert(
      fc.property(verifiers, verifiers, (one, other) => {
        expect(isChallenge(challengeOf(one))).toBe(true)
        expect(provesChallenge(one, challengeOf(one))).toBe(true)
        expect(provesChallenge(other, challengeOf(one))).toBe(one === other)
        expect(provesChallenge(challengeOf(one), challengeOf(one))).toBe(false)
      }),
    )
  })

  test('its example works, and verifiers of another length or alphabet are invalid', () => {
    const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    expect(provesChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge)).toBe(true)
    for (const verifier of ['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(42)} `, `${'v'.repeat(42)}ä`]) {
      expect(provesChallenge(verifier, challengeOf(verifier))).toBe(false)
    }
    for (const text of ['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}=`]) expect(isChallenge(text)).toBe(false)
  })
})

describe('redirect URIs (RFC 6749, 8252, 9700)', () => {
  test.each([
    'https://app.example/back',
    'https://app.example:8443/back?from=here',
    'http://127.0.0.1/back',
    'http://127.0.0.1:8080',
    'http://[::1]:1/back',
    'http://localhost/back',
    'com.example.app:/back',
    'com.example.app://back',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may be %s', (uri) => {
    expect(redirectFault(uri)).toBeUndefined()
    expect(isRegistered(uri, [uri])).toBe(true)
    expect(new URL(withParameters(uri, { code: 'a b&c', state: undefined })).searchParams.get('code')).toBe('a b&c')
    expect(targetOf(uri).isOnDevice).toBe(!uri.startsWith('https:'))
  })

  test.each([
    '',
    '/back',
    'app.example/back',
    'http://app.example/back',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'https://app.example/#here',
    'https://app.example/#',
    'https://user@app.example/',
    'https://user:secret@app.example/',
    'https://app.example\\@evil.example/',
    'https://app.example/ back',
    'https://app.example/\nback',
    'https://\u0430pp.example/',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example/1',
    'about:blank',
    'ms-msdt:/id',
    'app://back',
    `https://app.example/${'x'.repeat(2000)}`,
  ])('may not be %j', (uri) => {
    expect(redirectFault(uri)).toMatch(/^must /)
  })

  test('match the registered ones exactly, except for the port of a loopback address', () => {
    const same = [
      ['http://127.0.0.1/back', 'http://127.0.0.1:5000/back'],
      ['http://127.0.0.1:1/back?a=1', 'http://127.0.0.1:2/back?a=1'],
      ['http://[::1]:1/back', 'http://[::1]/back'],
      ['http://localhost:1', 'http://localhost:2'],
    ] as const
    for (const [registered, given] of same) expect([given, isRegistered(given, [registered])]).toEqual([given, true])
    const others = [
      ['https://app.example/back', 'https://app.example:444/back'],
      ['https://app.example/back', 'https://app.example/back/'],
      ['https://app.example/back', 'https://app.example/Back'],
      ['https://app.example/back', 'https://APP.example/back'],
      ['https://app.example/back', 'https://app.example/back?x=1'],
      ['https://app.example/back', 'https://app.example/x/../back'],
      ['http://127.0.0.1/back', 'http://localhost/back'],
      ['http://127.0.0.1/back', 'https://127.0.0.1/back'],
      ['http://127.0.0.1/back', 'http://127.0.0.1:5000/other'],
      ['http://127.0.0.1/back', 'http://127.0.0.1:99999/back'],
      ['http://127.0.0.1/back', 'http://127.0.0.1:5000@evil.example/back'],
      ['http://127.0.0.1/back', 'http://127.0.0.1:5000\\@evil.example/back'],
      ['http://127.0.0.1/', 'http://127.0.0.1.evil.example/'],
    ] as const
    for (const [registered, given] of others) {
      expect([given, isRegistered(given, [registered])]).toEqual([given, false])
    }
  })

  test('that are accepted lead where browsers go', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['https', 'http'], withFragments: true }), (uri) => {
        if (redirectFault(uri) === undefined) expect(new URL(uri).host).toBe(targetOf(uri).name)
      }),
    )
  })
})

describe('scopes (RFC 6749, 3.3)', () => {
  test.each([
    // Nothing is ticked unless the program named it.
    [undefined, 'mcp', 'files:read notes:pay notes:read notes:write', ''],
    ['actions', 'mcp', 'files:read notes:pay notes:read notes:write', ''],
    ['notes', 'mcp', 'notes:read', 'notes:read'],
    ['notes notes unknown:read', 'mcp', 'notes:read', 'notes:read'],
    ['notes:write', 'mcp', 'notes:write', 'notes:write'],
    ['store', 'instance', 'store:read', 'store:read'],
    ['notes work actions', 'mcp', 'notes:pay notes:read notes:write', 'notes:read'],
    ['work notes:pay', 'instance', 'notes:pay work:read', 'notes:pay work:read'],
  ] as const)('%s at %s offers %s, of which the program named %s', (text, audience, all, named) => {
    const scopes = readScope(text, audience, offered)
    expect([scopes.offered.toSorted().join(' '), [...scopes.named].toSorted().join(' ')]).toEqual([all, named])
  })

  test.each(['store', 'unknown', 'notes:send', ' notes', 'notes ', 'notes  files', 'n"otes', 'n\\otes', 'nötes'])(
    '%j at mcp is invalid',
    (text) => {
      expect(codeOf(() => readScope(text, 'mcp', offered))).toBe('invalid_scope')
    },
  )

  test('offer only what was requested, and parse to the same again', () => {
    const names = fc.constantFrom('files', 'notes', 'store', 'work', 'notes:write', 'notes:pay', 'x:read', 'x')
    fc.assert(
      fc.property(fc.array(names, { minLength: 1 }), fc.constantFrom('mcp', 'instance'), (chosen, audience) => {
        const read = () => readScope(chosen.join(' '), audience as 'mcp', offered)
        if (codeOf(read) !== 'nothing') return
        const scopes = read()
        const requested = chosen.map((name) => (name.includes(':') ? name : `${name}:read`))
        expect(requested).toEqual(expect.arrayContaining([...scopes.offered]))
        expect(readScope(scopes.offered.join(' '), audience as 'mcp', offered)).toEqual(scopes)
      }),
    )
  })
})

describe('the part of a grant that a refresh requests (RFC 6749, 6)', () => {
  const none = { scopes: [], services: [], capabilities: [], actions: false }
  const classes = { ...none, scopes: ['notes:read', 'notes:write'] }
  const reading = { ...none, services: ['notes'] }
  const acting = { ...none, services: ['notes'], capabilities: ['work'], actions: true }
  const all = [...tools, 'work:read', 'work:write']
  test.each([
    [classes, undefined, undefined],
    [classes, 'notes:read notes:write', undefined],
    [classes, 'notes:write notes:read', undefined],
    [classes, 'notes:write', ['notes:write']],
    [classes, 'notes', ['notes:read']],
    [reading, 'notes', undefined],
    [reading, 'notes:read', ['notes:read']],
    [acting, 'notes work actions', undefined],
    [acting, 'notes actions', ['notes:read', 'notes:write', 'notes:pay']],
    [acting, 'work:write', ['work:write']],
  ])('of %j, %j is %j', (granted, text, part) => {
    expect(narrowedScopes(text, granted, all)).toEqual(part)
  })

  test.each([
    [classes, 'notes:read notes:pay'],
    [classes, 'files:read'],
    [classes, 'notes actions'],
    [classes, 'notes:read unknown'],
    [classes, 'work'],
    [reading, 'notes:write'],
    [reading, 'notes actions'],
    [reading, 'work:read'],
    [acting, 'files'],
  ])('of %j, %j is refused', (granted, text) => {
    expect(codeOf(() => narrowedScopes(text, granted, all))).toBe('invalid_scope')
  })

  test('is all of it, for what a grant is called in its response', () => {
    for (const granted of [classes, reading, acting]) {
      expect(narrowedScopes(scopeText(granted), granted, all)).toBeUndefined()
    }
  })
})

describe('resource indicators (RFC 8707)', () => {
  const base = 'https://door.example'
  test.each([
    [[], 'instance'],
    [[base], 'instance'],
    [[`${base}/`], 'instance'],
    [[`${base}/mcp`], 'mcp'],
    [[`${base}/mcp/`, `${base}/mcp`], 'mcp'],
  ])('%j are %s', (given, audience) => {
    expect(readResource(given, base)).toBe(audience)
  })

  test.each([
    [['http://door.example/mcp']],
    [[`${base}/mcp?x=1`]],
    [[`${base}/mcp#x`]],
    [[`${base}/MCP`]],
    [[`${base}.evil.example/mcp`]],
    [[base, `${base}/mcp`]],
  ])('%j are invalid', (given) => {
    expect(codeOf(() => readResource(given, base))).toBe('invalid_target')
  })
})

test('empty parameters count as absent, and none may be repeated (RFC 6749, 3.1)', () => {
  const read = (query: string) => readParameters(new URLSearchParams(query), ['a', 'b', 'resource'])
  expect(read('a=&b=1').get('a')).toBeUndefined()
  expect(codeOf(() => read('a=').need('a'))).toBe('invalid_request')
  for (const query of ['a=1&a=1', 'a=&a=1', `a=${'x'.repeat(4097)}`, 'a=%00']) {
    expect(codeOf(() => read(query))).toBe('invalid_request')
  }
  expect(read('resource=x&resource=y&c=1&c=2').all('resource')).toEqual(['x', 'y'])
})

test('any client metadata is read or rejected, and a name is one line of 60 characters', () => {
  const metadata = fc.record(
    {
      client_name: fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.anything()),
      redirect_uris: fc.oneof(fc.array(fc.webUrl({ validSchemes: ['https'] }), { maxLength: 12 }), fc.anything()),
      grant_types: fc.oneof(fc.constant(['authorization_code']), fc.anything()),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(metadata, fc.anything()), (value) => {
      const code = codeOf(() => {
        const { name, redirectUris } = readClientMetadata(value)
        if (name !== undefined) expect(name).toMatch(/^[^\p{C}\u2028\u2029]{1,60}$/u)
        expect(redirectUris.length).toBeGreaterThan(0)
      })
      expect(['nothing', 'invalid_client_metadata', 'invalid_redirect_uri']).toContain(code)
    }),
  )
})

test('the address of a description is https, has a path, and is canonical', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      if (addressFault(address) !== undefined) return
      const { protocol, pathname, href, hash } = new URL(address)
      expect([protocol, hash, href]).toEqual(['https:', '', address])
      expect(pathname).not.toBe('/')
    }),
  )
})
