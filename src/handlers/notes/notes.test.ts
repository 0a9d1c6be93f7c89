import { describe, expect, test } from 'vitest'
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

    test('titles that differ in more than case are different notes', async () => {
      const ada = await server().account()
      for (const title of ['CO2', 'CO₂', 'Resume', 'Résumé', 'kir', 'kır'])
        await ada.ok('notes.add', { title, text: title })
      const { items } = await ada.ok('notes.list', {})
      expect(items).toHaveLength(6)
      expect(await ada.ok('notes.get', { title: 'co₂' })).toMatchObject({ text: 'CO₂' })
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

    test('the title whose key is longest is stored and found', async () => {
      const ada = await server().account()
      const title = '\u{1d160}'.repeat(200)
      await ada.ok('notes.add', { title, text: 'x' })
      expect((await ada.ok('notes.get', { title })).title).toBe(title)
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
