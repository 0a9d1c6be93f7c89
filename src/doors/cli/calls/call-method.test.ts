import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CliMethod, families } from '#generated/cli/index.ts'
import { addCredits } from '#runtime/money/additions.ts'
import { newDataDir } from '#testing/databases.ts'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { onTerminal } from '#testing/on-terminal.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { typeLine } from '#testing/typed-line.ts'
import { call, startProgress } from './call-method.ts'

const CLI = resolve(import.meta.dirname, '../../../cli.ts')

let dataDir: string
let server: TestServer
let env: Record<string, string>

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startTestServer({ dataDir })
  const ann = await server.account('annabel')
  const now = server.clock.now()
  const oneCredit = { accountId: ann.id, kind: 'grant', microCredits: 1_000_000, now } as const
  await server.store.write((tx) => addCredits(tx, oneCredit))
  env = {
    ONEDOOR_URL: server.url,
    ONEDOOR_TOKEN: ann.token ?? '',
    XDG_CONFIG_HOME: dataDir,
    PATH: process.env.PATH ?? '',
  }
})
afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs a line that has to work and returns its output, parsed as JSON. */
async function result(...words: string[]): Promise<Record<string, any>> {
  const { code, out, err } = await typeLine(words, { env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

describe('records, from creating to deleting', () => {
  test('notes', async () => {
    expect(await result('notes', 'add', '--title', 'Groceries', '--text', 'Oats')).toMatchObject({ is_new: true })
    expect(await result('call', 'notes.get', '--title', 'groceries')).toMatchObject({ text: 'Oats' })
    expect((await result('notes', 'list')).items).toHaveLength(1)
    await result('notes', 'delete', '--title', 'Groceries')
    expect((await result('notes', 'list')).items).toEqual([])
  })

  test('contacts, found by the one required argument without its name', async () => {
    await result('contacts', 'add', 'Bo Anders')
    expect((await result('contacts', 'find', 'bo')).items).toMatchObject([{ name: 'Bo Anders' }])
    const twice = await typeLine(['contacts', 'find', 'bo', '--query', 'ann'], { env })
    expect(twice).toMatchObject({ code: 2, err: expect.stringContaining('--query was given twice') })
    const { out } = await typeLine(['contacts', 'find', '--help'], { env })
    expect(out).toContain('Usage: onedoor contacts find [--query] <text> [options]')
    expect(await typeLine(['notes', 'list', 'bo'], { env })).toMatchObject({ code: 2, out: '' })
  })

  test('docs', async () => {
    await result('docs', 'write', '--title', 'Plan', '--content', '# Plan\n\nBeans', '--no-public')
    expect((await result('docs', 'list', '--query', 'beans')).items).toMatchObject([{ title: 'Plan', public: false }])
    const { id } = await result('docs', 'read', '--title', 'Plan')
    await result('docs', 'delete', '--id', id)
    expect((await result('docs', 'list')).items).toEqual([])
  })
})

describe('short links, whose names and errors are of the older form', () => {
  beforeAll(async () => {
    for (const id of ['one-link', 'two-links', 'three-links']) {
      await result('url', 'create', '--destination-url', `https://ferries.example/${id}`, '--id', id, '--tags', 'all')
    }
  })

  test('are created, found, changed, measured and deleted', async () => {
    const { shortURL } = await result('url', 'shorten', '--destinationURL', 'https://ferries.example/')
    expect(await result('url', 'resolve', '--short-url', shortURL)).toEqual({
      destinationURL: 'https://ferries.example/',
    })
    const id = new URL(shortURL).pathname.slice('/u/'.length)
    await result('url', 'update', '--id', id, '--title', 'Ferries', '--forward-query')
    expect(await result('url', 'get', '--id', id)).toMatchObject({ url: { title: 'Ferries', forwardQuery: true } })
    expect(await result('url', 'stats', '--id', id, '--days', '1')).toMatchObject({ total: { people: 0 } })
    const many = ['{"destinationURL":"https://trains.example/","id":"a-train"}', '{"destinationURL":"no address"}']
    expect(await result('url', 'create_many', ...many.flatMap((link) => ['--links', link]))).toMatchObject({
      made: 1,
      failed: 1,
    })
    for (const made of [id, 'a-train']) await result('url', 'delete', '--id', made)
    const gone = await typeLine(['url', 'resolve', '--id', id], { env })
    expect(gone).toMatchObject({ code: 1, out: '', err: expect.stringContaining('(gone)') })
  })

  test('are listed in pages', async () => {
    const page = await typeLine(['url', 'list', '--limit', '2'], { env, isTTY: true, columns: 200 })
    expect(page.out).toMatch(/^ID +SHORTURL +DESTINATIONURL +CREATED +HITCOUNT +TAGS$/m)
    expect(page.err).toMatch(
      /^There are more entries. Add --cursor 2~\d+~\S+ for the next page, or --all-pages for all entries\.\n$/,
    )
    const { urlPairs } = await result('url', 'list', '--limit', '2', '--all-pages')
    expect(urlPairs.map(({ id }: { id: string }) => id).sort()).toEqual(['one-link', 'three-links', 'two-links'])
  })

  test('a taken id and an unknown one exit with 1, a wrong address with 2', async () => {
    const create = ['url', 'create', '--destination-url']
    const answers = [
      await typeLine([...create, 'https://ferries.example/', '--id', 'one-link'], { env }),
      await typeLine(['url', 'get', '--id', 'no-such-link'], { env }),
      await typeLine([...create, 'ferries'], { env }),
    ]
    expect(answers).toMatchObject([
      { code: 1, out: '', err: expect.stringContaining('(conflict)') },
      { code: 1, out: '', err: expect.stringContaining('(not_found)') },
      { code: 2, out: '', err: expect.stringContaining('(invalid_argument)') },
    ])
  })
})

describe('a file in a response', () => {
  test('is saved byte for byte, and the rest of the response is shown', async () => {
    const path = join(dataDir, 'one.png')
    const png = await typeLine(['url', 'qr', '--id', 'one-link', '--format', 'png', '--save', path], { env })
    const bytes = await readFile(path)
    expect(bytes.subarray(0, 8)).toEqual(Buffer.from('89504e470d0a1a0a', 'hex'))
    expect(png).toMatchObject({ code: 0, err: `Saved ${bytes.length} bytes to ${path}.\n` })
    expect(JSON.parse(png.out)).toEqual({ shortURL: `${server.url}/u/one-link`, contentType: 'image/png' })
  })

  test('is the only output on standard output, if requested there', async () => {
    const svg = await typeLine(['url', 'qr', '--id', 'one-link', '--save', '-'], { env })
    expect(svg).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^<svg .*<\/svg>\s*$/s) })
    const csv = await typeLine(['url', 'export', '--save', '-'], { env })
    expect(csv.out.split('\r\n')).toHaveLength(5)
    expect(csv.out).toMatch(/^id,shortURL,destinationURL,/)
  })

  test('is not requested if it could not be written', async () => {
    const nowhere = join(dataDir, 'none', 'x.csv')
    const env1 = { ...env, ONEDOOR_URL: 'http://127.0.0.1:1' }
    expect(await typeLine(['url', 'export', '--save', nowhere], { env: env1 })).toEqual({
      code: 2,
      out: '',
      err: `onedoor: --save cannot write ${nowhere}: the folder does not exist.\n`,
    })
    expect(await typeLine(['url', 'export', '--save', '-'], { env: env1, isTTY: true })).toMatchObject({
      code: 2,
      err: expect.stringContaining('Name a file'),
    })
    expect(await typeLine(['notes', 'list', '--save', 'x'], { env: env1 })).toMatchObject({ code: 2, out: '' })
  })
})

