import { expect, test } from 'vitest'
import { phrase, prose } from './prose.ts'

const link = (code: string) => (code === 'notes.list' ? '/docs/notes#list' : undefined)

test('paragraphs, lists and code become markup, and known names become links', () => {
  expect(String(prose('One\nline, see `notes.list`.\n\nMoves:\n- `add` puts\n  in\n- `delete` takes out', link))).toBe(
    '<p>One line, see <a href="/docs/notes#list"><code>notes.list</code></a>.</p>\n' +
      '<p>Moves:</p>\n<ul><li><code>add</code> puts in</li><li><code>delete</code> takes out</li></ul>\n',
  )
})

test('hostile text stays text, even inside code and links', () => {
  const hostile = '<script>alert(1)</script> `<img src=x onerror=alert(1)>` [x](javascript:alert(1)) "quoted"'
  const markup = String(prose(hostile, () => '"><script>'))
  expect(markup).not.toMatch(/<script|<img|href="javascript/)
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(markup).toContain('href="&quot;&gt;&lt;script&gt;"')
})

test('a lone backtick stays a backtick', () => {
  expect(String(phrase('a ` b'))).toBe('a ` b')
})
