import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { snippetLength, snippetOf, titleFrom, titleLength, underTitle } from './markdown.ts'
import { countCharacters } from './shorten.ts'

const marks = [
  '#',
  '##',
  '>',
  '-',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '```',
  '~~~',
  '[',
  ']',
  '(',
  ')',
  '![',
  '<',
  '>',
  '<!--',
  '\\',
  '|',
  '---',
  '1.',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
]
const markdown = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .array(fc.oneof(fc.constantFrom(...marks), fc.constantFrom('heron', 'pond', '池', '🎉', 'a_b')), { maxLength: 80 })
    .map((parts) => parts.join('')),
)

describe('a generated title', () => {
  test.each([
    ['a heading', '# The heron at the mill pond #\n\nEvery morning.', 'The heron at the mill pond'],
    ['the first line, also where a heading follows', 'Every morning this week.\n\n# Later', 'Every morning this week.'],
    [
      'after blank lines, rules and pictures without words',
      '\n \n---\n![](heron.jpg)\n🎉🎉\n* * *\nThe heron',
      'The heron',
    ],
    ['a heading underlined', 'The heron\n=========\n\nText', 'The heron'],
    ['emphasis', '**The *grey* heron** at the __mill__ _pond_ ~~today~~', 'The grey heron at the mill pond today'],
    ['a link', 'The [heron](https://example.org/heron_(bird) "Grey heron") at the [pond][1]', 'The heron at the pond'],
    ['a picture with a description inside a link', '[![A heron](a.jpg)](https://example.org)', 'A heron'],
    ['an address', 'Seen at <https://example.org/pond>', 'Seen at https://example.org/pond'],
    ['HTML and comments', '<!-- draft -->\n<h1 class="big">The heron</h1>', 'The heron'],
    ['quotes, lists and to-do boxes', '> - [ ] 1. Feed the heron', '1. Feed the heron'],
    ['code inside a line', 'Call `notes.add` with **care**', 'Call notes.add with care'],
    [
      'no underscores inside words, no lone asterisks',
      'snake_case_name and 2 * 3 * 4',
      'snake_case_name and 2 * 3 * 4',
    ],
    ['escaped marks', '\\# Not a heading \\*here\\*', '# Not a heading *here*'],
    ['less and more', 'if 1 < 2 and 3 > 2', 'if 1 < 2 and 3 > 2'],
    ['code only where there is nothing else', '```js\nconst heron = 1\n```\nThe heron', 'The heron'],
    ['code where there is nothing else', '~~~\nconst heron = 1\n~~~', 'const heron = 1'],
    ['marks where there is nothing else', '\n*** ***\n---', '*** ***'],
    ['a script without letter case', '# 水車池のアオサギ', '水車池のアオサギ'],
  ])('takes %s', (_, text, title) => {
    expect(titleFrom(text)).toBe(title)
  })

  test('is shortened after a word', () => {
    const title = titleFrom(`# ${'heron '.repeat(40)}`)
    expect(title).toBe(`${'heron '.repeat(13).trim()}…`)
  })

  test('is one trimmed line, within its length, and empty only for an empty text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const title = titleFrom(text)
        expect(countCharacters(title)).toBeLessThanOrEqual(titleLength)
        expect(title).not.toMatch(/[\n\r]/u)
        expect(title.trim()).toBe(title)
        expect(title === '').toBe(text.trim() === '')
      }),
    )
  })

  test('is the line itself if that has no marks', () => {
    const plain = fc.stringMatching(/^[a-zé池]{1,8}( [a-zé池]{1,8}){0,7}$/u)
    fc.assert(fc.property(plain, (line) => titleFrom(`\n${line}\nmore`) === line))
  })
})

describe('a snippet', () => {
  test('is the text on one line, without marks', () => {
    const text =
      '## Beds\n\nNorth bed: **broad beans**, then leeks.\n\n| a | b |\n|---|---|\n\n```sh\nnpm  start\n```\nEnd'
    expect(snippetOf(text)).toBe('Beds North bed: broad beans, then leeks. | a | b | npm start End')
  })

  test('is one trimmed line, within its length, and empty only for an empty text', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const snippet = snippetOf(text)
        expect(countCharacters(snippet)).toBeLessThanOrEqual(snippetLength)
        expect(snippet).not.toMatch(/[\n\r]/u)
        expect(snippet === '').toBe(text.trim() === '')
      }),
    )
  })

  /** With a pattern of more than linear time, any of these would take minutes. */
  test.each([
    '[',
    '![',
    '[a](',
    '[a](b(c)',
    '`',
    '*',
    '**a ',
    '_a ',
    '~~a',
    '<a',
    '<!--',
    '<https://',
    '> ',
    '- ',
    '# ',
    ' ',
    '\\',
    '\n',
    '```\n',
    '()',
    '[]',
  ])(
    'takes no longer for a text made of %j',
    (part) => {
      const text = part.repeat(Math.floor(200_000 / part.length))
      expect(countCharacters(snippetOf(text))).toBeLessThanOrEqual(snippetLength)
      expect(countCharacters(snippetOf(`x${text}x`))).toBeLessThanOrEqual(snippetLength)
    },
    10_000,
  )
})

describe('a text under its title', () => {
  test.each([
    ['has the title as its heading', 'Plan', 'Beans.', undefined, '# Plan\n\nBeans.'],
    ['has the byline between', 'Plan', 'Beans.', 'marigold, 2026-11-21', '# Plan\n\nmarigold, 2026-11-21\n\nBeans.'],
    ['does not repeat the heading', 'Plan', '## Plan\r\n\r\nBeans.', undefined, '# Plan\n\nBeans.'],
    ['keeps another heading', 'Plan', '## Beds\nBeans.', undefined, '# Plan\n\n## Beds\nBeans.'],
    ['keeps a first line that is not a heading', 'Plan', 'Plan\nBeans.', undefined, '# Plan\n\nPlan\nBeans.'],
    ['keeps the indent of the first line', 'Plan', '\n    code', undefined, '# Plan\n\n    code'],
  ])('%s', (_, title, text, byline, whole) => {
    expect(underTitle(title, text, byline)).toBe(whole)
  })

  test('is complete if it begins with a letter, so such a text is not searched for a heading', () => {
    const mark = fc.constantFrom(...marks, 'Plan', ' ', '\n', '\r\n')
    fc.assert(
      fc.property(fc.constantFrom('P', 'é', ' x'), fc.array(mark), (letter, parts) => {
        const text = `${letter}${parts.join('')}`
        expect(underTitle(titleFrom(text) ?? 'Plan', text)).toContain(`\n\n${text}`)
      }),
    )
  })
})
