import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { oauthAt, oauthWorld } from '#testing/oauth-world.ts'
import { manualClock } from '../base/clock.ts'

const minuteMs = 60_000

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  /** A program that has signed in, and two servers on one database. */
  async function world() {
    const settings = await newDatabase()
    const [store, other] = [await openTestStore(settings), await openTestStore(settings)]
    const clock = manualClock()
    const here = await oauthWorld(store, clock)
    const there = oauthAt(other, clock)
    const issued = await here.exchange(await here.allow())
    const isValid = (accessToken: string) =>
      here.tokens.authenticate(accessToken).then(
        () => true,
        () => false,
      )
    return { ...here, there, store, issued, isValid }
  }

  describe('a refresh token', () => {
    test('whose response was lost is accepted for 30 seconds, and returns the same next one', async () => {
      const { refresh, clock, issued, isValid } = await world()
      const lost = await refresh(issued.refresh_token)
      clock.advance(29_999)
      const repeated = await refresh(issued.refresh_token)
      expect(repeated.refresh_token).toBe(lost.refresh_token)
      expect(repeated.access_token).not.toBe(lost.access_token)
      clock.advance(minuteMs)
      const next = await refresh(repeated.refresh_token)
      const all = [issued, lost, repeated, next].map(({ access_token }) => isValid(access_token))
      expect(await Promise.all(all)).toEqual([true, true, true, true])
    })

    test('that is used again after 30 seconds revokes the whole grant', async () => {
      const { refresh, clock, issued, isValid } = await world()
      const fresh = await refresh(issued.refresh_token)
      clock.advance(30_000)
      await expect(refresh(issued.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
      expect(await isValid(fresh.access_token)).toBe(false)
      await expect(refresh(fresh.refresh_token)).rejects.toThrow('revoked')
    })

    test('that is used again when the next one is in use revokes the whole grant, even within 30 seconds', async () => {
      const { refresh, issued, isValid } = await world()
      const second = await refresh(issued.refresh_token)
      const third = await refresh(second.refresh_token)
      await expect(refresh(issued.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
      expect(await isValid(third.access_token)).toBe(false)
    })

    test('that was stolen and used within 30 seconds is noticed when the second of the two refreshes again', async () => {
      const { refresh, clock, issued, isValid } = await world()
      const [own, stolen] = [await refresh(issued.refresh_token), await refresh(issued.refresh_token)]
      clock.advance(50 * minuteMs)
      const fresh = await refresh(own.refresh_token)
      clock.advance(minuteMs)
      await expect(refresh(stolen.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
      expect(await isValid(fresh.access_token)).toBe(false)
    })

    test('used by two processes at once returns the same next one to both, and one is stored', async () => {
      const { refresh, clock, there, store, oauth, issued, isValid } = await world()
      const grants = [oauth.grants, there.oauth.grants, oauth.grants, there.oauth.grants]
      const answers = await Promise.all(grants.map((each) => refresh(issued.refresh_token, undefined, each)))
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
      expect(await Promise.all(answers.map(({ access_token }) => isValid(access_token)))).not.toContain(false)
      expect(await store.all(store.sql('program_keys').where({ kind: 'refresh' }))).toHaveLength(2)
      clock.advance(minuteMs)
      expect((await refresh(answers[1]?.refresh_token as string)).scope).toBe('notes:read notes:write')
    })
  })

  describe('a refresh for a part of the scope', () => {
    test('narrows the access token and its later work alone, and the next refresh can have all again', async () => {
      const { refresh, issued, tokens, account } = await world()
      const part = await refresh(issued.refresh_token, 'notes:read')
      expect(part.scope).toBe('notes:read')
      const grant = await tokens.authenticate(part.access_token)
      expect([[...grant.scopes], grant.isNarrowed]).toEqual([['notes:read'], true])
      const later = await tokens.grantOf(account, `${grant.tokenId} notes:read`)
      expect([...later.scopes]).toEqual(['notes:read'])
      const whole = await refresh(part.refresh_token)
      expect(whole.scope).toBe('notes:read notes:write')
      expect((await tokens.authenticate(whole.access_token)).scopes.size).toBe(2)
      await tokens.idle()
    })

    test('is rejected if it exceeds the grant, without using up the refresh token', async () => {
      const { refresh, clock, issued } = await world()
      for (const scope of ['notes:read notes:pay', 'tasks', 'notes:read  notes:write', 'unknown']) {
        await expect(refresh(issued.refresh_token, scope)).rejects.toMatchObject({ code: 'invalid_scope' })
      }
      clock.advance(minuteMs)
      expect((await refresh(issued.refresh_token, 'notes')).scope).toBe('notes:read')
    })
  })

  test('a grant from before there were classes keeps its names, and can be narrowed to classes', async () => {
    const { refresh, store, issued, tokens } = await world()
    const whole = { services: '["notes"]', actions: true, scopes: '[]' }
    await store.run(store.sql('tokens').update(whole))
    const same = await refresh(issued.refresh_token, 'notes actions')
    expect(same.scope).toBe('notes actions')
    expect(await tokens.authenticate(same.access_token)).toMatchObject({ services: new Set(['notes']), actions: true })
    const part = await refresh(same.refresh_token, 'notes:write')
    expect(part.scope).toBe('notes:write')
    expect(await tokens.authenticate(part.access_token)).toMatchObject({ services: new Set(), actions: false })
    await tokens.idle()
  })
})
