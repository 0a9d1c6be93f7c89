import { expect, test } from 'vitest'
import { readableAddress } from './readable-address.ts'

test('an address is searched by its letters, not by their encoding', () => {
  const address = new URL('https://münchen.example/caf%C3%A9?q=gr%C3%BCn#part').href
  expect(readableAddress(address)).toBe('münchen.example/café?q=grün')
  expect(readableAddress('https://example.org/%FF%00')).toBe('example.org/%FF%00')
  expect(readableAddress('https://example.org/a%00b')).toBe('example.org/a b')
})
