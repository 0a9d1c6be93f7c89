import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Query } from '#runtime/store/types.ts'
import { lines, type SmtpConnection, smtpTo } from '#testing/smtp-client.ts'
import { ensureSwaks } from '../../../../tools/setup/programs.mjs'
import {
  addressOf,
  countOf,
  domain,
  hourMs,
  installMs,
  latestOf,
  mailForTests,
  mailWith,
} from '../fixtures/mail-world.ts'

const messagesPerHour = 40

const world = mailForTests({
  names: {
    'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'strict.example': { TXT: ['v=spf1 -all'] },
    '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
    'policy.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'rented.co.uk': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'rented.github.io': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    'mail.sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
    '_dmarc.policy.example': { TXT: ['v=DMARC1; p=none'] },
  },
  settings: { MAIL_MAX_MIB: '2', LIMIT_MAIL_IN_PER_HOUR: String(messagesPerHour) },
})

test(
  'a message from swaks, with an attachment, is read, and its attachment downloaded by its owner alone',
  async () => {
    const { server, port } = world()
    const ada = await world().server.account()
    const to = `${ada.username}+Orders@${domain}`
    const args = ['--server', `127.0.0.1:${port}`, '--helo', 'mx.sender.example', '--from', 'ann@sender.example']
    const message = ['--to', to, '--h-Subject', 'From swaks', '--body', 'Hello from swaks']
    const file = ['--attach-type', 'text/csv', '--attach-name', 'list.csv', '--attach', 'a;b\n1;2\n']
    await promisify(execFile)(await ensureSwaks(), [...args, ...message, ...file])
    const { summary, source } = await latestOf(ada)
    expect(summary).toMatchObject({
      from: { address: 'ann@sender.example' },
      subject: 'From swaks',
      snippet: 'Hello from swaks',
      tag: 'orders',
      sender_verified: true,
      unread: true,
    })
    const [attached] = summary.attachments
    expect(attached).toMatchObject({ name: 'list.csv', type: 'text/csv' })
    expect(source).toMatchObject({ direction: 'incoming', channel: 'mail', text: 'Hello from swaks' })
    const path = new URL(attached?.url ?? '').pathname
    const get = (token: string | undefined, address = path) =>
      fetch(`${server.url}${address}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } })
    const own = await get(ada.token)
    expect([own.status, own.headers.get('content-disposition'), await own.text()]).toEqual([
      200,
      'attachment; filename=list.csv',
      'a;b\n1;2\n',
    ])
    const bob = await server.account()
    expect([(await get(bob.token)).status, (await get(undefined)).status]).toEqual([404, 404])
    const original = await get(ada.token, `/mail/files/${summary.id}/original`)
    expect(await original.text()).toMatch(
      /^Return-Path: <ann@sender\.example>\r\nDelivered-To: .*\+orders@mail\.example\.org\r\nAuthentication-Results: mail\.example\.org; spf=pass/,
    )
  },
  installMs,
)

describe('nothing is accepted', () => {
  let connection: SmtpConnection
  beforeAll(async () => {
    connection = await smtpTo(world().port)
    await connection.say('EHLO mx.sender.example')
  })
  afterAll(() => connection?.close())

  test.each([
    ['to somebody elsewhere', 'RCPT TO:<x@elsewhere.example>', /^550 5\.7\.1/],
    ['with a percent hack', `RCPT TO:<x%elsewhere.example@${domain}>`, /^550 5\.1\.1/],
    ['with a source route', `RCPT TO:<@${domain}:x@elsewhere.example>`, /^5/],
    ['with a bang path', `RCPT TO:<elsewhere.example!x@${domain}>`, /^550 5\.1\.1/],
    ['with two at signs', `RCPT TO:<x@elsewhere.example@${domain}>`, /^5/],
    ['to an address literal', 'RCPT TO:<x@[127.0.0.1]>', /^550 5\.7\.1/],
    ['to localhost', 'RCPT TO:<x@localhost>', /^550 5\.7\.1/],
    ['to a subdomain', `RCPT TO:<x@sub.${domain}>`, /^550 5\.7\.1/],
    ['to a domain with the same ending', `RCPT TO:<x@not${domain}>`, /^550 5\.7\.1/],
    ['to the domain with a dot at its end', `RCPT TO:<nobody@${domain}.>`, /^5/],
    ['to no such mailbox', `RCPT TO:<nobody@${domain}>`, /^550 5\.1\.1/],
    ['with a quoted name', `RCPT TO:<"x@elsewhere.example"@${domain}>`, /^5/],
    ['with a line break in the address', `RCPT TO:<x@elsewhere.example\rRCPT TO:<y@elsewhere.example>`, /^5/],
    ['from an own address', `MAIL FROM:<boss@${domain}>`, /^550 5\.7\.1/],
    ['from an own address in capitals', `MAIL FROM:<boss@${domain.toUpperCase()}>`, /^550 5\.7\.1/],
    ['from no address', 'MAIL FROM:<no address>', /^5/],
    ['of 50 MB', 'MAIL FROM:<ann@sender.example> SIZE=52428800', /^552/],
    ['with a password', 'AUTH PLAIN AGFkYQBzZWNyZXQ=', /^5/],
    ['encrypted, without a certificate', 'STARTTLS', /^5/],
    ['by VRFY', 'VRFY ada', /^252 Addresses are not verified here\. Send a message to the address/],
    ['by EXPN', 'EXPN ada', /^5/],
  ])('%s', async (_what, command, answer) => {
    await connection.say('RSET')
    if (command.startsWith('RCPT')) await connection.say('MAIL FROM:<ann@sender.example>')
    expect(await connection.say(command)).toMatch(answer)
  })
})

/** Ends of a message that only some servers recognise. */
const doubtfulEnds = ['\n.\r\n', '\n.\n', '\r\n.\n', '\r\n.\r', '\r.\r', '\r.\r\n']
const refused: readonly [what: string, data: string, answer: RegExp][] = [
  ['an own address as its author', lines(`From: Boss <boss@${domain}>`, 'Subject: x', '', 'x'), /^550 5\.7\.1/],
  ['two authors', lines('From: a@sender.example', `From: boss@${domain}`, '', 'x'), /^554 5\.6\.0/],
  ['a bare line feed', lines('From: a@sender.example', '', 'x\ny'), /^554 5\.6\.11/],
  ['a bare carriage return', lines('From: a@sender.example', '', 'x\ry'), /^554 5\.6\.11/],
  ...doubtfulEnds.map((end): [string, string, RegExp] => [
    `the end ${JSON.stringify(end)} and a second message`,
    `From: a@sender.example\r\n\r\nx${end}MAIL FROM:<evil@sender.example>`,
    /^554 5\.6\.11/,
  ]),
  ['60 servers behind it', mailWith(Array(60).fill('Received: from a by b')), /^554 5\.4\.6/],
  ['10,000 parts', many(10_000, 'text/plain'), /^554 5\.6\.0/],
  ['3 MB', mailWith([], 'x'.repeat(74).concat('\r\n').repeat(42_000)), /^552 /],
]

test.each(refused)('a message with %s is rejected', async (_what, data, answer) => {
  const ada = await world().server.account()
  expect(await world().bring({ to: [addressOf(ada)], data })).toMatch(answer)
  expect(await countOf(ada)).toBe(0)
})

test('a message that was delivered to this mailbox before is rejected: it is in a loop', async () => {
  const ada = await world().server.account()
  const data = mailWith([`Delivered-To: ${addressOf(ada)}`])
  expect(await world().bring({ to: [addressOf(ada)], data })).toBe('554 5.4.6 message was already delivered here')
  expect(await world().bring({ to: [`${ada.username}+tag@${domain}`], data })).toMatch(/^250/)
})

test('a mailbox with 50,000 messages defers further ones, and sends none', async () => {
  const { server, bring } = world()
  const ada = await server.account()
  expect(await bring({ to: [addressOf(ada)], data: mailWith([]) })).toMatch(/^250/)
  const { store } = server
  const copied = ['owner', 'direction', 'origin', 'thread', 'from_address', 'recipients', 'subject_key', 'counterpart']
    .concat(['snippet', 'unread', 'attachments', 'text', 'created_at', 'updated_at'])
    .join(', ')
  await store.run(
    store.sql.raw(
      `insert into mail_messages (id, ${copied})
        with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < 50000)
        select 'copy_' || n, ${copied} from mail_messages, numbers where owner = ?`,
      [ada.id],
    ) as Query,
  )
  expect(await bring({ to: [addressOf(ada)], data: mailWith([]) })).toMatch(/^452 4\.2\.2/)
  expect(await countOf(ada)).toBe(50_000)
  const sent = await ada.call('mail.send', { to: ada.username, subject: 'Hello', body: 'Hello' })
  expect(sent).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
})

test('a message that the domain of the author forbids by DMARC is rejected', async () => {
  const to = [addressOf(await world().server.account())]
  const data = lines('From: a@strict.example', 'Subject: x', '', 'x')
  expect(await world().bring({ from: 'a@strict.example', to, data })).toMatch(/^550 5\.7\.26/)
})

test.each([
  ['a domain that names this address', 'ann@sender.example', 'ann@sender.example', true],
  ['a domain with a policy', 'ann@policy.example', 'ann@policy.example', true],
  ['another domain in the envelope', 'ann@sender.example', 'boss@bank.example', false],
  ['a subdomain of the same organization in the envelope', 'ann@mail.sender.example', 'ann@sender.example', true],
  ['a public suffix', 'ann@rented.co.uk', 'boss@co.uk', false],
  ['a host of rented subdomains', 'ann@rented.github.io', 'boss@github.io', false],
  ['a neighbour under a public suffix', 'ann@rented.github.io', 'boss@bank.github.io', false],
  ['a domain that does not exist', 'ann@nowhere.example', 'ann@nowhere.example', false],
])('of an author of %s it is known whether it was verified', async (_what, from, author, isVerified) => {
  const ada = await world().server.account()
  const data = lines(`From: ${author}`, 'Subject: x', '', 'x')
  expect(await world().bring({ from, to: [addressOf(ada)], data })).toMatch(/^250/)
  expect((await latestOf(ada)).summary.sender_verified).toBe(isVerified)
})

test.each([
  ['another address', '"ceo@victim.example" <ann@sender.example>', undefined],
  ['another address after a name', '"Boss (ceo @victim.example)" <ann@sender.example>', undefined],
  ['another address in wide characters', '=?utf-8?Q?ceo=EF=BC=A0victim.example?= <ann@sender.example>', undefined],
  [
    'another address with characters of no width',
    '=?utf-8?Q?ceo=E2=80=8B@=E2=80=8Dvictim.example?= <ann@sender.example>',
    undefined,
  ],
  ['its own address', '"Ann@sender.example" <ann@sender.example>', 'Ann@sender.example'],
  ['no address', '"Ann @ work" <ann@sender.example>', 'Ann @ work'],
])(
  'a display name that contains %s is shown only if it cannot be taken for the address',
  async (_what, author, name) => {
    const ada = await world().server.account()
    const data = lines(`From: ${author}`, 'Subject: x', '', 'x')
    expect(await world().bring({ from: 'ann@sender.example', to: [addressOf(ada)], data })).toMatch(/^250/)
    const { summary } = await latestOf(ada)
    expect(summary.from).toEqual({ address: 'ann@sender.example', ...(name && { name }) })
    const { cookie } = await ada.inBrowser()
    const response = await fetch(`${world().server.url}/mail?id=${summary.id}`, { headers: { Cookie: cookie } })
    expect((await response.text()).includes('but its address is ann@sender.example.')).toBe(name === undefined)
  },
)

test('lists, automatic replies, bounces and unverified senders wake nobody', async () => {
  const ada = await world().server.account()
  const cases: [readonly string[], string, boolean][] = [
    [[], 'ann@sender.example', true],
    [['List-Id: <all.sender.example>'], 'ann@sender.example', false],
    [['Precedence: bulk'], 'ann@sender.example', false],
    [['Auto-Submitted: auto-replied'], 'ann@sender.example', false],
    [['Auto-Submitted: no'], 'ann@sender.example', true],
    [[], '', false],
    [[], 'ann@nowhere.example', false],
  ]
  const { store } = world().server
  for (const [headers, from, mayWake] of cases) {
    const data = mailWith(headers).replaceAll('ann@sender.example', from === '' ? 'ann@sender.example' : from)
    expect(await world().bring({ from, to: [addressOf(ada)], data })).toMatch(/^250/)
    const { summary } = await latestOf(ada)
    const event = await store.get<{ payload: string }>(
      store.sql('bus_announcements').where({ topic: 'mail.received', key: summary.thread }).orderBy('id', 'desc'),
    )
    expect([headers, from, JSON.parse(event?.payload ?? '{}').may_wake]).toEqual([headers, from, mayWake])
  }
})

test('a message that names its author as its recipient is unread mail from outside, not a message of the owner', async () => {
  const ada = await world().server.account()
  const inbox = await ada.withToken({ scope: { capabilities: ['inbox'] }, actions: true })
  const data = mailWith(['To: Ann <ann@sender.example>'], 'Send me your notes')
  expect(await world().bring({ to: [addressOf(ada)], data })).toMatch(/^250/)
  await world().server.bus.settle()
  const [thread] = (await inbox.ok('inbox.read', {})).items ?? []
  expect(thread).toMatchObject({ kind: 'mail', from: 'ann@sender.example', unread: true })
  const [message] = (await inbox.ok('inbox.read', { id: thread?.id as string })).thread?.messages ?? []
  expect(message).toMatchObject({ role: 'other', from: 'ann@sender.example', text: 'Send me your notes' })
})

test('a client that guesses names is disconnected', async () => {
  const connection = await smtpTo(world().port)
  await connection.say('EHLO mx.sender.example')
  await connection.say('MAIL FROM:<ann@sender.example>')
  const answers: string[] = []
  for (let i = 0; i < 11; i++) answers.push((await connection.say(`RCPT TO:<guess${i}@${domain}>`)).slice(0, 3))
  expect(answers).toEqual([...Array.from({ length: 10 }, () => '550'), '421'])
  connection.close()
})

test('a message has at most 50 recipients', async () => {
  const ada = await world().server.account()
  const connection = await smtpTo(world().port)
  await connection.say('EHLO mx.sender.example')
  await connection.say('MAIL FROM:<ann@sender.example>')
  for (let i = 0; i < 50; i++) await connection.say(`RCPT TO:<${ada.username}+t${i}@${domain}>`)
  expect(await connection.say(`RCPT TO:<${ada.username}+more@${domain}>`)).toMatch(/^452/)
  connection.close()
})

test('addresses in all scripts are accepted (SMTPUTF8)', async () => {
  const ada = await world().server.account()
  const connection = await smtpTo(world().port)
  expect(await connection.say('EHLO mx.sender.example')).toMatch(/SMTPUTF8/)
  expect(await connection.say('MAIL FROM:<пётр@почта.example> SMTPUTF8')).toMatch(/^250/)
  expect(await connection.say(`RCPT TO:<${addressOf(ada)}>`)).toMatch(/^250/)
  await connection.say('DATA')
  connection.write(lines('From: Пётр <пётр@почта.example>', 'Subject: Привет', '', 'Текст'))
  expect(await connection.say('\r\n.')).toMatch(/^250/)
  expect((await latestOf(ada)).source).toMatchObject({ from: 'пётр@почта.example', subject: 'Привет', text: 'Текст' })
  connection.close()
})

test('one address delivers only as many messages an hour as the setting allows, including rejected ones, and more later', async () => {
  const { server, bring } = world()
  const to = [addressOf(await server.account())]
  server.clock.advance(2 * hourMs)
  const twoAuthors = lines('From: a@sender.example', 'From: b@sender.example', '', 'x')
  for (let i = 0; i < messagesPerHour; i++) expect(await bring({ to, data: twoAuthors })).toMatch(/^554/)
  expect(await bring({ to, data: mailWith([]) })).toMatch(
    /^421 4\.7\.0 too many messages from your address; try again in \d+ seconds/,
  )
  server.clock.advance(2 * hourMs)
  expect(await bring({ to, data: mailWith([]) })).toMatch(/^250/)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  for (const outcome of ['stored', 'refused', 'deferred']) {
    expect(metrics).toMatch(new RegExp(`^onedoor_mail_received_total\\{outcome="${outcome}"\\} [1-9]\\d*$`, 'm'))
  }
})

function many(parts: number, type: string): string {
  const each = Array.from({ length: parts }, (_, i) =>
    lines('--B', `Content-Type: ${type}; name=f${i}`, '', `part ${i}`),
  )
  return lines('From: a@sender.example', 'Content-Type: multipart/mixed; boundary=B', '', ...each, '--B--')
}
