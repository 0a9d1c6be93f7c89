import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../../generated/server/operations.ts'
import { folderCycles, type Import, importsIn, productFiles } from '../testing/import-graph.ts'
import { longFunctions } from '../testing/long-functions.ts'

const root = join(import.meta.dirname, '..')

/** Lowest first: a layer imports itself and what stands before it. Families stand on the runtime alone; see below. */
const layers = [
  'runtime/base',
  'runtime/graphics',
  'runtime/store',
  'runtime/search',
  'runtime/blobs',
  'runtime/backup',
  'runtime/jobs',
  'runtime/bus',
  'runtime/limits',
  'runtime/money',
  'runtime/accounts',
  'runtime/outbound',
  'runtime/oauth',
  'runtime/isolation',
  'runtime/live',
  'runtime/calls',
  'runtime/agent',
  'runtime/kit',
  'http',
  'doors',
  'framework',
  'handlers',
  'app',
  'main.ts',
  'cli.ts',
]

/** Family names that are also everyday words of code, such as the column type `text`. Their operation ids are checked all the same. */
const homonyms = new Set(
  'agent browser chat docs events files images inbox mail payments places routes shell sms stream text url work'.split(
    ' ',
  ),
)
const familyNames: ReadonlySet<string> = new Set(
  operations.map(({ family }) => family).filter((name) => !homonyms.has(name)),
)
const operationIds: ReadonlySet<string> = new Set(operations.map(({ id }) => id))

function layerOf(file: string): number {
  return layers.findIndex((layer) => file === layer || file.startsWith(`${layer}/`))
}

