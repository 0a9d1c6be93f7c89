import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownTextOf, type PromptPart, splitPrompt } from './own-text.ts'

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
