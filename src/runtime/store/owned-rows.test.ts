import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { keepIfNull, ownedRows } from './owned-rows.ts'
import type { Store } from './types.ts'

interface NoteRow {
  id: string
  title: string
  text: string
  updated_at: number
}

const notes = ownedRows<NoteRow>('notes', ['id', 'title', 'text', 'updated_at'])
type NewNote = { id: string; owner: string; title: string; text: string; now: number }
const insert = notes.insert<NewNote>(['title', 'text'], { values: (_, param) => ({ title_key: param('title') }) })
const upsert = notes.insert<NewNote>(['title', 'text'], {
  values: (_, param) => ({ title_key: param('title') }),
  onConflict: (plain) => plain.onConflict(['owner', 'title_key']).merge(['text', 'updated_at']),
})
const update = notes.update<{ id: string; owner: string; title: string | null; text: string | null; now: number }>(
  (sql, param) => ({
    title: keepIfNull(sql, param, 'title'),
    text: keepIfNull(sql, param, 'text'),
    updated_at: param('now'),
  }),
)

async function addAccounts(store: Store): Promise<void> {
  const accounts = ['ada', 'bob'].map((id) => ({ id, username: id, created_at: 1, updated_at: 1 }))
  await store.run(store.sql('accounts').insert(accounts))
}

forEachDatabase((_dialect, openTestStore) => {
  test('a row is found, changed and deleted by its id and owner, never by its id alone', async () => {
    const store = await openTestStore()
    await addAccounts(store)
    const row = { id: 'note_1', title: 'Plan', text: 'one', updated_at: 5 }
    const inserted = await store.write((tx) =>
      insert(tx, { id: 'note_1', owner: 'ada', title: 'Plan', text: 'one', now: 5 }),
    )
    expect(inserted).toEqual(row)
    const own = { id: 'note_1', owner: 'ada' }
    const foreign = { id: 'note_1', owner: 'bob' }

    expect(await notes.find(store, foreign)).toBeUndefined()
    const refused = await store.write((tx) => update(tx, { ...foreign, title: 'Mine', text: 'mine', now: 9 }))
    expect(refused).toBeUndefined()
    expect(await notes.delete(store, foreign)).toBe(false)
    expect(await notes.find(store, own)).toEqual(row)

    const changed = await store.write((tx) => update(tx, { ...own, title: null, text: 'two', now: 9 }))
    expect(changed).toEqual({ ...row, text: 'two', updated_at: 9 })
    expect(await notes.find(store, own)).toEqual(changed)
    expect(await notes.delete(store, own)).toBe(true)
    expect(await notes.find(store, own)).toBeUndefined()
    expect(await notes.delete(store, own)).toBe(false)
  })

  test('an insert that conflicts with an existing row resolves with the merged row', async () => {
    const store = await openTestStore()
    await addAccounts(store)
    await store.write((tx) => upsert(tx, { id: 'note_1', owner: 'ada', title: 'Plan', text: 'one', now: 5 }))
    const merged = await store.write((tx) =>
      upsert(tx, { id: 'note_2', owner: 'ada', title: 'Plan', text: 'two', now: 9 }),
    )
    expect(merged).toEqual({ id: 'note_1', title: 'Plan', text: 'two', updated_at: 9 })
    const ofBob = await store.write((tx) =>
      upsert(tx, { id: 'note_3', owner: 'bob', title: 'Plan', text: 'his', now: 9 }),
    )
    expect(ofBob.id).toBe('note_3')
  })

  test('an insert that returns no row is a fault of the code', async () => {
    const store = await openTestStore()
    await addAccounts(store)
    const ignoring = notes.insert<NewNote>(['title', 'text'], {
      values: (_, param) => ({ title_key: param('title') }),
      onConflict: (plain) => plain.onConflict(['owner', 'title_key']).ignore(),
    })
    const add = (id: string) =>
      store.write((tx) => ignoring(tx, { id, owner: 'ada', title: 'Plan', text: 'one', now: 5 }))
    expect((await add('note_1')).id).toBe('note_1')
    await expect(add('note_2')).rejects.toThrow('Insert into notes returned no row.')
  })
})
