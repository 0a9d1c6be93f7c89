import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatted, maxFormatted } from './post-markup.ts'

describe('a post on its page', () => {
  test.each([
    [
      'headings begin below that of the page and skip no level',
      '## One\n\n###### Two\n\n### Two again\n\n# One again',
      '<h2>One</h2>\n<h3>Two</h3>\n<h3>Two again</h3>\n<h2>One again</h2>\n',
    ],
    ['words', 'a **b** *c* ~~d~~ `e<`', '<p>a <strong>b</strong> <em>c</em> <s>d</s> <code>e&lt;</code></p>\n'],
    ['lists', '- a\n- b\n\n1. c', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol>\n<li>c</li>\n</ol>\n'],
    ['quotes and lines', '> a\n\n---', '<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n'],
    ['HTML is text', 'a <script>alert(1)</script>', '<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
    [
      'links',
      '[a](https://x.example/?b=1&c)',
      '<p><a href="https://x.example/?b=1&amp;c" rel="nofollow ugc noopener">a</a></p>\n',
    ],
    ['no scripts by links', '[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    [
      'pictures are links',
      '![a cat](https://x.example/cat.png)',
      '<p><a href="https://x.example/cat.png" rel="nofollow ugc noopener">a cat</a></p>\n',
    ],
    [
      'tables',
      '|a|b|\n|-|-|\n|c|d|',
      '<div class="scroll" role="region" tabindex="0" aria-label="Table 1">\n<table>\n<thead>\n<tr><th scope="col">a</th><th scope="col">b</th></tr>\n</thead>\n<tbody>\n<tr><td>c</td><td>d</td></tr>\n</tbody>\n</table>\n</div>\n',
    ],
  ])('%s', (_what, markdown, markup) => {
    expect(String(formatted(markdown))).toBe(markup)
  })

  test('that is very long is shown as it is typed', () => {
    const long = '*a* '.repeat(maxFormatted / 4)
    expect(String(formatted(long))).toContain('<em>a</em>')
    expect(String(formatted(`${long}*`))).toBe(`<p class="typed">${long}*</p>\n`)
  })

  test('has no other tags and attributes than those, and is balanced, for any input', () => {
    const piece = fc.constantFrom(
      '*',
      '_',
      '`',
      '[a](',
      ')',
      '<b',
      '>',
      '\n',
      '- ',
      '> ',
      '# ',
      '|',
      '&lt;',
      '"',
      '![',
      '    ',
      'x',
    )
    const allowed =
      /^<\/?(?:p|h[2-6]|ul|ol|li|em|strong|s|code|blockquote|thead|tbody|table|tr|td|hr|br)>$|^<\/(?:a|pre|div|th)>$|^<(?:th scope="col"|pre role="group" tabindex="0" aria-label="Code"|div class="scroll" role="region" tabindex="0" aria-label="Table 1"|a href="[^"<>]*" rel="nofollow ugc noopener")>$/
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const tags = String(formatted(pieces.join(''))).match(/<[^>]*>/g) ?? []
        for (const tag of tags) expect(tag).toMatch(allowed)
        const opened = tags.filter((tag) => !tag.startsWith('</') && !/^<(?:hr|br)>$/.test(tag)).length
        expect(tags.filter((tag) => tag.startsWith('</')).length).toBe(opened)
      }),
    )
  })
})
