import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { oauthWorld } from '#testing/oauth-world.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { revokeGrant } from './grant-rows.ts'
import { Programs } from './programs.ts'
import { purgePrograms } from './purge.ts'

const dayMs = 86_400_000
const redirect_uris = ['http://127.0.0.1/back']

forEachDatabase((_dialect, openTestStore) => {
  const world = async () => {
    const store = await openTestStore()
    return { store, ...(await oauthWorld(store, manualClock())) }
  }

  const count = async (store: Store, table: string) =>
    Number((await store.get<{ n: number }>(store.sql(table).count({ n: '*' })))?.n)

  describe('limits', () => {
    test('an account has at most 20 grants of one program: the least recently used end', async () => {
      const { allow, exchange, clock, oauth, account, tokens } = await world()
      const issued = []
      for (let number = 0; number < 22; number++) {
        clock.advance(1000)
        issued.push(await exchange(await allow()))
      }
      expect((await oauth.allowed.page(account, { offset: 0, limit: 100 })).total).toBe(20)
      await expect(tokens.authenticate(issued[1]?.access_token as string)).rejects.toThrow('The token is invalid')
      expect(await tokens.authenticate(issued[2]?.access_token as string)).toMatchObject({
        scopes: new Set(['notes:read', 'notes:write']),
      })
      await tokens.idle()
    })

    test('an account has at most 200 grants of all programs: the least recently used end', async () => {
      const { allow, allowAnother, exchange, refresh, clock, oauth, account, tokens } = await world()
      const own = await tokens.create(account, { scope: { services: 'all' }, days: 1 })
      const first = await exchange(await allow())
      let last = ''
      for (let program = 0; program < 10; program++) {
        const { client_id: clientId } = (await oauth.programs.register({ redirect_uris }, '192.0.2.1')) as {
          client_id: string
        }
        last = clientId
        for (let number = 0; number < 20; number++) {
          clock.advance(1000)
          await allowAnother(clientId)
        }
      }
      const total = async () => (await oauth.allowed.page(account, { offset: 0, limit: 1 })).total
      expect(await total()).toBe(200)
      await expect(refresh(first.refresh_token)).rejects.toThrow('revoked')
      // One more of a program that has 20 ends one of that program, and no other.
      await allowAnother(last)
      expect(await total()).toBe(200)
      expect(await tokens.authenticate(own.secret)).toMatchObject({ account: { id: account } })
      await tokens.idle()
    })

    test('grants that have ended do not count, even if they were used last', async () => {
      const { allow, exchange, clock, clientId, oauth, account, store } = await world()
      const issued = []
      for (let number = 0; number < 20; number++) {
        clock.advance(1000)
        issued.push(await exchange(await allow()))
      }
      const total = async () => (await oauth.allowed.page(account, { offset: 0, limit: 1 })).total
      await oauth.grants.revoke(clientId, issued[19]?.refresh_token ?? '')
      await exchange(await allow())
      expect(await total()).toBe(20)
      const latest = store.sql('tokens').max('created_at')
      await store.run(store.sql('tokens').where('created_at', latest).update({ expires_at: clock.now() }))
      expect(await total()).toBe(19)
      await exchange(await allow())
      expect(await total()).toBe(20)
    })

    test('a grant that is revoked again has ended when it was first revoked', async () => {
      const { allow, exchange, clock, store } = await world()
      await exchange(await allow())
      const row = async () =>
        store.get<{ id: string; revoked_at: number }>(store.sql('tokens').select('id', 'revoked_at'))
      const { id = '' } = (await row()) ?? {}
      const revokedAt = clock.now()
      for (let times = 1; times <= 2; times++) {
        await store.write((tx) => revokeGrant(tx, id, clock.now()))
        clock.advance(1000)
      }
      expect(Number((await row())?.revoked_at)).toBe(revokedAt)
    })

    test('an account has at most 50 pending codes, and a grant 10 access and 200 refresh tokens', async () => {
      const { allow, exchange, refresh, clock, store } = await world()
      const first = await allow()
      for (let number = 0; number < 51; number++) {
        clock.advance(1)
        await allow()
      }
      expect(await count(store, 'program_codes')).toBe(50)
      await expect(exchange(first)).rejects.toThrow('unknown')
      let { refresh_token } = await exchange(await allow())
      for (let number = 0; number < 205; number++) {
        clock.advance(1)
        refresh_token = (await refresh(refresh_token)).refresh_token
      }
      expect(await count(store, 'program_keys')).toBe(210)
    })

    test('unused programs are replaced by new ones after ten minutes, and not sooner', async () => {
      const { options, clock, store, clientId, allow, exchange } = await world()
      await exchange(await allow())
      const programs = new Programs({ ...options, maxUnused: 3 })
      const register = () => programs.register({ redirect_uris }, '192.0.2.1')
      for (let number = 0; number < 3; number++) await register()
      await expect(register()).rejects.toMatchObject({ code: 'temporarily_unavailable', retryAfterS: 600 })
      clock.advance(600_000)
      await register()
      expect(await count(store, 'programs')).toBe(2)
      expect(await programs.isKnown(clientId)).toBe(true)
    })
  })

  describe('the purge', () => {
    test('deletes codes after a day, keys when they have expired, and grants a month after their end', async () => {
      const { store, clock, allow, exchange, oauth, clientId } = await world()
      const { access_token } = await exchange(await allow())
      await purgePrograms({ store, clock })
      expect([await count(store, 'program_codes'), await count(store, 'program_keys')]).toEqual([1, 2])
      clock.advance(dayMs + 61_000)
      await purgePrograms({ store, clock })
      expect([await count(store, 'program_codes'), await count(store, 'program_keys')]).toEqual([0, 1])
      const again = await exchange(await allow())
      await oauth.grants.revoke(clientId, again.refresh_token)
      await expect(oauth.grants.revoke(clientId, access_token)).resolves.toBeUndefined()
      clock.advance(30 * dayMs)
      await purgePrograms({ store, clock })
      expect(await count(store, 'tokens')).toBe(2)
      clock.advance(31 * dayMs)
      await purgePrograms({ store, clock })
      expect([await count(store, 'tokens'), await count(store, 'program_keys')]).toEqual([0, 0])
    })

    test('deletes programs that never got access after a week, others 90 days after their last use', async () => {
      const { store, clock, oauth, allow, exchange } = await world()
      await exchange(await allow())
      await oauth.programs.register({ redirect_uris }, '192.0.2.1')
      clock.advance(7 * dayMs)
      await purgePrograms({ store, clock })
      expect(await count(store, 'programs')).toBe(2)
      clock.advance(1)
      await purgePrograms({ store, clock })
      expect(await count(store, 'programs')).toBe(1)
      clock.advance(90 * dayMs)
      await purgePrograms({ store, clock })
      expect(await count(store, 'programs')).toBe(0)
    })

    test('of many leaves none', async () => {
      const { store, clock, clientId } = await world()
      const program = { kind: 'registered', redirect_uris: '[]', created_at: 0, last_used_at: 0 }
      const unused = Array.from({ length: 1001 }, (_, number) => ({ ...program, id: `program_${number}` }))
      await insertRows(store, 'programs', unused)
      await purgePrograms({ store, clock })
      expect(await store.all(store.sql('programs').select('id'))).toEqual([{ id: clientId }])
    })

    test('lets others have their turn between two deletions', async () => {
      const { store, clock } = await world()
      let isServed = false
      setImmediate(() => {
        isServed = true
      })
      const seen: boolean[] = []
      const run = vi.spyOn(store, 'run').mockImplementation(async () => {
        seen.push(isServed)
        return { changes: 0 }
      })
      run.mockResolvedValueOnce({ changes: 500 })
      await purgePrograms({ store, clock })
      expect(seen).toEqual([true, true, true, true, true])
    })

    test.each([1, 2, 3, 4, 5])('is repeated if deletion %i of five fails', async (failing) => {
      const { store, clock } = await world()
      const run = vi.spyOn(store, 'run')
      for (let before = 1; before < failing; before++) run.mockResolvedValueOnce({ changes: 0 })
      run.mockRejectedValueOnce(new Error('the disk is full'))
      await expect(purgePrograms({ store, clock })).rejects.toThrow('the disk is full')
      expect(run).toHaveBeenCalledTimes(failing)
      await purgePrograms({ store, clock })
      expect(run).toHaveBeenCalledTimes(failing + 5)
    })

    test('keeps a program that is used, and the tokens that people create', async () => {
      const { store, clock, account, allow, exchange, refresh, tokens } = await world()
      let { refresh_token } = await exchange(await allow())
      await tokens.create(account, { scope: { services: 'all' }, days: 1 })
      for (let month = 0; month < 5; month++) {
        clock.advance(29 * dayMs)
        refresh_token = (await refresh(refresh_token)).refresh_token
        await purgePrograms({ store, clock })
      }
      expect([await count(store, 'programs'), await count(store, 'tokens')]).toEqual([1, 2])
    })
  })
})
