import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { storeWith } from '../../testing/store-with.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { createAccounts } from './accounts.ts'
import { createTokens } from './tokens.ts'

const allServices = { scope: { services: 'all' } } as const

forEachDatabase((_dialect, openTestStore) => {
  /** An account for each name, with a token, and tokens read by a store that counts its statements. */
  async function open(names: readonly string[], all?: Store['all']) {
    const store = await openTestStore()
    const clock = manualClock('2030-01-31T12:00:00Z')
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    let statements = 0
    const counting = storeWith(store, {
      all: (query) => {
        statements += 1
        return (all ?? store.all.bind(store))(query) as never
      },
    })
    const tokens = createTokens({ store: counting, clock, services: ['notes'] })
    const made = []
    for (const username of names) {
      const account = await accounts.create({ username, password: 'correct horse battery' })
      made.push(await tokens.create(account.id, allServices))
    }
    statements = 0
    return { tokens, made, count: () => statements }
  }

  test('calls that arrive together read their tokens by one statement, and each gets its own', async () => {
    const { tokens, made, count } = await open(['alice', 'bob', 'carol'])
    const secrets = [...made, ...made].map(({ secret }) => secret)
    const grants = await Promise.all(secrets.map((secret) => tokens.authenticate(secret)))
    const names = grants.map(({ account }) => account.username)
    expect(names).toEqual(['alice', 'bob', 'carol', 'alice', 'bob', 'carol'])
    expect(count()).toBe(1)
  })

  test('a token that is unknown or revoked is rejected, the others of the same statement are not', async () => {
    const { tokens, made } = await open(['alice', 'bob'])
    const [alice, bob] = made
    await tokens.revoke(bob!.token.id)
    const unknown = `od_${'x'.repeat(43)}`
    const outcomes = await Promise.allSettled([alice!.secret, bob!.secret, unknown].map((s) => tokens.authenticate(s)))
    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: { account: { username: 'alice' } } },
      { status: 'rejected', reason: { code: 'unauthenticated' } },
      { status: 'rejected', reason: { code: 'unauthenticated' } },
    ])
  })

  test('a revocation applies to every call that arrives after it, even while others are read', async () => {
    const { tokens, made } = await open(['alice', 'bob'])
    const [alice, bob] = made
    const before = tokens.authenticate(bob!.secret)
    await tokens.revoke(alice!.token.id)
    await expect(tokens.authenticate(alice!.secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(before).resolves.toMatchObject({ account: { username: 'bob' } })
  })

  test('a failed read fails its calls, and later ones read again', async () => {
    let isBroken = true
    const broken: Store['all'] = () => Promise.reject(new Error('The disk is gone'))
    const { tokens, made } = await open(['alice'])
    const failing = await open(['alice'], (query) => (isBroken ? broken(query) : Promise.resolve([])))
    const secret = made[0]!.secret
    const calls = [failing.tokens.authenticate(secret), failing.tokens.authenticate(secret)]
    for (const outcome of await Promise.allSettled(calls))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The disk is gone' } })
    isBroken = false
    await expect(failing.tokens.authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(tokens.authenticate(secret)).resolves.toMatchObject({ account: { username: 'alice' } })
  })

  test('more calls than one statement looks up are read by several', async () => {
    const { tokens, made, count } = await open(['alice'])
    const unknown = Array.from({ length: 250 }, (_, n) => `od_${String(n).padStart(43, 'x')}`)
    const outcomes = await Promise.allSettled([...unknown, made[0]!.secret].map((s) => tokens.authenticate(s)))
    expect(outcomes.map(({ status }) => status)).toEqual([...unknown.map(() => 'rejected'), 'fulfilled'])
    expect(count()).toBe(3)
  })
})
