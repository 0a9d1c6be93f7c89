import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { storeWith } from '../../testing/store-with.ts'
import { iso, manualClock } from '../base/clock.ts'
import { isId } from '../base/ids.ts'
import type { Store } from '../store/types.ts'
import { createAccounts } from './accounts.ts'
import type { NewToken } from './new-token.ts'
import { createTokens } from './tokens.ts'

const allServices = { scope: { services: 'all' } } as const
const password = 'correct horse battery'
const services = ['notes', 'docs', 'tasks']
const START = '2030-01-31T12:00:00Z'
const DAY = 86_400_000

forEachDatabase((_name, openTestStore, newDatabase) => {
  async function open(given?: Store) {
    const store = given ?? (await openTestStore())
    const clock = manualClock(START)
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    const warnings: unknown[] = []
    const log = { warn: (fields: Record<string, unknown>) => warnings.push(fields) }
    const tokens = createTokens({ store, clock, services, log })
    const account = await accounts.create({ username: 'alice', password })
    return { store, clock, accounts, tokens, account, warnings }
  }

  const tokenRow = (store: Store) => store.get<Record<string, unknown>>(store.sql('tokens').select('*'))

  describe('a new token', () => {
    test('is od_ and 256 random bits, and each is different', async () => {
      const { tokens, account } = await open()
      const made = await Promise.all(Array.from({ length: 20 }, () => tokens.create(account.id, allServices)))
      for (const { secret } of made) expect(secret).toMatch(/^od_[0-9A-Za-z]{43}$/)
      expect(new Set(made.map(({ secret }) => secret)).size).toBe(20)
    })

    test('is stored only as the SHA-256 of its secret', async () => {
      const { store, tokens, account } = await open()
      const { secret } = await tokens.create(account.id, { ...allServices, name: 'laptop' })
      const row = await tokenRow(store)
      expect(row?.secret_sha256).toBe(createHash('sha256').update(secret).digest('hex'))
      expect(JSON.stringify(row)).not.toContain(secret.slice(3, 12))
    })

    test('only reads and lasts 90 days unless requested otherwise', async () => {
      const { tokens, account } = await open()
      const { token } = await tokens.create(account.id, {
        scope: { services: ['notes', 'docs', 'notes'] },
      })
      expect(isId('token', token.id)).toBe(true)
      expect({ ...token, createdAtMs: iso(token.createdAtMs), expiresAtMs: iso(token.expiresAtMs) }).toEqual({
        id: token.id,
        name: 'unnamed',
        allServices: false,
        services: ['docs', 'notes'],
        capabilities: [],
        actions: false,
        scopes: [],
        createdAtMs: '2030-01-31T12:00:00.000Z',
        expiresAtMs: '2030-05-01T12:00:00.000Z',
      })
    })

    test.each<[string, NewToken, string[]]>([
      ['an unknown service', { scope: { services: ['notes', 'nope'] } }, ['services']],
      ['a product area as a service', { scope: { services: ['agent'] } }, ['services']],
      ['the word all among services', { scope: { services: ['all'] } }, ['services']],
      ['a service as a product area', { scope: { capabilities: ['notes'] } }, ['capabilities']],
      ['no day', { ...allServices, days: 0 }, ['days']],
      ['more than ten years', { ...allServices, days: 3651 }, ['days']],
      ['part of a day', { ...allServices, days: 1.5 }, ['days']],
      ['a blank name', { ...allServices, name: ' ' }, ['name']],
      ['a name of two lines', { ...allServices, name: 'a\nb' }, ['name']],
      ['a name that controls a terminal', { ...allServices, name: 'a\u001b[2J' }, ['name']],
      ['a name too long', { ...allServices, name: '🔑'.repeat(101) }, ['name']],
      [
        'several faults',
        { scope: { services: ['x', 'y'] }, days: -1, name: '' },
        ['days', 'name', 'services', 'services'],
      ],
    ])('is rejected with %s, all faults at once', async (_fault, wanted, paths) => {
      const { tokens, account } = await open()
      const refusal = await tokens.create(account.id, wanted).then(
        () => undefined,
        (error: { code: string; details: { path: string }[] }) => error,
      )
      expect(refusal?.code).toBe('invalid_argument')
      expect(refusal?.details.map(({ path }) => path)).toEqual(paths)
      expect(await tokens.list(account.id)).toEqual([])
    })

    test('accepts the longest name and the shortest and longest lifetime', async () => {
      const { tokens, account } = await open()
      for (const days of [1, 3650]) {
        const { token } = await tokens.create(account.id, { ...allServices, days, name: '🔑'.repeat(100) })
        expect(token.expiresAtMs - token.createdAtMs).toBe(days * DAY)
      }
    })

    test('for a deleted account is rejected', async () => {
      const { accounts, tokens, account } = await open()
      await accounts.remove('alice')
      await expect(tokens.create(account.id, allServices)).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  describe('a valid secret', () => {
    test('identifies its account with exactly the grant of the token', async () => {
      const { tokens, account } = await open()
      const narrow = await tokens.create(account.id, { scope: { services: ['notes'] } })
      expect(await tokens.authenticate(narrow.secret)).toEqual({
        account: { id: account.id, username: 'alice', isAdmin: true, isNamespaceAdmin: true, namespace: 'onedoor' },
        tokenId: narrow.token.id,
        allServices: false,
        services: new Set(['notes']),
        capabilities: new Set(),
        actions: false,
        scopes: new Set(),
      })
      const wide = await tokens.create(account.id, { ...allServices, actions: true })
      expect(await tokens.authenticate(wide.secret)).toMatchObject({
        allServices: true,
        services: new Set(),
        actions: true,
      })
      const product = await tokens.create(account.id, { scope: { capabilities: ['work', 'inbox'] } })
      expect(await tokens.authenticate(product.secret)).toMatchObject({
        allServices: false,
        capabilities: new Set(['inbox', 'work']),
      })
    })

    test('of a token for services and areas of the product covers both', async () => {
      const { tokens, account } = await open()
      const scope = { services: ['notes'], capabilities: ['inbox'] }
      const { secret, token } = await tokens.create(account.id, { scope })
      expect(token).toMatchObject({ allServices: false, services: ['notes'], capabilities: ['inbox'] })
      expect(await tokens.authenticate(secret)).toMatchObject({
        services: new Set(['notes']),
        capabilities: new Set(['inbox']),
      })
    })

    test('of a token with an empty list of services covers none', async () => {
      const { tokens, account } = await open()
      const { secret } = await tokens.create(account.id, { scope: { services: [] } })
      expect(await tokens.authenticate(secret)).toMatchObject({ allServices: false, services: new Set() })
    })

    test('is valid until the last millisecond', async () => {
      const { clock, tokens, account } = await open()
      const { secret } = await tokens.create(account.id, { ...allServices, days: 1 })
      clock.advance(DAY - 1)
      await expect(tokens.authenticate(secret)).resolves.toBeDefined()
      clock.advance(1)
      await expect(tokens.authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    })
  })

  test('malformed, unknown, expired, revoked and orphaned secrets get the same response', async () => {
    const { clock, accounts, tokens, account } = await open()
    const make = async (accountId: string, days?: number) => tokens.create(accountId, { ...allServices, days })
    const other = await accounts.create({ username: 'bobby', password })
    const [expired, revoked, orphaned, good] = [
      await make(account.id, 1),
      await make(account.id),
      await make(other.id),
      await make(account.id),
    ]
    await tokens.revoke(revoked.token.id)
    await accounts.remove('bobby')
    clock.advance(DAY)
    const changed = good.secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const secrets = [
      '',
      'od_',
      'x',
      'od_\u0000',
      `${good.secret}a`,
      ` ${good.secret}`,
      good.secret.toUpperCase(),
      changed,
    ]
    const answers = new Set<string>()
    for (const secret of [...secrets, expired.secret, revoked.secret, orphaned.secret]) {
      const error = await tokens.authenticate(secret).then(
        () => undefined,
        (reason: { code: string; message: string }) => reason,
      )
      answers.add(`${error?.code}: ${error?.message}`)
    }
    expect([...answers]).toEqual([expect.stringMatching(/^unauthenticated: The token is invalid/)])
    await expect(tokens.authenticate(good.secret)).resolves.toBeDefined()
  })

  test('a token of a program is recognised by its form, and the error says where it works', async () => {
    const { tokens } = await open()
    const signed = `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"sub":"robot"}').toString('base64url')}.c2lnbmF0dXJl`
    for (const secret of [`ods_${'A'.repeat(43)}`, `odr_${'A'.repeat(43)}`, signed]) {
      await expect(tokens.authenticate(secret)).rejects.toMatchObject({
        code: 'unauthenticated',
        message: expect.stringMatching(/^This token was issued to a program.* gateway port\. .* \/settings\/tokens/),
      })
    }
  })

  describe('revoking', () => {
    test('applies to the next call in another process', async () => {
      const settings = await newDatabase()
      const here = await open(await openTestStore(settings))
      const elsewhere = createTokens({ store: await openTestStore(settings), clock: here.clock, services })
      const { token, secret } = await here.tokens.create(here.account.id, allServices)
      await expect(elsewhere.authenticate(secret)).resolves.toBeDefined()
      await here.tokens.revoke(token.id)
      await expect(elsewhere.authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    })

    test('again does not change the time of the first', async () => {
      const { clock, tokens, account } = await open()
      const { token } = await tokens.create(account.id, allServices)
      await tokens.revoke(token.id)
      clock.advance(5000)
      await tokens.revoke(token.id)
      expect(await tokens.list(account.id)).toMatchObject([{ revokedAtMs: clock.now() - 5000 }])
    })

    test('an unknown token is rejected', async () => {
      const { tokens } = await open()
      await expect(tokens.revoke('token_none')).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  test('the list also has revoked and expired tokens, in the order of creation, only of this account, without secrets', async () => {
    const { clock, accounts, tokens, account } = await open()
    const bobby = await accounts.create({ username: 'bobby', password })
    await tokens.create(bobby.id, allServices)
    const made = []
    for (const name of ['one', 'two', 'three']) {
      made.push(await tokens.create(account.id, { ...allServices, name }))
      clock.advance(1000)
    }
    await tokens.revoke(made[0]?.token.id as string)
    const listed = await tokens.list(account.id)
    expect(listed.map(({ name, revokedAtMs }) => [name, revokedAtMs !== undefined])).toEqual([
      ['one', true],
      ['two', false],
      ['three', false],
    ])
    for (const { secret } of made) expect(JSON.stringify(listed)).not.toContain(secret.slice(3))
    expect(JSON.stringify(listed)).not.toMatch(/sha256|hash/)
  })

  describe('the last use', () => {
    test('is recorded at most once a minute', async () => {
      const { clock, tokens, account } = await open()
      const { secret } = await tokens.create(account.id, allServices)
      const lastUsed = async (): Promise<number | undefined> => {
        await tokens.idle()
        return (await tokens.list(account.id))[0]?.lastUsedAtMs
      }
      expect(await lastUsed()).toBeUndefined()
      const first = clock.now()
      await Promise.all(Array.from({ length: 10 }, () => tokens.authenticate(secret)))
      expect(await lastUsed()).toBe(first)
      clock.advance(59_999)
      await tokens.authenticate(secret)
      expect(await lastUsed()).toBe(first)
      clock.advance(1)
      await tokens.authenticate(secret)
      expect(await lastUsed()).toBe(first + 60_000)
    })

    test('that cannot be recorded does not fail the call, and is logged without the secret', async () => {
      const { store, clock, tokens, account } = await open()
      const { secret } = await tokens.create(account.id, allServices)
      const lines: unknown[] = []
      const full = () => Promise.reject(new Error('disk full'))
      const failing = storeWith(store, { run: full, write: full })
      const log = { warn: (fields: Record<string, unknown>) => lines.push(fields) }
      const limping = createTokens({ store: failing, clock, services, log })
      await expect(limping.authenticate(secret)).resolves.toMatchObject({ account: { username: 'alice' } })
      await limping.idle()
      expect(lines).toEqual([
        { err: expect.objectContaining({ message: 'disk full' }), table: 'tokens', id: expect.any(String) },
      ])
      expect(JSON.stringify(lines)).not.toContain(secret)
    })
  })
})
