import { expect, test } from 'vitest'
import { isMisleading } from './mail-address.ts'

const address = 'ann@friends.example'

test.each([
  ['Ann', false],
  ['ann@friends.example', false],
  ['Ann (Ann @ Friends.example)', false],
  ['boss@bank.example', true],
  ['Ann <boss@bank.example>', true],
  ['ann@friends.example, boss@bank.example', true],
  ['boss\uff20bank.example', true],
])('the name %s misleads: %s', (name, expected) => {
  expect(isMisleading({ name, address })).toBe(expected)
})

test('a long word takes linear time', () => {
  expect(isMisleading({ name: 'a'.repeat(400_000), address })).toBe(false)
})
