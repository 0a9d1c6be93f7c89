import { describe, expect, test } from 'vitest'
import { openSearchIndex } from '../../runtime/search/index.ts'
import { forEachServer } from '../../testing/server.ts'
import { searchEntryOf, sortKey } from './search/find-text.ts'

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

forEachServer((server) => {
  describe('contacts', () => {
    test('however many there are, all are listed in order, and those that are looked for are found', async () => {
      const ann = await server().account()
      const { store } = server()
      const names = Array.from({ length: 1200 }, (_, index) => `${index % 3 ? 'Émile' : 'emily'} ${(index * 7) % 1200}`)
      const rows = names.map((name, index) => ({
        id: `contact_${String(index).padStart(5, '0')}`,
        owner: ann.id,
        name,
        name_key: name.toLowerCase(),
        name_sort: sortKey(name),
        created_at: 1,
        updated_at: 1,
      }))
      const index = openSearchIndex(store)
      for (let at = 0; at < rows.length; at += 100) {
        const some = rows.slice(at, at + 100)
        await store.write(async (tx) => {
          await tx.run(store.sql('contacts').insert(some))
          for (const row of some) {
            await index.put(tx, searchEntryOf({ ...row, email: null, phone: null }), 'created')
          }
        })
      }
      const ordered = names.toSorted(new Intl.Collator('en', { numeric: true }).compare)
      expect((await ann.ok('contacts.list', {})).items.map(({ name }) => name)).toEqual(ordered)
      const few = await ann.ok('contacts.find', { query: 'emile 11' })
      const matching = ordered.filter((name) => name.startsWith('Émile 11'))
      expect([namesOf(few), few.is_truncated]).toEqual([matching, false])
      const many = await ann.ok('contacts.find', { query: 'emile' })
      const newest = new Set(names.filter((name) => name.startsWith('Émile')).slice(-500))
      expect([namesOf(many), many.is_truncated]).toEqual([ordered.filter((name) => newest.has(name)), true])
    })

    test('an update is found by what it holds now, and by what it kept', async () => {
      const ada = await server().account()
      await ada.ok('contacts.add', { name: 'Ada', email: 'old@example.org', phone: '030 555' })
      await ada.ok('contacts.add', { name: 'ada', email: 'new@example.org' })
      expect(namesOf(await ada.ok('contacts.find', { query: 'new@' }))).toEqual(['ada'])
      expect(namesOf(await ada.ok('contacts.find', { query: 'old@' }))).toEqual([])
      expect(namesOf(await ada.ok('contacts.find', { query: '030555' }))).toEqual(['ada'])
    })

    test('the address book is whole and in the order of names, accents and case aside', async () => {
      const ada = await server().account()
      expect(await ada.ok('contacts.list', {})).toEqual({ items: [] })
      const names = ['zoe', 'Émile', 'adam', 'Eve', 'Åsa', 'Emil', 'Unit 10', 'Unit 9']
      for (const name of names) await ada.ok('contacts.add', { name })
      expect(namesOf(await ada.ok('contacts.list', {}))).toEqual([
        'adam',
        'Åsa',
        'Emil',
        'Émile',
        'Eve',
        'Unit 9',
        'Unit 10',
        'zoe',
      ])
    })

    test("another account's cards are neither listed, found nor deleted: the response is that of a missing one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const { contact } = await ada.ok('contacts.add', { name: 'Secret Friend', email: 'friend@example.org' })
      expect(await ben.ok('contacts.find', { query: 'friend' })).toEqual({ items: [], is_truncated: false })
      expect(await ben.ok('contacts.list', {})).toEqual({ items: [] })
      const notYours = await ben.fails('contacts.delete', { id: contact.id })
      expect([notYours.status, notYours.body.code]).toEqual([400, 'not_found'])
      await ada.ok('contacts.delete', { id: contact.id })
      expect((await ben.fails('contacts.delete', { id: contact.id })).body).toEqual(notYours.body)
      expect((await ada.fails('contacts.delete', { id: contact.id })).body).toEqual(notYours.body)
    })

    test('a deleted card is gone and its name is free', async () => {
      const ada = await server().account()
      const { contact } = await ada.ok('contacts.add', { name: 'Ada', note: 'Old' })
      expect(await ada.ok('contacts.delete', { id: contact.id })).toEqual({ id: contact.id, deleted: true })
      expect(await ada.ok('contacts.list', {})).toEqual({ items: [] })
      const again = await ada.ok('contacts.add', { name: 'Ada' })
      expect(again.is_new).toBe(true)
      expect(again.contact.note).toBeUndefined()
    })
  })
})
