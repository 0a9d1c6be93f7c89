import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { daysOfTests, isWhole, today } from '../../src/testing/drawn-rows.ts'
import { closestInTurn, familyOf, type Importers, importersIn } from '../related-tests.ts'

/** Files that take many seconds: `npm test` spreads them over its run, and `npm run check` leaves them out. */
export const slow = new RegExp(
  [
    'crashes|processes\\.test|killed-server|one-server|full-disk|build-recovery|/drain|committed-together|keyed-http',
    '/backup\\.test|backup-file|scheduled-backups|escape|narrow|boxes/(?:boxes|container)|/shell\\.test',
    'runtime/(?:local|confined)\\.test|untrusted-schemas|/imap(?:-client)?\\.test|python-|go-client|/proto\\.test',
    '(?:client|installed)-package|setup/bundled|guides|docs/(?:readme|examples)',
    'hosting/(?:examples|own-host)|/mailbox\\.test|/trial\\.test|/try\\.test|/cli\\.test',
    'browser[^/]*\\.test|hostile-pages|load-page|base-path',
    'worlds/(?:pages|seeds|snapshots|beside)/|many-worlds|/recordings\\.test|consumers/board',
    'handlers/browser/|provider-faults|builds|parse-feed|runtime/backup|studio|/setup/|contract-tests/',
  ].join('|'),
)

/** The tests of a whole family, `notes/notes.test.ts`, and of its operations, `notes/methods/add.test.ts`. */
const ofFamily = /^src\/handlers\/([\w-]+)\/(?:\1|methods\/[\w-]+)\.test/

/**
 * Tests that run every day although they start something: of the whole product, of families, of money, rights and agents,
 * and those that alone provoke some documented responses, because only tests that run every day count in
 * contract-tests/coverage.txt.
 */
export const daily = [
  /^src\/app\/(?!.*(?:crashes|processes|one-server|full-disk|backup|narrow|base-path))/,
  ofFamily,
  /^src\/(?:runtime\/(?:money|accounts|oauth|agent|approvals)|handlers\/groups)\/(?!.*(?:crashes|processes))/,
  /provider-faults|existing-data|documented-responses|database-lost/,
  /doors\/mcp\/(?:mcp|bounds|resource-changes)|doors\/pages\/(?:pages|whoami)|example-note|admin-announcement/,
  /handlers\/(?:files|images)\/download-place|google-drive|gmail/,
  /text\/paying|redirects\/redirects|outgoing\/charges|calendar\/calendar|hosting\/hosting/,
  /progress-stream|stream\/pages\/pages|room-stream|notify\/stream/,
]

/** Whether today's `npm test` may leave out a test file: it starts something and does not run every day. */
export function isDrawn(root: string, file: string): boolean {
  return !daily.some((each) => each.test(file)) && starts.test(readFileSync(join(root, file), 'utf8'))
}

/**
 * The test files that today's `npm test` leaves out. Of those that start a server, a database or a program, it runs a
 * quarter, another one every day, and some closest to changed files. None if `ONEDOOR_TEST_WHOLE` is `on`.
 *
 * @param changed the paths of changed files, below the root
 * @param importers of `src`
 */
export function leftOutToday(
  root: string,
  changed: readonly string[],
  importers: Importers = importersIn(join(root, 'src')),
): string[] {
  const drawn = testFiles(root).filter((file) => isDrawn(root, file))
  const left = leftOut(drawn, daysOfTests)
  const close = closestInTurn(changed, left, importers, maxCloseDaily)
  return left.filter((file) => !close.has(file))
}

/** This many more run beside changed files. They take about a minute. */
const maxCloseDaily = 60

/** Families whose tests run on both databases every day: those of money, memberships and agents. */
const onBothDaily = /handlers\/(?:apps|agent|groups|sms|text|work|url)\//

/**
 * The test files of families whose blocks for each database today's `npm test` runs on SQLite alone: a third of them also
 * run on PostgreSQL, where they repeat the same in twice the time, another third every day, and so do those in the folders
 * of changed files. None if the store has changed, or `ONEDOOR_TEST_WHOLE` is `on`.
 *
 * @param changed the paths of changed files, below the root
 */
export function onSqliteAloneToday(root: string, changed: readonly string[]): string[] {
  if (changed.some((path) => path.startsWith('src/runtime/store/'))) return []
  const touched = new Set(changed.map(familyOf))
  const found = testFiles(root).filter((file) => ofFamily.test(file) && !onBothDaily.test(file))
  return leftOut(found, 3).filter((file) => !touched.has(familyOf(file)))
}

/** Those of these files that do not run today. Within so many days each of them runs. */
function leftOut(found: readonly string[], days: number): string[] {
  // Neighbours take equally long, so they have their turn on different days.
  return isWhole ? [] : found.filter((_file, at) => at % days !== today() % days)
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
  /testing\/(?!(?:house-rules|import-graph|long-functions|table-owners|all-of|zip|problems|stand-ins|any-character)\.ts)[\w-]+\.ts'|fixtures\/[\w-]+-server\.ts'|node:child_process|readme-commands\.ts'/

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
  const present = new Set([...always, ...light])
  const others = quick.filter((file) => !present.has(file))
  const files = [...present, ...closestInTurn(changed, others, importers, maxClosest)]
  const left = `${all.length - files.length} of ${all.length} test files are left to npm test`
  return { files, left: `${left}: PostgreSQL, Chromium, killed servers, and tests far from the change.` }
}
