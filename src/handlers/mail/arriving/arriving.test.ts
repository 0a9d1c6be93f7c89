import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureSwaks } from '../../../../tools/setup/mail-programs.mjs'
import { forEachDatabase } from '../../../testing/databases.ts'
import { type DnsStandIn, startDns } from '../../../testing/dns-server.ts'
import { freePort } from '../../../testing/mail-servers.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../../testing/server.ts'
import { bring, lines, smtpTo } from '../../../testing/smtp-client.ts'

const domain = 'mail.example.org'
const installMs = 300_000

/** A message with these header lines and this body. */
function mail(headers: readonly string[], body = 'Hello'): string {
  return lines(
    'From: Ann <ann@sender.example>',
    'Subject: Test',
    `Message-ID: <${Math.random()}@sender.example>`,
    ...headers,
    '',
    body,
  )
}

forEachDatabase((_dialect, _open, newDatabase) => {
  describe('mail from outside', () => {
    let server: TestServer
    let dns: DnsStandIn
    let port: number
    let ada: TestAccount
    let address: string

    beforeAll(async () => {
      dns = await startDns({
        'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
        'strict.example': { TXT: ['v=spf1 -all'] },
        '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
        'policy.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
        '_dmarc.policy.example': { TXT: ['v=DMARC1; p=none'] },
      })
      port = await freePort()
      server = await startTestServer({
        ...(await newDatabase()),
        settings: {
          MAIL_DOMAIN: domain,
          MAIL_PORT: String(port),
          MAIL_HOST: '127.0.0.1',
          MAIL_DNS_SERVERS: dns.address,
          MAIL_MAX_MIB: '2',
          QUOTA_MIB: '3',
          LIMIT_MAIL_IN_PER_HOUR: '500',
        },
      })
      ada = await server.account()
      address = `${ada.username}@${domain}`
    })
    afterAll(async () => {
      await server?.stop()
      await dns?.close()
    })

    /** The latest message of a mailbox, whole. */
    async function latest(account = ada) {
      const { items } = await account.ok('mail.inbox', { limit: 1 })
      const [summary] = items
      if (!summary) throw new Error('The inbox is empty')
      return { summary, source: await account.ok('mail.source', { id: summary.id }) }
    }
    const count = async (account = ada) => (await account.ok('mail.sources', {})).total

    test(
      'a message from swaks, with an attachment, is read, and its attachment downloaded by its owner alone',
      async () => {
        const args = ['--server', `127.0.0.1:${port}`, '--helo', 'mx.sender.example', '--from', 'ann@sender.example']
        const message = [
          '--to',
          `${ada.username}+Orders@${domain}`,
          '--h-Subject',
          'From swaks',
          '--body',
          'Hello from swaks',
        ]
        const file = ['--attach-type', 'text/csv', '--attach-name', 'list.csv', '--attach', 'a;b\n1;2\n']
        await promisify(execFile)(await ensureSwaks(), [...args, ...message, ...file])
        const { summary, source } = await latest()
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
        const own = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${ada.token}` } })
        expect([own.status, own.headers.get('content-disposition'), await own.text()]).toEqual([
          200,
          'attachment; filename=list.csv',
          'a;b\n1;2\n',
        ])
        const bob = await server.account()
        const other = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${bob.token}` } })
        const nobody = await fetch(`${server.url}${path}`)
        expect([other.status, nobody.status]).toEqual([404, 404])
        const original = await fetch(`${server.url}/mail/files/${summary.id}/original`, {
          headers: { Authorization: `Bearer ${ada.token}` },
        })
        expect(await original.text()).toMatch(
          /^Return-Path: <ann@sender\.example>\r\nDelivered-To: .*\+orders@mail\.example\.org\r\nAuthentication-Results: mail\.example\.org; spf=pass/,
        )
      },
      installMs,
    )

    test.each([
      ['to somebody elsewhere', 'RCPT TO:<x@elsewhere.example>', /^550 5\.7\.1/],
      ['with a percent hack', `RCPT TO:<x%elsewhere.example@${domain}>`, /^550 5\.1\.1/],
      ['with a source route', `RCPT TO:<@${domain}:x@elsewhere.example>`, /^5/],
      ['with a bang path', `RCPT TO:<elsewhere.example!x@${domain}>`, /^550 5\.1\.1/],
      ['with two at signs', `RCPT TO:<x@elsewhere.example@${domain}>`, /^5/],
      ['to an address literal', 'RCPT TO:<x@[127.0.0.1]>', /^550 5\.7\.1/],
      ['to localhost', 'RCPT TO:<x@localhost>', /^550 5\.7\.1/],
      ['to a subdomain', `RCPT TO:<x@sub.${domain}>`, /^550 5\.7\.1/],
      ['to no such mailbox', `RCPT TO:<nobody@${domain}>`, /^550 5\.1\.1/],
      ['with a quoted name', `RCPT TO:<"x@elsewhere.example"@${domain}>`, /^5/],
      ['from an own address', `MAIL FROM:<boss@${domain}>`, /^550 5\.7\.1/],
      ['from an own address in capitals', `MAIL FROM:<boss@${domain.toUpperCase()}>`, /^550 5\.7\.1/],
      ['from no address', 'MAIL FROM:<no address>', /^5/],
      ['of 50 MB', 'MAIL FROM:<ann@sender.example> SIZE=52428800', /^552/],
      ['with a password', 'AUTH PLAIN AGFkYQBzZWNyZXQ=', /^5/],
      ['by VRFY', 'VRFY ada', /^(?:252|5)/],
      ['by EXPN', 'EXPN ada', /^5/],
    ])('nothing is taken %s', async (_what, command, answer) => {
      const connection = await smtpTo(port)
      await connection.say('EHLO mx.sender.example')
      if (command.startsWith('RCPT')) await connection.say('MAIL FROM:<ann@sender.example>')
      expect(await connection.say(command)).toMatch(answer)
      connection.close()
    })

    test.each([
      ['an own address as its author', lines(`From: Boss <boss@${domain}>`, 'Subject: x', '', 'x'), /^550 5\.7\.1/],
      ['two authors', lines('From: a@sender.example', `From: boss@${domain}`, '', 'x'), /^554 5\.6\.0/],
      ['a bare line feed', lines('From: a@sender.example', '', 'x\ny'), /^554 5\.6\.11/],
      ['a bare carriage return', lines('From: a@sender.example', '', 'x\ry'), /^554 5\.6\.11/],
      [
        'an end that others would see',
        'From: a@sender.example\r\n\r\nx\n.\r\nMAIL FROM:<evil@sender.example>',
        /^554 5\.6\.11/,
      ],
      [
        '60 servers behind it',
        mail(Array.from({ length: 60 }, (_, i) => `Received: from a${i} by b${i}`)),
        /^554 5\.4\.6/,
      ],
      ['nested parts', lines('From: a@sender.example', nested(300), '', 'x'), /^554 5\.6\.0/],
      ['10,000 parts', many(10_000, 'text/plain'), /^554 5\.6\.0/],
      ['300 attachments', many(300, 'application/x-thing'), /^554 5\.6\.0/],
      ['3 MB', mail([], 'x'.repeat(74).concat('\r\n').repeat(42_000)), /^552 /],
    ])('a message with %s is refused', async (_what, data, answer) => {
      const before = await count()
      expect(await bring(port, { to: [address], data })).toMatch(answer)
      expect(await count()).toBe(before)
    })

    test('what the domain of the author forbids is refused, by DMARC', async () => {
      const data = lines('From: a@strict.example', 'Subject: x', '', 'x')
      expect(await bring(port, { from: 'a@strict.example', to: [address], data })).toMatch(/^550 5\.7\.26/)
    })

    test.each([
      ['a domain that names this address', 'ann@sender.example', 'ann@sender.example', true],
      ['a domain with a policy', 'ann@policy.example', 'ann@policy.example', true],
      ['another domain in the envelope', 'ann@sender.example', 'boss@bank.example', false],
      ['a domain that does not exist', 'ann@nowhere.example', 'ann@nowhere.example', false],
    ])('of an author of %s it is known whether it was verified', async (_what, from, author, isVerified) => {
      const data = lines(`From: ${author}`, 'Subject: x', `X-Once: ${author}`, '', 'x')
      expect(await bring(port, { from, to: [address], data })).toMatch(/^250/)
      expect((await latest()).summary.sender_verified).toBe(isVerified)
    })

    test('a message that is brought again is stored once, to each of its recipients', async () => {
      const bob = await server.account()
      const before = await count()
      const data = mail(['To: undisclosed-recipients:;'])
      const to = [address, `${bob.username}@${domain}`, `${ada.username}+again@${domain}`]
      expect(await bring(port, { to, data })).toMatch(/^250/)
      expect(await bring(port, { to, data })).toMatch(/^250/)
      expect([await count(), await count(bob)]).toEqual([before + 1, 1])
    })

    test('all spellings of text are read: HTML alone, charsets, names that are none, no body, no header', async () => {
      const shift = Buffer.from([0x82, 0xb1, 0x82, 0xf1])
      const cases: [string | Buffer, object][] = [
        [
          mail(
            ['Content-Type: text/html; charset=utf-8'],
            '<style>p{}</style><h1>Hi</h1><p>It&rsquo;s &lt;me&gt;<br>x<ul><li>a<li>b</ul>',
          ),
          { text: 'Hi\n\nIt’s <me>\nx\n\n- a\n- b' },
        ],
        [mail(['Content-Type: text/plain; charset=bogus-8'], 'caf'), { text: 'caf' }],
        [
          Buffer.concat([Buffer.from(mail(['Content-Type: text/plain; charset=shift_jis'], '')), shift]),
          { text: 'こん' },
        ],
        [
          mail(['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64'], 'w4TDlg=='),
          { text: 'ÄÖ' },
        ],
        [
          mail(['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable'], 'a=00b=C3'),
          { text: 'ab�' },
        ],
        [
          lines('From: =?utf-8?B?w4Q=?= <a@sender.example>', 'Subject: =?iso-8859-1?Q?=E9?=', '', ''),
          { subject: 'é', text: '' },
        ],
        ['just text without any header', { from: 'ann@sender.example' }],
      ]
      for (const [data, expected] of cases) {
        expect(await bring(port, { to: [address], data })).toMatch(/^250/)
        expect((await latest()).source).toMatchObject(expected)
      }
    })

    test('lists, automatic answers, bounces and strangers wake nobody', async () => {
      const cases: [readonly string[], string, boolean][] = [
        [[], 'ann@sender.example', true],
        [['List-Id: <all.sender.example>'], 'ann@sender.example', false],
        [['Precedence: bulk'], 'ann@sender.example', false],
        [['Auto-Submitted: auto-replied'], 'ann@sender.example', false],
        [['Auto-Submitted: no'], 'ann@sender.example', true],
        [[], '', false],
        [[], 'ann@nowhere.example', false],
      ]
      for (const [headers, from, mayWake] of cases) {
        const data = mail(headers).replaceAll('ann@sender.example', from === '' ? 'ann@sender.example' : from)
        expect(await bring(port, { from, to: [address], data })).toMatch(/^250/)
        const { summary } = await latest()
        const { store } = server
        const told = await store.get<{ payload: string }>(
          store.sql('bus_announcements').where({ topic: 'mail.received', key: summary.thread }).orderBy('id', 'desc'),
        )
        expect([headers, from, JSON.parse(told?.payload ?? '{}').may_wake]).toEqual([headers, from, mayWake])
      }
    })

    test('who guesses names is sent away', async () => {
      const connection = await smtpTo(port)
      await connection.say('EHLO mx.sender.example')
      await connection.say('MAIL FROM:<ann@sender.example>')
      const answers: string[] = []
      for (let i = 0; i < 11; i++) answers.push((await connection.say(`RCPT TO:<guess${i}@${domain}>`)).slice(0, 3))
      expect(answers).toEqual([...Array.from({ length: 10 }, () => '550'), '421'])
      connection.close()
    })

    test('50 recipients are the most, and 10 connections of one address', async () => {
      const connection = await smtpTo(port)
      await connection.say('EHLO mx.sender.example')
      await connection.say('MAIL FROM:<ann@sender.example>')
      for (let i = 0; i < 50; i++) await connection.say(`RCPT TO:<${ada.username}+t${i}@${domain}>`)
      expect(await connection.say(`RCPT TO:<${ada.username}+more@${domain}>`)).toMatch(/^452/)
      const others = await Promise.all(Array.from({ length: 12 }, () => smtpTo(port)))
      expect(others.filter(({ greeting }) => greeting.startsWith('421')).length).toBe(3)
      for (const each of [connection, ...others]) each.close()
    })

    test('addresses in all scripts are taken (SMTPUTF8)', async () => {
      const connection = await smtpTo(port)
      expect(await connection.say('EHLO mx.sender.example')).toMatch(/SMTPUTF8/)
      expect(await connection.say('MAIL FROM:<пётр@почта.example> SMTPUTF8')).toMatch(/^250/)
      expect(await connection.say(`RCPT TO:<${address}>`)).toMatch(/^250/)
      await connection.say('DATA')
      connection.write(lines('From: Пётр <пётр@почта.example>', 'Subject: Привет', '', 'Текст'))
      expect(await connection.say('\r\n.')).toMatch(/^250/)
      expect((await latest()).source).toMatchObject({ from: 'пётр@почта.example', subject: 'Привет', text: 'Текст' })
      connection.close()
    })

    test('the postmaster is the first administrator', async () => {
      const before = await count()
      const changes = server.store.sql('accounts').where({ id: ada.id })
      await server.store.run(changes.clone().update({ is_admin: true }))
      expect(await bring(port, { to: [`Postmaster@${domain}`], data: mail([]) })).toMatch(/^250/)
      expect(await count()).toBe(before + 1)
    })

    test('a mailbox that is full takes no more for now, and loses nothing', async () => {
      const bob = await server.account()
      const to = [`${bob.username}@${domain}`]
      const large = () => mail([], 'x'.repeat(74).concat('\r\n').repeat(20_000))
      expect(await bring(port, { to, data: large() })).toMatch(/^250/)
      expect(await bring(port, { to, data: large() })).toMatch(/^452 4\.2\.2/)
      expect(await count(bob)).toBe(1)
    })
  })
})

function nested(depth: number): string {
  const levels = Array.from({ length: depth }, (_, i) =>
    lines(`Content-Type: multipart/mixed; boundary=b${i}`, '', `--b${i}`),
  )
  return levels.join('\r\n')
}

function many(parts: number, type: string): string {
  const each = Array.from({ length: parts }, (_, i) =>
    lines('--B', `Content-Type: ${type}; name=f${i}`, '', `part ${i}`),
  )
  return lines('From: a@sender.example', 'Content-Type: multipart/mixed; boundary=B', '', ...each, '--B--')
}
