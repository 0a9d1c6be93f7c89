import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { type Importers, importersIn, relatedTests } from '../related-tests.ts'

/**
 * Files that kill servers, confine commands, drive Chromium, run other programs or what the docs show: most of the time
 * of all tests. Those of the family `browser` are not among them, because only they provoke some of its documented
 * responses.
 */
const drills = new RegExp(
  [
    'crashes|processes\\.test|killed-server|one-server|full-disk|build-recovery|/drain|committed-together|keyed-http',
    '/backup\\.test|backup-file|scheduled-backups|escape|narrow|boxes/(?:boxes|container)|/shell\\.test',
    'runtime/(?:local|confined)\\.test|untrusted-schemas|/imap(?:-client)?\\.test|python-|go-client|/proto\\.test',
    '(?:client|installed)-package|setup/bundled|guides|docs/(?:readme|examples)',
    'hosting/(?:examples|own-host)|/mailbox\\.test|/trial\\.test|/try\\.test|/cli\\.test',
    '(?<!handlers/browser/)browser[^/]*\\.test|hostile-pages|load-page|base-path',
    'worlds/(?:pages|seeds|snapshots|beside)/|many-worlds|/recordings\\.test|consumers/board',
  ].join('|'),
)

/** Files that take many seconds: `npm test` spreads them over its run, and `npm run check` leaves them out. */
export const slow = new RegExp(
  `${drills.source}|handlers/browser/|provider-faults|builds|parse-feed|runtime/backup|studio|/setup/|contract-tests/`,
)

/**
 * Of these test files the drills that today's `npm test` leaves out: it runs a quarter of them, another one every day, and
 * those in the folders of changed files. None if `ONEDOOR_TEST_WHOLE` is `on`.
 *
 * @param changed the paths of changed files, below the same root
 */
export function leftOutToday(all: readonly string[], changed: readonly string[]): string[] {
  const found = all.filter((file) => drills.test(file))
  return leftOut(found, 4, changed)
}

/**
 * Tests of families and of messaging, whose blocks on PostgreSQL repeat those on SQLite in twice the time. Those of money,
 * memberships and agents are not among them, and everything below the families is tested on both databases every day.
 */
const families =
  /^src\/(?:handlers\/(?!apps|agent|groups|sms|text|work\/work|url\/(?:url|methods\/create-many)\.)|framework\/services\/(?:broker|events|registry)\/)/

/**
 * The test files whose blocks for each database today's `npm test` runs on SQLite alone: a third of them also run on
 * PostgreSQL, another one every day, and so do those in the folders of changed files. None if the store has changed, or
 * `ONEDOOR_TEST_WHOLE` is `on`.
 *
 * @param changed the paths of changed files, below the root
 */
