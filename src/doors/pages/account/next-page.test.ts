import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextPage } from './signing-in.ts'

test('a page of this server is accepted', () => {
  for (const path of ['/', '/settings', '/settings/tokens?done=made', '/docs/notes', '/a/../settings'])
    expect(nextPage(path)).toBe(new URL(path, 'http://here').pathname + new URL(path, 'http://here').search)
})

test('an address elsewhere, or an invalid one, leads to the settings', () => {
  const others = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'settings',
    '',
    ' /settings',
    undefined,
    ['/settings'],
    7,
  ]
  for (const wanted of others) expect([wanted, nextPage(wanted)]).toEqual([wanted, '/settings'])
})

test('the target is always on this server', () => {
  const nasty = fc.array(
    fc.constantFrom('/', '\\', '.', '..', '\t', '\n', ' ', 'evil.example', '@', ':', '%2f', '?', '#', 'http:'),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        nasty.map((parts) => `/${parts.join('')}`),
        fc.string(),
        fc.webUrl(),
      ),
      (wanted) => {
        expect(new URL(nextPage(wanted), 'https://onedoor.example').origin).toBe('https://onedoor.example')
        expect(nextPage(wanted)).toMatch(/^\/(?![/\\])/)
      },
    ),
  )
})
