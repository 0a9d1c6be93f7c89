import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests } from '#testing/browser.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const run = promisify(execFile)
const clientFolder = join(import.meta.dirname, '../../../../generated/client')

/** Minified and not compressed; the table of operations is larger than that. */
const maxOneFamilyBytes = 11_000

let folder: string
let program: string
let server: TestServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-installed-'))
  program = join(folder, 'program')
  await mkdir(program)
  await writeFile(join(program, 'package.json'), '{ "name": "program", "private": true, "type": "module" }')
  const npm = (args: string[], cwd: string) => run('npm', [...args, '--cache', join(folder, 'cache')], { cwd })
  const { stdout } = await npm(['pack', '--json', '--pack-destination', folder], clientFolder)
  const [packed] = JSON.parse(stdout) as [{ filename: string }]
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts']
  await npm(['install', join(folder, packed.filename), ...quiet], program)
  server = await startTestServer({ dataDir: join(folder, 'data') })
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What a bundler makes of a program, minified, as one script. */
async function bundled(source: string): Promise<string> {
  const entry = join(program, 'entry.js')
  await writeFile(entry, source)
  const outputs = await build({
    root: program,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, lib: { entry, name: 'program', formats: ['iife'] } },
  })
  const [{ output }] = outputs as unknown as [{ output: { type: string; code: string }[] }]
  return output.map(({ code }) => code).join('')
}

test('it can be installed from nothing but its archive, and a Node program can call with it', async () => {
  const { token } = await server.account()
  await writeFile(
    join(program, 'program.js'),
    `import { createClient, OnedoorError } from '@onedoor/client'
const onedoor = createClient({ baseUrl: process.env.ONEDOOR_URL, token: process.env.ONEDOOR_TOKEN })
const { is_new } = await onedoor.notes.add({ title: 'Installed', text: 'x' })
const { text } = await onedoor.notes.get({ title: 'installed' })
const code = await onedoor.notes.get({ title: 'none' }).catch((error) => error instanceof OnedoorError && error.code)
console.log(JSON.stringify({ is_new, text, code }))
`,
  )
  const env = { PATH: process.env.PATH ?? '', ONEDOOR_URL: server.url, ONEDOOR_TOKEN: token ?? '' }
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: program, env })
  expect(JSON.parse(stdout)).toEqual({ is_new: true, text: 'x', code: 'not_found' })
})

test('a bundle of one family contains nothing of the others', async () => {
  const one = await bundled(`import { clientOf, notes } from '@onedoor/client'
export const client = clientOf({ notes }, { baseUrl: 'http://onedoor.example' })`)
  const all = await bundled(`import { createClient } from '@onedoor/client'
export const client = createClient({ baseUrl: 'http://onedoor.example' })`)
  expect([...one.matchAll(/\/api\/v1\/(\w+)\//g)].map(([, family]) => family)).toEqual(Array(4).fill('notes'))
  expect(all).toContain('/api/v1/tasks/list')
  expect(Buffer.byteLength(one)).toBeLessThan(maxOneFamilyBytes)
  expect(Buffer.byteLength(one)).toBeLessThan(Buffer.byteLength(all) / 2)
})

describe('bundled, in a browser', () => {
  const open = browserForTests()

  interface Answers {
    texts: string[]
    codes: string[]
  }

  /** Calls, streams and downloads with a client of these options, and calls once without its credentials. */
  const script = (options: string) => `import { chat, clientOf, files, notes, tasks } from '@onedoor/client'
const { baseUrl } = window.settings
async function answers() {
const onedoor = clientOf({ chat, files, notes, tasks }, { baseUrl, ${options} })
const failure = (call) => call.then(() => 'none', ({ code }) => code)
const { note } = await onedoor.notes.add({ title: 'From a page é', text: 'x' })
for (const title of ['one', 'two', 'three']) await onedoor.tasks.create({ title })
const texts = [note.title]
for await (const { title } of onedoor.tasks.list.all({ limit: 2 })) texts.push(title)
for await (const { event } of onedoor.chat.stream({ room: 'topic_gardening' }, { lastEventId: 'x' })) {
texts.push(event)
break
}
const { id } = await onedoor.files.put({ name: 'a.txt', content: new Blob(['bytes']).stream() })
texts.push(await (await onedoor.files.download({ id })).text())
return { texts, codes: [
  await failure(onedoor.notes.get({ title: 'none' })),
  await failure(clientOf({ notes }, { baseUrl }).notes.list()),
] }
}
answers().catch((error) => ({ texts: [String(error)], codes: [] })).then((found) => { window.answers = found })`

  async function answersOf(page: Page, source: string, settings: object): Promise<Answers> {
    await page.evaluate((given) => Object.assign(globalThis, { settings: given }), settings)
    await page.addScriptTag({ content: await bundled(source) })
    await page.waitForFunction('window.answers')
    return page.evaluate('window.answers')
  }

  const expected = {
    texts: ['From a page é', 'bytes', 'one', 'reset', 'three', 'two'],
    codes: ['not_found', 'unauthenticated'],
  }
  const sorted = ({ texts, codes }: Answers) => ({ texts: texts.sort((a, b) => (a < b ? -1 : 1)), codes })

  test('a page of another origin calls with a token', async () => {
    const { token } = await server.account()
    const elsewhere = createServer((_, res) => res.setHeader('content-type', 'text/html').end('<p>Here</p>'))
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
    const { page, context } = await open()
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
    const answers = await answersOf(page, script('token: window.settings.token'), { baseUrl: server.url, token })
    expect(sorted(answers)).toEqual(expected)
    await context.close()
    elsewhere.close()
  })

  test('a page of the server calls for the signed-in account, and without a session anonymously', async () => {
    const { cookie, csrfToken } = await (await server.account()).inBrowser()
    const { page, context } = await open({ bypassCSP: true })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    await page.goto(`${server.url}/docs`)
    const options = 'session: { csrfToken: async () => window.settings.csrfToken }'
    const answers = await answersOf(page, script(options), { baseUrl: server.url, csrfToken })
    expect(sorted(answers)).toEqual(expected)
    await context.close()
  })
})
