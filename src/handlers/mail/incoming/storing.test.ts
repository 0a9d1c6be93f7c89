import { expect, test } from 'vitest'
import { lines } from '#testing/smtp-client.ts'
import { addressOf, countOf, domain, forEachMailWorld, hourMs, latestOf, mailWith } from '../fixtures/mail-world.ts'

const names = { 'sender.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } }

const addressesUpTo = (count: number) => Array.from({ length: count }, (_, index) => `desk${index}@sender.example`)

forEachMailWorld(
  (world) => {
    test('a message that is delivered again is stored once for each recipient', async () => {
      const [ada, bob] = [await world().server.account(), await world().server.account()]
      const data = mailWith(['To: undisclosed-recipients:;'])
      const to = [addressOf(ada), addressOf(bob), `${ada.username}+again@${domain}`]
      for (let time = 0; time < 2; time++) expect(await world().bring({ to, data })).toMatch(/^250/)
      expect([await countOf(ada), await countOf(bob)]).toEqual([1, 1])
      expect((await latestOf(ada)).summary.sender_verified).toBe(true)
    })

    test('a message that is delivered to two tags of an account is stored for each', async () => {
      const ada = await world().server.account()
      const data = mailWith(['To: undisclosed-recipients:;'])
      for (const tag of ['orders', 'news', 'orders'])
        expect(await world().bring({ to: [`${ada.username}+${tag}@${domain}`], data })).toMatch(/^250/)
      const { store } = world().server
      const rows = await store.all<{ tag: string }>(store.sql('mail_messages').select('tag').where({ owner: ada.id }))
      expect(rows.map(({ tag }) => tag).sort()).toEqual(['news', 'orders'])
    })

    test('all forms of text are read: HTML only, charsets, invalid names, no body, no header', async () => {
      const ada = await world().server.account()
      const shift = Buffer.from([0x82, 0xb1, 0x82, 0xf1])
      const typed = (type: string, body = '', ...more: string[]) => mailWith([`Content-Type: ${type}`, ...more], body)
      const cases: [string | Buffer, object][] = [
        [
          typed(
            'text/html; charset=utf-8',
            '<style>p{}</style><h1>Hi</h1><p>It&rsquo;s &lt;me&gt;<br>x<ul><li>a<li>b</ul>',
          ),
          { text: 'Hi\n\nIt’s <me>\nx\n\n- a\n- b' },
        ],
        [typed('text/plain; charset=bogus-8', 'caf'), { text: 'caf' }],
        [Buffer.concat([Buffer.from(typed('text/plain; charset=shift_jis')), shift]), { text: 'こん' }],
        [typed('text/plain; charset=utf-8', 'w4TDlg==', 'Content-Transfer-Encoding: base64'), { text: 'ÄÖ' }],
        [
          typed('text/plain; charset=utf-8', 'a=00b=C3', 'Content-Transfer-Encoding: quoted-printable'),
          { text: 'ab�' },
        ],
        [
          lines('From: =?utf-8?B?w4Q=?= <a@sender.example>', 'Subject: =?iso-8859-1?Q?=E9?=', '', ''),
          { subject: 'é', text: '' },
        ],
        ['just text without any header', { from: 'ann@sender.example' }],
      ]
      for (const [data, expected] of cases) {
        expect(await world().bring({ to: [addressOf(ada)], data })).toMatch(/^250/)
        expect((await latestOf(ada)).source).toMatchObject(expected)
      }
    })

    test.each([
      ['absent', [], undefined],
      ['the author, in other letters', ['Reply-To: ANN@sender.example'], undefined],
      ['no address', ['Reply-To: the office'], undefined],
      [
        'others',
        ['Reply-To: "The desk" <desk@sender.example>, x@y, list@lists.example'],
        [{ address: 'desk@sender.example', name: 'The desk' }, { address: 'list@lists.example' }],
      ],
      [
        'more than ten',
        [`Reply-To: ${addressesUpTo(12).join(', ')}`],
        addressesUpTo(10).map((address) => ({ address })),
      ],
    ])('where answers go is kept if that is not the author: %s', async (_what, headers, expected) => {
      const ada = await world().server.account()
      expect(await world().bring({ to: [addressOf(ada)], data: mailWith(headers) })).toMatch(/^250/)
      const { summary } = await latestOf(ada)
      expect([summary.from.address, summary.answers_to]).toEqual(['ann@sender.example', expected])
      expect((await ada.ok('mail.read', { id: summary.id })).message).toEqual(summary)
    })

    test.each([
      ['an attachment alone', 'Content-Type: application/pdf; name=a.pdf', '%PDF', '', ['a.pdf']],
      ['parts, of which none is text', parts('image/png; name=a.png', 'audio/ogg'), 'x', '', ['a.png', 'attachment-2']],
      ['no parts where there should be some', 'Content-Type: multipart/mixed; boundary=B', 'Hello', 'Hello', []],
      ['parts without a boundary', 'Content-Type: multipart/mixed', 'Hello', 'Hello', []],
      ['an invalid type', 'Content-Type: ;;;', 'Hello', '', ['attachment-1']],
      ['HTML that shows nothing', 'Content-Type: text/html', '<img src=x><script>1</script>', '', []],
      ['no body', 'X-Empty: yes', '', '', []],
    ])('a message with %s instead of a text is kept', async (_what, header, body, text, attachments) => {
      const ada = await world().server.account()
      expect(await world().bring({ to: [addressOf(ada)], data: mailWith([header], body) })).toMatch(/^250/)
      const { summary, source } = await latestOf(ada)
      expect(summary.attachments.map(({ name }) => name)).toEqual(attachments)
      expect([source.subject, source.text, (await ada.ok('mail.read', { id: summary.id })).text]).toEqual([
        'Test',
        text,
        text,
      ])
    })

    test('the postmaster is the first administrator', async () => {
      const { server, bring } = world()
      const ada = await server.account()
      const accounts = () => server.store.sql('accounts')
      await server.store.run(accounts().update({ is_admin: false }))
      await server.store.run(accounts().where({ id: ada.id }).update({ is_admin: true }))
      expect(await bring({ to: [`Postmaster@${domain}`], data: mailWith([]) })).toMatch(/^250/)
      expect(await countOf(ada)).toBe(1)
    })

    test('a full mailbox defers messages and loses none', async () => {
      const bob = await world().server.account()
      const file = ['Content-Type: application/x-thing', 'Content-Transfer-Encoding: base64']
      const large = () => mailWith(file, 'QUJD'.repeat(19).concat('\r\n').repeat(8000))
      const bring = () => world().bring({ to: [addressOf(bob)], data: large() })
      expect(await bring()).toMatch(/^250/)
      expect(await bring()).toMatch(/^452 4\.2\.2/)
      expect(await countOf(bob)).toBe(1)
      expect((await latestOf(bob)).summary.attachments).toMatchObject([{ size_bytes: 456_000 }])
    })

    test('messages are deleted after MAIL_KEEP_DAYS with their bytes, except queued ones', async () => {
      const { server, bring } = world()
      const ada = await server.account()
      await bring({ to: [addressOf(ada)], data: mailWith([], 'Received') })
      for (const subject of ['Sent', 'Leaving']) await ada.ok('mail.send', { to: ada.username, subject, body: subject })
      const messages = () => server.store.sql('mail_messages').where({ owner: ada.id })
      await server.store.run(
        messages().where({ subject: 'Leaving', direction: 'outgoing' }).update({ delivery: 'queued' }),
      )
      server.clock.advance(29 * 24 * hourMs)
      await bring({ to: [addressOf(ada)], data: mailWith([], 'Later') })
      server.clock.advance(2 * 24 * hourMs)
      await server.jobs.settle()
      const kept = await server.store.all<{ text: string }>(messages().select('text').orderBy('id'))
      expect(kept.map(({ text }) => text)).toEqual(['Leaving', 'Later'])
      expect(await server.store.all(server.store.sql('blobs').where({ owner: ada.id, state: 'stored' }))).toHaveLength(
        1,
      )
    })
  },
  { names, settings: { QUOTA_MIB: '1', MAIL_KEEP_DAYS: '30' } },
)

function parts(...types: string[]): string {
  const each = types.flatMap((type) => ['--B', `Content-Type: ${type}`, '', 'x'])
  return lines('Content-Type: multipart/mixed; boundary=B', '', ...each, '--B--', '')
}
