import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureDkimVerify } from '../../../../tools/setup/mail-programs.mjs'
import { forEachDatabase, newDataDir } from '../../../testing/databases.ts'
import { type DnsStandIn, startDns } from '../../../testing/dns-server.ts'
import { freePort, type MailServerStandIn, startMailServer } from '../../../testing/mail-servers.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../../testing/server.ts'
import { bring, lines } from '../../../testing/smtp-client.ts'
import { waitMs } from '../common/deliver-job.ts'
import { dnsRecords, signingKey } from './dkim.ts'

const domain = 'mail.example.org'
const installMs = 300_000
const hourMs = 3_600_000

forEachDatabase((_dialect, _open, newDatabase) => {
  describe('mail to outside', () => {
    let server: TestServer
    let dns: DnsStandIn
    let other: MailServerStandIn
    let port: number
    let ada: TestAccount

    beforeAll(async () => {
      other = await startMailServer()
      dns = await startDns({
        'friend.example': { MX: ['20 mx2.friend.example', '10 mx.friend.example'] },
        'mx.friend.example': { A: ['127.0.0.1'] },
        'mx2.friend.example': { A: ['127.0.0.1'] },
        'plain.example': { A: ['127.0.0.1'] },
        'nomail.example': { MX: ['0 .'] },
        'inside.example': { MX: ['10 mx.inside.example'] },
        'mx.inside.example': { A: ['10.0.0.7'] },
        'broken.example': 'fails',
        'xn--bcher-kva.example': { MX: ['10 mx.friend.example'] },
      })
      port = await freePort()
      server = await startTestServer({
        ...(await newDatabase()),
        settings: {
          MAIL_DOMAIN: domain,
          MAIL_PORT: String(port),
          MAIL_HOST: '127.0.0.1',
          MAIL_DNS_SERVERS: dns.address,
          MAIL_MX_PORT: String(other.port),
          FETCH_ALLOWED_RANGES: '127.0.0.1/32',
          LIMIT_MAIL_PER_DAY: '5',
          WELCOME_CREDITS: '3',
        },
      })
    })
    beforeEach(async () => {
      other.taken.length = 0
      other.refuse = undefined
      ada = await server.account()
    })
    afterAll(async () => {
      await server?.stop()
      await Promise.all([dns?.close(), other?.close()])
    })

    const send = (to: string, subject = 'Hello', body = 'How are you?') => ada.ok('mail.send', { to, subject, body })
    const stateOf = async (id: string) => {
      const { delivery, delivery_error } = await ada.ok('mail.source', { id })
      return { delivery, error: delivery_error }
    }
    const balance = async () => (await server.ledger.balance(ada.id)).balance

    test('a message leaves with encoded headers, is charged once, and is delivered', async () => {
      const subject = 'Über “Quitten” 🍐'
      const body = `.\n..two dots\n\nÜnïcödé 👩‍👩‍👧\nFrom here\n${'long '.repeat(300)}`
      const sent = await send('Bob.O@Friend.EXAMPLE', subject, body)
      expect(sent).toMatchObject({ to: { address: 'Bob.O@friend.example' }, delivery: 'queued', cost_credits: 1 })
      await server.jobs.settle()
      expect(await stateOf(sent.id)).toEqual({ delivery: 'delivered', error: undefined })
      expect(await balance()).toBe(2_000_000)
      const [taken] = other.taken
      expect([taken?.from, taken?.to]).toEqual([`${ada.username}@${domain}`, ['Bob.O@friend.example']])
      const raw = taken?.raw ?? ''
      expect(raw).toMatch(/^DKIM-Signature: v=1;/)
      expect(raw).toMatch(/\r\nSubject: =\?UTF-8\?[BQ]\?/)
      expect(raw.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/)
      expect(raw).toContain(`Message-ID: ${(await ada.ok('mail.source', { id: sent.id })).message_id}`)
      expect(raw).not.toMatch(/[^\r]\n/)
      const { default: PostalMime } = await import('postal-mime')
      const parsed = await PostalMime.parse(raw)
      expect([parsed.subject, parsed.text?.trimEnd()]).toEqual([subject, body.trimEnd()])
    })

    test(
      "the signature is right for Debian's python3-dkim, with the key that the settings show",
      async () => {
        await send('bob@friend.example')
        await server.jobs.settle()
        const { record } = await signingKey(server)
        const records = dnsRecords(domain, domain, await signingKey(server), false)
        expect(records.map(({ name, type }) => `${type} ${name}`)).toEqual([
          `MX ${domain}`,
          `TXT ${domain}`,
          `TXT onedoor._domainkey.${domain}`,
          `TXT _dmarc.${domain}`,
        ])
        const verify = async (raw: string) => {
          const file = join(await newDataDir(), 'message.eml')
          await writeFile(file, raw)
          // dkimverify asks DNS; the check is the same library's, with the record at hand.
          const program = `import dkim,sys
print(dkim.verify(open(sys.argv[1],'rb').read(), dnsfunc=lambda name, timeout=5: sys.argv[2].encode() if name == b'onedoor._domainkey.${domain}.' else None))`
          const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program, file, record])
          return stdout.trim()
        }
        await ensureDkimVerify()
        const raw = other.taken[0]?.raw ?? ''
        expect(await verify(raw)).toBe('True')
        expect(await verify(raw.replace('How are you?', 'Who are you?'))).toBe('False')
      },
      installMs,
    )

    test.each([
      ['there is no such domain', 'bob@nowhere.example', 'There is no domain nowhere.example.'],
      ['the domain takes no mail', 'bob@nomail.example', 'nomail.example takes no mail.'],
      [
        'its servers are at private addresses',
        'bob@inside.example',
        'The mail servers of inside.example have private addresses, to which this server does not connect (FETCH_ALLOWED_RANGES).',
      ],
    ])('where %s it fails for good, says so, and the credit is returned', async (_what, to, error) => {
      const { id } = await send(to)
      await server.jobs.settle()
      expect(await stateOf(id)).toEqual({ delivery: 'failed', error })
      expect([await balance(), other.taken]).toEqual([3_000_000, []])
      expect((await server.ledger.entries(ada.id)).map(({ note }) => note)).toContain(
        'mail that could not be delivered',
      )
    })

    test('what the other server refuses for good fails at once, at any step', async () => {
      for (const isData of [false, true]) {
        other.refuse = (mail) => (mail.isData === isData ? { code: 550, text: '5.1.1 no such user' } : undefined)
        const { id } = await send('bob@friend.example')
        await server.jobs.settle()
        const { delivery, error } = await stateOf(id)
        expect([delivery, error]).toEqual([
          'failed',
          expect.stringMatching(/^mx\.friend\.example said: 550 5\.1\.1 no such user/),
        ])
      }
      expect([await balance(), other.taken]).toEqual([3_000_000, []])
    })

    test('what is refused for now is tried after 1, 2, 4 minutes and on, and delivered once it is taken', async () => {
      expect([1, 2, 3, 7, 8, 70].map((attempt) => waitMs(attempt) / 60_000)).toEqual([1, 2, 4, 64, 64, 64])
      other.refuse = () => ({ code: 451, text: '4.7.1 greylisted' })
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      expect(await stateOf(id)).toEqual({
        delivery: 'queued',
        error: expect.stringMatching(/^Not delivered yet: mx2?\.friend.example said: 451/),
      })
      server.clock.advance(61_000)
      await server.jobs.settle()
      expect((await stateOf(id)).delivery).toBe('queued')
      other.refuse = undefined
      server.clock.advance(60_000)
      await server.jobs.settle()
      expect((await stateOf(id)).delivery).toBe('queued')
      server.clock.advance(61_000)
      await server.jobs.settle()
      expect([await stateOf(id), await balance()]).toEqual([{ delivery: 'delivered', error: undefined }, 2_000_000])
      expect(other.taken.length).toBe(1)
    })

    test('after two days it is given up, and the credit is returned once', async () => {
      const { id } = await send('bob@broken.example')
      await server.jobs.settle()
      for (let hour = 0; hour < 50; hour++) {
        server.clock.advance(hourMs)
        await server.jobs.settle()
      }
      const { delivery, error } = await stateOf(id)
      expect([delivery, error]).toEqual([
        'failed',
        expect.stringMatching(/^Given up after two days\. DNS did not say where/),
      ])
      expect(await balance()).toBe(3_000_000)
      const { store } = server
      const told = await store.all<{ payload: string }>(
        store.sql('bus_announcements').where({ topic: 'inbox.item', account: ada.id }),
      )
      expect(told.map(({ payload }) => JSON.parse(payload).text)).toEqual([
        expect.stringContaining('was not delivered. Given up'),
      ])
    })

    test('domains without MX, and of other scripts, are reached', async () => {
      for (const to of ['bob@plain.example', 'bob@bücher.example']) await send(to)
      await server.jobs.settle()
      expect(other.taken.map(({ to }) => to[0]).sort()).toEqual(['bob@bücher.example', 'bob@plain.example'].sort())
    })

    test('a bounce that names the message is told on it, and costs nobody anything', async () => {
      const { id } = await send('bob@friend.example')
      await server.jobs.settle()
      const { message_id } = await ada.ok('mail.source', { id })
      const report = (about: string) =>
        lines(
          'From: MAILER-DAEMON@friend.example',
          'Subject: Undeliverable',
          'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
          '',
          '--B',
          'Content-Type: text/plain',
          '',
          'bob is no longer here',
          '--B',
          'Content-Type: message/delivery-status',
          '',
          'Action: failed',
          'Status: 5.1.1',
          '--B',
          'Content-Type: text/rfc822-headers',
          '',
          `Message-ID: ${about}`,
          '--B--',
        )
      const to = [`${ada.username}@${domain}`]
      await bring(port, { from: '', to, data: report('<forged@mail.example.org>') })
      expect((await stateOf(id)).delivery).toBe('delivered')
      const bob = await server.account()
      await bring(port, { from: '', to: [`${bob.username}@${domain}`], data: report(message_id ?? '') })
      expect((await stateOf(id)).delivery).toBe('delivered')
      expect(await bring(port, { from: '', to, data: report(message_id ?? '') })).toMatch(/^250/)
      expect(await stateOf(id)).toEqual({ delivery: 'failed', error: 'It came back: bob is no longer here' })
      expect(await balance()).toBe(2_000_000)
    })

    test('without credits nothing leaves, and beyond the daily cap neither', async () => {
      for (let i = 0; i < 3; i++) await send('bob@friend.example', `Number ${i}`)
      const unpaid = await ada.fails('mail.send', { to: 'bob@friend.example', subject: 'x', body: 'x' })
      expect([unpaid.status, (await ada.ok('mail.sources', {})).total]).toEqual([402, 3])
      await server.ledger.grant(ada.id, 10_000_000)
      for (let i = 3; i < 5; i++) await send('bob@friend.example', `Number ${i}`)
      const beyond = await ada.fails('mail.send', { to: 'bob@friend.example', subject: 'x', body: 'x' })
      expect([beyond.body.code, beyond.headers.has('retry-after')]).toEqual(['rate_limited', true])
      expect(await balance()).toBe(8_000_000)
      await server.jobs.settle()
      expect(other.taken.length).toBe(5)
    })

    test('an address of the own domain never leaves', async () => {
      const bob = await server.account()
      const sent = await send(`${bob.username}+x@${domain.toUpperCase()}`)
      expect(sent).toMatchObject({ delivery: 'delivered', cost_credits: 0, to: { address: `${bob.username}+x` } })
      expect((await ada.fails('mail.send', { to: `nobody@${domain}`, subject: 'x', body: 'x' })).body.code).toBe(
        'not_found',
      )
      expect((await bob.ok('mail.inbox', {})).total).toBe(1)
    })
  })
})
