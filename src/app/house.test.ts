import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { faultsOf, sharedNameFaults } from '../testing/house-rules.ts'
import { productFiles } from '../testing/import-graph.ts'
import { longFunctions } from '../testing/long-functions.ts'

const root = join(import.meta.dirname, '..')

describe('the house', () => {
  test('has layers that import downwards, families that import no other family, and no cycle of folders', () => {
    expect(faultsOf(productFiles(root))).toEqual([])
  })

  test('is checked completely: every folder of the product is in a layer', () => {
    const tops = new Set(productFiles(root).map(({ file }) => file.split('/')[0]))
    expect([...tops].sort()).toEqual([
      'app',
      'cli.ts',
      'doors',
      'framework',
      'handlers',
      'http',
      'main.ts',
      'runtime',
      'worlds',
    ])
  })

  const tasksTable = {
    file: 'handlers/tasks/migrations/20261121-06-tasks.ts',
    text: "knex.schema.createTable('tasks', () => {})",
  }

  test.each([
    ['a value from above', 'runtime/store/a.ts', "import { b } from '../calls/b.ts'", 'which is above it'],
    ['a value from above, by name', 'runtime/base/a.ts', "import { b } from '#doors/http/b.ts'", 'which is above it'],
    ['a value from above, later', 'runtime/money/a.ts', "const b = await import('#app/b.ts')", 'which is above it'],
    [
      'code that tests share',
      'runtime/store/a.ts',
      "import { allOf } from '../../testing/all-of.ts'",
      'not part of the product',
    ],
    ['a tool', 'runtime/base/a.ts', "import { status } from '../../../tools/status.ts'", 'not part of the product'],
    ['a computed import', 'handlers/notes/a.ts', 'await import(where)', 'computed module'],
    [
      'a type from above',
      'runtime/base/a.ts',
      "import type { ServerOptions } from '../../app/server.ts'",
      'which is above it',
    ],
    [
      'a type from above, in place',
      'runtime/base/a.ts',
      "type B = import('../../app/server.ts').B",
      'which is above it',
    ],
    ['another door', 'doors/http/a.ts', "import { b } from '../cli/b.ts'", 'a door imports no other door'],
    [
      'the second import on a line',
      'runtime/kit/a.ts',
      "import * as p from './b.ts'; import { s } from '../../app/server.ts'",
      'which is above it',
    ],
    [
      'an import over several lines',
      'runtime/kit/a.ts',
      "import {\n  s,\n} from '../../app/server.ts'",
      'which is above it',
    ],
    [
      'an import of a script',
      'handlers/notes/pages/a.js',
      "import { b } from '../../tasks/b.ts'",
      'only the contracts of another',
    ],
    [
      'a file with a misleading name',
      'runtime/base/zz-conformance.ts',
      "import { s } from '../../app/server.ts'",
      'which is above it',
    ],
    [
      'another family',
      'handlers/notes/a.ts',
      "import type { B } from '../tasks/b.ts'",
      'only the contracts of another',
    ],
    [
      'contracts that import more than base',
      'handlers/notes/contracts.ts',
      "import { b } from '#runtime/store/b.ts'",
      'only src/runtime/base and zod',
    ],
    [
      'a door in a family',
      'handlers/notes/a.ts',
      "import type { B } from '#doors/http/b.ts'",
      'a family imports only src/runtime',
    ],
    ['a place outside of all layers', 'lib/a.ts', "import { b } from '../runtime/base/b.ts'", 'is in no layer'],
    ['the name of a family', 'runtime/calls/a.ts', "if (family === 'notes') return", 'names notes'],
    ['the name of a family in a template', 'runtime/calls/a.ts', 'if (family === `mail`) return', 'names mail'],
    ['the name of a family in double quotes', 'doors/http/a.ts', 'if (family === "mail") return', 'names mail'],
    ['the beginning of its operations', 'runtime/calls/a.ts', "id.startsWith('notes.')", 'names notes.'],
    ['the name of an operation', 'doors/http/a.ts', "calls.run('text.translate')", 'names text.translate'],
    ['a table of another family', 'handlers/notes/rows.ts', "sql('tasks').select('*')", 'uses the table tasks'],
    [
      'a joined table',
      'handlers/notes/rows.ts',
      "sql('notes').join('tasks as t', 't.id', 'notes.id')",
      'uses the table tasks',
    ],
    [
      'a table in a text',
      'handlers/notes/rows.ts',
      'sql.raw(`select * from tasks where id = ?`)',
      'uses the table tasks',
    ],
    [
      'a method of no operation',
      'handlers/notes/methods/rename.ts',
      'export default () => async () => ({})',
      'the method of no operation',
    ],
    [
      'a method elsewhere',
      'handlers/notes/methods/add.ts',
      "import { add } from '../notes.ts'\nexport default add",
      'only re-exports',
    ],
    [
      'a method that is re-exported through a call',
      'handlers/notes/methods/add.ts',
      "import { createAdd } from '../notes.ts'\nexport default (deps: D) => createAdd(deps)",
      'only re-exports',
    ],
    [
      'a method that is re-exported',
      'handlers/notes/methods/add.ts',
      "export { add as default } from '../notes.ts'",
      'only re-exports',
    ],
  ])('finds %s', (_what, file, text, fault) => {
    expect(faultsOf([tasksTable, { file, text }])).toEqual([expect.stringContaining(fault)])
  })

  test('finds a module that is loaded by require', () => {
    const text =
      "import { createRequire } from 'node:module'\nconst b = createRequire(import.meta.url)('../tasks/index.ts')"
    const named =
      "import { createRequire } from 'node:module'\nconst load = createRequire(import.meta.url)\nload('../tasks/index.ts')"
    for (const each of [text, named])
      expect(faultsOf([{ file: 'handlers/notes/a.ts', text: each }])).toEqual([
        expect.stringContaining('handlers/tasks/index.ts'),
      ])
  })

  test('finds a cycle of folders', () => {
    const files = [
      { file: 'doors/pages/a/one.ts', text: "import { two } from '../b/two.ts'" },
      { file: 'doors/pages/b/two.ts', text: "export { one } from '../a/one.ts'" },
    ]
    expect(faultsOf(files)).toEqual([expect.stringContaining('src/doors/pages/a, src/doors/pages/b')])
  })

  test.each([
    ['a type from below', 'runtime/calls/a.ts', "import type { B } from '../store/b.ts'"],
    ['the same family', 'handlers/notes/a.ts', "import { b } from './sub/b.ts'"],
    ['a layer below', 'handlers/notes/a.ts', "import { b } from '#runtime/calls/b.ts'"],
    ['the contracts of another family', 'handlers/notes/a.ts', "import { b } from '../tasks/contracts.ts'"],
    ['its own table', 'handlers/tasks/rows.ts', "sql('tasks').select('*')"],
    [
      'a key of an account',
      'handlers/notes/migrations/20261121-03-notes.ts',
      "table.text('a').references('id').inTable('accounts')",
    ],
    [
      'a method',
      'handlers/notes/methods/add.ts',
      "import { b } from '../rows.ts'\nexport default () => async () => b()",
    ],
  ])('allows %s', (_what, file, text) => {
    expect(faultsOf([tasksTable, { file, text }])).toEqual([])
  })
})

