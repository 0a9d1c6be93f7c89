import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { oauthWorld } from '#testing/oauth-world.ts'
import { manualClock } from '../base/clock.ts'
import { createTaints } from '../policy/taints.ts'

const range = { offset: 0, limit: 10 }

forEachDatabase((_dialect, openTestStore) => {
  const openWorld = async () => {
    const store = await openTestStore()
    const world = await oauthWorld(store, manualClock('2026-11-21T09:30:00Z'))
    const rows = () => store.all<{ id: string }>(store.sql('tokens').orderBy('id'))
    /** Changes what a grant is, as time or its owner would. */
    const change = (id: string, changes: object) => store.run(store.sql('tokens').where({ id }).update(changes))
    return { ...world, store, rows, change, allowed: world.oauth.allowed }
  }

  test('an account sees the programs it has granted access to, newest first, and no one else does', async () => {
    const { allow, exchange, allowed, account, clock } = await openWorld()
    await exchange(await allow())
    clock.advance(1000)
    await exchange(await allow())
    const { programs, total } = await allowed.page(account, range)
    expect(total).toBe(2)
    const times = programs.map(({ createdAtMs }) => createdAtMs)
    expect(times).toEqual([clock.now(), clock.now() - 1000])
    expect(programs[0]).toMatchObject({ host: undefined, audience: 'instance', lastUsedAtMs: undefined })
    expect(programs[0]?.expiresAtMs).toBeGreaterThan(clock.now())
    const id = programs[0]?.id ?? ''
    expect(await allowed.get(account, id)).toEqual(programs[0])
    expect(await allowed.page('account_x', range)).toEqual({ programs: [], total: 0 })
    await expect(allowed.get('account_x', id)).rejects.toThrow('This program has no access to your account.')
    await expect(allowed.get(account, 'token_x')).rejects.toThrow('This program has no access to your account.')
  })

  test('access that was revoked or has expired is not listed and not found, and neither is a token of a person', async () => {
    const { allow, exchange, allowed, account, clock, rows, change } = await openWorld()
    for (let n = 0; n < 4; n++) {
      await exchange(await allow())
      clock.advance(1)
    }
    const [revoked, expired, byHand, active] = (await rows()).map(({ id }) => id) as [string, string, string, string]
    await change(revoked, { revoked_at: clock.now() })
    await change(expired, { expires_at: clock.now() })
    await change(byHand, { client_id: null })
    await change(active, { expires_at: clock.now() + 1, last_used_at: clock.now() })
    const { programs, total } = await allowed.page(account, range)
    expect([programs.map(({ id }) => id), total]).toEqual([[active], 1])
    expect(programs[0]).toMatchObject({ lastUsedAtMs: clock.now(), expiresAtMs: clock.now() + 1 })
    for (const id of [revoked, expired, byHand])
      await expect(allowed.get(account, id)).rejects.toMatchObject({ code: 'not_found' })
    clock.advance(1)
    await expect(allowed.get(account, active)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('what a program has read no longer matters once its access is revoked', async () => {
    const { store, clock, oauth, clientId, allow, exchange, account, rows } = await openWorld()
    const { access_token } = await exchange(await allow())
    const taints = createTaints({ store, clock })
    const [{ id } = { id: '' }] = await rows()
    await taints.add({ accountId: account, credentialId: id, actor: { kind: 'mcp' } })
    expect(await taints.list(account)).toMatchObject([{ credentialId: id }])
    await oauth.grants.revoke(clientId, access_token)
    expect(await taints.list(account)).toEqual([])
  })

  test('a program with a description is shown with its host', async () => {
    const { allow, exchange, allowed, account, rows, change } = await openWorld()
    await exchange(await allow())
    const [{ id } = { id: '' }] = await rows()
    await change(id, { client_id: 'https://reader.example/client.json' })
    expect(await allowed.get(account, id)).toMatchObject({ host: 'reader.example' })
  })
})
