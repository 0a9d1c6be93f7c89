import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newDataDir } from '../../testing/databases.ts'
import { onTerminal } from '../../testing/on-terminal.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../testing/server.ts'
import { typeLine } from '../../testing/typed-line.ts'

const CLI = resolve(import.meta.dirname, '../../cli.ts')

let dataDir: string
let server: TestServer
let ann: TestAccount
let home: string
let env: Record<string, string>
let file: string

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startTestServer({ dataDir })
  ann = await server.account('annabel')
})
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onedoor-home-'))
  env = { XDG_CONFIG_HOME: home }
  file = join(home, 'onedoor', 'login.json')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const login = (token = ann.token ?? '') => typeLine(['login', '--url', server.url], { env, input: `${token}\n` })

test('a login is saved for this user only, and calls use it until the logout', async () => {
  const answer = await login()
  expect(answer).toMatchObject({ code: 0, out: `You are annabel. Saved in ${file}.\n` })
  expect(answer.out + answer.err).not.toContain(ann.token)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(home, 'onedoor'))).mode & 0o777).toBe(0o700)
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ url: server.url, token: ann.token })
  expect(await readdir(join(home, 'onedoor'))).toEqual(['login.json'])

  expect(await typeLine(['notes', 'list'], { env })).toMatchObject({ code: 0 })
  expect(JSON.parse((await typeLine(['whoami'], { env })).out)).toMatchObject({
    server: server.url,
    username: 'annabel',
    all_services: true,
    actions: true,
  })
  expect((await typeLine(['whoami'], { env, isTTY: true })).out).toMatch(/^username +annabel$/m)

  expect(await typeLine(['logout'], { env })).toMatchObject({ code: 0, out: `Removed the login in ${file}.\n` })
  expect(await typeLine(['logout'], { env })).toMatchObject({ code: 0, out: 'No login was saved.\n' })
  const anonymous = await typeLine(['whoami'], { env: { ...env, ONEDOOR_URL: server.url } })
  expect(JSON.parse(anonymous.out)).toEqual({ server: server.url })
})

test('on a terminal the token is prompted for and never shown, and corrections work', async () => {
  const typedToken = `x\u007F${ann.token}\r`
  const argv = [process.execPath, CLI, 'login', '--url', server.url]
  const terminal = await onTerminal({
    argv,
    env: { ...env, PATH: process.env.PATH ?? '' },
    steps: [['Token: ', typedToken]],
  })
  expect(terminal.code).toBe(0)
  expect(terminal.screen).toContain('You are annabel.')
  expect(terminal.screen).not.toContain(ann.token?.slice(3, 12))
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ token: ann.token })
})

test('Ctrl-C at the prompt saves nothing', async () => {
  const argv = [process.execPath, CLI, 'login', '--url', server.url]
  const terminal = await onTerminal({
    argv,
    env: { ...env, PATH: process.env.PATH ?? '' },
    steps: [['Token: ', 'od_x\u0003']],
  })
  expect(terminal).toMatchObject({ code: 1, screen: expect.stringContaining('Nothing was done.') })
  expect(await readdir(home)).toEqual([])
})

test('a token that the server does not accept is not saved', async () => {
  expect(await login('od_none')).toMatchObject({ code: 1, out: '' })
  expect(await login('')).toMatchObject({ code: 2, out: '' })
  expect(await readdir(home)).toEqual([])
})

test('a saved token is sent only to the server that it was saved for', async () => {
  await login()
  const dryRun = (url: string) =>
    typeLine(['notes', 'list', '--dry-run', '--show-token'], { env: { ...env, ONEDOOR_URL: url } })
  expect((await dryRun(`${server.url}/`)).out).toContain(ann.token)
  expect((await dryRun('http://other.example')).out).not.toContain('authorization')
})

test('the environment takes precedence over the saved login', async () => {
  await login()
  const set = { ...env, ONEDOOR_URL: 'http://other.example', ONEDOOR_TOKEN: 'od_other' }
  const { out } = await typeLine(['notes', 'list', '--dry-run', '--show-token'], { env: set })
  expect(out).toContain('http://other.example/')
  expect(out).toContain('Bearer od_other')
  expect((await typeLine(['logout'], { env: set })).err).toContain('ONEDOOR_TOKEN is still set')
})

test('a damaged file is reported, with what to do', async () => {
  await login()
  await writeFile(file, '{"url": 5}')
  const answer = await typeLine(['notes', 'list'], { env })
  expect(answer).toMatchObject({ code: 1, err: `onedoor: ${file} is damaged. Sign in again with: onedoor login\n` })
  expect(await login()).toMatchObject({ code: 0 })
})

test.each(['ftp://onedoor.example', 'onedoor.example', 'http://user@onedoor.example', 'http://x/?a=b'])(
  'the address %s is rejected',
  async (url) => {
    const answer = await typeLine(['login', '--url', url], { env, input: 'od_x\n' })
    expect(answer).toMatchObject({
      code: 2,
      err: expect.stringContaining('--url must be the http:// or https:// address'),
    })
  },
)

test('a server that is not Onedoor is reported', async () => {
  const answer = await typeLine(['login', '--url', 'http://127.0.0.1:1'], { env, input: 'od_x\n' })
  expect(answer).toMatchObject({ code: 1, err: expect.stringContaining('No response from http://127.0.0.1:1') })
})