/** What is wrong with an import, and where the thing belongs; undefined where nothing is. */
function faultOf({ from, to, isTypeOnly }: Import): string | undefined {
  const arrow = `src/${from} imports src/${to}`
  const [family, other] = [from, to].map((file) => /^handlers\/([^/]+)\//.exec(file)?.[1])
  if (family !== undefined && family !== other && !to.startsWith('runtime/')) {
    return other === undefined
      ? `${arrow}: a family imports src/runtime and generated/ alone. Take it from FamilyWorld or Site, or move what it needs to a layer of src/runtime.`
      : `${arrow}: no family imports another. What both need belongs in src/runtime; what one publishes goes through the bus.`
  }
  if (layerOf(from) < 0) return `src/${from} is in no layer: put it in one of those that src/app/house.test.ts lists.`
  if (!isTypeOnly && layerOf(to) > layerOf(from)) {
    return `${arrow}, which is above it: pass it in from src/app, or move it down to ${layers[layerOf(from)]}.`
  }
  return undefined
}

/** Families that a text of the runtime, a door or the framework names, as `'notes'` or `'notes.add'`. */
function familiesNamedIn(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const literals = [...code.matchAll(/'([^'\n]*)'/g)].map(([, literal]) => literal ?? '')
  return literals.filter((literal) => familyNames.has(literal) || operationIds.has(literal))
}

function faultsOf(files: readonly { file: string; text: string }[]): string[] {
  const imports = files.flatMap(({ file, text }) => importsIn(file, text))
  const cycles = folderCycles(imports).map(
    (folders) =>
      `${folders.map((folder) => `src/${folder}`).join(', ')} import values from each other in a circle: move what both sides need below them.`,
  )
  const naming = files
    .filter(({ file }) => /^(?:runtime|http|doors|framework)\//.test(file))
    .flatMap(({ file, text }) =>
      familiesNamedIn(text).map(
        (name) =>
          `src/${file} names ${name}: only src/app and the family itself know it. Put it in the manifest, or read it from the operation table.`,
      ),
    )
  return [...imports.map(faultOf).filter((fault) => fault !== undefined), ...cycles, ...naming]
}

describe('the house', () => {
  test('has layers that import downwards, families that know no other family, and no cycle of folders', () => {
    expect(faultsOf(productFiles(root))).toEqual([])
  })

  test('is read whole: every folder of the product takes part', () => {
    const tops = new Set(productFiles(root).map(({ file }) => file.split('/')[0]))
    expect([...tops].sort()).toEqual(['app', 'cli.ts', 'doors', 'framework', 'handlers', 'http', 'main.ts', 'runtime'])
  })

  test.each([
    ['a value from above', 'runtime/store/a.ts', "import { b } from '../calls/b.ts'", 'which is above it'],
    ['a value from above, by name', 'runtime/base/a.ts', "import { b } from '#doors/http/b.ts'", 'which is above it'],
    ['a value from above, later', 'runtime/money/a.ts', "const b = await import('#app/b.ts')", 'which is above it'],
    ['another family', 'handlers/notes/a.ts', "import type { B } from '../tasks/b.ts'", 'no family imports another'],
    ['a door', 'handlers/notes/a.ts', "import type { B } from '#doors/http/b.ts'", 'a family imports src/runtime'],
    ['a place outside of all layers', 'lib/a.ts', "import { b } from '../runtime/base/b.ts'", 'is in no layer'],
    ['the name of a family', 'runtime/calls/a.ts', "if (family === 'notes') return", 'names notes'],
    ['the name of an operation', 'doors/http/a.ts', "calls.run('text.translate')", 'names text.translate'],
  ])('finds %s', (_what, file, text, fault) => {
    expect(faultsOf([{ file, text }])).toEqual([expect.stringContaining(fault)])
  })

  test('finds a circle of folders', () => {
    const files = [
      { file: 'doors/pages/a/one.ts', text: "import { two } from '../b/two.ts'" },
      { file: 'doors/pages/b/two.ts', text: "export { one } from '../a/one.ts'" },
    ]
    expect(faultsOf(files)).toEqual([expect.stringContaining('src/doors/pages/a, src/doors/pages/b')])
  })

  test.each([
    ['a type from above', 'runtime/store/a.ts', "import type { B } from '../calls/b.ts'"],
    ['several types', 'runtime/store/a.ts', "import { type B, type C } from '../calls/b.ts'"],
    ['the same family', 'handlers/notes/a.ts', "import { b } from './sub/b.ts'"],
    ['a layer below', 'handlers/notes/a.ts', "import { b } from '#runtime/calls/b.ts'"],
  ])('lets %s pass', (_what, file, text) => {
    expect(faultsOf([{ file, text }])).toEqual([])
  })
})

describe('what can be read in one piece', () => {
  test('is a file of at most 400 lines and a function of at most 60', () => {
    const long = productFiles(root).flatMap(({ file, text }) => {
      const lines = text.split('\n').length - 1
      const functions = longFunctions(text, 60).map(
        (each) => `src/${file}:${each.line} ${each.name} has ${each.lines} lines: make it steps, or a class.`,
      )
      return lines > 400 ? [`src/${file} has ${lines} lines: make it two files.`, ...functions] : functions
    })
    expect(long).toEqual([])
  })

  test('counts lines from the first to the last, inclusive', () => {
    const body = (lines: number) => `export function walk() {\n${'  step()\n'.repeat(lines - 2)}}\n`
    expect(longFunctions(`// first\n${body(60)}`, 60)).toEqual([])
    expect(longFunctions(`// first\n${body(61)}`, 60)).toEqual([{ name: 'walk', line: 2, lines: 61 }])
  })
})

test('CONTRIBUTING.md lists exactly the existing folders', () => {
  const page = readFileSync(join(root, '../CONTRIBUTING.md'), 'utf8')
  const tree = /```text\nsrc\/\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  let top = ''
  const shown = [...tree.matchAll(/^( {2}| {4})([\w<>-]+)\/ /gm)].map(([, indent, name = '']) => {
    if (indent === '    ') return `${top}/${name}`
    top = name
    return name
  })
  const deep = new Set(['runtime', 'doors', 'framework'])
  const folders = productFiles(root).flatMap(({ file }) => {
    const [first = '', second = '', third] = file.split('/')
    return [first, ...(deep.has(first) && third !== undefined ? [`${first}/${second}`] : [])]
  })
  const expected = [...new Set(folders), 'handlers/<family>', 'testing'].filter((name) => !name.endsWith('.ts'))
  expect(shown.sort()).toEqual(expected.sort())
})
