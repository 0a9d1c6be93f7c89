import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passagePath } from './passage-path.ts'

test.each([
  ['/quran/2/255', 'quran', ['2', '255']],
  ['/hadith/1', 'hadith', ['1']],
  ['/names/99', 'names', ['99']],
  ['/salihin/1', 'salihin', ['1']],
  ['/ghazali/the-book-of-knowledge', 'ghazali', ['the-book-of-knowledge']],
  ['/islamqa/12345-what-is-islam', 'islamqa', ['12345-what-is-islam']],
  ['/adhkar/before_sleeping', 'adhkar', ['before_sleeping']],
  ['/seerah/page/8', 'seerah', ['page', '8']],
])('%s is a passage, as a path and as an address on the site', (path, collection, parts) => {
  expect(passagePath(path)).toEqual({ path, collection, parts })
  expect(passagePath(`https://aslam.org${path}`)).toEqual({ path, collection, parts })
})

const rejected = [
  ...[
    'quran/2/255',
    '/',
    '//',
    '/quran',
    '/quran/',
    '/quran/2',
    '/quran/2/',
    '/quran/2/255/1',
    '/Quran/2/255',
    '/tafsir/1',
  ],
  ...[
    '/quran/0/1',
    '/quran/-1/1',
    '/quran/1.5/1',
    '/quran/01/1',
    '/quran/1e2/1',
    '/quran/a/b',
    '/quran/٢/١',
    '/quran/2/9999999',
  ],
  ...[
    '/quran/../hadith/1',
    '/hadith/..',
    '/hadith/.',
    '/hadith/1/..',
    '/hadith/%31',
    '/hadith/%2e%2e',
    '/islamqa/..%2f..%2fetc',
  ],
  ...[
    '/islamqa/a b',
    '/islamqa/a\\b',
    '/islamqa/a/b',
    '/islamqa/',
    '/islamqa/-',
    '/islamqa/a--b',
    '/islamqa/a?x=1',
    '/islamqa/a#b',
  ],
  ...[
    '/islamqa/\u0000',
    '/islamqa/a\nb',
    '/islamqa/é',
    '/seerah/8',
    '/seerah/pages/8',
    '/seerah/page/x',
    '/proc/self/environ',
  ],
  ...[
    '//evil.example/quran/2/255',
    '\\\\evil.example\\quran',
    'https://evil.example/quran/2/255',
    'http://aslam.org/quran/2/255',
  ],
  ...[
    'https://aslam.org.evil.example/quran/2/255',
    'https://user@aslam.org/quran/2/255',
    'https://aslam.org:444/quran/2/255',
  ],
  ...['https://aslam.org/quran/2/255?x', 'https://aslam.org/quran/2/255#x', 'https://aslam.org/names/../quran/2/255'],
  ...[
    'https://aslam.org/./quran/2/255',
    'https:/\\aslam.org/quran/2/255',
    'https://ASLAM.org/quran/2/255',
    'file:///quran/2/255',
  ],
  ...[
    'javascript:alert(1)',
    'https://aslam.org',
    'https://aslam.org/',
    'data:text/plain,/quran/2/255',
    'https://[::1]/quran/2/255',
  ],
]

test.each(rejected)('%j is rejected', (path) => {
  expect(() => passagePath(path)).toThrow(
    expect.objectContaining({ code: 'invalid_argument', details: [expect.objectContaining({ path: 'path' })] }),
  )
})

test('no text is parsed as another path', () => {
  const piece = fc.constantFrom(
    '/',
    '..',
    '.',
    '%2e',
    '\\',
    'quran',
    'islamqa',
    '2',
    '255',
    'a-b',
    'https://aslam.org',
    '@',
    '?',
    '#',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const text = pieces.join('')
      let found: ReturnType<typeof passagePath> | undefined
      try {
        found = passagePath(text)
      } catch {
        return
      }
      expect(text.replace('https://aslam.org', '')).toBe(found.path)
      expect(found.path).toMatch(/^\/[a-z]+(?:\/[a-z0-9_-]+)+$/i)
    }),
    { numRuns: 3000 },
  )
})
