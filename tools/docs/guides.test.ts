import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SETTINGS } from '../../src/app/config.ts'
import { forEachDatabase, newDataDir } from '../../src/testing/databases.ts'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { startProgram } from '../../src/testing/program.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { TestVisitor } from '../../src/testing/visitor.ts'
import {
  commandOf,
  guideSteps,
  linkClient,
  runInShell,
  type StartedServer,
  startServerProcess,
  withoutRunData,
  writeStandIns,
} from './readme-commands.ts'

const docs = join(import.meta.dirname, '../../docs')
const guides = join(docs, 'guides')
const read = (name: string) => readFileSync(join(guides, name), 'utf8')

/** Guides without steps, or with other kinds of steps, which are tested separately below. */
const others = [
  'README.md',
  'backups.md',
  'production.md',
  'sandbox.md',
  'several-processes.md',
  'self-hosting.md',
  'postgresql.md',
  'testing.md',
]
const calling = [
  ...readdirSync(guides)
    .filter((name) => !others.includes(name))
    .map((name) => `guides/${name}`),
  'short-links.md',
  'gateway.md',
  'services.md',
]

let folder: string
let binaries: string
let dataDir: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-guide-'))
  binaries = join(folder, 'bin')
  dataDir = join(folder, 'data')
  mkdirSync(binaries)
  mkdirSync(dataDir)
  writeStandIns(binaries)
  linkClient(folder)
})

afterEach(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
})

/** The reader's starting point: an account, and a token that may do everything. */
async function before({ baseUrl, gatewayUrl }: Pick<StartedServer, 'baseUrl' | 'gatewayUrl'>): Promise<string[]> {
  const env = { DATA_DIR: dataDir }
  await typeLine(['account', 'create', 'alice', '--password-stdin'], { env, input: 'correct horse battery\n' })
  const { out } = await typeLine(['token', 'create', 'alice', '--services', 'all', '--actions'], { env })
  return [
    `cd '${folder}'`,
    `export ONEDOOR_URL=${baseUrl} GATEWAY=${gatewayUrl} XDG_CONFIG_HOME='${folder}'`,
    `export ONEDOOR_TOKEN=${out.trim()}`,
  ]
}

test.each(drawnRows(calling, 4))('the steps of docs/%s print the output that it shows', async (name) => {
  const steps = guideSteps(readFileSync(join(docs, name), 'utf8'))
  expect(steps.length).toBeGreaterThan(0)
  // Migrated already: a server that makes its database takes twice as long to start.
  rmSync(dataDir, { recursive: true })
  dataDir = await newDataDir()
  const server = await startServerProcess(dataDir)
  try {
    const first = await before(server)
    const commands = steps.map((step, index) => commandOf(step, folder, `step-${index}`))
    const printed = (await runInShell([...first, ...commands], binaries, dataDir)).slice(first.length)
    expect(printed.map((text) => withoutRunData(text, server.baseUrl))).toEqual(
      steps.map(({ output }) => withoutRunData(output, server.baseUrl)),
    )
  } finally {
    await server.stop()
  }
})

test('the steps of docs/guides/sandbox.md print the output that it shows', async () => {
  const [start, ...steps] = guideSteps(read('sandbox.md'))
  const [, ...args] = /^npm run -s onedoor -- (sandbox) (.+)$/.exec(start?.code ?? '') ?? []
  const words = args.flatMap((text) => text.split(' '))
  const sandbox = await startProgram({ args: ['src/cli.ts', ...words, '--port', '0'], env: {} }, /Press Ctrl-C/)
  try {
    const introduction = sandbox.output()
    const [, url = ''] = /listens on (\S+)/.exec(introduction) ?? []
    const [, token] = /^ +ada +(\S+)/m.exec(introduction) ?? []
    const set = `cd '${folder}'; export ONEDOOR_SANDBOX=${url} ONEDOOR_TOKEN=${token}`
    const commands = steps.map((step, index) => commandOf(step, folder, `step-${index}`))
    const [, ...printed] = await runInShell([set, ...commands], binaries, dataDir)
    expect([introduction, ...printed].map((text) => withoutRunData(text, url))).toEqual(
      [start, ...steps].map((step) => withoutRunData(step?.output ?? '', 'http://127.0.0.1:8090')),
    )
  } finally {
    await sandbox.stop()
  }
})