describe('the name of a file', () => {
  test('has one meaning in the product, except for the names that every folder uses', () => {
    expect(sharedNameFaults(productFiles(root))).toEqual([])
  })

  test.each([
    [
      'files with different meanings',
      ['runtime/store/errors.ts', 'doors/http/errors.ts'],
      'src/runtime/store/errors.ts, src/doors/http/errors.ts',
    ],
    [
      'a fixed name in the wrong folder',
      ['runtime/a/entry.ts', 'handlers/notes/search/entry.ts', 'doors/entry.ts'],
      'src/runtime/a/entry.ts, src/doors/entry.ts',
    ],
    ['a page of a door', ['doors/pages/home.ts', 'doors/cli/home.ts'], 'share a name'],
  ])('is reported for %s', (_what, files, fault) => {
    const found = sharedNameFaults(files.map((file) => ({ file, text: '' })))
    expect(found).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    ['manifests', ['handlers/notes/index.ts', 'handlers/tasks/index.ts']],
    ['methods', ['handlers/notes/methods/add.ts', 'handlers/tasks/methods/add.ts', 'runtime/store/add.ts']],
    ['rows of several tables', ['handlers/mail/rows/messages.ts', 'handlers/chat/rows/messages.ts']],
    ['services of the framework', ['framework/services/auth/service.ts', 'framework/services/store/service.ts']],
  ])('may be shared by %s', (_what, files) => {
    expect(sharedNameFaults(files.map((file) => ({ file, text: '' })))).toEqual([])
  })
})

describe('what can be read in one piece', () => {
  test('is a file of at most 400 lines and a function of at most 60', () => {
    const long = productFiles(root).flatMap(({ file, text }) => {
      const lines = text.split('\n').length - 1
      if (!file.endsWith('.ts')) return []
      const functions = longFunctions(text, 60).map(
        (each) =>
          `src/${file}:${each.line} ${each.name} has ${each.lines} lines: split it into steps, or make it a class.`,
      )
      return lines > 400 ? [`src/${file} has ${lines} lines: split it into two files.`, ...functions] : functions
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
