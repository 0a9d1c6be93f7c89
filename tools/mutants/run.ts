/**
 * How many small mistakes the tests notice, by StrykerJS: `npm run mutants -- src/runtime/store`. Prints each mistake
 * that no test noticed, and how many were noticed in each file.
 *
 * A line alone is named so: `src/runtime/store/sqlite.ts:51`. `--tests 8` runs the eight test files closest to each
 * file instead of four, besides some that run most of the product; `--with src/a.test.ts` runs that one instead, and
 * others named so; `--left-out` makes only mistakes that leave something out: a block, a statement that returns or ends
 * something, an `await`, a part of what identifies something (a condition of a query, a part of a digest or a key), and
 * those that exchange two steps. Those in the SQL of a `statement`, which is built once, are often reported as unnoticed
 * though tests notice them: try these by hand. Set `ONEDOOR_TEST_DATABASES=sqlite` to leave PostgreSQL out. Without a name
 * all of `src` is tried, which takes days.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { node, root, stopWithThisProcess } from '../command.ts'
import { closestTests, importersIn } from '../related-tests.ts'
import { ensureInstalled } from '../setup/install.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', default: '4' },
    with: { type: 'string', multiple: true },
    'left-out': { type: 'boolean', default: false },
  },
})

function filesIn(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return globSync(`${path}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts', '**/{fixtures,migrations,testing}/**'] })
}

/** It reads the source files, to which StrykerJS adds a look at the environment. */
const ofSources = 'src/app/config-environment.test.ts'

/** The mistakes are made in the process of the tests, not in servers that a test starts as processes. */
function noticesMistakes(test: string): boolean {
  return test !== ofSources && !/testing\/(?:main|server)-process\.ts/.test(readFileSync(join(root, test), 'utf8'))
}

const named = (positionals.length > 0 ? positionals : ['src']).map((name) => name.replace(/^\.\/|\/$/g, ''))
const files = named.flatMap((name) => filesIn(name.replace(/:\d+$/, '')))
const importers = importersIn(join(root, 'src'))
const tests = globSync('src/**/*.test.ts', { cwd: root }).filter(noticesMistakes).sort()
/** They run what no test imports: what is loaded by a first call, and what servers do for all families. */
const ofMost = [
  'app/doors',
  'app/owned-tables',
  'doors/http/wire',
  'doors/pages/oauth/signing-in',
  'doors/pages/pages',
  'handlers/agent/agent',
  'handlers/apps/apps',
]
  .concat(['handlers/images/images', 'handlers/notes/notes', 'runtime/calls/documented-responses'])
  .map((name) => `src/${name}.test.ts`)
const closest = files.flatMap((file) => closestTests(file, tests, importers).slice(0, Number(values.tests)))
const mutate = named.flatMap((name) => (/:\d+$/.test(name) ? [name.replace(/:(\d+)$/, ':$1-$1')] : filesIn(name)))

stopWithThisProcess()
await ensureInstalled(import.meta.dirname)
const { code } = await node(
  [
    join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js'),
    ...['run', 'tools/mutants/stryker.config.json'],
    ...['--mutate', mutate.join(',')],
    ...['--testFiles', [...new Set(values.with ?? [...closest, ...ofMost])].join(',')],
  ],
  { ONEDOOR_MUTANTS: values['left-out'] ? 'left-out' : 'all' },
  true,
)
process.exitCode = code
