import { expect, test } from 'vitest'
import { answerText } from './answer-text.ts'

const hosts = ['example.org']
const shown = (text: string, approved: readonly string[] = hosts) => String(answerText(text, approved))
const link = (href: string) => `<a href="${href}" rel="noopener noreferrer">${href}</a>`

test.each([
  ['See https://example.org/a?b=1#c for more.', `See ${link('https://example.org/a?b=1#c')} for more.`],
  ['http://example.org', link('http://example.org')],
  ['(https://EXAMPLE.org/a).', `(${link('https://EXAMPLE.org/a')}).`],
  ['[the page](https://example.org/a), and <b>', `[the page](${link('https://example.org/a')}), and &lt;b&gt;`],
  ['https://example.org/a https://evil.example/b', `${link('https://example.org/a')} https://evil.example/b`],
])('an address of an approved host is a link, with the address as its text: %s', (text, markup) => {
  expect(shown(text)).toBe(markup)
})

test.each([
  ['of another host', 'https://evil.example/'],
  ['of a host below it', 'https://www.example.org/'],
  ['of a host that only begins like it', 'https://example.org.evil.example/'],
  ['of a host that only ends like it', 'https://notexample.org/'],
  ['that names it as the user', 'https://example.org@evil.example/'],
  ['that names it as the user with a password', 'https://example.org:x@evil.example/'],
  ['with a user', 'https://me@example.org/'],
  ['with a port', 'https://example.org:8443/'],
  ['with a backslash', 'https://example.org\\@evil.example/'],
  ['that looks like it in another script', 'https://ex\u0430mple.org/'],
  ['in Punycode', 'https://xn--exmple-4nf.org/'],
  ['in wide characters', 'https://ｅxample.org/'],
  ['with characters that change the direction', 'https://example.org/\u202egpj'],
  ['of another scheme', 'ftp://example.org/ javascript:alert(1)//https'],
  ['without a scheme', '//example.org/a www.example.org'],
])('an address %s stays text', (_what, text) => {
  expect(shown(text)).not.toContain('<a')
  expect(shown(text)).toContain(text)
})

test('the address of an image becomes a link if its host is approved, and no image is loaded', () => {
  const text = (host: string) => `![a chart](https://${host}/secret.png)`
  expect(shown(text('example.org'))).toBe(`![a chart](${link('https://example.org/secret.png')})`)
  expect(shown(text('evil.example'))).toBe(text('evil.example'))
})

test('an answer of the maximum length, in which a whole address could be its end, is shown in time', () => {
  const address = `https://example.org/${'.'.repeat(100_000)}x`
  expect(shown(`See ${address}...`)).toBe(`See ${link(address)}...`)
}, 5000)

test('without approved hosts everything is text', () => {
  expect(shown('https://example.org/', [])).toBe('https://example.org/')
})
