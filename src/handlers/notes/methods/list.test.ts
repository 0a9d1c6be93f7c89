import { expect, test } from 'vitest'
import { insertRows } from '#testing/insert-rows.ts'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('notes are listed with the most recently written first, and none is ever dropped', async () => {
    const ada = await server().account()
    expect(await ada.ok('notes.list', {})).toEqual({ items: [] })
    for (let i = 0; i < 60; i++) {
      server().clock.advance(1000)
      await ada.ok('notes.add', { title: `Note ${i}`, text: `Text ${i}` })
    }
    server().clock.advance(1000)
    await ada.ok('notes.add', { title: 'note 7', text: 'Rewritten' })
    const titles = (await ada.ok('notes.list', {})).items.map(({ title }) => title)
    expect(titles).toHaveLength(60)
    expect(titles.slice(0, 3)).toEqual(['Note 7', 'Note 59', 'Note 58'])
  })

  test('however large they are together, the list has them all, the most recently written first', async () => {
    const ada = await server().account()
    const { store, clock } = server()
    const text = 'x'.repeat(2000)
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: `note_${String(index).padStart(5, '0')}`,
      owner: ada.id,
      title: `Note ${index}`,
      title_key: `note ${index}`,
      text: index % 2 ? text : 'short',
      created_at: 1,
      updated_at: 1000 + (index % 50),
    }))
    await insertRows(store, 'notes', rows)
    clock.advance(1)
    await ada.ok('notes.add', { title: 'Note 7', text: 'rewritten' })
    const { items } = await ada.ok('notes.list', {})
    const expected = rows
      .filter(({ title }) => title !== 'Note 7')
      .sort((a, b) => b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1))
    expect(items.map(({ id }) => id)).toEqual(['note_00007', ...expected.map(({ id }) => id)])
    expect(items[0]?.text).toBe('rewritten')
    expect(items.slice(1).map((item) => item.text.length)).toEqual(expected.map((row) => row.text.length))
  })
})
