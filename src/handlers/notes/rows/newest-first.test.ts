import { expect, test } from 'vitest'
import type { Reader, Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { watchedReader } from '#testing/watched-reader.ts'
import { newestFirst } from './newest-first.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function withNotes(count: number): Promise<Store> {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    await store.write(async (tx) => {
      for (let n = 0; n < count; n++) await tx.run(tx.sql('notes').insert(noteOf(n)))
    })
    return store
  }

  const noteOf = (n: number) => {
    const id = `note_${String(n).padStart(26, '0')}`
    return { id, owner: 'ann', title: `${n}`, title_key: `${n}`, text: 'x', created_at: n, updated_at: n }
  }

  function reading(store: Reader, now: number) {
    const read = (ids: readonly string[]) =>
      store.all<{ id: string; title: string }>(store.sql('notes').select('id', 'title').whereIn('id', ids))
    return newestFirst(store, 'ann', { read, now: () => now })
  }

  test('the first notes come before the others are read', async () => {
    const store = await withNotes(1000)
    let queries = 0
    const watched = watchedReader(store, () => {
      queries += 1
    })
    const pages = reading(watched, 5000)
    const first = await pages.next()
    expect(first.value?.map(({ title }: { title: string }) => Number(title))).toEqual(
      Array.from({ length: 100 }, (_, n) => 999 - n),
    )
    expect(queries).toBe(2)
    await pages.return(undefined)
  })

  test('of notes that are written meanwhile none is missed, and none comes twice', async () => {
    const store = await withNotes(500)
    const titles: number[] = []
    for await (const rows of reading(store, 5000)) {
      titles.push(...rows.map(({ title }) => Number(title)))
      if (titles.length !== 100) continue
      for (const n of [450, 20, 21]) {
        await store.run(
          store
            .sql('notes')
            .where({ id: noteOf(n).id })
            .update({ updated_at: 2000 + n }),
        )
      }
      await store.run(store.sql('notes').insert({ ...noteOf(600), updated_at: 3000 }))
      await store.run(store.sql('notes').insert({ ...noteOf(601), updated_at: 6000 }))
    }
    const others = Array.from({ length: 500 }, (_, n) => 499 - n).filter((n) => n !== 20 && n !== 21)
    expect(titles).toEqual([...others, 20, 21, 600])
  })
})
