import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { isId } from '../base/ids.ts'
import { createAccounts, usernameFault } from './accounts.ts'
import { verifyPassword } from './passwords.ts'
import { createSessions } from './sessions.ts'
import { createTokens } from './tokens.ts'

const password = 'correct horse battery'

describe('a username', () => {
  test.each(['alice', 'al', 'bo1', 'a_b1', 'x'.repeat(24), 'z9__'])('%s can be used', (username) => {
    expect(usernameFault(username)).toBeUndefined()
  })

  test.each([
    '',
    'a',
    'x'.repeat(25),
    'Alice',
    '1abc',
    '_abc',
    'al-ice',
    'al ice',
    'al.ice',
    'alice\n',
    'älice',
    'аlice',
  ])('%j is rejected with the rule', (username) => {
    expect(usernameFault(username)).toContain('2 to 24 characters')
  })

  test.each(['admin', 'root', 'support', 'mail', 'onedoor', 'agent', 'security', 'postmaster', 'abuse', 'www', 'me'])(
    '%s is reserved',
    (username) => {
      expect(usernameFault(username)).toContain('is reserved')
    },
  )
})

forEachDatabase((_name, openTestStore) => {
  async function open() {
    const store = await openTestStore()
    const clock = manualClock('2030-01-31T12:00:00Z')
    return {
      store,
      clock,
      accounts: createAccounts({ store, clock, namespacedTables: [] }),
      tokens: createTokens({ store, clock, services: ['notes'] }),
    }
  }

  test('the first account is an administrator, later ones only if requested', async () => {
    const { accounts } = await open()
    const first = await accounts.create({ username: 'alice', password })
    expect(first).toEqual({
      id: expect.any(String),
      username: 'alice',
      isAdmin: true,
      isNamespaceAdmin: true,
      namespace: 'onedoor',
      createdAtMs: Date.UTC(2030, 0, 31, 12),
    })
    expect(isId('account', first.id)).toBe(true)
    expect((await accounts.create({ username: 'bobby', password })).isAdmin).toBe(false)
    expect((await accounts.create({ username: 'carol', password, isAdmin: true })).isAdmin).toBe(true)
    expect(await accounts.find('alice')).toEqual(first)
  })

  test('of several first accounts created at once exactly one is an administrator', async () => {
    const { accounts } = await open()
    const made = await Promise.all(
      ['anna', 'bert', 'cleo', 'dave', 'emil', 'fred'].map((username) => accounts.create({ username, password })),
    )
    expect(made.filter((account) => account.isAdmin)).toHaveLength(1)
  })

  test('a username is assigned once, also for simultaneous requests', async () => {
    const { accounts } = await open()
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => accounts.create({ username: 'alice', password })))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({
        code: 'failed_precondition',
        message: 'The username "alice" is taken. Choose another one.',
      })
    }
    expect(await accounts.list()).toHaveLength(1)
  })

  test('all faults of name and password are reported together, and nothing is stored', async () => {
    const { accounts } = await open()
    await expect(accounts.create({ username: 'root', password: 'short' })).rejects.toMatchObject({
      code: 'invalid_argument',
      details: [{ path: 'username' }, { path: 'password' }],
    })
    await expect(accounts.create({ username: 'a', password })).rejects.toMatchObject({
      details: [{ path: 'username' }],
    })
    await expect(accounts.create({ username: 'alice', password: 'short' })).rejects.toMatchObject({
      details: [{ path: 'password' }],
    })
    expect(await accounts.list()).toEqual([])
  })

  test('the password is stored only as a hash', async () => {
    const { accounts, store } = await open()
    await accounts.create({ username: 'alice', password: 'пароль 🔑 длинный' })
    const row = await store.get<Record<string, unknown>>(store.sql('accounts').select('*'))
    expect(JSON.stringify(row)).not.toContain('пароль')
    expect(await verifyPassword(String(row?.password_hash), 'пароль 🔑 длинный')).toBe(true)
  })

  test('an administrator of another namespace is never one of the instance', async () => {
    const { accounts, tokens, store, clock } = await open()
    const alice = await accounts.create({ username: 'alice', password })
    expect(alice).toMatchObject({ isAdmin: true, isNamespaceAdmin: true, namespace: 'onedoor' })
    const made = await accounts.create({ username: 'berta', password, isAdmin: true, namespace: 'acme' })
    const rights = { isAdmin: false, isNamespaceAdmin: true, namespace: 'acme' }
    expect(made).toMatchObject(rights)
    expect(await accounts.find('berta')).toEqual(made)
    expect(await accounts.list()).toEqual([alice, made])
    const { secret } = await tokens.create(made.id, { scope: { services: 'all' } })
    expect((await tokens.authenticate(secret)).account).toMatchObject(rights)
    const sessions = createSessions({ store, clock })
    const session = await sessions.start(made.id, undefined)
    expect((await sessions.find(session.secret))?.account).toMatchObject(rights)
  })

  test('the first account cannot be of another namespace: the instance would have no administrator', async () => {
    const { accounts } = await open()
    await expect(
      accounts.create({ username: 'berta', password, isAdmin: true, namespace: 'acme' }),
    ).rejects.toMatchObject({ code: 'failed_precondition', message: expect.stringContaining('belongs to onedoor') })
    expect(await accounts.list()).toEqual([])
  })

  test('an invalid namespace is rejected together with all other faults', async () => {
    const { accounts } = await open()
    await accounts.create({ username: 'alice', password })
    for (const namespace of ['', 'Acme', 'gateway', 'a b']) {
      await expect(accounts.create({ username: 'root', password: 'short', namespace })).rejects.toMatchObject({
        code: 'invalid_argument',
        details: [{ path: 'namespace' }, { path: 'username' }, { path: 'password' }],
      })
    }
    expect(await accounts.list()).toHaveLength(1)
  })

  test('the list is sorted by username, and can be read in parts', async () => {
    const { accounts } = await open()
    for (const username of ['zora', 'adam', 'mike_2', 'mike1']) await accounts.create({ username, password })
    const names = async (part?: { after: string; limit: number }) =>
      (await accounts.list(part)).map(({ username }) => username)
    expect(await names()).toEqual(['adam', 'mike1', 'mike_2', 'zora'])
    expect(await names({ after: 'adam', limit: 2 })).toEqual(['mike1', 'mike_2'])
    expect(await names({ after: 'mike_2\0', limit: 2 })).toEqual(['zora'])
  })

  test('deleting also deletes the tokens, and nothing of other accounts', async () => {
    const { accounts, tokens, store } = await open()
    const alice = await accounts.create({ username: 'alice', password })
    const bobby = await accounts.create({ username: 'bobby', password })
    for (const account of [alice, bobby]) await tokens.create(account.id, { scope: { services: 'all' } })
    await accounts.remove('alice')
    expect(await accounts.find('alice')).toBeUndefined()
    const left = await store.all<{ account_id: string }>(store.sql('tokens').select('account_id'))
    expect(left).toEqual([{ account_id: bobby.id }])
  })

  test('an unknown account cannot be read or deleted, and the error says where to look', async () => {
    const { accounts } = await open()
    for (const attempt of [() => accounts.get('nobody_here'), () => accounts.remove('nobody_here')]) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining('account list'),
      })
    }
  })
})
