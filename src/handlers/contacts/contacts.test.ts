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

    test('a card is stored as given, and missing fields are absent', async () => {
      const ada = await server().account()
      const { contact, is_new } = await ada.ok('contacts.add', {
        name: ' Zoë Lindqvist ',
        email: ' zoe@exämple.org ',
        phone: '+46 8 123 456 78',
        note: ' Two\nlines ',
      })
      expect(is_new).toBe(true)
      expect(contact).toEqual({
        id: expect.stringMatching(/^contact_[0-9a-z]{26}$/),
        name: 'Zoë Lindqvist',
        email: 'zoe@exämple.org',
        phone: '+46 8 123 456 78',
        note: ' Two\nlines ',
        created: '2026-11-21T09:30:00.000Z',
        updated: '2026-11-21T09:30:00.000Z',
      })
      const { contact: bare } = await ada.ok('contacts.add', { name: 'Ben' })
      expect(Object.keys(bare).sort()).toEqual(['created', 'id', 'name', 'updated'])
    })

    test('an existing name, in any case, updates that card and keeps what is omitted', async () => {
      const ada = await server().account()
      const first = await ada.ok('contacts.add', { name: 'zoë strauß', email: 'zoe@example.org', note: 'Prefers mail' })
      server().clock.advance(1000)
      const second = await ada.ok('contacts.add', { name: 'Zoë STRAUSS', phone: '112', note: 'Prefers calls' })
      expect(second).toEqual({
        is_new: false,
        contact: {
          ...first.contact,
          name: 'Zoë STRAUSS',
          phone: '112',
          note: 'Prefers calls',
          updated: expect.not.stringMatching(first.contact.updated),
        },
      })
      expect(await ada.ok('contacts.list', {})).toEqual({ items: [second.contact] })
    })

    test('an update is found by what it holds now, and by what it kept', async () => {
      const ada = await server().account()
      await ada.ok('contacts.add', { name: 'Ada', email: 'old@example.org', phone: '030 555' })
      await ada.ok('contacts.add', { name: 'ada', email: 'new@example.org' })
      expect(namesOf(await ada.ok('contacts.find', { query: 'new@' }))).toEqual(['ada'])
      expect(namesOf(await ada.ok('contacts.find', { query: 'old@' }))).toEqual([])
      expect(namesOf(await ada.ok('contacts.find', { query: '030555' }))).toEqual(['ada'])
    })

    test('fields that are named are emptied, and no longer found', async () => {
      const ada = await server().account()
      await ada.ok('contacts.add', { name: 'Ada', email: 'old@example.org', phone: '030 555', note: 'Tall' })
      const { contact, is_new } = await ada.ok('contacts.add', {
        name: 'ada',
        clear: ['email', 'note'],
        phone: '030 666',
      })
      expect([is_new, contact.email, contact.phone, contact.note]).toEqual([false, undefined, '030 666', undefined])
      expect((await ada.ok('contacts.list', {})).items).toEqual([contact])
      expect(namesOf(await ada.ok('contacts.find', { query: 'old@' }))).toEqual([])
      const refused = await ada.fails('contacts.add', { name: 'ada', clear: ['phone'], phone: '1' })
      expect([refused.status, refused.body.details?.map(({ path }) => path)]).toEqual([400, ['clear']])
      expect((await ada.fails('contacts.add', { name: 'ada', clear: ['name'] })).status).toBe(400)
      expect((await ada.ok('contacts.list', {})).items).toEqual([contact])
    })

    test('one new name added twenty times at once makes one card that holds every field', async () => {
      const ada = await server().account()
      const fields = [{ email: 'race@example.org' }, { phone: '112' }, { note: 'Fast' }, {}]
      const saved = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ada.ok('contacts.add', { name: 'Race', ...fields[i % fields.length] })),
      )
      expect(saved.filter(({ is_new }) => is_new)).toHaveLength(1)
      const { items } = await ada.ok('contacts.list', {})
      expect(items).toEqual([expect.objectContaining({ email: 'race@example.org', phone: '112', note: 'Fast' })])
    })

    test.each([
      ['a part of a name', 'fairw', ['Ada Fairweather']],
      ['another case and no accent', 'ZOE', ['Zoë Lindqvist']],
      ['an accent the name does not have', 'fáirweather', ['Ada Fairweather']],
      ['a part of an address', '@EXAMPLE.org', ['Ada Fairweather', 'Ørsted 50%_off']],
      ['a telephone number with other spacing', '(7700) 900-123', ['Ada Fairweather']],
      ['the beginning of a telephone number', '+46', ['Zoë Lindqvist']],
      ['the other prefix of an international number', '0046 8-123', ['Zoë Lindqvist']],
      ['a name in another script', '美咲', ['佐藤 美咲']],
      ['a letter with a stroke', 'orsted', ['Ørsted 50%_off']],
      ['wildcards, as plain characters', '0%_', ['Ørsted 50%_off']],
      ['a lone wildcard, as a plain character', '_', ['Ørsted 50%_off']],
      ['what stands only in a note', 'harbour', []],
      ['a backslash', '\\', []],
      ['a quote', "'", []],
    ])('finding by %s', async (_, query, names) => {
      const ada = await server().account()
      await ada.ok('contacts.add', { name: 'Zoë Lindqvist', phone: '+46 8 123 456 78' })
      await ada.ok('contacts.add', {
        name: 'Ada Fairweather',
        email: 'ada@example.org',
        phone: '07700 900 123',
        note: 'harbour',
      })
      await ada.ok('contacts.add', { name: 'Ørsted 50%_off', email: 'sales@example.org' })
      await ada.ok('contacts.add', { name: '佐藤 美咲' })
      expect(namesOf(await ada.ok('contacts.find', { query }))).toEqual(names)
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

    test('the longest of everything is taken', async () => {
      const ada = await server().account()
      const longest = {
        name: '\u{1d160}'.repeat(200),
        email: `${'é'.repeat(242)}@example.org`,
        phone: '9'.repeat(40),
        note: '🌳'.repeat(4000),
      }
      expect((await ada.ok('contacts.add', longest)).contact).toMatchObject({
        name: longest.name,
        email: longest.email,
        note: longest.note,
      })
    })

    test('an invalid address is refused in words, not by a regular expression', async () => {
      const ada = await server().account()
      const { body } = await ada.fails('contacts.add', { name: 'A', email: 'ada@home@example.org' })
      expect(body.error).toBe('email must be an email address such as ada@example.org.')
    })
  })
})
