import { expect, test } from 'vitest'
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
    return { clock, admin, invites: createInvites({ store, clock, accounts }) }
  }

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