test('the backup of docs/guides/backups.md restores the data', async () => {
  const steps = guideSteps(read('backups.md').replaceAll('/var/backups', folder))
  const [backup, restore, ...more] = steps.filter(({ code }) => code.includes('onedoor -- backup'))
  expect(more).toEqual([])
  const get = 'npm run -s onedoor -- notes get --title Kept --output text'
  const add = "npm run -s onedoor -- notes add --title Kept --text 'Still here' > added"
  const here = [`cd '${folder}'`]

  const server = await startServerProcess(dataDir)
  await runInShell([...(await before(server)), 'echo "$ONEDOOR_TOKEN" > token', add], binaries, dataDir)
  expect(readFileSync(join(folder, 'added'), 'utf8')).toContain('Still here')
  await runInShell([...here, backup?.code ?? ''], binaries, dataDir)
  await server.stop()
  rmSync(dataDir, { recursive: true })
  mkdirSync(dataDir)
  await runInShell([...here, restore?.code ?? ''], binaries, dataDir)

  const restored = await startServerProcess(dataDir, /^ +Data /)
  try {
    const set = `export ONEDOOR_URL=${restored.baseUrl} ONEDOOR_TOKEN=$(cat token)`
    expect((await runInShell([...here, set, get], binaries, dataDir)).at(-1)).toContain('Still here')
  } finally {
    await restored.stop()
  }
})

test('the filters of docs/guides/self-hosting.md find the addresses of a refused sign-in and a bad token', async () => {
  const [, filters = ''] = /^failregex = (.+?)\n```/ms.exec(read('self-hosting.md')) ?? []
  const lines: string[] = []
  const server = await startTestServer({ dataDir, onLogLine: (line) => void lines.push(line) })
  try {
    const visitor = new TestVisitor(server.url)
    const { username } = await server.account()
    await visitor.submit('/signin', '/signin', { username, password: 'not the right one' })
    await (await new TestVisitor(server.url).signIn(username)).get('/settings')
    const guessed = `od_${'guessed'.repeat(6)}`
    const headers = { Authorization: `Bearer ${guessed}` }
    for (const path of ['/api/v1/notes/list', '/whoami', '/mcp']) {
      expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(401)
    }
    expect(lines.join('')).not.toContain(guessed)
    // What fail2ban substitutes for an address, without forms that are not addresses.
    const found = filters
      .split('\n')
      .map((filter) => new RegExp(filter.trim().replace('<HOST>', '([\\d.]+|[\\da-f:]+)')))
      .map((filter) => lines.flatMap((line) => filter.exec(line)?.[1] ?? []))
    expect(found).toEqual([['127.0.0.1'], ['127.0.0.1', '127.0.0.1', '127.0.0.1']])
  } finally {
    await server.stop()
  }
})

test.each(['self-hosting.md', 'backups.md'])('docs/guides/%s names known settings', (name) => {
  const page = read(name)
  const known = Object.values(SETTINGS).map(({ name }) => name as string)
  const named = [...page.matchAll(/`([A-Z0-9]+_[A-Z_]+)`/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name as string))).toEqual([])
})

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  test(`the steps of docs/guides/postgresql.md print the output that it shows, on ${dialect}`, async () => {
    const { databaseUrl = '' } = await newDatabase('empty')
    const steps = guideSteps(read('postgresql.md')).filter(({ code }) => !isMove(code))
    const set = `export DATABASE_URL='${databaseUrl}'`
    const printed = await runInShell([set, ...steps.map(({ code }) => code)], binaries, dataDir)
    const [, first = '', ...others] = printed
    // It lists every migration, and new ones are added with each version.
    expect(first).toMatch(/^Applied 0001-/)
    expect(others.map((text) => text.trim())).toEqual(steps.slice(1).map(({ output }) => output))
    expect(others.length).toBeGreaterThan(0)
  })

  test(`the move of docs/guides/postgresql.md carries an instance to ${dialect}`, async () => {
    const [move] = guideSteps(read('postgresql.md')).filter(({ code }) => isMove(code))
    const { databaseUrl = '' } = await newDatabase('empty')
    const create =
      "printf '%s\\n' 'correct horse battery' | npm run -s onedoor -- account create alice --password-stdin"
    const moving = (move?.code ?? '').replace(/postgres:\S+/, `'${databaseUrl}'`)
    // SQLite is no place to move to, which the command says.
    const message = dialect === 'postgres' ? 'Moved ' : 'Set DATABASE_URL'
    const list = `DATABASE_URL='${databaseUrl}' npm run -s onedoor -- account list`
    const printed = await runInShell([create, `(${moving}) 2>&1 || true`, list], binaries, dataDir)
    expect(printed[1]).toContain(message)
    expect(printed[2]).toContain('alice')
  })
})

function isMove(code: string): boolean {
  return code.includes('onedoor -- move')
}