export function onSqliteAloneToday(root: string, changed: readonly string[]): string[] {
  if (changed.some((path) => path.startsWith('src/runtime/store/'))) return []
  const runsOnEach = (file: string) =>
    /\bforEach(?:Server|Database|Messaging)\(/.test(readFileSync(join(root, file), 'utf8'))
  const found = testFiles(root).filter((file) => families.test(file) && runsOnEach(file))
  return leftOut(found, 3, changed)
}

/** Those of these files that run neither today nor beside a change. Within so many days each of them runs. */
function leftOut(found: readonly string[], days: number, changed: readonly string[]): string[] {
  // Neighbours take equally long, so they have their turn on different days.
  const dealt = Array.from({ length: days }, (_, day) => found.filter((_file, at) => at % days === day)).flat()
  const drawn = new Set(drawnRows(dealt, Math.ceil(dealt.length / days)))
  const touched = new Set(changed.map((path) => dirname(path)))
  return found.filter((file) => !drawn.has(file) && !touched.has(dirname(file)))
}

/** Every test file, relative to the root. */
export function testFiles(root: string): string[] {
  return globSync('{src,spec,tools,bench,contract-tests}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).sort()
}

/** Helpers that start a server, a database or a program; the others in src/testing only read. */
const starts =
  /testing\/(?!(?:house-rules|import-graph|long-functions|table-owners|all-of|zip|problems|stand-ins|any-character)\.ts)[\w-]+\.ts'|node:child_process|readme-commands\.ts'/

/** Tests of what makes, checks and releases the product: they take a third of the time of the tests that start nothing. */
const ofTools = /^(?:spec\/lint|tools\/(?!(?:docs|english)\/))/

/** These always run, though they start something: a server's start and stop, and one family. */
const always = ['src/app/server.test.ts', 'src/handlers/notes/notes.test.ts']

/** This many more take some 20 s. */
const maxClosest = 16

/**
 * The tests of `npm run check`: all of the product that start nothing, and of the others those closest to the change.
 *
 * @param changed the paths of changed files, below the root
 * @param importers of `src`
 * @returns the test files, and a note on those left to `npm test`
 */
export function chosenForQuick(
  root: string,
  changed: readonly string[],
  importers: Importers = importersIn(join(root, 'src')),
): { files: string[]; left: string } {
  const all = testFiles(root)
  const quick = all.filter((file) => !slow.test(file))
  const light = quick.filter((file) => !ofTools.test(file) && !starts.test(readFileSync(join(root, file), 'utf8')))
  const files = new Set([...always, ...light])
  const max = files.size + maxClosest
  const closest = changed.map((path) => closestTests(path, quick, importers).filter((test) => !files.has(test)))
  // In rounds, so that each changed file has its closest test before any has its second.
  for (let place = 0; files.size < max && closest.some((tests) => place < tests.length); place++) {
    for (const test of closest.flatMap((tests) => tests[place] ?? [])) if (files.size < max) files.add(test)
  }
  const left = `${all.length - files.size} of ${all.length} test files are left to npm test`
  return { files: [...files], left: `${left}: PostgreSQL, Chromium, killed servers, and tests far from the change.` }
}

/**
 * Of these tests those of a changed file, the closest first: the test of its name, even if it does not load the file, then
 * those in its folder and in its family, because methods are loaded by their first call, and then those elsewhere that do.
 */
export function closestTests(path: string, tests: readonly string[], importers: Importers): string[] {
  const [, ofSpec] = /^spec\/(?:services\/)?([\w-]+)(?:\.|\/)/.exec(path) ?? []
  const [, ofHandlers] = /^src\/handlers\/([\w-]+)\//.exec(path) ?? []
  const family = ofSpec ?? ofHandlers
  const folders = [dirname(path), ...(family === undefined ? [] : [`src/handlers/${family}`])]
  const own = path.replace(/\.ts$/, '.test.ts')
  const loading = relatedTests(importers, path.replace(/^src\//, '')).map((test) => `src/${test}`)
  const near = folders.flatMap((folder) => {
    const isNear = (test: string) => test.startsWith(`${folder}/`)
    return [...loading.filter(isNear), ...tests.filter(isNear)]
  })
  return [...new Set([path, own, ...near, ...loading])].filter((test) => tests.includes(test))
}

/** The files changed since the merge base with the upstream branch, or since the previous commit; none without git. */
export function changedFiles(root: string): string[] {
  // Explicit, so that a repository around a release archive is not taken for the project's.
  const place = [`--git-dir=${join(root, '.git')}`, `--work-tree=${root}`]
  const git = (...args: string[]) => {
    try {
      const output = execFileSync('git', [...place, ...args], { cwd: root, stdio: 'pipe' })
      return output
        .toString()
        .split(/[\0\n]/)
        .filter(Boolean)
    } catch {
      return []
    }
  }
  const [before = 'HEAD~1'] = git('merge-base', 'HEAD', '@{upstream}')
  const changed = git('diff', '--no-ext-diff', '--name-only', '-z', before)
  return [...new Set([...changed, ...git('ls-files', '--others', '--exclude-standard', '-z')])].sort()
}
