import { afterEach, describe, expect, test } from 'vitest'
import { type ImapAnswer, type LyingImap, startLyingImap, usualAnswers } from '../fixtures/lying-imap.ts'
import { ImapClient, type ImapClientOptions, imapBounds } from './imap-client.ts'
import type { ImapLogin } from './imap-login.ts'
import type { ImapJob } from './imap-types.ts'

const sinceMs = Date.UTC(2026, 10, 14)
const search: ImapJob = { kind: 'search', terms: [], sinceMs, limit: 5, before: undefined }
const toThisMachine = { allows: () => true, addressesOf: async () => ['127.0.0.1'] }
const counted: string[] = []
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  counted.length = 0
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

function clientWith(options: Partial<ImapClientOptions> = {}): ImapClient {
  const client = new ImapClient({ ...toThisMachine, count: (outcome) => void counted.push(outcome), ...options })
  opened.push(client)
  return client
}

async function lying(...options: Parameters<typeof startLyingImap>): Promise<LyingImap> {
  const server = await startLyingImap(...options)
  opened.push(server)
  return server
}

function loginTo(port: number, more: Partial<ImapLogin> = {}): ImapLogin {
  return { host: 'localhost', port, encryption: 'tls', user: 'ada', password: 'a "word" \\', ...more }
}

const asker = (subject = 'ada', signal = new AbortController().signal) => ({ subject, signal })

/** Answers one command like this, and others as usual. */
const saying =
  (name: RegExp, text: (tag: string, socket: Parameters<ImapAnswer>[2]) => string | undefined): ImapAnswer =>
  (tag, command, socket) =>
    name.test(command) ? text(tag, socket) : usualAnswers(tag, command, socket)

const flood = (socket: Parameters<ImapAnswer>[2], piece: string) => {
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
  return undefined
}

