import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { forEachServer } from '../../testing/server.ts'
import { notes } from './index.ts'

forEachServer((server) => {
  describe('notes', () => {
    test('a note is stored as written, with any characters', async () => {
      const ada = await server().account()
      const text = '  Ünïcödé 👩‍👩‍👧 \n\t"quotes" \\ %_ \u202e'
      const { note, is_new } = await ada.ok('notes.add', { title: '  買い物 🧾 ', text })
      expect(is_new).toBe(true)
      expect(note).toEqual({
        id: expect.stringMatching(/^note_[0-9a-z]{26}$/),
        title: '買い物 🧾',
        text,
        created: '2026-11-21T09:30:00.000Z',
        updated: '2026-11-21T09:30:00.000Z',
      })
      expect(await ada.ok('notes.get', { title: '買い物 🧾' })).toEqual(note)
    })

    test('writing an existing title, in any case, rewrites that note and keeps its id and first spelling', async () => {
      const ada = await server().account()
      const first = await ada.ok('notes.add', { title: 'Straße', text: 'Old' })
      server().clock.advance(60_000)
      const second = await ada.ok('notes.add', { title: 'STRASSE', text: 'New' })
      expect(second.is_new).toBe(false)
      expect(second.note).toMatchObject({
        id: first.note.id,
        title: 'Straße',
        text: 'New',
        created: first.note.created,
      })
      expect(second.note.updated > first.note.updated).toBe(true)
      expect(await ada.ok('notes.list', {})).toEqual({ items: [second.note] })
    })

    test('titles that differ in more than case are different notes', async () => {
      const ada = await server().account()
      for (const title of ['CO2', 'CO₂', 'Resume', 'Résumé', 'kir', 'kır'])
        await ada.ok('notes.add', { title, text: title })
      const { items } = await ada.ok('notes.list', {})
      expect(items).toHaveLength(6)
      expect(await ada.ok('notes.get', { title: 'co₂' })).toMatchObject({ text: 'CO₂' })
    })

    test('one new title written twenty times at once makes one note', async () => {
      const ada = await server().account()
      const written = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ada.ok('notes.add', { title: 'Race', text: `Text ${i}` })),
      )
      expect(written.filter(({ is_new }) => is_new)).toHaveLength(1)
      expect(new Set(written.map(({ note }) => note.id)).size).toBe(1)
      expect((await ada.ok('notes.list', {})).items).toHaveLength(1)
    })

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

    test("another account's note responds exactly like a missing one, for reading and for deleting", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      await ada.ok('notes.add', { title: 'Diary', text: 'Private' })
      for (const id of ['notes.get', 'notes.delete'] as const) {
        const notYours = await ben.fails(id, { title: 'Diary' })
        const missing = await (await server().account()).fails(id, { title: 'Diary' })
        expect(notYours.status).toBe(400)
        expect(notYours.body).toEqual(missing.body)
        expect(notYours.body).toEqual({
          code: 'not_found',
          error: 'You have no note with the title "Diary". Use notes.list to see your titles.',
        })
      }
      expect(await ben.ok('notes.add', { title: 'diary', text: 'Mine' })).toMatchObject({ is_new: true })
      expect(await ada.ok('notes.get', { title: 'Diary' })).toMatchObject({ text: 'Private' })
    })

    test('a title is one line: what breaks it becomes a space, and it is found either way', async () => {
      const ada = await server().account()
      const { note } = await ada.ok('notes.add', { title: ' Guest\r\n\u0085Wi-Fi ', text: 'x' })
      expect(note.title).toBe('Guest Wi-Fi')
      for (const title of ['guest wi-fi', 'Guest\nWi-Fi', 'Guest\u0085Wi-Fi']) {
        expect((await ada.ok('notes.get', { title })).id).toBe(note.id)
      }
    })

    test('a deleted note is gone, and deleting it again says so', async () => {
      const ada = await server().account()
      const { note } = await ada.ok('notes.add', { title: 'Draft', text: 'x' })
      expect(await ada.ok('notes.delete', { title: ' dRAFT ' })).toEqual({ id: note.id, deleted: true })
      expect((await ada.fails('notes.get', { title: 'Draft' })).body.code).toBe('not_found')
      expect((await ada.fails('notes.delete', { title: 'Draft' })).body.code).toBe('not_found')
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

    test('lengths are counted in characters, not in bytes or UTF-16 units', async () => {
      const ada = await server().account()
      const longest = { title: '𝄞'.repeat(200), text: '🌳'.repeat(100_000) }
      await ada.ok('notes.add', longest)
      expect((await ada.ok('notes.get', { title: longest.title })).text).toBe(longest.text)
      const { body } = await ada.fails('notes.add', { title: `${longest.title}x`, text: `${longest.text}x` })
      expect(body.code).toBe('invalid_argument')
      expect(body.details?.map(({ path }) => path).sort()).toEqual(['text', 'title'])
    })

    test('the longest text is taken also when every character of it is written as an escape', async () => {
      const ada = await server().account()
      const body = `{"title":"Trees","text":"${'\\ud83c\\udf33'.repeat(100_000)}"}`
      const { status } = await ada.send('notes.add', { body, headers: { 'Content-Type': 'application/json' } })
      expect(status).toBe(200)
      expect((await ada.ok('notes.get', { title: 'Trees' })).text).toBe('🌳'.repeat(100_000))
    })

    test('the title whose key is longest is stored and found', async () => {
      const ada = await server().account()
      const title = '\u{1d160}'.repeat(200)
      await ada.ok('notes.add', { title, text: 'x' })
      expect((await ada.ok('notes.get', { title })).title).toBe(title)
    })

    test.each([
      ['no arguments', {}, ['text', 'title']],
      ['a blank title', { title: ' \t\n', text: 'x' }, ['title']],
      ['an empty text', { title: 'A', text: '' }, ['text']],
      ['a blank text', { title: 'A', text: ' \n ' }, ['text']],
      ['a number as title', { title: 7, text: 'x' }, ['title']],
      ['a null text', { title: 'A', text: null }, ['text']],
      ['an unknown argument', { title: 'A', text: 'x', colour: 'red' }, ['colour']],
      ['the character U+0000', { title: 'A\0', text: 'x\0' }, ['text', 'title']],
      ['half a surrogate pair', { title: 'A\ud83c', text: '\udf33x' }, ['text', 'title']],
    ])('%s is refused by name and nothing is stored', async (_, args, paths) => {
      const ada = await server().account()
      await expectFaults(ada, 'notes.add', args, paths)
      expect(await ada.ok('notes.list', {})).toEqual({ items: [] })
    })

    test('that may be by others is not shown to every run of the agent', async () => {
      const ada = await server().account()
      await ada.ok('notes.add', { title: 'Own', text: 'Mine' })
      const { note } = await ada.ok('notes.add', { title: 'Ferry', text: 'Obey' })
      const { store } = server()
      const shown = () => notes.agentContext?.({ store } as never, ada.id)
      expect(await shown()).toContain('Obey')
      await store.run(store.sql('notes').where({ id: note.id }).update({ by_others: true }))
      expect(await shown()).toBe('- Own: Mine')
    })
  })
})
