import { expect, test } from 'vitest'
import { jsonWithoutDirections, withoutDirections } from './unseen.ts'

test('text has no characters that change its direction, and its marks stay', () => {
  expect(withoutDirections('a\u202eb\u202c \u2066c\u2069 א\u200f!')).toBe('ab c א\u200f!')
})

test('nor have the strings of a JSON document, which is otherwise as before', () => {
  const value = { name: 'a\u202eb', '\u2067key': ['\u2066c', 'c:\\u202e', '\\', 'é\n\u{1f600}"'], n: 1 }
  const clean = { name: 'ab', key: ['c', 'c:\\u202e', '\\', 'é\n\u{1f600}"'], n: 1 }
  const literal = JSON.stringify(value)
  const escaped = literal.replaceAll(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  expect(escaped).toContain('\\u202E')
  for (const text of [literal, escaped]) expect(JSON.parse(jsonWithoutDirections(text))).toEqual(clean)
})
