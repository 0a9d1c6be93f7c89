import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { anyCharacter } from '#testing/any-character.ts'
import { maxDestinationLength, readDestination } from './destination.ts'
import { OwnAddresses } from './own-addresses.ts'

const own = new OwnAddresses('https://onedoor.example', ['old.example'])
const { fullFormats } = createRequire(import.meta.url)('ajv-formats/dist/formats.js') as {
  fullFormats: { uri: (text: string) => boolean }
}

function refusalOf(text: string): string {
  try {
    readDestination(text, own)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_argument') return error.message
    throw error
  }
  throw new Error(`${text} was taken`)
}

describe('a destination', () => {
  test.each([
    [' HTTPS://Example.ORG:443/A/../b?Q=1#Part ', 'https://example.org/b?Q=1#Part'],
    ['http://bücher.example/straße', 'http://xn--bcher-kva.example/stra%C3%9Fe'],
    ['https://例え.テスト/パス', 'https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9'],
    ['https://example.org', 'https://example.org/'],
    ['https://example.org/a b?c d#e f', 'https://example.org/a%20b?c%20d#e%20f'],
    ['https://example.org/?a[b]=1|2^3&c={d}#x#y', 'https://example.org/?a%5Bb%5D=1%7C2%5E3&c=%7Bd%7D#x%23y'],
    ['https://example.org/100%?q=%zz', 'https://example.org/100%25?q=%25zz'],
    ['https://example.org/%2f%2F', 'https://example.org/%2f%2F'],
    ['https://example.org\\path', 'https://example.org/path'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://[2001:DB8::1]:8080/', 'http://[2001:db8::1]:8080/'],
    ['https://example.org/u/winter', 'https://example.org/u/winter'],
    ['https://onedoor.example/docs/url', 'https://onedoor.example/docs/url'],
    ['https://onedoor.example:8443/u/x', 'https://onedoor.example:8443/u/x'],
  ])('%s is stored as %s', (given, kept) => {
    expect(readDestination(given, own)).toBe(kept)
  })

  test.each([
    ['a script', 'javascript:alert(1)', 'must begin with http:// or https://'],
    ['a script in capitals, with spaces', '  JavaScript:alert(1)', 'must begin with http:// or https://'],
    ['a script with a line end inside', 'java\nscript:alert(1)', 'control characters'],
    ['data', 'data:text/html,<script>alert(1)</script>', 'must begin with http:// or https://'],
    ['a file', 'file:///etc/passwd', 'must begin with http:// or https://'],
    ['mail', 'mailto:ann@example.org', 'must begin with http:// or https://'],
    ['no scheme', 'example.org/x', 'is not an address'],
    ['no scheme, two slashes', '//example.org/x', 'is not an address'],
    ['no host', 'https://', 'is not an address'],
    ['nothing but spaces', '   ', 'is not an address'],
    ['a space in the host', 'https://exam ple.org/', 'is not an address'],
    ['a host of punctuation', 'https://a"b.example/', 'has a host name that no website can have'],
    ['an empty part in the host', 'https://a..example/', 'has a host name that no website can have'],
    ['a user name', 'https://bank.example@evil.example/', 'must not contain a user name or password'],
    ['a password', 'https://ann:secret@example.org/', 'must not contain a user name or password'],
    ['a tab', 'https://example.org/\tx', 'control characters'],
    ['a null character', 'https://example.org/\0', 'control characters'],
    ['an impossible port', 'https://example.org:99999/', 'is not an address'],
    ['10 kB', `https://example.org/${'x'.repeat(10_000)}`, `must have at most ${maxDestinationLength} characters`],
    ['too much once it is encoded', `https://example.org/${'ß'.repeat(3000)}`, 'when it is percent-encoded'],
  ])('with %s is rejected', (_, text, message) => {
    expect(refusalOf(text)).toContain(message)
  })

  test.each([
    'https://onedoor.example/u/winter',
    'http://onedoor.example/u/winter',
    'https://ONEDOOR.example.:443/u/winter?x=1#y',
    'https://onedoor.example//u/winter',
    'https://onedoor.example/x/../u/winter',
    'https://onedoor.example/%75/winter',
    'https://onedoor.example/%2Fu/winter',
    'https://onedoor.example/U/winter',
    'https://onedoor.example/u',
    'https://old.example/u/winter',
  ])('%s is a short link of this instance, and rejected: it could form a loop', (text) => {
    expect(refusalOf(text)).toContain('is a short link on this instance')
  })

  test('on the machine itself is this instance under each name of the machine, at its port only', () => {
    const local = new OwnAddresses('http://localhost:8080', [])
    for (const host of ['127.0.0.1', '127.1', '[::1]', '0.0.0.0', 'LOCALHOST', 'x.localhost', '[::ffff:127.0.0.1]']) {
      expect(() => readDestination(`http://${host}:8080/u/x`, local)).toThrow('short link on this instance')
      expect(readDestination(`http://${host}:9090/u/x`, local)).toContain(':9090/u/x')
    }
  })

  const anyAddress = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] }),
    fc
      .tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }))
      .map(([path, rest]) => `https://a.example/${path}?${rest}`),
    fc.string({ unit: 'binary-ascii' }).map((rest) => `http://a.example/${rest}`),
  )

  test('is either rejected or stored as an address of RFC 3986 that every parser reads in the same way', () => {
    fc.assert(
      fc.property(anyAddress, (text) => {
        let kept: string
        try {
          kept = readDestination(text, own)
        } catch (error) {
          return error instanceof ApiError
        }
        expect(fullFormats.uri(kept)).toBe(true)
        expect(new URL(kept).href).toBe(kept)
        expect(readDestination(kept, own)).toBe(kept)
        expect(kept).toMatch(/^https?:\/\/[!-~]+$/)
        return true
      }),
      { numRuns: 500 },
    )
  })

  test('preserves path, query and fragment as servers and pages read them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, value) => {
        const given = new URL('https://a.example/search')
        given.searchParams.set(name, value)
        given.hash = encodeURIComponent(value)
        const kept = new URL(readDestination(given.href, own))
        expect([...kept.searchParams]).toEqual([...given.searchParams])
        expect(decodeURIComponent(kept.hash)).toBe(decodeURIComponent(given.hash))
      }),
    )
  })
})
