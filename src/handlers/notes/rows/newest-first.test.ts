import { expect, test } from 'vitest'
import type { Reader, Store } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { watchedReader } from '#testing/watched-reader.ts'
import { fewNotes, newestFirst } from './newest-first.ts'

forEachDatabase((_dialect, openTestStore) => {
  async function withNotes(count: number): Promise<Store> {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    await store.write(async (tx) => {
      for (let n = 0; n < count; n++) await tx.run(tx.sql('notes').insert(noteOf(n)))
    })
    return store
  }

  const idOf = (n: number) => `note_${String(n).padStart(26, '0')}`
  const noteOf = (n: number) => ({
    ...{ id: idOf(n), owner: 'ann', title: `${n}`, title_key: `${n}`, text: 'x', created_at: n, updated_at: n },
  })

  async function setText(store: Store, n: number, text: string): Promise<void> {
    await store.run(
      store
        .sql('notes')
        .where({ id: idOf(n) })
        .update({ text }),
    )
  }

  const reading = (store: Reader, now: number) => newestFirst(store, 'ann', () => now)

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
    expect(queries).toBe(1)
    await pages.return(undefined)
  })

  test.each([0, 1, 100])('%d short notes are few, and are read by one statement', async (count) => {
    const store = await withNotes(count)
    let queries = 0
    const watched = watchedReader(store, () => {
      queries += 1
    })
    const notes = await fewNotes(watched, 'ann')
    expect(notes?.map(({ title, text }) => [title, text])).toEqual(
      Array.from({ length: count }, (_, n) => [`${count - 1 - n}`, 'x']),
    )
    expect(queries).toBe(1)
    expect(await fewNotes(store, 'ben')).toEqual([])
  })

  test('more than a hundred notes are not few', async () => {
    expect(await fewNotes(await withNotes(101), 'ann')).toBeUndefined()
  })

  test.each([
    [1024, 1, 1],
    [1026, undefined, 2],
  ])(
    'of notes with one of %d bytes, %s are few, and its text is read by statement %d',
    async (bytes, few, expected) => {
      const store = await withNotes(1)
      await setText(store, 0, 'é'.repeat(bytes / 2))
      expect((await fewNotes(store, 'ann'))?.length).toBe(few)
      let queries = 0
      const watched = watchedReader(store, () => {
        queries += 1
      })
      const { value } = await reading(watched, 5000).next()
      expect(value?.[0]?.text.length).toBe(bytes / 2)
      expect(queries).toBe(expected)
    },
  )

  test('long texts are read later, a few at a time, and come in their places, except deleted ones', async () => {
    const store = await withNotes(9)
    const texts = new Map([0, 2, 3, 5, 7].map((n) => [n, `${n}`.repeat(n === 3 ? 300_000 : 2000)]))
    for (const [n, text] of texts) await setText(store, n, text)
    const pages: (readonly [title: number, length: number])[][] = []
    for await (const rows of reading(store, 5000)) {
      for (const { title, text } of rows) expect(text).toBe(texts.get(Number(title)) ?? 'x')
      pages.push(rows.map(({ title, text }) => [Number(title), text.length] as const))
      await store.run(
        store
          .sql('notes')
          .where({ id: idOf(2) })
          .delete(),
      )
    }
    expect(pages).toEqual([
      [
        [8, 1],
        [7, 2000],
        [6, 1],
        [5, 2000],
        [4, 1],
      ],
      [[3, 300_000]],
      [
        [1, 1],
        [0, 2000],
      ],
    ])
  })

  test('of a few notes with a long text none is missed either', async () => {
    const store = await withNotes(3)
    await setText(store, 1, 'y'.repeat(2000))
    const titles: string[] = []
    for await (const rows of reading(store, 5000)) {
      if (titles.length === 0) await store.run(store.sql('notes').insert({ ...noteOf(7), updated_at: 3000 }))
      titles.push(...rows.map(({ title }) => title))
    }
    expect(titles).toEqual(['2', '1', '0', '7'])
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
