import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAccounts } from '../../runtime/accounts/accounts.ts'
import { createTokens } from '../../runtime/accounts/tokens.ts'
import { clockFrom } from '../../runtime/base/clock.ts'
import { type DatabaseSettings, forDrawnDatabase } from '../../testing/databases.ts'
import { bareEnv } from '../../testing/program.ts'
import { type Typed, typeLine } from '../../testing/typed-line.ts'

const CLI = resolve(import.meta.dirname, '../../cli.ts')
const password = 'correct horse battery'
const SECRET_LINE = /^od_[0-9A-Za-z]{43}\n$/

interface Answer {
  code: number | null
  out: string
  err: string
}

/** Runs a command like a person: a separate process with only the settings in its environment. */
function onedoor(args: string[], env: Record<string, string>, input: string | Buffer = ''): Promise<Answer> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { ...bareEnv, ...env } })
    const answer: Answer = { code: null, out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (answer.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (answer.err += text))
    child.stdin.on('error', () => undefined) // a command that reads no input may have exited before it is written
    child.on('error', failed).on('close', (code) => done({ ...answer, code }))
    child.stdin.end(input)
  })
}

/** The same within this process, which takes a tenth of the time. */
function typed(args: string[], env: Record<string, string>, input = ''): Promise<Typed> {
  return typeLine(args, { env, input })
}

function environmentOf(settings: DatabaseSettings): Record<string, string> {
  return { DATA_DIR: settings.dataDir, ...(settings.databaseUrl ? { DATABASE_URL: settings.databaseUrl } : {}) }
}

