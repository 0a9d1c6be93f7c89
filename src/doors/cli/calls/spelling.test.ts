import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { kebab, quoted } from './spelling.ts'

test.each([
  ['title', 'title'],
  ['request_key', 'request-key'],
  ['from_lat', 'from-lat'],
  ['destinationURL', 'destination-url'],
])('%s is typed as --%s', (name, option) => {
  expect(kebab(name)).toBe(option)
})

test('a quoted word is the same word to a shell', () => {
  const text = fc.string({ unit: anyCharacter }).filter((each) => !each.includes('\0'))
  const words = fc.sample(fc.oneof(text, fc.constantFrom('', "it's", '$HOME', '`id`', '"', '\\', '\n', '~', '-n')), 200)
  const script = `printf '%s\\0' ${words.map(quoted).join(' ')}`
  const read = execFileSync('sh', { input: script }).toString('utf8').split('\0').slice(0, -1)
  expect(read).toEqual(words.map((word) => Buffer.from(word).toString('utf8')))
})
