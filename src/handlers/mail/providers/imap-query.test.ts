import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gmailQuery } from './gmail-source.ts'
import { imapTerms, searchOf } from './imap-query.ts'

describe('an IMAP search', () => {
  test.each([
    ['', []],
    ['  dentist  ', [{ isNot: false, key: 'text', value: 'dentist' }]],
    [
      '"next  thursday" is:unread',
      [
        { isNot: false, key: 'text', value: 'next thursday' },
        { isNot: false, key: 'seen', value: false },
      ],
    ],
    [
      '-from:"Ada L" Subject:x',
      [
        { isNot: true, key: 'from', value: 'Ada L' },
        { isNot: false, key: 'subject', value: 'x' },
      ],
    ],
    [
      'at 10:30 re:you',
      [
        { isNot: false, key: 'text', value: 'at' },
        { isNot: false, key: 'text', value: '10:30' },
        { isNot: false, key: 'text', value: 're:you' },
      ],
    ],
    ['\\Seen ""', [{ isNot: false, key: 'text', value: 'Seen' }]],
  ])('%j has these terms', (query, terms) => {
    expect(imapTerms(query)).toEqual(terms)
  })

  test.each(['has:attachment', 'newer_than:1y', 'in:anywhere x', 'is:snoozed', Array(31).fill('x').join(' ')])(
    '%j is refused, naming the argument',
    (query) => {
      expect(() => imapTerms(query)).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    },
  )

  test('has every term, and the days', () => {
    const since = new Date(0)
    expect(searchOf(imapTerms('a -b from:c'), { since })).toEqual({
      since,
      or: [{ text: 'a', or: [{ not: { text: 'b' }, or: [{ from: 'c' }] }] }],
    })
    expect(searchOf([], { since })).toEqual({ since })
  })

  test('never has a second line, regardless of the input', () => {
    const isOneLine = (query: string) => {
      try {
        for (const { value } of imapTerms(query)) expect(String(value)).not.toMatch(/[\r\n\0]|^\\/)
      } catch (failure) {
        expect(failure).toMatchObject({ code: 'invalid_argument' })
      }
    }
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ':', '"', '-', ' ', '\\', '\r', '\n', '\0', 'from:', 'is:'),
          maxLength: 60,
        }),
        isOneLine,
      ),
    )
  })
})

test('a Gmail search cannot escape the brackets that limit it to seven days', () => {
  const typed = fc.string({
    unit: fc.constantFrom('(', ')', '{', '}', '"', 'a', ' ', 'OR'),
    minLength: 1,
    maxLength: 40,
  })
  const staysInside = (words: string) => {
    const query = gmailQuery(words, 1_795_000_000)
    if (query === 'after:1795000000') return
    expect(query.startsWith('after:1795000000 (')).toBe(true)
    let depth = 0
    let isQuoted = false
    for (const character of query.slice('after:1795000000 ('.length, -1)) {
      if (character === '"') isQuoted = !isQuoted
      else if (!isQuoted && '({'.includes(character)) depth += 1
      else if (!isQuoted && ')}'.includes(character)) depth -= 1
      expect(depth).toBeGreaterThanOrEqual(0)
    }
    expect([depth, isQuoted]).toEqual([0, false])
  }
  fc.assert(fc.property(typed, staysInside))
})
