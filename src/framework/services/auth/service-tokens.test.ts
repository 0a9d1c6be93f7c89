import { describe, expect, test } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { authWorld, forgetAll } from '#testing/auth-world.ts'
import { forEachDatabase } from '#testing/databases.ts'

const always = async () => undefined
const minuteMs = 60_000
const dayMs = 86_400_000

forEachDatabase((_name, openTestStore, newDatabase) => {
  let shared: Promise<Store> | undefined
  async function open() {
    shared ??= openTestStore()
    await forgetAll(await shared)
    return authWorld(await shared)
  }

  async function signedIn() {
    const world = await open()
    const robot = await world.serviceAccount('acme', { id: 'robot' })
    const signIn = { namespace: 'acme', idOrName: 'robot', secret: robot.secret, clientAddress: '192.0.2.1' }
    const verified = await world.accounts.verify(signIn)
    if (!verified) throw new Error('It cannot sign in')
    return { ...world, robot, verified, count: () => world.store.all(world.store.sql('service_tokens').select('kind')) }
  }

  test('have 256 random bits and name their kind, and only their hash is stored', async () => {
    const { serviceTokens, verified, store } = await signedIn()
    const issued = [await serviceTokens.issue(verified, 0), await serviceTokens.issue(verified, 0)]
    for (const { accessToken, refreshToken } of issued) {
      expect(accessToken).toMatch(/^eyJ[\w-]+\.[\w-]+\.[\w-]{342}$/)
      expect(refreshToken).toMatch(/^odr_[A-Za-z0-9_-]{43}$/)
      const rows = JSON.stringify(await store.all(store.sql('service_tokens').select('*')))
      for (const token of [accessToken, refreshToken]) {
        expect(rows).not.toContain(token)
        expect(rows).not.toContain(token.slice(4))
      }
    }
    expect(issued[0]?.accessToken).not.toBe(issued[1]?.accessToken)
    expect(issued[0]?.refreshToken).not.toBe(issued[1]?.refreshToken)
  })

  describe('an access token', () => {
    test.each([
      [0, 15 * minuteMs],
      [1, 1000],
      [60, minuteMs],
      [86_400, dayMs],
    ])('issued for %i seconds is valid for exactly that long', async (lifeS, lifeMs) => {
      const { serviceTokens, verified, clock, robot } = await signedIn()
      const issued = await serviceTokens.issue(verified, lifeS)
      expect(issued).toMatchObject({ createdAtMs: clock.now(), expiresAtMs: clock.now() + lifeMs })
      clock.advance(lifeMs - 1)
      expect(await serviceTokens.find(issued.accessToken)).toEqual(robot.account)
      clock.advance(1)
      expect(await serviceTokens.find(issued.accessToken)).toBeUndefined()
    })

    test.each([-1, 86_401, 2 ** 53, Number.NaN])('is not issued for %d seconds', async (lifeS) => {
      const { serviceTokens, verified, robot } = await signedIn()
      const refusal = {
        status: 400,
        id: 'auth.token',
        message: 'No token is issued: token_expiry must be a whole number of seconds from 1 to 86400, or 0 for 900.',
      }
      await expect(serviceTokens.issue(verified, lifeS)).rejects.toMatchObject(refusal)
      await expect(serviceTokens.refresh(robot.refreshToken, lifeS, always)).rejects.toMatchObject(refusal)
    })

    test('is not issued to an account that has been deleted, or has another secret, by then', async () => {
      const { serviceTokens, accounts, verified, robot } = await signedIn()
      const own = { namespace: 'acme', idOrName: 'robot', secret: robot.secret, clientAddress: '192.0.2.1' }
      await accounts.changeSecret(own, 'correct horse battery')
      await expect(serviceTokens.issue(verified, 0)).rejects.toMatchObject({ status: 400, id: 'auth.token' })
      await accounts.remove('acme', 'robot')
      await expect(serviceTokens.issue(verified, 0)).rejects.toMatchObject({ status: 400, id: 'auth.token' })
    })

    test('is invalid in every process at once when its account is deleted in one', async () => {
      const settings = await newDatabase()
      const [one, two] = [authWorld(await openTestStore(settings)), authWorld(await openTestStore(settings))]
      const robot = await one.serviceAccount('acme')
      expect(await two.call('config Config.Get', { token: robot.token })).toMatchObject({ id: robot.account.id })
      await one.accounts.remove('acme', robot.account.id)
      expect((await two.refusal('config Config.Get', { token: robot.token })).status).toBe(401)
    })

    test('is not a refresh token, nor the other way round', async () => {
      const { serviceTokens, robot } = await signedIn()
      expect(await serviceTokens.find(robot.refreshToken)).toBeUndefined()
      await expect(serviceTokens.refresh(robot.token, 0, always)).rejects.toMatchObject({ status: 400 })
      for (const token of [
        '',
        'ods_',
        robot.token.slice(0, -1),
        `${robot.token}A`,
        `od_${'A'.repeat(43)}`,
        'ods_\u0000',
      ]) {
        expect(await serviceTokens.find(token)).toBeUndefined()
      }
    })
  })

  describe('a refresh token', () => {
    test('yields access tokens for 30 days, stays the same, and revokes none of the earlier ones', async () => {
      const { serviceTokens, robot, clock } = await signedIn()
      const first = await serviceTokens.refresh(robot.refreshToken, 0, always)
      const second = await serviceTokens.refresh(robot.refreshToken, 60, always)
      expect([first.refreshToken, second.refreshToken]).toEqual([robot.refreshToken, robot.refreshToken])
      expect(second.expiresAtMs - second.createdAtMs).toBe(60_000)
      for (const { accessToken } of [first, second])
        expect(await serviceTokens.find(accessToken)).toEqual(robot.account)
      clock.advance(30 * dayMs - 1)
      await serviceTokens.refresh(robot.refreshToken, 0, always)
      clock.advance(1)
      await expect(serviceTokens.refresh(robot.refreshToken, 0, always)).rejects.toMatchObject({ status: 400 })
    })

    test('yields none if its namespace does not allow it', async () => {
      const { serviceTokens, robot, count } = await signedIn()
      const before = (await count()).length
      const asked: string[] = []
      const refused = serviceTokens.refresh(robot.refreshToken, 0, async (namespace) => {
        asked.push(namespace)
        throw new Error('no')
      })
      await expect(refused).rejects.toThrow('no')
      expect(asked).toEqual(['acme'])
      expect(await count()).toHaveLength(before)
    })

    test('returns the same error for every fault', async () => {
      const { serviceTokens, robot, accounts, serviceAccount, clock } = await signedIn()
      const deleted = await serviceAccount('acme', { id: 'deleted' })
      await accounts.remove('acme', 'deleted')
      const answer = (token: string) =>
        serviceTokens.refresh(token, 0, always).catch(({ status, id, message }) => ({ status, id, message }))
      const answers = [
        await answer(`odr_${'A'.repeat(43)}`),
        await answer('nonsense'),
        await answer(deleted.refreshToken),
        await answer(robot.token),
      ]
      clock.advance(31 * dayMs)
      answers.push(await answer(robot.refreshToken))
      // Existing services sign in again when they read exactly this.
      expect(answers[0]).toEqual({ status: 400, id: 'auth.token', message: 'invalid token provided' })
      for (const each of answers) expect(each).toEqual(answers[0])
    })
  })

  describe('what is stored', () => {
    test('includes no expired tokens: issuing one deletes them', async () => {
      const { serviceTokens, verified, clock, count, robot } = await signedIn()
      clock.advance(20 * minuteMs)
      await serviceTokens.refresh(robot.refreshToken, 0, always)
      expect((await count()).map((row) => (row as { kind: string }).kind).sort()).toEqual(['access', 'refresh'])
      clock.advance(31 * dayMs)
      await serviceTokens.issue(verified, 0)
      expect(await count()).toHaveLength(2)
    })

    test('is at most a thousand of each kind for an account: the oldest are revoked', async () => {
      const { serviceTokens, robot, store, clock, count } = await signedIn()
      const rows = Array.from({ length: 999 }, (_, index) => ({
        secret_sha256: `made-up-${index}`,
        kind: 'access',
        namespace: 'acme',
        service_account: 'robot',
        created_at: clock.now() + 1,
        expires_at: clock.now() + dayMs,
      }))
      for (let from = 0; from < rows.length; from += 100) {
        await store.run(store.sql('service_tokens').insert(rows.slice(from, from + 100)))
      }
      clock.advance(2)
      const { accessToken } = await serviceTokens.refresh(robot.refreshToken, 0, always)
      expect(await count()).toHaveLength(1000 + 1)
      expect(await serviceTokens.find(robot.token)).toBeUndefined()
      expect(await serviceTokens.find(accessToken)).toEqual(robot.account)
    })
  })
})
