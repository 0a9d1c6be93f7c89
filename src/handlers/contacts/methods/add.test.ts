import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

forEachServer((server) => {
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
