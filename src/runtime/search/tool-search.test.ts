import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openToolSearch, type SearchableTool, type ToolSearch } from './tool-search.ts'

interface DescribedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
}

const json = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), 'utf8'))
const described: readonly DescribedTool[] = json('../../../generated/mcp/tools.json')
const tools: readonly SearchableTool[] = described.map(({ name, title, description, inputSchema }) => ({
  ...{ id: name.replace('_', '.'), title, description, schema: inputSchema },
}))
/** By language: a question, and the ids of the tools one of which has to be found. */
const questions: Readonly<Record<string, readonly (readonly [question: string, ids: string])[]>> =
  json('tool-questions.json')

const minShare = 0.95
const firstFew = 5

/** Every other question: the synonyms may be written for these. The rest only measures. */
const isForTuning = (language: number, question: number) => (language + question) % 2 === 0

describe('the search for tools', () => {
  let search: ToolSearch
  beforeAll(async () => {
    search = await openToolSearch(tools)
  })

  const isFound = ([question, ids]: readonly [string, string]) => {
    const found = search.find(question, () => true).slice(0, firstFew)
    return ids.split(' ').some((id) => found.includes(id))
  }

  test('has 200 questions about tools that exist, 25 in each of eight languages', () => {
    expect(Object.values(questions).map(({ length }) => length)).toEqual(Array(8).fill(25))
    const ids = new Set(tools.map(({ id }) => id))
    const asked = Object.values(questions).flat()
    expect(asked.flatMap(([, wanted]) => wanted.split(' ')).filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(asked.map(([question]) => question)).size).toBe(200)
  })

  test.each([
    ['that its synonyms were written for', true],
    ['that were held out', false],
  ])('finds one of the expected tools among the first five for 95 % of the questions %s', (_which, isTuned) => {
    const rows = Object.entries(questions).map(([language, all], at) => {
      const asked = all.filter((_, index) => isForTuning(at, index) === isTuned)
      return { language, asked: asked.length, missed: asked.filter((each) => !isFound(each)).map(([text]) => text) }
    })
    for (const { language, asked, missed } of rows)
      console.log(`${language} ${asked - missed.length}/${asked}`, ...missed)
    const asked = rows.reduce((sum, row) => sum + row.asked, 0)
    const missed = rows.flatMap((row) => row.missed)
    expect(asked).toBe(100)
    expect(1 - missed.length / asked, missed.join('\n')).toBeGreaterThanOrEqual(minShare)
  })

  test('does not have a question as a synonym', () => {
    const synonyms = Object.values(json('../../../generated/search/synonyms.json') as Record<string, string>)
    const phrases = new Set(synonyms.flatMap((text) => text.split(/[,\n]/)).map((phrase) => plain(phrase)))
    const asked = Object.values(questions).flat()
    expect(asked.filter(([question]) => phrases.has(plain(question)))).toEqual([])
  })

  test('finds only what the caller may see', () => {
    const all = search.find('write a note', () => true)
    expect(all[0]).toBe('notes.add')
    const some = search.find('write a note', (id) => id !== 'notes.add')
    expect(some).toEqual(all.slice(1))
  })

  test('finds nothing by signs, and reads only the beginning of a long task', () => {
    expect(search.find('?! …', () => true)).toEqual([])
    expect(search.find(`${'zzz '.repeat(125)}note`, () => true)).toEqual([])
  })
})

const plain = (text: string) =>
  text
    .trim()
    .replace(/[?？.!]+$/, '')
    .toLowerCase()
