import { expect, test, vi } from 'vitest'
import { createAccounts } from '../runtime/accounts/accounts.ts'
import { Removal } from '../runtime/accounts/removal.ts'
import { systemClock } from '../runtime/base/clock.ts'
import { createPublisher } from '../runtime/bus/publisher.ts'
import { deletedAtOnce, deleteSome } from '../runtime/store/delete-some.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { planOf } from '../testing/plans.ts'
import { onAccountDeletedOf, ownedTables } from './owned-tables.ts'

const password = 'correct horse battery'

forEachDatabase((dialect, openTestStore) => {
  /** Two accounts, one of which has this many notes and links; `deleted` lists how many rows each statement deleted. */
  async function filled(rows: number) {
    const store = await openTestStore()
    const run = vi.spyOn(store, 'run')
    const deleted = async () =>
      (await Promise.all(run.mock.results.map(({ value }) => value as Promise<{ changes: number }>))).map(
        ({ changes }) => changes,
      )
    const options = { store, clock: systemClock, namespacedTables: [], ownedTables, hash: async () => 'x' }
    const accounts = createAccounts(options)
    await accounts.create({ username: 'keeper', password })
    const { id } = await accounts.create({ username: 'leaving', password })
    const times = { owner: id, created_at: 1, updated_at: 1 }
    await store.write(async (tx) => {
      for (let n = 0; n < rows; n++) {
        await tx.run(tx.sql('notes').insert({ id: `note_${n}`, title: 'x', title_key: `${n}`, text: 'x', ...times }))
        await tx.run(tx.sql('links').insert({ id: `link-${n}`, destination: 'https://x.example/', ...times }))
      }
    })
    const left = async () =>
      (await store.all<{ id: string }>(store.sql('notes').select('id').where({ owner: id }))).length
    return { store, accounts, options, id, deleted, left }
  }

  test('an account is deleted a few rows at a time, and nothing of it remains', async () => {
    const { store, accounts, deleted, id, left } = await filled(2 * deletedAtOnce + 1)
    expect(await accounts.remove('leaving')).toEqual({ rest: undefined })
    expect(await left()).toBe(0)
    expect(await store.all(store.sql('accounts').where({ id }))).toEqual([])
    expect(Math.max(...(await deleted()))).toBe(deletedAtOnce)
    expect((await deleted()).filter((count) => count === deletedAtOnce).length).toBeGreaterThanOrEqual(4)
    expect((await accounts.list()).map(({ username }) => username)).toEqual(['keeper'])
  })

  test('one with many rows is closed at once, and the rest is deleted afterwards, or after a restart', async () => {
    const { store, accounts, options, id, left } = await filled(3 * deletedAtOnce)
    const removal = new Removal({ ...options, awaited: 1 })
    await store.run(store.sql('accounts').where({ id }).update({ closed_at: 1, disabled_at: 1 }))
    expect(await removal.begin({ id, namespace: 'onedoor' })).toBe(false)
    expect(await left()).toBeGreaterThan(0)
    expect([await accounts.find('leaving'), (await accounts.list()).length]).toEqual([undefined, 1])
    await expect(accounts.create({ username: 'leaving', password })).rejects.toThrow('taken')
    const stopped = AbortSignal.abort(new Error('stopped'))
    await expect(accounts.removeClosed(stopped)).rejects.toThrow('stopped')
    await accounts.removeClosed(new AbortController().signal)
    expect(await left()).toBe(0)
    expect(await store.all(store.sql('accounts').where({ id }))).toEqual([])
    expect((await accounts.create({ username: 'leaving', password })).username).toBe('leaving')
  })

  test('the shared data of an account are closed before its rows are deleted, and published even by a process that delivers nothing', async () => {
    const { store, accounts, options, id } = await filled(0)
    const keeper = (await accounts.get('keeper')).id
    await store.write(async (tx) => {
      const group = { id: 'group_1', owner: id, name: 'x', encrypted: false, created_at: 1, updated_at: 1 }
      await tx.run(tx.sql('groups').insert(group))
      for (const account of [id, keeper])
        await tx.run(tx.sql('group_members').insert({ group_id: 'group_1', account, role: 'member', joined_at: 1 }))
    })
    const onAccountDeleted = onAccountDeletedOf({ store, bus: createPublisher({ clock: systemClock }) })
    await createAccounts({ ...options, onAccountDeleted }).remove('leaving')
    const rows = await store.all<{ topic: string; payload: string }>(store.sql('bus_announcements').orderBy('id'))
    expect(rows.map(({ topic, payload }) => [topic, JSON.parse(payload)])).toEqual([
      ['groups.members', { group: 'group_1', account: keeper, change: 'closed' }],
      ['groups.closed', { group: 'group_1' }],
    ])
    expect(await store.all(store.sql('group_members'))).toEqual([])
  })

  test('rows of every table of accounts are found by an index', async () => {
    const store = await openTestStore()
    for (const { table, account, whenDeleted, archive } of ownedTables) {
      // Reservations live for seconds, so nobody ever has many.
      if (whenDeleted !== 'delete' || ['accounts', 'holdings'].includes(table)) continue
      const key = 'key' in archive ? archive.key : undefined
      const plan = await planOf(store, deleteSome(store.sql, table, { column: account, value: 'ann', key }))
      if (dialect === 'sqlite')
        expect([table, plan]).toEqual([table, expect.not.stringMatching(/SCAN (?!LIST|generate)/)])
      else expect([table, plan]).toEqual([table, expect.not.stringContaining('Seq Scan')])
    }
  })
})
