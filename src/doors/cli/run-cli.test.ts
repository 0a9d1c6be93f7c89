import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newDataDir } from '../../testing/databases.ts'
import { onTerminal } from '../../testing/on-terminal.ts'
import { type Typing, typeLine } from '../../testing/typed-line.ts'

const password = 'correct horse battery'
let dataDir: string

beforeEach(async () => {
  dataDir = await newDataDir()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A DATA_DIR without a database. */
async function emptyDir(): Promise<string> {
  const empty = join(dataDir, 'empty')
  await mkdir(empty)
  return empty
}

function typed(line: string, { env, ...typing }: Typing = {}) {
  const words = line.split(' ').filter(Boolean)
  return typeLine(words, { services: ['docs', 'notes'], ...typing, env: { DATA_DIR: dataDir, ...env } })
}

const createAlice = () => typed('account create alice --password-stdin', { input: `${password}\n` })

test('onedoor --version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  expect(await typed('--version')).toMatchObject({ code: 0, out: `${version}\n` })
})

describe('a command with wrong usage exits with 2 and does not open the database', () => {
  test.each([
    ['', 'Usage: onedoor'],
    ['acount list', "unknown command 'acount'"],
    ['account', 'Usage: onedoor account'],
    ['account create --password-stdin', "missing required argument 'name'"],
    ['account create alice', 'Add --password-stdin to read it from standard input'],
    ['account password alice', 'Add --password-stdin to read it from standard input'],
    ['account create alice bobby --password-stdin', 'too many arguments'],
    ['account list --yaml', "unknown option '--yaml'"],
    ['account delete alice', 'Add --yes if you are sure'],
    ['token create alice', '--services notes,docs (or all), --capabilities agent,inbox,work, or both'],
    ['token create alice --services all,notes', '"all" must be alone'],
    ['token create alice --services ,', 'one or more names'],
    ['token create alice --services notes, --actions', 'one or more names'],
    ['token create alice --services', 'argument missing'],
    ['token create alice --services=', 'one or more names'],
    ['token create alice --capabilities=', 'one or more names'],
    ['token create alice --services notes --classes read --actions', 'either --actions or --classes'],
    ['token create alice --services notes --classes', 'argument missing'],
    ['token create alice --services notes --days soon', 'Use a whole number from 1 to 3650'],
    ['token create alice --services notes --days -1', 'Use a whole number'],
    ['token create alice --services notes --days 1.5', 'Use a whole number'],
    ['token create alice --services notes --days 3651', 'Use a whole number from 1 to 3650'],
    ['token create alice --services notes --days 0', 'Use a whole number from 1 to 3650'],
    ['token revoke', "missing required argument 'id'"],
  ])('onedoor %s', async (line, problem) => {
    const empty = await emptyDir()
    const answer = await typed(line, { env: { DATA_DIR: empty } })
    expect(answer).toMatchObject({ code: 2, out: '' })
    expect(answer.err).toContain(problem)
    expect(await readdir(empty)).toEqual([])
  })
})

describe('a rejected command exits with 1 and one sentence', () => {
  const noAccount = 'There is no account "nobody_here". List the accounts with: onedoor account list'
  const noToken = (fault: string) => `The token cannot be created: ${fault}.`
  test.each([
    ['token create nobody_here --services notes', noAccount],
    ['token list nobody_here', noAccount],
    ['account delete nobody_here --yes', noAccount],
    ['token revoke token_none', 'There is no token "token_none". List them with: onedoor token list NAME'],
    [
      'token create alice --services notes,nope',
      noToken('services has the unknown service "nope"; choose from: docs, notes'),
    ],
    [
      'token create alice --services notes --classes everything',
      noToken('classes has the unknown class "everything"; choose from: pay, read, send, write'),
    ],
    [
      'token create alice --capabilities chat',
      noToken('capabilities has the unknown capability "chat"; choose from: agent, inbox, work'),
    ],
  ])('onedoor %s', async (line, sentence) => {
    await createAlice()
    expect(await typed(line)).toEqual({ code: 1, out: '', err: `onedoor: ${sentence}\n` })
  })

  test.each([
    ['nothing', '', 'The password is empty'],
    ['an empty line', '\n', 'The password is empty'],
    ['an empty line before the password', `\n${password}\n`, 'The password is empty'],
    ['too short a password', 'short\n', 'The password must have at least 10 characters.'],
    ['too long a password', `${'x'.repeat(1025)}\n`, 'The password must be at most 1024 bytes long.'],
  ])('account create with %s on standard input', async (_case, input, sentence) => {
    const answer = await typed('account create alice --password-stdin', { input })
    expect(answer).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
    expect((await typed('account list --json')).out).toBe('[]\n')
  })

  test.each([
    ['no UTF-8', Uint8Array.from([0xff, 0xfe, 0x41, 0x0a])],
    ['no end', 'x'.repeat(70_000)],
  ])('account create with a line that has %s', async (_case, input) => {
    expect(await typed('account create alice --password-stdin', { input })).toMatchObject({
      code: 2,
      err: expect.stringContaining('first line of standard input'),
    })
  })

  test('account create with a taken or invalid name', async () => {
    await createAlice()
    expect(await createAlice()).toMatchObject({
      code: 1,
      err: 'onedoor: The username "alice" is taken. Choose another one.\n',
    })
    const wrong = await typed('account create Al --password-stdin', { input: 'short\n' })
    expect(wrong.err).toMatch(
      /^onedoor: The username "Al" must have 2 to 24 .* The password must have at least 10 characters\.\n$/,
    )
  })
})

test('a token with classes says what it may do, when it is created and in the list', async () => {
  await createAlice()
  const made = await typed('token create alice --services notes,docs --capabilities inbox --classes send,read')
  expect(made).toMatchObject({
    code: 0,
    err: expect.stringContaining('services docs,notes, capabilities inbox; may read, send;'),
  })
  const { out } = await typed('token list alice --json')
  expect(JSON.parse(out)).toMatchObject([
    {
      ...{ all_services: false, services: [], capabilities: [], actions: false },
      scopes: ['docs:read', 'docs:send', 'inbox:read', 'inbox:send', 'notes:read', 'notes:send'],
    },
  ])
  await typed('token create alice --services all --classes read')
  expect((await typed('token list alice')).out).toMatch(/\tservices all\tread\t/)
})

describe('the password', () => {
  test.each([
    ['with a line end', `${password}\n`],
    ['with a Windows line end', `${password}\r\n`],
    ['without a line end', password],
    ['with more lines after it', `${password}\nmore\n`],
    ['of letters and signs beyond ASCII', 'пароль 🔑 длинный\n'],
  ])('is read from the first line of standard input, %s', async (_case, input) => {
    expect((await typed('account create alice --password-stdin', { input })).code).toBe(0)
  })

  test('typed at a terminal ends with the line, though the terminal stays open', async () => {
    const answer = await typed('account create alice --password-stdin', { input: `${password}\n`, isTTY: true })
    expect(answer).toMatchObject({ code: 0, err: expect.stringContaining('password is shown as you type') })
  })
})

describe('at a terminal', () => {
  test.each([
    [password, 0, 'Account alice created, an administrator.'],
    ['another horse', 1, 'The passwords do not match. Nothing was done.'],
  ])('the password is asked for twice and not shown: then %j', async (again, code, sentence) => {
    const terminal = await onTerminal({
      argv: [process.execPath, resolve(import.meta.dirname, '../../cli.ts'), 'account', 'create', 'alice'],
      env: { DATA_DIR: await emptyDir(), PATH: process.env.PATH ?? '' },
      steps: [
        ['Password, at least 10 characters: ', `${password}\r`],
        ['The same password again: ', `${again}\r`],
      ],
    })
    expect(terminal).toMatchObject({ code, screen: expect.stringContaining(sentence) })
    expect(terminal.screen).not.toContain('horse')
  })

  test('deleting asks for confirmation, and only yes confirms', async () => {
    await createAlice()
    for (const input of ['\n', 'n\n', 'yesterday\n', '\u0004', '\u0003']) {
      const answer = await typed('account delete alice', { input, isTTY: true })
      expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('Nothing was deleted.') })
    }
    expect((await typed('account list --json')).out).toContain('"alice"')
    const answer = await typed('account delete alice', { input: 'y\n', isTTY: true })
    expect(answer).toMatchObject({ code: 0, err: expect.stringContaining('Delete the account alice, its tokens') })
    expect((await typed('account list --json')).out).toBe('[]\n')
  })

  test('lists are aligned; elsewhere tabs separate the columns', async () => {
    await createAlice()
    await typed('account create bob_with_a_long_name --password-stdin', { input: `${password}\n` })
    const env = { ONEDOOR_CLOCK: '2030-01-31T12:00:00Z' }
    await typed('account create carol --password-stdin', { input: `${password}\n`, env })
    const lines = (await typed('account list', { isTTY: true })).out.split('\n')
    expect(lines[0]).toBe('USERNAME              ROLE           NAMESPACE  CREATED')
    expect(lines[3]).toBe('carol                 user           onedoor    2030-01-31T12:00:00.000Z')
    expect((await typed('account list')).out.split('\n')[3]).toBe('carol\tuser\tonedoor\t2030-01-31T12:00:00.000Z')
  })

  test('an empty list shows how to begin', async () => {
    expect(await typed('account list', { isTTY: true })).toMatchObject({
      code: 0,
      err: expect.stringContaining('account create'),
    })
    await createAlice()
    expect(await typed('token list alice')).toMatchObject({
      code: 0,
      out: '',
      err: expect.stringContaining('token create alice'),
    })
  })
})

test('an expired token is listed as such', async () => {
  await createAlice()
  const env = { ONEDOOR_CLOCK: '2030-01-31T12:00:00Z' }
  await typed('token create alice --services notes --days 1', { env })
  const stateAt = async (time: string) =>
    (await typed('token list alice', { env: { ONEDOOR_CLOCK: time } })).out.split('\n')[1]?.split('\t')[2]
  expect(await stateAt('2030-02-01T11:59:59Z')).toBe('valid')
  expect(await stateAt('2030-02-01T12:00:00Z')).toBe('expired')
})

test('every command has help, and help has examples', async () => {
  for (const line of ['--help', 'account create --help', 'token create --help']) {
    expect(await typed(line)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/Examples?:/) })
  }
  expect((await typed('token create --help')).out).toContain('docs, notes')
  expect(await typed('help')).toMatchObject({ code: 0, err: '' })
})
