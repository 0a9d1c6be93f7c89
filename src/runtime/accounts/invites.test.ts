import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { manualClock } from '../base/clock.ts'
import { createAccounts } from './accounts.ts'
import { createInvites } from './invites.ts'

const password = 'correct horse battery'

forEachDatabase((_dialect, openTestStore) => {
  async function open() {
    const store = await openTestStore()
    const clock = manualClock()
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    const admin = await accounts.create({ username: 'annie', password })
    return { store, clock, admin, invites: createInvites({ store, clock, accounts }) }
  }

  test('an invitation that could not be stored is not made, and another one can be', async () => {
    const { store, admin, invites } = await open()
    vi.spyOn(store, 'run').mockRejectedValueOnce(new Error('the disk is full'))
    await expect(invites.make(admin.id, 'Carla')).rejects.toThrow('the disk is full')
    expect(await invites.list({ limit: 9 })).toEqual([])
    const { invite } = await invites.make(admin.id, 'Carla')
    expect(await invites.list({ limit: 9 })).toEqual([invite])
  })

  test('a link that was used, withdrawn or mistyped says that another invitation is needed', async () => {
    const { admin, invites } = await open()
    const [used, withdrawn] = [await invites.make(admin.id, 'Carla'), await invites.make(admin.id, 'Dora')]
    await invites.use(used.secret, { username: 'carla', password })
    await invites.withdraw(withdrawn.invite.id)
    for (const secret of [used.secret, withdrawn.secret, `${used.secret}x`]) {
      await expect(invites.use(secret, { username: 'another', password })).rejects.toMatchObject({
        code: 'failed_precondition',
        message: expect.stringContaining('Ask for a new one'),
      })
    }
  })

  test('a used invitation cannot be withdrawn, and stays in the list', async () => {
    const { clock, admin, invites } = await open()
    const { invite, secret } = await invites.make(admin.id, 'Carla')
    clock.advance(1)
    await invites.use(secret, { username: 'carla', password })
    const used = { ...invite, usedAtMs: clock.now() }
    expect(await invites.withdraw(invite.id)).toBe(false)
    expect(await invites.list({ limit: 9 })).toEqual([used])
  })

  test('an unused one is withdrawn once, and no other with it', async () => {
    const { admin, invites } = await open()
    const [carla, dora] = [await invites.make(admin.id, 'Carla'), await invites.make(admin.id, 'Dora')]
    expect(await invites.withdraw(carla.invite.id)).toBe(true)
    expect(await invites.withdraw(carla.invite.id)).toBe(false)
    expect(await invites.list({ limit: 9 })).toEqual([dora.invite])
    expect([await invites.isOpen(carla.secret), await invites.isOpen(dora.secret)]).toEqual([false, true])
  })

  test('a page of the list has as many as wanted, and the next one continues after its last', async () => {
    const { admin, invites } = await open()
    for (const name of ['Carla', 'Dora', 'Emil']) await invites.make(admin.id, name)
    const first = await invites.list({ limit: 2 })
    const rest = await invites.list({ before: first[1]?.id, limit: 2 })
    expect([first, rest].map((page) => page.map(({ note }) => note))).toEqual([['Emil', 'Dora'], ['Carla']])
  })
})
