import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { sampleDocument } from '../../sample-document.ts'
import { cliSample } from './cli.ts'
import { curlSample } from './curl.ts'
import { type languages, sampleFiles, samplesOf, withCodeSamples } from './index.ts'
import { maxWidth } from './layout.ts'
import { mcpSample } from './mcp.ts'
import { typescriptSample } from './typescript.ts'

const generated = join(import.meta.dirname, '../../../../generated')
const read = (path: string) => readFileSync(join(generated, path), 'utf8')
const document = JSON.parse(read('openapi.json')) as Document
const facts = operationFacts(document)
const samples = samplesOf(document)
const idsIn = (language: keyof typeof languages) =>
  [...samples].flatMap(([id, own]) => (own[language] === undefined ? [] : [id])).sort()
const factsOf = (id: string) => {
  const found = facts.find((each) => each.id === id)
  if (!found) throw new Error(`${id} has no facts`)
  return found
}

describe('every operation', () => {
  test('has a sample of curl, every method one of each client, every tool one of MCP', () => {
    const all = facts.map(({ id }) => id).sort()
    const methods = all.filter((id) => factsOf(id).formOf === undefined)
    const tools = (JSON.parse(read('mcp/tools.json')) as { name: string }[]).map(({ name }) => name)
    expect(idsIn('curl')).toEqual(all)
    for (const language of ['typescript', 'python', 'go', 'cli'] as const) expect(idsIn(language)).toEqual(methods)
    expect(idsIn('mcp').map((id) => id.replace('.', '_'))).toEqual(tools.sort())
  })

  test('has in all its samples the same server, and the token unless it is open and free', () => {
    for (const [id, own] of samples) {
      const { needs, microCredits } = factsOf(id)
      for (const [language, text] of Object.entries(own)) {
        expect(text.match(/http:\/\/localhost:8080/g), `${id} in ${language}`).toHaveLength(1)
        // The command line reads the token itself.
        if (language === 'cli') continue
        expect(text.includes('ONEDOOR_TOKEN'), `${id} in ${language}`).toBe(needs !== 'open' || microCredits > 0)
      }
    }
  })
})

describe('a command for a shell', () => {
  const args = { title: `Ben's "$HOME" \`id\` \\ list`, text: '@file\nsecond line' }

  /** The words that a shell passes to the program. */
  function wordsOf(program: string, command: string): string[] {
    const script = `${program}() { printf '%s\\0' "$@"; }\n${command}\n`
    return execFileSync('bash', { input: script, env: { ONEDOOR_TOKEN: 'od_secret' }, encoding: 'utf8' })
      .split('\0')
      .slice(0, -1)
  }

  test('passes any text unchanged', () => {
    const words = wordsOf('curl', curlSample(document, factsOf('notes.add'), args))
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(args)
    expect(words).toContain('Authorization: Bearer od_secret')
    const call = JSON.parse(wordsOf('curl', mcpSample(document, factsOf('notes.add'), args)).at(-1) ?? '')
    expect(call.params).toEqual({ name: 'notes_add', arguments: args })
    const typed = wordsOf('onedoor', cliSample(document, factsOf('notes.add'), args))
    // A doubled @ begins a text, a single one a file.
    expect(typed).toEqual(['notes', 'add', '--title', args.title, '--text', `@${args.text}`])
  })

  test('repeats the name of a list, and puts an argument of the path into the address', () => {
    const to = ['Ghent', 'Bruges']
    expect(wordsOf('curl', curlSample(document, factsOf('routes.nearest'), { to })).slice(-4)).toEqual([
      ...['--data-urlencode', 'to=Ghent', '--data-urlencode', 'to=Bruges'],
    ])
    const typed = wordsOf('onedoor', cliSample(document, factsOf('routes.nearest'), { to, full: false }))
    expect(typed.slice(2)).toEqual(['--to', 'Ghent', '--to', 'Bruges', '--no-full'])
    const asked = wordsOf(
      'curl',
      curlSample(document, factsOf('agent.ask_named'), { name: "a/b's (1)", prompt: 'Hello' }),
    )
    expect(asked[0]).toBe("http://localhost:8080/agent/a%2Fb's%20(1)")
    expect(asked.at(-1)).toBe('{"prompt":"Hello"}')
  })
})

test('source is broken into lines only where it is too wide', () => {
  const links = [{ url: 'https://ferries.example/timetable?season=winter', id: 'winter-ferry' }, { id: 'ferries' }]
  expect(typescriptSample(document, factsOf('url.create_many'), { links })).toContain(`create_many({
  links: [
    {
      url: 'https://ferries.example/timetable?season=winter',
      id: 'winter-ferry',
    },
    { id: 'ferries' },
  ],
})
`)
  for (const [id, { typescript = '', curl = '', mcp = '' }] of samples) {
    const wide = [typescript, curl, mcp].flatMap((text) => text.split('\n')).filter((line) => line.length > maxWidth)
    // Only what cannot be broken is wider: one long value.
    for (const line of wide) expect(line.trim().replace(/^[\w"]+: /, ''), id).toMatch(/^["'-]/)
  }
})

describe('the samples', () => {
  const small = sampleDocument()

  test('stand in a file for each family, by operation', () => {
    const files = sampleFiles(samples)
    expect([...files.keys()].sort()).toEqual([...new Set(facts.map(({ family }) => `${family}.json`))].sort())
    const { 'notes.add': own, ...others } = JSON.parse(files.get('notes.json') ?? '')
    expect(own).toEqual(samples.get('notes.add'))
    expect(Object.keys(others).sort()).toEqual(['notes.delete', 'notes.get', 'notes.list'])
  })

  test('stand in published documents, and neither in the original nor in openapi.json, which the server parses', () => {
    const before = JSON.stringify(small)
    const published = withCodeSamples(small, new Map([['ferries.find', { curl: 'curl x', go: 'package main' }]]))
    expect(published.paths['/api/v1/ferries/find']?.get?.['x-codeSamples']).toEqual([
      { lang: 'Shell', label: 'curl', source: 'curl x' },
      { lang: 'Go', label: 'Go', source: 'package main' },
    ])
    expect(published.paths['/api/v1/ferries/book']).toEqual(small.paths['/api/v1/ferries/book'])
    expect(JSON.stringify(small)).toBe(before)
    expect(read('openapi.json')).not.toContain('x-codeSamples')
    for (const file of ['openapi.yaml', 'openapi.3.1.yaml'])
      expect(read(file).match(/^ {6}x-codeSamples:$/gm), file).toHaveLength(facts.length)
  })
})

test('every family is in one group', () => {
  const grouped = (document['x-tagGroups'] ?? []).flatMap(({ tags }) => tags)
  expect(grouped.toSorted()).toEqual(document.tags.map(({ name }) => name).sort())
})
