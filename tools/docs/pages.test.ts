import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { families, operations } from '../../generated/server/operations.ts'
import { errorCodes } from '../../src/runtime/base/errors.ts'
import { headingIds, referencesOf } from './references.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })].sort()

/** The operation that docs/adding-an-operation.md adds as its example; a copy of the project may have it. */
const example = 'notes.count'
/**
 * Addresses without a method: the example's, the one with which docs/errors.md shows `unknown_method`, and a part of a
 * provider's own.
 */
const noMethods = ['/api/v1/notes/count', '/api/v1/notes/fold', '/api/v1/aedbx/aerodatabox']

test('there are pages to check', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/api-design.md', 'docs/adding-an-operation.md']),
  )
})

describe.each(pages)('%s', (page) => {
  const markdown = read(page)
  const { links, code } = referencesOf(markdown)

  test('every link leads to a file of the repository, and to a heading in it', () => {
    const broken = links.filter((link) => {
      const [path = '', place] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return place !== undefined && !headingIds(read(target)).includes(place)
    })
    expect(broken).toEqual([])
  })

  test('every file and folder that it names exists', () => {
    const named = code.flatMap(
      (text) => text.match(/(?<![\w./@<-])(?:src|spec|tools|bench|docs|generated|contract-tests)\/[\w./<>*-]*/g) ?? [],
    )
    // `<family>` and `*` match any name; the path before them exists.
    const paths = named.map((path) => path.replace(/[^/]*[<*].*$/, '').replace(/[.,]$/, ''))
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('every npm script that it names can be run', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
    const named = code.flatMap((text) => [...text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name]) => name))
    expect(named.filter((name) => !scripts.includes(name as string))).toEqual([])
  })

  test('every operation that it names is in the API', () => {
    const known = [...operations.map(({ id }) => id as string), example]
    const ids = new RegExp(`^(?:${families.join('|')})\\.[a-z_]+$`)
    const files = /\.(?:ts|tsp|md|json|mbox|txt|yaml)$/
    expect(code.filter((text) => ids.test(text) && !files.test(text) && !known.includes(text))).toEqual([])
    const addresses = code.flatMap((text) => text.match(/\/api\/v1\/[a-z]+\/[a-z]+/g) ?? [])
    const paths = [...operations.map(({ path }) => path as string), ...noMethods]
    expect(addresses.filter((address) => !paths.includes(address))).toEqual([])
  })

  test('every error code that it names with its status has that status', () => {
    const pairs = [...markdown.matchAll(/\b([45]\d\d) `([a-z_]+)`/g)].map(([, status, name]) => `${name} ${status}`)
    const known = Object.entries(errorCodes).map(([name, { status }]) => `${name} ${status}`)
    expect(pairs.filter((pair) => !known.includes(pair))).toEqual([])
  })

  test('every decorator and extension of the spec that it names exists', () => {
    const own = ['access', 'aliases', 'deprecation', 'effects', 'relations', 'undo']
      .map((name) => read(`spec/common/${name}.tsp`))
      .join(' ')
    const decorators = `${own} summary( opExample( tagMetadata( minLength(`
    const named = code.flatMap((text) =>
      [...text.matchAll(/(?<![\w/"])@([a-z]\w+)\b(?![/.-])/gi)].map(([, name]) => name as string),
    )
    expect(named.filter((name) => !new RegExp(`\\b${name}\\(`).test(decorators) && !scopes.includes(name))).toEqual([])
    const extensions = code.flatMap((text) => text.match(/(?<![\w/-])x-[a-zA-Z-]+/g) ?? [])
    // Nothing may be deprecated now.
    const yaml = read('generated/openapi.yaml').includes('x-codeSamples:') ? '"x-codeSamples"' : ''
    const emitted = `${read('generated/openapi.json')} ${yaml} ${read('spec/common/deprecation.ts').replaceAll("'", '"')}`
    expect(extensions.filter((name) => !emitted.includes(`"${name}"`))).toEqual([])
  })
})

/** Scopes of packages look like decorators. */
const scopes = ['onedoor', 'types', 'typespec']

test('the table of words in docs/api-design.md has the verbs of the API', () => {
  const rows = [...read('docs/api-design.md').matchAll(/^\| `([a-z]+)` \| (GET|POST) \|/gm)]
  expect(rows.length).toBeGreaterThan(8)
  for (const [, word, verb] of rows) {
    const verbs = operations
      .filter(({ method, path, id }) => method === word && path.startsWith('/api/') && !privateLists.includes(id))
      .map((operation) => operation.verb as string)
    expect({ word, verbs: [...new Set(verbs)] }).toEqual({ word, verbs: [verb] })
  }
})

/** Lists with private search terms, which api-design.md names as exceptions. */
const privateLists: readonly string[] = ['bookmarks.list', 'docs.list']
