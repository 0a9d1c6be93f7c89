import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { locationOf, withQuery } from './location.ts'

describe('where a redirect may lead', () => {
  test.each([
    ['https://ferries.example/timetable?a=b#c', 'https://ferries.example/timetable?a=b#c'],
    ['HTTP://ferries.example', 'HTTP://ferries.example'],
    ['https://fähren.example/ä b', 'https://xn--fhren-gra.example/%C3%A4%20b'],
  ])('%s leads there', (stored, location) => {
    expect(locationOf(stored)).toBe(location)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    '//ferries.example',
    '/settings',
    'ferries.example',
    'https://',
    'https:// ',
    '',
    ' javascript:alert(1)',
    'mailto:ann@ferries.example',
  ])('%j leads nowhere', (stored) => {
    expect(locationOf(stored)).toBeUndefined()
  })

  test('of any stored text, the header is printable ASCII and begins with http', () => {
    const stored = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: anyCharacter }).map((rest) => `https://ferries.example/${rest}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    )
    fc.assert(
      fc.property(stored, (text) => {
        const location = locationOf(text)
        if (location !== undefined) expect(location).toMatch(/^https?:\/\/[!-~]+$/i)
      }),
    )
  })
})

describe('a forwarded query', () => {
  test.each([
    ['is added where the destination has none', 'https://a.example/p', 'x=1&y=2', 'https://a.example/p?x=1&y=2'],
    ['follows the own one', 'https://a.example/p?z=0', 'x=1', 'https://a.example/p?z=0&x=1'],
    ['stands before the fragment', 'https://a.example/p#top', 'x=1', 'https://a.example/p?x=1#top'],
    ['does not replace what is the own', 'https://a.example/p?x=own', 'x=1&y=2', 'https://a.example/p?x=own&y=2'],
    ['is compared by decoded names', 'https://a.example/p?a%20b=own', 'a+b=1&c=2', 'https://a.example/p?a%20b=own&c=2'],
    ['keeps order and repetition', 'https://a.example/', 'b=1&a=2&b=3', 'https://a.example/?b=1&a=2&b=3'],
    ['keeps its own escapes', 'https://a.example/', 'q=a%26b&e=%F0', 'https://a.example/?q=a%26b&e=%F0'],
    ['loses empty pairs', 'https://a.example/', '&&x=1&', 'https://a.example/?x=1'],
    ['of which nothing is left changes nothing', 'https://a.example/?x=1', 'x=2&&', 'https://a.example/?x=1'],
    ['may have a name with a question mark', 'https://a.example/?x=1', '?x=2', 'https://a.example/?x=1&?x=2'],
    ['cannot become a fragment', 'https://a.example/', 'x=#y', 'https://a.example/?x=%23y'],
    ['follows an own one that is a question mark', 'https://a.example/??', 'x=1', 'https://a.example/??&x=1'],
    ['follows an empty own one', 'https://a.example/?', 'x=1', 'https://a.example/?x=1'],
  ])('%s', (_, location, query, expected) => {
    expect(withQuery(location, query)).toBe(expected)
  })

  test('that is too long for an address is omitted', () => {
    expect(withQuery('https://a.example/', `x=${'y'.repeat(16_000)}`)).toHaveLength(
      'https://a.example/?x='.length + 16_000,
    )
    expect(withQuery('https://a.example/', `x=${'y'.repeat(16_380)}`)).toBe('https://a.example/')
    expect(withQuery('https://a.example/', `x=${'y'.repeat(100_000)}`)).toBe('https://a.example/')
  })

  test('leads to the same host and path in any case, and keeps all parameters of the destination', () => {
    const query = fc.oneof(fc.string({ unit: anyCharacter }), fc.webQueryParameters())
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), query, (address, added) => {
        const location = locationOf(address) as string
        const result = withQuery(location, added)
        expect(result).toMatch(/^https?:\/\/[!-~]+$/i)
        const [before, after] = [new URL(location), new URL(result)]
        expect([after.origin, after.pathname, after.hash]).toEqual([before.origin, before.pathname, before.hash])
        for (const name of before.searchParams.keys()) {
          expect(after.searchParams.getAll(name)).toEqual(before.searchParams.getAll(name))
        }
      }),
    )
  })
})
