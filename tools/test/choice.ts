import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { daysOfTests, isWhole, today } from '../../src/testing/drawn-rows.ts'
import { closestInTurn, type Importers, importersIn, testFiles } from '../related-tests.ts'

/** Files that take many seconds: a run is not left with one of them at its end, and `npm run check` leaves them out. */
export const slow = new RegExp(
  [
    'crashes|processes\\.test|killed-server|one-server|full-disk|build-recovery|/drain|committed-together|keyed-http',
    '/backup\\.test|backup-file|scheduled-backups|escape|narrow|boxes/(?:boxes|container)|/shell\\.test',
    'runtime/(?:local|confined)\\.test|untrusted-schemas|/imap(?:-client)?\\.test|python-|go-client|/proto\\.test',
    '(?:client|installed)-package|setup/bundled|guides|docs/(?:readme|examples)|hosting/(?:examples|own-host)',
    '/mailbox\\.test|/trial\\.test|/try\\.test|/cli\\.test|browser[^/]*\\.test|hostile-pages|load-page|base-path',
    'worlds/(?:pages|seeds|snapshots|beside)/|many-worlds|/recordings\\.test|consumers/board|handlers/browser/',
    'provider-faults|builds|parse-feed|runtime/backup|studio|/setup/|contract-tests/',
  ].join('|'),
)

/**
 * Tests that run every day although they start something: of the whole product, of families and their operations, of money,
 * rights and agents, and those that alone provoke some documented responses (see contract-tests/coverage.txt).
 */
export const daily = [
  /^src\/app\/(?!.*(?:crashes|processes|one-server|full-disk|backup|narrow|base-path))/,
  /^src\/handlers\/([\w-]+)\/(?:\1|methods\/[\w-]+)\.test/,
  /^src\/(?:runtime\/(?:money|accounts|oauth|agent|approvals)|handlers\/groups)\/(?!.*(?:crashes|processes))/,
  /provider-faults|existing-data|documented-responses|database-lost/,
  /doors\/mcp\/(?:mcp|bounds|resource-changes)|doors\/pages\/(?:pages|whoami)|example-note|admin-announcement/,
  /handlers\/(?:files|images)\/download-place|google-drive|gmail|progress-stream|stream\/pages\/pages|room-stream/,
  /notify\/stream|text\/paying|redirects\/redirects|outgoing\/charges|calendar\/calendar|hosting\/hosting/,
]

/** Helpers that start a server, a database or a program; the others in src/testing only read. */
const starts =
  /testing\/(?!(?:house-rules|import-graph|long-functions|table-owners|all-of|zip|problems|stand-ins|any-character)\.ts)[\w-]+\.ts'|fixtures\/[\w-]+-server\.ts'|node:child_process|readme-commands\.ts'/
const startsSomething = (root: string, file: string) => starts.test(readFileSync(join(root, file), 'utf8'))

/** Whether `npm test` may leave out a test file on some days: it starts something and does not run every day. */
export function isDrawn(root: string, file: string): boolean {
  return !daily.some((each) => each.test(file)) && startsSomething(root, file)
}

/**
 * The test files that today's `npm test` leaves out: of those that are drawn, it runs a quarter, another one every day, and
 * the 60 closest to changed files, which take about a minute. None if `ONEDOOR_TEST_WHOLE` is `on`.
 *
 * @param changed paths of changed files, below the root
 */
export function leftOutToday(root: string, changed: readonly string[], importers?: Importers): string[] {
  if (isWhole) return []
  const drawn = testFiles(root).filter((file) => isDrawn(root, file))
  // Neighbours take equally long, so they have their turn on different days.
  const left = drawn.filter((_file, at) => at % daysOfTests !== today() % daysOfTests)
  const close = closestInTurn(changed, left, importers ?? importersIn(join(root, 'src')), 60)
  return left.filter((file) => !close.has(file))
}

/** Tests of what makes, checks and releases the product: they take a third of the time of the tests that start nothing. */
const ofTools = /^(?:spec\/lint|tools\/(?!(?:docs|english)\/))/

/** These always run, though they start something: a server's start and stop, and one family. */
const always = ['src/app/server.test.ts', 'src/handlers/notes/notes.test.ts']

/**
 * The tests of `npm run check`: all of the product that start nothing, and the 16 others that are closest to the change, which
 * take some 20 s.
 *
 * @param changed paths of changed files, below the root
 */
export function chosenForQuick(root: string, changed: readonly string[], importers?: Importers): string[] {
  const quick = testFiles(root).filter((file) => !slow.test(file))
  const isChosen = (file: string) => always.includes(file) || !(ofTools.test(file) || startsSomething(root, file))
  const chosen = quick.filter(isChosen)
  const others = quick.filter((file) => !isChosen(file))
  return [...chosen, ...closestInTurn(changed, others, importers ?? importersIn(join(root, 'src')), 16)]
}
