import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

forEachServer((server) => {
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
})
