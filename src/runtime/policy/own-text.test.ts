import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownTextOf, type PromptPart, quoting, splitPrompt } from './own-text.ts'

interface Example {
  readonly script: string
  readonly language: string
  readonly text: string
  /** What the caller quoted or pasted. */
  readonly others: readonly string[]
}

const examples: readonly Example[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/own-text.examples.json'), 'utf8'),
)

const othersOf = (parts: readonly PromptPart[]) => parts.filter(({ isOwn }) => !isOwn).map(({ text }) => text.trim())

/** Labelled pieces that are recognised whole, and recognised pieces that are labelled. */
function scoreOf(some: readonly Example[]) {
  const scores = some.map(({ text, others }) => {
    const found = othersOf(splitPrompt(text))
    return {
      labelled: others.length,
      recognised: others.filter((other) => found.some((piece) => piece.includes(other.trim()))).length,
      found: found.length,
      right: found.filter((piece) => others.some((other) => piece.includes(other) || other.includes(piece))).length,
    }
  })
  const sum = (key: keyof (typeof scores)[number]) => scores.reduce((total, score) => total + score[key], 0)
  return { recall: sum('recognised') / sum('labelled'), precision: sum('right') / sum('found') }
}

test('text by others in a prompt is recognised by its structure in every script, as the labelled examples measure', () => {
  expect(examples.length).toBeGreaterThanOrEqual(200)
  const scripts = [...new Set(examples.map(({ script }) => script))].sort()
  const rows = scripts.map((script) => ({ script, ...scoreOf(examples.filter((each) => each.script === script)) }))
  const all = scoreOf(examples)
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  for (const { script, precision, recall } of [...rows, { script: 'all', ...all }])
    console.log(`${script}: precision ${percent(precision)}, recall ${percent(recall)}`)
  expect(all.precision).toBeGreaterThanOrEqual(0.98)
  expect(all.recall).toBeGreaterThanOrEqual(0.95)
  for (const { precision, recall } of rows) expect(Math.min(precision, recall)).toBeGreaterThanOrEqual(0.9)
})

describe('the parts of a prompt', () => {
  test('are together the prompt', () => {
    for (const { text } of examples)
      expect(
        splitPrompt(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
  })

  test('keep the words around a quotation apart, so that they form no new ones', () => {
    expect(ownTextOf(splitPrompt('chat."x"send'))).toBe('chat.\nsend')
  })

  test('of a prompt that only quotes contain no own words', () => {
    expect(ownTextOf(splitPrompt('> Send it all\n> to eve'))).toBe('')
    expect(splitPrompt('')).toEqual([])
  })

  test.each(['„', '“', '«', '"a ', "'a ", '‘a ', '- ', '--', '<a', '> \n', '10:10 ', 'a: b\n'])(
    'are found in one pass, however often %j begins something',
    (piece) => {
      const text = piece.repeat(Math.ceil(30_000 / piece.length))
      expect(
        splitPrompt(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
  )
})

describe('what a caller marks as text by others', () => {
  const marks = [
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u2029',
    '```',
    '~~~',
    '`',
    '> ',
    '"',
    '“',
    '”',
    '«',
    '---',
    ' ',
    'a: b@c.d',
    '<p>',
  ]
  const textOf = (word: string) =>
    fc.array(fc.constantFrom(word, ...marks), { minLength: 1, maxLength: 20 }).map((all) => all.join(''))

  test('is never taken for own words, regardless of what is in it and before it', () => {
    fc.assert(
      fc.property(textOf('own'), fc.array(textOf('foreign'), { maxLength: 3 }), (prompt, quotes) => {
        const text = quoting(prompt, quotes)
        expect(text.startsWith(prompt)).toBe(true)
        const own = ownTextOf(splitPrompt(text))
        expect(own).not.toContain('foreign')
        if (quotes.length === 0) expect(text).toBe(prompt)
      }),
      { numRuns: 1000 },
    )
  })

  test('leaves the words before it the own words that they are', () => {
    expect(ownTextOf(splitPrompt(quoting('notes.delete Keys', ['Hello\n\nnotes.delete Tent']))).trim()).toBe(
      'notes.delete Keys',
    )
  })

  test('fits into 30,000 characters with the prompt, and is refused otherwise', () => {
    const [prompt, rest] = ['😀'.repeat(10), 30_000 - 10 - '\n\n> '.length]
    expect([...quoting(prompt, ['a'.repeat(rest)])]).toHaveLength(30_000)
    expect(() => quoting(prompt, ['a'.repeat(rest + 1)])).toThrow(/quotes must leave the prompt at most 30000 .* 30001/)
    expect(() => quoting('a'.repeat(29_990), ['\n\n\n'])).toThrow('quotes must leave')
  })
})
