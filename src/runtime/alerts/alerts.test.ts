import { expect, test } from 'vitest'
import type { LinkedNotice } from '#runtime/accounts/account-mail.ts'
import { manualClock } from '#runtime/base/clock.ts'
import { createLog } from '#runtime/base/log.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { type Condition, createAlerts } from './alerts.ts'

const hourMs = 3_600_000
const disk: Condition = { what: 'disk', state: 'broken', detail: '3 MiB free. Free some space.', afterMs: 0 }
const fine: Condition = { ...disk, state: 'works', detail: '900 MiB free.' }

async function addAccounts(store: Store) {
  const rows = [
    { id: 'ada', is_admin: true },
    { id: 'ben', is_admin: false },
    { id: 'cem', is_admin: true },
    { id: 'dot', is_admin: true, disabled_at: 1 },
    { id: 'eva', is_admin: true, closed_at: 1 },
  ]
  for (const row of rows) {
    const common = { username: row.id, namespace: row.id, created_at: 1, updated_at: 1 }
    await store.run(store.sql('accounts').insert({ ...common, ...row }))
  }
}

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  async function world() {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await addAccounts(store)
    const clock = manualClock('2026-11-21T09:30:00Z')
    const sent: string[] = []
    const log = createLog({ logLevel: 'silent' })
    const inform = async (_tx: Writer, account: string, { title, text }: LinkedNotice) => {
      sent.push(`${account} ${title}: ${text}`)
    }
    const options = { store, clock, log, inform }
    const taken = () => sent.splice(0)
    return { settings, store, clock, options, alerts: createAlerts(options), taken }
  }

  test('a problem sends one notice to each administrator when it begins, one a day, and one when it ends', async () => {
    const { alerts, clock, taken } = await world()
    await alerts.update([fine])
    expect(taken()).toEqual([])
    await alerts.update([disk])
    const began = ['ada', 'cem'].map((name) => `${name} Problem: disk: 3 MiB free. Free some space.`)
    expect(taken()).toEqual(began)
    clock.advance(24 * hourMs - 1)
    await alerts.update([{ ...disk, detail: '2 MiB free.' }])
    expect(taken()).toEqual([])
    expect(await alerts.list()).toEqual([
      {
        ...{ what: 'disk', detail: '2 MiB free.' },
        sinceMs: Date.parse('2026-11-21T09:30:00Z'),
        noticedMs: Date.parse('2026-11-21T09:30:00Z'),
      },
    ])
    clock.advance(1)
    await alerts.update([disk])
    expect(taken()).toEqual(began)
    await alerts.update([fine])
    expect(taken()).toEqual(['ada', 'cem'].map((name) => `${name} Resolved: disk: 900 MiB free.`))
    await alerts.update([fine])
    expect(taken()).toEqual([])
    expect(await alerts.list()).toEqual([])
  })

  test('a problem that ends before it counts sends nothing', async () => {
    const { alerts, clock, taken } = await world()
    const slow = { ...disk, afterMs: hourMs }
    await alerts.update([slow])
    clock.advance(hourMs - 1)
    await alerts.update([slow])
    await alerts.update([fine])
    clock.advance(1)
    await alerts.update([slow])
    expect(taken()).toEqual([])
    clock.advance(hourMs)
    await alerts.update([slow])
    expect(taken()).toHaveLength(2)
  })

  test('what is unknown stays as it is for a day, and what is not checked any more has ended', async () => {
    const { alerts, clock, taken } = await world()
    const unknown: Condition = { ...disk, state: 'unknown', detail: 'Not used.' }
    await alerts.update([unknown])
    expect(await alerts.list()).toEqual([])
    await alerts.update([disk])
    clock.advance(24 * hourMs - 1)
    await alerts.update([unknown])
    expect(taken()).toHaveLength(2)
    clock.advance(1)
    await alerts.update([unknown])
    expect(taken()).toEqual(['ada', 'cem'].map((name) => `${name} Resolved: disk: Not used.`))
    await alerts.update([disk])
    taken()
    await alerts.update([])
    expect(taken()).toEqual(['ada', 'cem'].map((name) => `${name} Resolved: disk: It is no longer checked.`))
  })

  test('two processes that check at the same time send one notice', async () => {
    const { alerts, options, settings, taken } = await world()
    const other = createAlerts({ ...options, store: await openTestStore(settings) })
    await Promise.all([alerts.update([disk]), other.update([disk])])
    expect(taken()).toHaveLength(2)
    await Promise.all([alerts.update([fine]), other.update([fine])])
    expect(taken()).toHaveLength(2)
  })

  test('a notice that fails is sent by the next check, to all administrators of that moment', async () => {
    const { alerts, options, store, taken } = await world()
    const failing = createAlerts({ ...options, inform: () => Promise.reject(new Error('no room')) })
    await expect(failing.update([disk])).rejects.toThrow('no room')
    await store.run(store.sql('accounts').where({ id: 'cem' }).update({ is_admin: false }))
    await store.run(store.sql('accounts').where({ id: 'ben' }).update({ is_admin: true }))
    await alerts.update([disk])
    expect(taken().map((line) => line.split(' ')[0])).toEqual(['ada', 'ben'])
    await expect(failing.update([fine])).rejects.toThrow('no room')
    await alerts.update([fine])
    expect(taken()).toHaveLength(2)
  })
})
