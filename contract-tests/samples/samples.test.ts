import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { exampleOf, operations } from '../document.ts'
import { randomFrom, shuffled } from '../mutating/random.ts'
import { createReport } from '../report.ts'
import { differences } from './compare.ts'
import { playLanguage, type SampleServer } from './play.ts'
import { withValues } from './preparation.ts'
import { publishedIn } from './published.ts'
import { bodyOf } from './results.ts'
import { checkPythonTypes } from './toolchains.ts'

/** Families that need neither a provider, a model nor another person. */
const families = ['bookmarks', 'contacts', 'docs', 'events', 'files', 'notes', 'prayer', 'tasks', 'url']
const candidates = operations.filter(({ family }) => families.includes(family))
const namesRecord = (operation: OperationFacts) => 'id' in exampleOf(operation)
const random = randomFrom(20_261_121)
/** A write, a read, and one that needs a record whose id replaces that of the example. */
const drawn = [
  candidates.filter((operation) => operation.kind === 'write' && !namesRecord(operation)),
  candidates.filter((operation) => operation.kind === 'read' && !namesRecord(operation)),
  candidates.filter((operation) => namesRecord(operation)),
].flatMap((group) => shuffled(group, random).slice(0, 1))

let folder: string
let server: TestServer
let samples: SampleServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-samples-'))
  server = await startTestServer({
    dataDir: folder,
    settings: { PROVIDERS: 'examples' },
    now: '2026-11-21T09:30:00.000Z',
  })
  const { username, token = '' } = await server.account('contract')
  const later = (laterMs: number) => new Date(server.clock.now() + laterMs).toISOString()
  samples = { baseUrl: server.url, username, tokenOf: () => token, newToken: async () => token, later }
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a run of the drawn samples reports. */
async function played(language: 'curl' | 'typescript' | 'cli' | 'mcp', account = samples) {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await playLanguage(report, language, drawn, account)
  return { lines, ...report.counted }
}

test.each(['curl', 'typescript', 'cli', 'mcp'] as const)(
  'samples in %s run and print the documented result',
  async (language) => {
    expect(await played(language)).toEqual({ lines: [], passed: 3, failed: 0 })
  },
)

test('the Python client and its samples keep their types, and a wrong argument is found', async () => {
  const programs = join(folder, 'python')
  await mkdir(programs)
  const all = publishedIn('python', operations)
  expect(all.length).toBeGreaterThan(100)
  for (const { operation, text } of all) await writeFile(join(programs, `${operation.id}.py`), text)
  await checkPythonTypes(programs)
  const wrong = all.find(({ operation }) => operation.id === 'notes.add')?.text.replace('title=', 'titel=')
  await writeFile(join(programs, 'wrong.py'), `${wrong}`)
  await expect(checkPythonTypes(programs)).rejects.toThrow(/wrong\.py:\d+:\d+ - error: No parameter named "titel"/)
}, 120_000)

test('a sample that is refused fails', async () => {
  const { lines, failed } = await played('curl', { ...samples, tokenOf: () => 'od_wrong' })
  expect(failed).toBeGreaterThan(0)
  expect(lines.join('\n')).toContain('token')
})

describe('a result', () => {
  const here = {
    baseUrl: 'http://127.0.0.1:1234',
    username: 'contract',
    values: new Map([['winter-ferry', 'ferry-1']]),
  }
  const documented = {
    result: {
      id: 'note_01k9y3m8v7e3q8t5r2w4x6y8z0',
      title: 'Groceries',
      owner: 'theo',
      url: 'https://onedoor.example/u/winter-ferry',
      created: '2026-11-21T09:30:00.000Z',
      items: [{ id: 1 }, { id: 2 }],
    },
  }
  const printed = {
    result: {
      id: 'note_01m8bmhw5fe8wscwcvae7egm4h',
      title: 'Groceries',
      owner: 'contract',
      url: 'http://127.0.0.1:1234/u/ferry-1',
      created: '2026-11-22T10:00:00Z',
      items: [{ id: 1 }],
    },
  }

  test('may have other ids, times, records and entries than the documented one', () => {
    expect(differences(documented, printed, here, [])).toEqual([])
  })

  test.each([
    ['another value', { title: 'Oats' }, '.result.title is "Oats" instead of "Groceries"'],
    ['an id of another kind', { id: 'task_01m8bmhw5fe8wscwcvae7egm4h' }, '.result.id is "task_01m8'],
    ['no time', { created: 'yesterday' }, '.result.created is "yesterday"'],
    ['another record', { url: 'http://127.0.0.1:1234/u/ferry-2' }, '.result.url is'],
    ['another first entry', { items: [{ id: 3 }] }, '.result.items[].id is 3 instead of 1'],
    ['no entries', { items: [] }, '.result.items[] is undefined'],
    ['one field more', { note: 'x' }, '.result.note is "x" instead of undefined'],
  ])('must not have %s', (_, change, message) => {
    const [found, ...others] = differences(documented, { result: { ...printed.result, ...change } }, here, [])
    expect([found, others]).toEqual([expect.stringContaining(message), []])
  })

  test('may differ where it is listed, and only there', () => {
    const other = { result: { ...printed.result, title: 'Oats', items: [{ id: 3 }] } }
    expect(differences(documented, other, here, ['.result.items[]'])).toHaveLength(1)
  })

  test('is taken from the output as each language prints it', () => {
    const [add] = operations.filter(({ id }) => id === 'notes.add')
    const [create] = operations.filter(({ id }) => id === 'url.create')
    if (!add || !create) throw new Error('no operations')
    const body = { result: { is_new: true } }
    const call = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { structuredContent: body.result } })
    expect(bodyOf('curl', add, JSON.stringify(body))).toEqual(body)
    expect(bodyOf('python', add, JSON.stringify(body.result))).toEqual(body)
    expect(bodyOf('go', create, JSON.stringify(body.result))).toEqual(body.result)
    expect(bodyOf('mcp', add, call)).toEqual(body)
    expect(bodyOf('mcp', add, `event: message\ndata: ${call}\n\n`)).toEqual(body)
    const refused = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { isError: true, content: [] } })
    expect(() => bodyOf('mcp', add, refused)).toThrow('returned an error')
    expect(() => bodyOf('cli', add, 'Error: no')).toThrow('printed no JSON: Error: no')
  })
})

test('a sample has the ids of records that exist, and must have had those of the example', () => {
  const values = new Map([
    ['tip-splitter', 'app-1'],
    ['tip-splitter-for-two', 'app-2'],
  ])
  expect(withValues('fork tip-splitter tip-splitter-for-two', values)).toBe('fork app-1 app-2')
  expect(() => withValues('fork tip-splitter', values)).toThrow('tip-splitter-for-two is not in the sample')
})
