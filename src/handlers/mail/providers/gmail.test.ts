import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectGoogle } from '#testing/connecting.ts'
import { newDataDir } from '#testing/databases.ts'
import { type GoogleStandIn, startGoogleStandIn } from '#testing/google-stand-in.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'
import type { TestVisitor } from '#testing/visitor.ts'
import { gmailMessage, inBase64, textPart } from '../fixtures/gmail-message.ts'
import type { StandInMail, StandInPart } from '../fixtures/google-gmail-stand-in.ts'
import { gmailExamples } from './gmail-examples.ts'

const place = '/settings/connections'
const dayMs = 86_400_000

let standIn: GoogleStandIn
let server: TestServer
let ada: TestAccount
const logged: string[] = []

beforeAll(async () => {
  standIn = await startGoogleStandIn()
  const onLogLine = (line: string) => void logged.push(line)
  server = await startTestServer({ dataDir: await newDataDir(), settings: standIn.settings, onLogLine })
  ada = await connected()
})
afterAll(async () => {
  await server?.stop()
  await standIn?.close()
})
beforeEach(() => {
  standIn.mail = []
  standIn.gmailFault = undefined
})

async function connect(account: TestAccount, scopes?: readonly string[]): Promise<TestVisitor> {
  return (await connectGoogle({ server, standIn }, account, { kind: 'gmail', scopes })).visitor
}

async function connected(): Promise<TestAccount> {
  const account = await server.account()
  await connect(account)
  return account
}

/** A message that arrived an hour ago. */
const mail = (written?: Parameters<typeof gmailMessage>[1]) => gmailMessage(server.clock.now(), written)