forDrawnDatabase((_name, openTestStore, newDatabase) => {
  test('from an empty database to a revoked token', async () => {
    const settings = await newDatabase('empty')
    const env = environmentOf(settings)

    const account = await onedoor(['account', 'create', 'alice', '--password-stdin'], env, `${password}\n`)
    expect(account).toMatchObject({ code: 0, out: 'Account alice created, an administrator.\n' })

    const made = await onedoor(
      ['token', 'create', 'alice', '--services', 'notes', '--actions', '--days', '7', '--name', 'my laptop'],
      env,
    )
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(SECRET_LINE) })
    expect(made.err).toMatch(
      /^token_\w+ for alice: services notes; reads and changes; expires .*Z\. It is not shown again\.\n$/,
    )
    const secret = made.out.trim()

    const listed = await typed(['token', 'list', 'alice', '--json'], env)
    expect(listed.code).toBe(0)
    expect(listed.out).not.toContain(secret.slice(3))
    const [token] = JSON.parse(listed.out)
    expect(token).toEqual({
      id: made.err.split(' ')[0],
      name: 'my laptop',
      all_services: false,
      services: ['notes'],
      scopes: [],
      capabilities: [],
      actions: true,
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    })
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(7 * 86_400_000)

    // A process that keeps the database open, like a server.
    const clock = clockFrom(undefined)
    const tokens = createTokens({ store: await openTestStore(settings), clock, services: ['notes'] })
    await expect(tokens.authenticate(secret)).resolves.toMatchObject({ account: { username: 'alice' }, actions: true })
    expect(await onedoor(['token', 'revoke', token.id], env)).toEqual({
      code: 0,
      out: `Token ${token.id} is revoked.\n`,
      err: '',
    })
    await expect(tokens.authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
    await tokens.idle()

    const rows = (await typed(['token', 'list', 'alice'], env)).out.split('\n').map((line) => line.split('\t'))
    expect(rows[0]?.slice(0, 5)).toEqual(['ID', 'NAME', 'STATE', 'MAY USE', 'ACTIONS'])
    expect(rows[1]?.slice(0, 5)).toEqual([token.id, 'my laptop', 'revoked', 'services notes', 'yes'])
  })

  test('a token for the product, one for all services, and one for both', async () => {
    const settings = await newDatabase()
    const env = environmentOf(settings)
    const store = await openTestStore(settings)
    const clock = clockFrom(undefined)
    await createAccounts({ store, clock, namespacedTables: [] }).create({ username: 'alice', password })
    const tokens = createTokens({ store, clock, services: [] })
    const product = await typed(['token', 'create', 'alice', '--capabilities', 'work,agent', '--actions'], env)
    expect(await tokens.authenticate(product.out.trim())).toMatchObject({
      capabilities: new Set(['agent', 'work']),
      allServices: false,
    })
    const both = await typed(['token', 'create', 'alice', '--services', 'all', '--capabilities', 'inbox'], env)
    expect(both.err).toContain('services all, capabilities inbox; read-only')
    expect(await tokens.authenticate(both.out.trim())).toMatchObject({
      capabilities: new Set(['inbox']),
      allServices: true,
    })
    const all = await typed(['token', 'create', 'alice', '--services', 'all'], env)
    expect(all.err).toContain('services all; read-only (--actions would allow changes)')
    expect(await tokens.authenticate(all.out.trim())).toMatchObject({
      allServices: true,
      actions: false,
    })
    await tokens.idle()
  })

  test('an account of another namespace is created in it, and administers only that', async () => {
    const env = environmentOf(await newDatabase())
    const create = (...args: string[]) =>
      typed(['account', 'create', ...args, '--password-stdin'], env, `${password}\n`)
    expect(await create('berta', '--namespace', 'acme')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Create that account first'),
    })
    await create('alice')
    expect((await create('berta', '--namespace', 'acme', '--admin')).out).toBe(
      'Account berta created, an administrator of the namespace acme.\n',
    )
    expect((await create('carol', '--namespace', 'acme')).out).toBe('Account carol created, in the namespace acme.\n')
    expect(await create('david', '--namespace', 'www')).toMatchObject({
      code: 1,
      err: expect.stringContaining('reserved'),
    })
    const accounts = JSON.parse((await typed(['account', 'list', '--json'], env)).out)
    const shown = ['username', 'namespace', 'is_admin', 'is_namespace_admin']
    expect(accounts.map((account: Record<string, unknown>) => shown.map((name) => account[name]))).toEqual([
      ['alice', 'onedoor', true, true],
      ['berta', 'acme', false, true],
      ['carol', 'acme', false, false],
    ])
    const table = (await typed(['account', 'list'], env)).out
    expect(table).toMatch(/^berta\tadministrator of acme\tacme\t/m)
    expect(table).toMatch(/^carol\tuser\tacme\t/m)
    // A separate process: the services that a token can name are assembled at its start.
    const token = await onedoor(['token', 'create', 'berta', '--services', 'config,store', '--actions'], env)
    expect(token).toMatchObject({ code: 0, err: expect.stringContaining('services config,store') })
    const deleted = await typed(['account', 'delete', 'alice', '--yes'], env)
    expect(deleted.err).toContain('No administrator is left')
  })

  test('several concurrent commands on a new database all work, and create one administrator', async () => {
    const env = environmentOf(await newDatabase('empty'))
    const create = (name: string) => onedoor(['account', 'create', name, '--password-stdin'], env, `${password}\n`)
    const made = await Promise.all(['anna', 'bert', 'cleo'].map(create))
    expect(made.map(({ code, err }) => [code, /error/i.test(err)])).toEqual([1, 2, 3].map(() => [0, false]))
    const accounts = JSON.parse((await typed(['account', 'list', '--json'], env)).out)
    expect(accounts.map(({ username }: { username: string }) => username)).toEqual(['anna', 'bert', 'cleo'])
    expect(accounts.filter((account: { is_admin: boolean }) => account.is_admin)).toHaveLength(1)
  })

  test('deleting an account revokes its tokens, and warns when no administrator is left', async () => {
    const settings = await newDatabase()
    const env = environmentOf(settings)
    const store = await openTestStore(settings)
    const clock = clockFrom(undefined)
    const accounts = createAccounts({ store, clock, namespacedTables: [] })
    const tokens = createTokens({ store, clock, services: [] })
    const alice = await accounts.create({ username: 'alice', password })
    await accounts.create({ username: 'bobby', password })
    const { secret } = await tokens.create(alice.id, { scope: { services: 'all' } })

    const unsure = await typed(['account', 'delete', 'alice'], env)
    expect(unsure).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Add --yes') })
    expect(await accounts.find('alice')).toBeDefined()

    const sure = await typed(['account', 'delete', 'alice', '--yes'], env)
    expect(sure).toMatchObject({
      code: 0,
      out: 'Account alice deleted.\n',
      err: expect.stringContaining('No administrator is left'),
    })
    await expect(tokens.authenticate(secret)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('deleting the last account of a namespace deletes its data in the services', async () => {
    const settings = await newDatabase()
    const env = environmentOf(settings)
    const store = await openTestStore(settings)
    const accounts = createAccounts({ store, namespacedTables: [], clock: clockFrom(undefined) })
    await accounts.create({ username: 'alice', password })
    await accounts.create({ username: 'anna', password, namespace: 'acme' })
    const documents = store.sql('config_documents')
    await store.run(documents.clone().insert({ namespace: 'acme', tree: '{}', updated_at: 1 }))
    expect(await typed(['account', 'delete', 'anna', '--yes'], env)).toMatchObject({ code: 0 })
    expect(await store.all(documents.clone().select('namespace'))).toEqual([])
  })

  test('migrate lists the applied steps, and the second time that nothing was pending', async () => {
    const env = environmentOf(await newDatabase('empty'))
    const first = await typed(['migrate'], env)
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out.split('\n')[0]).toBe('Applied 0001-identity.')
    expect(await typed(['migrate'], env)).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
  })
})

test('output that is not read to its end is not a failure', async () => {
  const child = spawn(process.execPath, [CLI, '--help'], { env: bareEnv })
  child.stdout.destroy()
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done))
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

describe('settings that cannot be used', () => {
  test('are reported all at once, and a secret is not shown', async () => {
    const answer = await onedoor(['migrate'], { PORT: 'x', DATABASE_URL: 'mysql://me:hunter2@db/one' })
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toContain('PORT must be')
    expect(answer.err).toContain('DATABASE_URL must be')
    expect(answer.err).not.toContain('hunter2')
  })

  test('do not prevent the help', async () => {
    const answer = await onedoor(['--help'], { PORT: 'x' })
    expect(answer).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Usage: onedoor') })
  })

  test('include a database that does not respond: one sentence, no stack', async () => {
    const answer = await onedoor(['account', 'list'], { DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/one' })
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toMatch(/^onedoor: .*127\.0\.0\.1.*\n$/)
    expect(answer.err).not.toContain('hunter2')
  })
})