describe('a list in pages', () => {
  beforeAll(async () => {
    for (const title of ['one', 'two', 'three']) await result('tasks', 'create', '--title', title)
  })

  test('says that there is more, and how to get it', async () => {
    const { code, out, err } = await typeLine(['tasks', 'list', '--limit', '2'], { env, isTTY: true, columns: 200 })
    expect(code).toBe(0)
    expect(out.split('\n').filter((line) => line.startsWith('task_'))).toHaveLength(2)
    expect(err).toMatch(
      /^There are more entries. Add --cursor 2~\S+ for the next page, or --all-pages for all entries\.\n$/,
    )
  })

  test('is read to its end on request', async () => {
    const { items } = await result('tasks', 'list', '--limit', '2', '--all-pages')
    expect(items.map(({ title }: { title: string }) => title).sort()).toEqual(['one', 'three', 'two'])
  })
})

describe('a rejection exits with 1 and says what to do', () => {
  test.each<[string, string[], Record<string, string>, string]>([
    ['an unknown record', ['notes', 'get', '--title', 'nothing'], {}, '(not_found)'],
    ['no token', ['notes', 'list'], { ONEDOOR_TOKEN: '' }, 'Sign in with "onedoor login"'],
    ['a wrong token', ['notes', 'list'], { ONEDOOR_TOKEN: 'od_none' }, '(unauthenticated)'],
    ['nobody there', ['notes', 'list'], { ONEDOOR_URL: 'http://127.0.0.1:1' }, 'Is a server running there?'],
  ])('%s', async (_, words, other, message) => {
    const answer = await typeLine(words, { env: { ...env, ...other } })
    expect(answer).toMatchObject({ code: 1, out: '' })
    expect(answer.err).toMatch(/^onedoor: /)
    expect(answer.err).toContain(message)
  })

  test('arguments that only the server rejects exit with 2, named by their option', async () => {
    const answer = await typeLine(['notes', 'add', '--title', '   ', '--text', 'x'], { env })
    expect(answer).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^ {2}--title /m) })
  })

  test('a call that has to be paid for', async () => {
    const sent: (string | undefined)[] = []
    const unpaid = createServer((req, res) => {
      const payment = req.headers['payment-signature']
      sent.push(payment?.toString())
      res.writeHead(payment === 'signed' ? 200 : 402, { 'content-type': 'application/json' })
      res.end(payment === 'signed' ? '{"credits":500}' : '{"error":"Pay.","code":"payment_required","accepts":[]}')
    })
    const words = ['payments', 'topup', '--credits', '500']
    const paying = { ...env, ONEDOOR_URL: await openOnLoopback(unpaid) }
    const refused = await typeLine(words, { env: paying })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('or set ONEDOOR_PAYMENT to') })
    const paid = await typeLine(words, { env: { ...paying, ONEDOOR_PAYMENT: 'signed' } })
    await closeServer(unpaid)
    expect([paid.code, JSON.parse(paid.out)]).toEqual([0, { credits: 500 }])
    // A payment is sent only to a server that asks for it.
    expect(sent).toEqual([undefined, undefined, 'signed'])
  })

  test('a server error is printed with its request id', async () => {
    const failing = createServer((_, res) => {
      res.writeHead(500, { 'content-type': 'application/json', 'x-request-id': 'req-17' })
      res.end('{"error":"It failed.","code":"internal"}')
    })
    await new Promise<void>((done) => failing.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
    const answer = await typeLine(['notes', 'list'], { env: { ...env, ONEDOOR_URL: url } })
    failing.close()
    expect(answer).toEqual({
      code: 1,
      out: '',
      err: 'onedoor: It failed. (internal)\n  Request id, for the server operator: req-17\n',
    })
  })
})

