import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [10 * 1024, '10 KiB'],
  [1024 ** 3, '1 GiB'],
  [2048 * 1024 ** 4, '2048 TiB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