describe('a wrong or lying server', () => {
  test.each<[string, ImapAnswer, RegExp, string?]>([
    ['another protocol', () => undefined, /does not speak IMAP/, 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['a BYE', () => undefined, /does not speak IMAP/, '* BYE too many connections\r\n'],
    [
      'a wrong password',
      saying(/^(?:LOGIN|AUTH)/i, (tag) => `${tag} NO [AUTHENTICATIONFAILED] app password needed\r\n`),
      /rejects this user name and password/,
    ],
    [
      'nobody for now',
      saying(/^(?:LOGIN|AUTH)/i, (tag) => `${tag} NO [UNAVAILABLE] later\r\n`),
      /does not accept logins right now/,
    ],
    ['a cut connection', saying(/^EXAMINE/i, (_, socket) => void socket.destroy()), /disconnected/],
    ['a rejected search', saying(/^UID SEARCH/i, (tag) => `${tag} NO [BADCHARSET] no\r\n`), /rejects this search/],
    [
      'an endless line',
      saying(/^UID SEARCH/i, (_, socket) => flood(socket, '* SEARCH '.padEnd(65_536, '1 '))),
      /more than this server can read/,
    ],
    [
      'endless responses',
      saying(/^UID SEARCH/i, (_, socket) => flood(socket, `* OK ${'x'.repeat(60_000)}\r\n`)),
      /more than this server can read/,
    ],
    [
      'an enormous block',
      saying(/^UID FETCH/i, () => '* 1 FETCH (UID 1 BODY[HEADER] {4000000000}\r\n'),
      /more than this server can read/,
    ],
    [
      'one response that takes more memory than there is',
      saying(/^UID SEARCH/i, (tag) => `* SEARCH ${'1 '.repeat(4_190_000)}\r\n${tag} OK\r\n`),
      /more than this server can read/,
    ],
    ['deep brackets', saying(/^UID FETCH/i, (tag) => `* 1 FETCH ${'('.repeat(200_000)}\r\n${tag} OK\r\n`), /./],
  ])('%s is reported, and the job ends', { timeout: 30_000 }, async (_, answer, message, greeting) => {
    const { port } = await lying(answer, greeting === undefined ? {} : { greeting })
    const outcome = await clientWith({ timeoutMs: 25_000 })
      .run(asker(), loginTo(port), search)
      .catch((failure: Error) => failure.message)
    // Nonsense may also be read as an empty result.
    expect(typeof outcome === 'string' ? outcome : 'nothing found').toMatch(message)
  })

  test('a silent one ends with the time of the job', async () => {
    const { port } = await lying(saying(/^EXAMINE/i, () => undefined))
    await expect(clientWith({ timeoutMs: 2500 }).run(asker(), loginTo(port), search)).rejects.toMatchObject({
      code: 'upstream_timeout',
      message: expect.stringMatching(/^localhost took longer than \d seconds/),
    })
    expect(counted).toEqual(['timeout'])
  })

  test('messages that were not requested, have no time or have values of wrong types are left out', async () => {
    const lines = (tag: string) =>
      `* 1 FETCH (UID 1 FLAGS () INTERNALDATE "21-Nov-2026 10:00:00 +0000" ENVELOPE (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 3 1))\r\n` +
      `* 2 FETCH (UID 99 FLAGS () INTERNALDATE "21-Nov-2026 10:00:00 +0000")\r\n* 3 FETCH (UID 1 INTERNALDATE "yesterday")\r\n${tag} OK\r\n`
    const { port } = await lying(saying(/^UID FETCH/i, lines))
    const found = await clientWith().run(asker(), loginTo(port), search)
    expect(counted).toEqual(['ok'])
    expect(found).toMatchObject({
      kind: 'found',
      messages: [{ place: { validity: '7', uid: 1 }, to: [], is_unread: true }],
    })
  })

  test('the first 50 files of a message are listed', async () => {
    const file = (n: number) =>
      `("APPLICATION" "PDF" ("NAME" "${n}.pdf") NIL NIL "BASE64" 400 NIL ("ATTACHMENT" ("FILENAME" "${n}.pdf")) NIL NIL)`
    const files = Array.from({ length: 60 }, (_, n) => file(n)).join('')
    const message = `* 1 FETCH (UID 1 FLAGS () INTERNALDATE "21-Nov-2026 10:00:00 +0000" ENVELOPE (NIL NIL NIL NIL NIL NIL NIL NIL NIL NIL) BODYSTRUCTURE (${files} "MIXED"))`
    const { port } = await lying(saying(/^UID FETCH/i, (tag) => `${message}\r\n${tag} OK\r\n`))
    const found = await clientWith().run(asker(), loginTo(port), search)
    const named = found.kind === 'found' ? found.messages[0]?.attachments.map(({ name }) => name) : undefined
    expect(named).toEqual(Array.from({ length: 50 }, (_, n) => `${n}.pdf`))
  })

  test('a password is never sent before TLS, regardless of what the server offers', async () => {
    const { port, lines } = await lying(usualAnswers, { isPlain: true })
    const login = loginTo(port, { encryption: 'starttls' })
    await expect(clientWith().run(asker(), login, { kind: 'try' })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('\n')).not.toMatch(/LOGIN|AUTHENTICATE|word/)
  })

  test('a certificate for another name is rejected before anything is sent', async () => {
    const { port, lines } = await lying(usualAnswers)
    const failed = clientWith().run(asker(), loginTo(port, { host: 'imap.example.org' }), { kind: 'try' })
    await expect(failed).rejects.toThrow('imap.example.org has no certificate for this name that this server trusts.')
    expect(lines).toEqual([])
  })
})

describe('the address of a server', () => {
  test('is checked at the connection, and private ones are rejected', async () => {
    const { port, lines } = await lying(usualAnswers)
    const asked: string[] = []
    const client = clientWith({
      allows: (address) => {
        asked.push(address)
        return false
      },
      addressesOf: async () => ['127.0.0.1', '10.1.2.3'],
    })
    for (const host of ['localhost', '127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      await expect(client.run(asker(), loginTo(port, { host }), search)).rejects.toThrow('has a private address')
    }
    expect(asked).toEqual(['127.0.0.1', '10.1.2.3', '127.0.0.1', '::1', '::ffff:127.0.0.1'])
    expect(lines).toEqual([])
  })

  test('is looked up once, so that the name cannot resolve differently after the check', async () => {
    const { port } = await lying(usualAnswers)
    let lookups = 0
    const client = clientWith({
      allows: (address) => address === '127.0.0.1',
      addressesOf: async () => (lookups++ === 0 ? ['127.0.0.1'] : ['169.254.169.254']),
    })
    expect(await client.run(asker(), loginTo(port), { kind: 'try' })).toEqual({ kind: 'tried' })
    expect(lookups).toBe(1)
    await expect(client.run(asker(), loginTo(port), { kind: 'try' })).rejects.toThrow('has a private address')
  })

  test('that does not exist or does not respond is reported', async () => {
    const { port, close } = await startLyingImap(usualAnswers)
    await close()
    await expect(clientWith().run(asker(), loginTo(port), search)).rejects.toThrow('localhost cannot be reached.')
    const nowhere = clientWith({ addressesOf: async () => Promise.reject(new Error('ENOTFOUND')) })
    await expect(nowhere.run(asker(), loginTo(port), search)).rejects.toThrow('The server localhost does not exist.')
  })
})

describe('connections at once', () => {
  test('are bounded for an account and for the process, as are waiting ones', { timeout: 60_000 }, async () => {
    const waiting: (() => void)[] = []
    const server = await lying(
      saying(/^EXAMINE/i, (tag, socket) => {
        waiting.push(() => socket.write(usualAnswers(tag, 'EXAMINE', socket) ?? ''))
        return undefined
      }),
    )
    const client = clientWith({ timeoutMs: 60_000 })
    const run = (subject: string) => client.run(asker(subject), loginTo(server.port), { kind: 'try' })
    const { maxRunning, maxRunningPerSubject, maxWaitingPerSubject } = imapBounds
    const ofAda = Array.from({ length: maxRunningPerSubject + maxWaitingPerSubject }, () => run('ada'))
    await expect(run('ada')).rejects.toMatchObject({ kind: 'busy', retryAfterS: expect.any(Number) })
    const ofOthers = Array.from({ length: maxRunning }, (_, n) => run(`other ${n}`))
    await expect.poll(() => waiting.length, { timeout: 30_000 }).toBe(maxRunning)
    expect(server.most).toBe(maxRunning)
    const all = Promise.all([...ofAda, ...ofOthers])
    const letGo = setInterval(() => waiting.splice(0).forEach((go) => void go()), 10)
    expect(await all).toHaveLength(ofAda.length + ofOthers.length)
    clearInterval(letGo)
    expect(server.most).toBe(maxRunning)
  })

  test('of many accounts wait in a bounded number for the whole process', async () => {
    const server = await lying(saying(/^EXAMINE/i, () => undefined))
    const client = clientWith({ timeoutMs: 60_000 })
    const end = new AbortController()
    const { maxRunning, maxWaiting } = imapBounds
    const run = (subject: string) => client.run(asker(subject, end.signal), loginTo(server.port), search)
    const all = Array.from({ length: maxRunning + maxWaiting }, (_, n) =>
      run(`account ${n}`).catch((failure: Error) => failure.message),
    )
    await expect(run('one more')).rejects.toMatchObject({ kind: 'busy', retryAfterS: expect.any(Number) })
    expect(counted).toEqual(['busy'])
    end.abort(new Error('gone'))
    expect(new Set(await Promise.all(all))).toEqual(new Set(['gone']))
    expect(counted).toEqual(['busy'])
    expect(server.most).toBeLessThanOrEqual(maxRunning)
  })

  test('end with the caller, and with the server', async () => {
    const server = await lying(saying(/^EXAMINE/i, () => undefined))
    const client = clientWith()
    const caller = new AbortController()
    const left = client.run(asker('ada', caller.signal), loginTo(server.port), search)
    await expect.poll(() => server.lines.some((line) => line.includes('EXAMINE')), { timeout: 10_000 }).toBe(true)
    caller.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(counted).toEqual([])
    await expect.poll(() => server.open, { timeout: 10_000 }).toBe(0)
    const last = client.run(asker(), loginTo(server.port), search)
    await expect.poll(() => server.open, { timeout: 10_000 }).toBe(1)
    await Promise.all([client.close(), expect(last).rejects.toMatchObject({ code: 'upstream_failed' })])
    await expect.poll(() => server.open, { timeout: 10_000 }).toBe(0)
  })
})

test('a search finds what arrived within its time, also where the server counts days in another zone', async () => {
  // 02:30 in UTC, but the day before in the zone of the server, which compares only its own days.
  const arrived = '13-Nov-2026 23:30:00 -0300'
  const searched = { ...search, sinceMs: Date.UTC(2026, 10, 14, 2) }
  const server = await lying((tag, command, socket) => {
    const since = /^UID SEARCH .*SINCE "?(\d+)-Nov-2026/i.exec(command)?.[1]
    if (since !== undefined) return `* SEARCH${Number(since) <= 13 ? ' 1' : ''}\r\n${tag} OK done\r\n`
    if (!/^UID FETCH/i.test(command)) return usualAnswers(tag, command, socket)
    return `* 1 FETCH (UID 1 FLAGS () INTERNALDATE "${arrived}")\r\n${tag} OK done\r\n`
  })
  expect(await clientWith().run(asker(), loginTo(server.port), searched)).toMatchObject({
    kind: 'found',
    messages: [{ created: '2026-11-14T02:30:00.000Z' }],
  })
})