describe('mail.webmailsearch at Gmail', () => {
  test('returns headers of the messages of the last seven days, newest first', async () => {
    standIn.mail = [
      mail({ ageMs: 3 * dayMs, headers: { Subject: 'Third' } }),
      mail({ ageMs: 8 * dayMs, headers: { Subject: 'Too old' } }),
      mail({ ageMs: dayMs, labels: ['INBOX', 'UNREAD'], headers: { Subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=' } }),
      mail({ labels: ['TRASH'] }),
    ]
    const { items, next_cursor } = await ada.ok('mail.webmailsearch', {})
    expect([items.map(({ subject }) => subject), next_cursor]).toEqual([['Grüße', 'Third'], undefined])
    const [, , first] = standIn.mail
    expect(items[0]).toEqual({
      id: first?.id,
      thread: first?.threadId,
      from: { address: 'ben@example.org', name: 'Ben' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Grüße',
      is_unread: true,
      unread: true,
      attachments: [],
      url: `https://mail.google.com/mail/?authuser=ada%40example.org#all/${first?.id}`,
      created: new Date(server.clock.now() - dayMs).toISOString(),
    })
    const asked = standIn.requests.filter(({ path }) => path.startsWith('/gmail/v1/users/me/messages/'))
    for (const { query } of asked.slice(-2)) expect(query.get('fields')).not.toMatch(/data|payload$/)
  })

  test('leaves out a name that contains another address than that of the sender', async () => {
    standIn.mail = [mail({ headers: { From: '"ceo@victim.test" <eve@attacker.test>' } })]
    const [item] = (await ada.ok('mail.webmailsearch', {})).items
    expect(item?.from).toEqual({ address: 'eve@attacker.test' })
    expect((await ada.ok('mail.webmailread', { id: item?.id as string })).from).toEqual(item?.from)
  })

  test('searches by words and operators, none of which finds anything older', async () => {
    standIn.mail = [
      mail({ headers: { Subject: 'dentist' }, labels: ['INBOX', 'UNREAD'] }),
      mail({ headers: { Subject: 'dentist, read' } }),
      mail({ headers: { Subject: 'dentist of old' }, ageMs: 8 * dayMs, labels: ['UNREAD'] }),
      mail({ headers: { Subject: 'other', From: 'desk@tandarts.example' } }),
    ]
    const found = async (query: string) =>
      (await ada.ok('mail.webmailsearch', { query })).items.map(({ subject }) => subject)
    expect(await found('is:unread dentist')).toEqual(['dentist'])
    expect(await found('from:tandarts OR is:unread')).toEqual(['dentist', 'other'])
    expect(await found('  ')).toHaveLength(3)
    for (const query of [
      'dentist) OR (dentist',
      'x) OR dentist',
      'dentist OR after:1',
      ') dentist (',
      '"dentist',
      '((dentist',
      'dentist "a) OR ("',
    ]) {
      expect([query, await found(query)]).not.toEqual([query, expect.arrayContaining(['dentist of old'])])
      const q = standIn.requests.findLast(({ path }) => path === '/gmail/v1/users/me/messages')?.query.get('q')
      expect(q).toMatch(/^after:\d{10} \(.*\)$/s)
    }
  })

  test('drops anything that Gmail finds beyond the seven days', async () => {
    let looks = 0
    const aging = {
      ...mail({ headers: { Subject: 'old' } }),
      // Recent by Gmail's search, but old by its own date.
      get internalDate() {
        looks += 1
        return String(server.clock.now() - (looks === 1 ? 0 : 30 * dayMs))
      },
    }
    standIn.mail = [aging]
    expect((await ada.ok('mail.webmailsearch', { query: 'is:read' })).items).toEqual([])
    expect(looks).toBe(2)
  })

  test('leaves out a message that is odd, odd headers and odd entries of the list', async () => {
    const headers = [{ name: 'Subject', value: 'Fine' }, { name: 'X-Odd' }, { name: 'From', value: 'ben@example.org' }]
    const fine = mail({ ageMs: 60_000 })
    standIn.mail = [
      { ...fine, payload: { ...fine.payload, headers: headers as never } },
      mail({ headers: { Subject: 'Also fine' } }),
      { ...mail(), threadId: 7 as never },
      { ...mail(), id: 8 as never },
    ]
    const { items } = await ada.ok('mail.webmailsearch', {})
    expect(items.map(({ subject, from }) => [subject, from?.address])).toEqual([
      ['Fine', 'ben@example.org'],
      ['Also fine', 'ben@example.org'],
    ])
  })

  test('fails with Gmail if most messages are odd', async () => {
    standIn.mail = [mail(), ...[1, 2].map((odd) => ({ ...mail(), threadId: odd as never }))]
    expect(await ada.fails('mail.webmailsearch', {})).toMatchObject({ status: 502 })
  })

  test('has pages, each valid only for its search and for an hour', async () => {
    standIn.mail = Array.from({ length: 25 }, (_, n) => mail({ ageMs: (n + 1) * 60_000 }))
    const seen: string[] = []
    let page: string | undefined
    let pages = 0
    do {
      const found = await ada.ok('mail.webmailsearch', { query: 'hello', limit: 10, ...(page ? { page } : {}) })
      seen.push(...found.items.map(({ id }) => id))
      page = found.next_cursor
      pages += 1
    } while (page !== undefined)
    expect([pages, seen]).toEqual([3, standIn.mail.map(({ id }) => id)])
    const { next_cursor: next = '' } = await ada.ok('mail.webmailsearch', { query: 'hello', limit: 20 })
    const forged = inBase64(JSON.stringify({ ...JSON.parse(Buffer.from(next, 'base64url').toString()), since: 0 }))
    const other = inBase64(JSON.stringify({ ...JSON.parse(Buffer.from(next, 'base64url').toString()), token: 'x y' }))
    for (const args of [
      { query: 'other', cursor: next },
      { page: next },
      ...[forged, other, 'x', 'bnVsbA'].map((each) => ({ query: 'hello', page: each })),
    ]) {
      const { status, body } = await ada.fails('mail.webmailsearch', args)
      expect([status, body.code, body.details?.[0]?.path]).toEqual([400, 'invalid_argument', 'cursor'])
    }
    server.clock.advance(2 * 3_600_000)
    expect((await ada.fails('mail.webmailsearch', { query: 'hello', page: next })).body.code).toBe('invalid_argument')
  })

  test('refuses arguments out of bounds', async () => {
    for (const args of [
      { limit: 0 },
      { limit: 21 },
      { query: 'x'.repeat(501) },
      { page: 'x'.repeat(2001) },
      { cursor: '' },
      { q: 'x' },
    ]) {
      expect((await ada.fails('mail.webmailsearch', args)).body.code).toBe('invalid_argument')
    }
  })
})

describe('mail.webmailread at Gmail', () => {
  const read = async (part: StandInPart, more: Partial<StandInMail> = {}) => {
    const message = { ...mail({ part }), ...more }
    standIn.mail = [message]
    const { text, is_truncated, attachments } = await ada.ok('mail.webmailread', { id: message.id })
    return { text, is_truncated, attachments }
  }

  test('returns the plain text of a tree of parts, and lists its files', async () => {
    const tree: StandInPart = {
      mimeType: 'multipart/mixed',
      parts: [
        {
          mimeType: 'multipart/related',
          parts: [
            {
              mimeType: 'multipart/alternative',
              parts: [textPart('<p>In HTML</p>', 'text/html'), textPart('Plain\r\ntext\r\n')],
            },
            { mimeType: 'image/png', filename: 'logo.png', body: { size: 70, attachmentId: 'a' } },
          ],
        },
        { mimeType: 'text/plain', filename: '=?utf-8?Q?=C3=BCber.txt?=', body: { size: 5, data: inBase64('never') } },
        { mimeType: 'message/rfc822', filename: 'fwd.eml', body: { size: 9 }, parts: [textPart('not this one')] },
      ],
    }
    expect(await read(tree)).toEqual({
      text: 'Plain\ntext',
      is_truncated: false,
      attachments: [
        { name: 'logo.png', type: 'image/png', size_bytes: 70 },
        { name: 'über.txt', type: 'text/plain', size_bytes: 5 },
        { name: 'fwd.eml', type: 'message/rfc822', size_bytes: 9 },
      ],
    })
    const [message] = standIn.mail
    const [summary] = (await ada.ok('mail.webmailsearch', {})).items
    expect(summary).toMatchObject({ id: message?.id, attachments: [{ name: 'logo.png' }, {}, {}] })
  })

  test.each([
    [
      'HTML alone',
      textPart('<style>p{}</style><p>Gr&uuml;&szlig;e</p><script>x</script><b>da</b>', 'text/html'),
      'Grüße\n\nda',
    ],
    ['UTF-8 under another name', textPart('Grüße', 'text/plain; charset=iso-8859-1'), 'Grüße'],
    ['Latin-1', textPart(Buffer.from('Gr\xfc\xdfe', 'latin1'), 'text/plain; charset=iso-8859-1'), 'Grüße'],
    ['ISO-2022-JP', textPart(Buffer.from('\x1b$B$3$s\x1b(B', 'latin1'), 'text/plain; charset=iso-2022-jp'), 'こん'],
    ['an unknown charset', textPart(Buffer.from('a\xff', 'latin1'), 'text/plain; charset=x-none'), 'a\ufffd'],
    ['no text at all', { mimeType: 'application/pdf', filename: 'a.pdf', body: { size: 3 } }, ''],
    ['nothing', { mimeType: 'multipart/mixed' }, ''],
  ])('reads %s', async (_, part, text) => {
    expect(await read(part as StandInPart)).toMatchObject({ text, is_truncated: false })
  })

  test('truncates after 100,000 characters, never inside one, and says so', async () => {
    const long = '\u{1f600}'.repeat(100_001)
    const cut = await read(textPart(long))
    expect([[...cut.text].length, cut.is_truncated]).toEqual([100_000, true])
    expect(await read(textPart('x'.repeat(100_000)))).toMatchObject({ is_truncated: false })
    const html = await read(textPart(`<p>${'a'.repeat(600_000)}</p>`, 'text/html'))
    expect([html.text.length, html.is_truncated]).toEqual([100_000, true])
  })

  test('fetches a text that Gmail stores separately, and rejects one that is too long', async () => {
    const apart: StandInPart = { mimeType: 'text/plain', filename: '', body: { size: 4, attachmentId: 'ANG-1' } }
    expect(await read(apart, { attachments: { 'ANG-1': inBase64('from afar') } })).toMatchObject({ text: 'from afar' })
    const message = mail({ part: textPart('x'.repeat(4 * 1024 * 1024)) })
    standIn.mail = [message]
    const { body } = await ada.fails('mail.webmailread', { id: message.id })
    expect([body.code, body.error]).toEqual([
      'failed_precondition',
      'This message is longer than this server can read.',
    ])
  })

  test('reads hostile headers and trees in bounded time', async () => {
    let nested: StandInPart = textPart('deep')
    for (let depth = 0; depth < 300; depth++) nested = { mimeType: 'multipart/mixed', parts: [nested] }
    expect(await read(nested)).toMatchObject({ text: '' })
    const headers = {
      From: `${'('.repeat(30_000)}x`,
      To: Array.from({ length: 3000 }, (_, n) => `n${n} <n${n}@example.org>`).join(', '),
      Subject: `a\u0000b\u202ec${'x'.repeat(50_000)}`,
    }
    standIn.mail = [mail({ headers }), mail({ headers: { From: '', To: 'undisclosed-recipients:;', Subject: '' } })]
    const [first, second] = (await ada.ok('mail.webmailsearch', {})).items
    expect([first?.to.length, first?.subject?.length]).toEqual([50, 1000])
    expect(first?.subject).toMatch(/^abcx/)
    expect(second).toMatchObject({ to: [] })
    expect([second?.from, second?.subject]).toEqual([undefined, undefined])
  })

  test('lists the first 50 files of a message', async () => {
    const files = Array.from({ length: 60 }, (_, n) => ({
      mimeType: 'application/pdf',
      filename: `${n}.pdf`,
      body: { size: 3, attachmentId: `file-${n}` },
    }))
    standIn.mail = [mail({ part: { mimeType: 'multipart/mixed', parts: [textPart('Bills'), ...files] } })]
    const [found] = (await ada.ok('mail.webmailsearch', {})).items
    expect(found?.attachments.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `${n}.pdf`))
  })

  test('returns the same error for unknown ids and for those of others', async () => {
    const ids = ['19a2c7f04b1e0000', 'zzz', 'a/../../x', '%2e%2e', '19a2 c7', 'x'.repeat(200)]
    for (const id of ids) {
      const { status, body } = await ada.fails('mail.webmailread', { id })
      expect([status, body.code]).toEqual([400, 'not_found'])
      expect(body.error.replace(/".*?"/, '…')).toContain('has no message with the id')
    }
    expect((await ada.fails('mail.webmailread', {})).body.code).toBe('invalid_argument')
  })
})

describe('the connection with Gmail', () => {
  test('is required, and the error says where to make it', async () => {
    const ben = await server.account()
    for (const [method, args] of [
      ['mail.webmailsearch', {}],
      ['mail.webmailread', { id: 'a1' }],
      ['mail.webmailread', { id: 'imap_0_1_2' }],
    ] as const) {
      const { status, body } = await ben.fails(method, args)
      expect([status, body.code, body.error]).toEqual([
        400,
        'failed_precondition',
        `No web-mail account is connected. Connect one at ${server.url}/settings/connections.`,
      ])
    }
    standIn.mail = [mail()]
    expect((await ada.ok('mail.webmailsearch', {})).items).toHaveLength(1)
  })

  test('is renewed when access expires, and reports when it was revoked at Google', async () => {
    const cy = await connected()
    standIn.mail = [mail()]
    standIn.expireAccess()
    expect((await cy.ok('mail.webmailsearch', {})).items).toHaveLength(1)
    expect((await ada.ok('mail.webmailsearch', {})).items).toHaveLength(1)
    standIn.withdraw()
    for (const method of ['mail.webmailsearch', 'mail.webmailread'] as const) {
      const { body } = await cy.fails(method, method === 'mail.webmailread' ? { id: 'a1' } : {})
      expect(body.error).toBe(
        `The permission to use Gmail has expired or was revoked at Google. Connect it again at ${server.url}/settings/connections.`,
      )
    }
    await connect(cy)
    await connect(ada)
    expect((await cy.ok('mail.webmailsearch', {})).items).toHaveLength(1)
  })

  test.each([
    [403, 'rateLimitExceeded', 502, 'upstream_failed', /Gmail is receiving too many requests/],
    [429, 'rateLimitExceeded', 502, 'upstream_failed', /Gmail/],
    [
      403,
      'accessNotConfigured',
      502,
      'upstream_failed',
      /enable the Gmail API in the project that GOOGLE_CLIENT_ID belongs to/,
    ],
    [403, 'insufficientPermissions', 400, 'failed_precondition', /Disconnect Gmail and connect it again/],
    [403, 'domainPolicy', 400, 'failed_precondition', /administrator of the connected Google account/],
    [400, 'failedPrecondition', 400, 'failed_precondition', /does not use Gmail/],
    [503, 'backendError', 502, 'upstream_failed', /Gmail/],
  ])('reports a rejection by Gmail with %i %s', async (status, reason, expected, code, message) => {
    standIn.gmailFault = { status, reason, retryAfter: '7' }
    const failed = await ada.fails('mail.webmailsearch', {})
    expect([failed.status, failed.body.code]).toEqual([expected, code])
    expect(failed.body.error).toMatch(message)
    server.clock.advance(301_000)
  })

  test('is useless without the permission to read mail, and ends with the account', async () => {
    const dan = await server.account()
    const visitor = await connect(dan, ['openid', 'email'])
    expect((await visitor.get(place)).html).not.toContain('Connected as')
    await connect(dan)
    expect((await visitor.get(place)).html).toContain('Connected as <b>ada@example.org</b>')
    await visitor.submit(`${place}/disconnect?kind=gmail`, `${place}/disconnect`, { kind: 'gmail' })
    expect((await dan.fails('mail.webmailsearch', {})).body.code).toBe('failed_precondition')
  })

  test('nothing secret and nothing of the mail is logged', async () => {
    standIn.mail = [mail({ headers: { Subject: 'Very private' } })]
    await ada.ok('mail.webmailsearch', { query: 'private' })
    const log = logged.join('\n')
    for (const secret of [...standIn.secrets, 'Very private', 'private)']) expect(log).not.toContain(secret)
  })
})

test.each([
  ['', 2],
  ['is:unread dentist', 1],
])('the example messages that are found by %j are those that the document shows', (q, found) => {
  const query = new URLSearchParams({ q })
  const { json } =
    gmailExamples({ method: 'GET', path: '/gmail/v1/users/me/messages', query, body: undefined }, 0) ?? {}
  expect(json).toMatchObject({ messages: Array.from({ length: found }, () => ({ id: expect.any(String) })) })
})
