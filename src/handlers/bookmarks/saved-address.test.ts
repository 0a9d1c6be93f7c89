import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../runtime/base/errors.ts'
import { readAddress } from './saved-address.ts'

function refusalOf(text: string): string {
  try {
    readAddress(text)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_argument') return error.message
    throw error
  }
  throw new Error(`${text} was taken`)
}

describe('an address to save', () => {
  test('loses its fragment and the case of scheme and host, and nothing else', () => {
    expect(readAddress(' HTTPS://Example.ORG/A/b/?Q=1&utm_source=x#part ')).toMatchObject({
      url: 'https://example.org/A/b/?Q=1&utm_source=x',
      host: 'example.org',
    })
  })

  test('is another one with a trailing slash, another query or another scheme', () => {
    const keys = ['http://a.example/x', 'http://a.example/x/', 'http://a.example/x?y', 'https://a.example/x'].map(
      (text) => readAddress(text).key,
    )
    expect(new Set(keys).size).toBe(keys.length)
  })

  test.each([
    ['another scheme', 'ftp://example.org/x', 'must begin with http:// or https://'],
    ['a script', 'javascript:alert(1)', 'must begin with http:// or https://'],
    ['no scheme', 'example.org/x', 'is not an address'],
    ['no host', 'https://', 'is not an address'],
    ['a user name', 'https://ada@example.org/', 'must not contain a user name or password'],
    ['a password', 'https://ada:lovelace@example.org/', 'must not contain a user name or password'],
    ['a line end inside', 'https://exam\nple.org/', 'control characters'],
    ['an impossible port', 'https://example.org:99999/', 'is not an address'],
  ])('is refused with %s', (_, text, message) => {
    expect(refusalOf(text)).toContain(message)
  })

  test('is the same item whichever fragment it came with', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.webFragments(), (url, fragment) => {
        expect(readAddress(`${url}#${fragment}`)).toEqual(readAddress(url))
        expect(readAddress(readAddress(url).url)).toEqual(readAddress(url))
      }),
    )
  })
})