describe('as a separate process', () => {
  async function piped(words: string[], input = '') {
    const child = spawn(process.execPath, [CLI, ...words], { env })
    child.stdin.end(input)
    const ended = new Promise<number | null>((done) => child.on('close', done))
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { code: await ended, out, err }
  }

  test('it reads from a pipe and writes JSON into one', async () => {
    const added = await piped(['notes', 'add', '--title', 'Piped', '--text', '@-'], 'two\nlines\n')
    expect({ code: added.code, err: added.err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(added.out)).toMatchObject({ note: { title: 'Piped', text: 'two\nlines\n' } })
    const shown = await piped(['notes', 'get', '--title', 'Piped', '--output', 'text'])
    expect(shown.out).toContain('title    Piped')
    expect(await piped(['notes', 'get', '--titel', 'Piped'])).toMatchObject({ code: 2, out: '' })
  })

  test('on a terminal it writes a table that fits, and texts unchanged', async () => {
    await result('notes', 'add', '--title', 'On a terminal', '--text', 'a long text '.repeat(20))
    const argv = [process.execPath, CLI]
    const table = await onTerminal({ argv: [...argv, 'notes', 'list'], env, columns: 70 })
    expect(table.code).toBe(0)
    expect(table.screen).toMatch(/^ID +TITLE +TEXT +CREATED +UPDATED$/m)
    expect(table.screen).toContain('…')
    for (const line of table.screen.split('\n')) expect(line.length).toBeLessThanOrEqual(70)
    const refused = await onTerminal({ argv: [...argv, 'notes', 'get', '--title', 'nothing'], env })
    expect(refused).toMatchObject({ code: 1, screen: expect.stringContaining('(not_found)') })
  })

  test('Ctrl-C ends a long call after its progress was shown', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const argv = [process.execPath, CLI, 'notes', 'list']
    const { code, screen } = await onTerminal({
      argv,
      env: { ...env, ONEDOOR_URL: url },
      steps: [['1 s (Ctrl-C gives up)', '\u0003']],
    })
    silent.closeAllConnections()
    silent.close()
    expect(code).not.toBe(0)
    expect(screen).toContain('notes list … 1 s')
  })
})

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function terminalWith(isTTY: boolean) {
    const stderr = Object.assign(new PassThrough(), { isTTY })
    return {
      terminal: { stdin: new PassThrough(), stdout: new PassThrough(), stderr },
      said: () => String(stderr.read() ?? ''),
    }
  }

  test('a call of less than a second prints nothing', () => {
    const { terminal, said } = terminalWith(true)
    const end = startProgress(terminal, 'notes add')
    vi.advanceTimersByTime(999)
    end()
    vi.advanceTimersByTime(5000)
    expect(said()).toBe('')
  })

  test('a longer one is reported every second in one line, which is cleared at the end', () => {
    const { terminal, said } = terminalWith(true)
    const end = startProgress(terminal, 'notes add')
    vi.advanceTimersByTime(2500)
    expect(said()).toBe('\r\u001B[Knotes add … 1 s (Ctrl-C gives up)\r\u001B[Knotes add … 2 s (Ctrl-C gives up)')
    end()
    expect(said()).toBe('\r\u001B[K')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('nothing is printed without a terminal', () => {
    const { terminal, said } = terminalWith(false)
    const end = startProgress(terminal, 'notes add')
    vi.advanceTimersByTime(60_000)
    end()
    expect(said()).toBe('')
  })
})

test('a deprecated command says on standard error when it ends and what to use; others say nothing', async () => {
  const [list] = ((await families.notes?.load()) ?? []).filter(({ name }) => name === 'list') as [CliMethod]
  const deprecation = { since: '2026-12-01', end: '2027-06-30', instead: 'contacts.list' }
  const shown = async (method: CliMethod) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
    await call('notes', method, { values: {}, json: undefined }, {}, { terminal: { stdin, stdout, stderr }, env })
    return { out: JSON.parse(String(stdout.read())), err: String(stderr.read() ?? '') }
  }
  expect(await shown({ ...list, deprecation })).toEqual({
    out: { items: expect.any(Array) },
    err: 'Warning: "onedoor notes list" was deprecated on 2026-12-01 and may be removed from 2027-06-30 on. Use "onedoor contacts list" instead.\n',
  })
  expect((await shown(list)).err).toBe('')
})
