import { describe, expect, test, vi } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createSessions } from '#runtime/accounts/sessions.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { localSignals } from '#runtime/base/signals.ts'
import type { Query } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { holder, liveWorldOn, minuteMs, neverPolling, wait } from '#testing/live-streams.ts'
import { storeWith } from '#testing/store-with.ts'
import { purgeLosses, StreamRights } from './stream-access.ts'

test('a stream that has ended is not watched any more, and no loss is reported to it', () => {
  const rights = new StreamRights()
  const [ended, open] = [vi.fn(), vi.fn()]
  const endOpen = rights.watch('token_1', ['group_1/ann'], open)
  rights.watch('token_1', ['group_1/ann'], ended)()
  rights.lose(new Set(['token_1', 'group_1/ann']))
  expect([ended.mock.calls.length, open.mock.calls.length, rights.isEmpty]).toEqual([0, 2, false])
  endOpen()
  expect(rights.isEmpty).toBe(true)
})

forEachDatabase((_dialect, openTestStore) => {
  test('a check of all streams is over when the last of those without a right has ended', async () => {
    const rights = new StreamRights()
    const [lost, anonymous] = [vi.fn(), vi.fn()]
    rights.watch('token_1', [], lost)
    rights.watch(undefined, [], anonymous)
    await rights.checkAll(await openTestStore(), 1)
    expect([lost.mock.calls.length, anonymous.mock.calls.length]).toEqual([1, 0])
  })

  test('of the recorded losses, the latest ten thousand are kept', async () => {
    const store = await openTestStore()
    const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 10002)'
    const insert = `insert into access_losses (subject, version) ${numbers} select 'subject_' || i, i from n`
    await store.run(store.sql.raw(insert))
    await purgeLosses(store)
    const [first, second] = await store.all(store.sql('access_losses').select('subject').orderBy('version').limit(2))
    // The empty subject represents the two that are gone.
    expect([first, second]).toEqual([{ subject: '' }, { subject: 'subject_3' }])
  })

  describe('a stream ends when', () => {
    async function withAccount() {
      const world = liveWorldOn(await openTestStore(), localSignals())
      const { store, clock, live } = world
      const onLoss = () => live.accessChanged()
      const accounts = createAccounts({ store, clock, namespacedTables: [], onRemoved: onLoss })
      const tokens = createTokens({ store, clock, services: ['notes'], onLoss })
      const sessions = createSessions({ store, clock, onLoss })
      const { id, username } = await accounts.create({ username: 'alice', password: 'correct horse battery' })
      const { token } = await tokens.create(id, { scope: { services: 'all' }, days: 1 })
      const { session } = await sessions.start(id, 'test')
      const { session: other } = await sessions.start(id, 'test')
      const held = (credentialId: string) => world.read({ holder: { ...holder, accountId: id, credentialId } })
      const readers = { token: await held(token.id), session: await held(session.id), other: await held(other.id) }
      const left = () => Object.entries(readers).flatMap(([name, { stream }]) => (stream.end ? [] : [name]))
      return { ...world, accounts, tokens, sessions, id, username, token, session, other, held, left, readers }
    }

    test('its token is revoked, and no other', async () => {
      const { tokens, token, left } = await withAccount()
      await tokens.revoke(token.id)
      await expect.poll(left, wait).toEqual(['session', 'other'])
    })

    test('its session ends, and no other', async () => {
      const { sessions, session, id, left } = await withAccount()
      await sessions.end(id, session.id)
      await expect.poll(left, wait).toEqual(['token', 'other'])
    })

    test('the sessions of other browsers end', async () => {
      const { sessions, session, id, left } = await withAccount()
      await sessions.endOthers(id, session.id)
      await expect.poll(left, wait).toEqual(['token', 'session'])
    })

    test('its account is deleted', async () => {
      const { accounts, username, left } = await withAccount()
      await accounts.remove(username)
      await expect.poll(left, wait).toEqual([])
    })

    test('its account is disabled, and then none can be opened', async () => {
      const { store, live, id, token, held, readers } = await withAccount()
      await store.run(store.sql('accounts').where({ id }).update({ disabled_at: 1 }))
      live.accessChanged()
      await readers.token.done
      expect(readers.token.stream.end).toBe('lost')
      await expect(held(token.id)).rejects.toMatchObject({ code: 'unauthenticated' })
    })

    test('its token or session ended by any statement, such as one of another process', async () => {
      const { store, live, left } = await withAccount()
      await store.run(store.sql('sessions').delete())
      await store.run(store.sql('tokens').update({ revoked_at: 1 }))
      live.accessChanged()
      await expect.poll(left, wait).toEqual([])
    })

    test('its token has ended before the stream is open', async () => {
      const { tokens, token, held } = await withAccount()
      await tokens.revoke(token.id)
      await expect(held(token.id)).rejects.toMatchObject({ code: 'unauthenticated' })
    })

    test('its access is lost before the stream is open', async () => {
      const world = liveWorldOn(await openTestStore(), localSignals())
      const isAllowed = async () => false
      await expect(world.read({ isAllowed })).rejects.toMatchObject({ code: 'permission_denied' })
      expect(world.live.count).toBe(0)
    })
  })

  test('nothing committed after access was lost is delivered, even if the loss is committed while events are read', async () => {
    const store = await openTestStore()
    let duringRead: (() => Promise<void>) | undefined
    const all = async <Row>(query: Query): Promise<Row[]> => {
      const sql = 'kind' in query ? query.compile(store.sql, store.dialect).sql : ''
      if (/from .?live_events.? where .?channel/.test(sql)) {
        const happen = duringRead
        duringRead = undefined
        await happen?.()
      }
      return store.all<Row>(query)
    }
    const world = liveWorldOn(storeWith(store, { all }), localSignals())
    // As another process whose signals do not arrive in time.
    const elsewhere = liveWorldOn(store, localSignals())
    const [member, other] = [await world.read({ subjects: ['group_1/ann'] }), await world.read()]
    duringRead = async () => {
      await store.write((tx) => elsewhere.live.loseAccess(tx, 'group_1/ann'))
      await elsewhere.say('after')
    }
    await world.say('before')
    await expect.poll(() => other.seen, wait).toEqual(['(open)', 'before', 'after'])
    expect(member.stream.end).toBe('lost')
    expect(member.seen).not.toContain('after')
  })

  test('a token that expires ends its stream at the next check', async () => {
    const store = await openTestStore()
    const world = liveWorldOn(store, localSignals(), { ...neverPolling, expiryMs: 20 })
    const { clock } = world
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    const { id } = await accounts.create({ username: 'alice', password: 'correct horse battery' })
    const tokens = createTokens({ store, clock, services: ['notes'] })
    const { token } = await tokens.create(id, { scope: { services: 'all' }, days: 1 })
    const reader = await world.read({ holder: { ...holder, accountId: id, credentialId: token.id } })
    expect(reader.stream.end).toBeUndefined()
    clock.advance(25 * 60 * minuteMs)
    await reader.done
    expect(reader.stream.end).toBe('lost')
  })
})
