import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

forEachServer((server) => {
  describe('mail between accounts', () => {
    test('a message is in both mailboxes at once, free, and unread only for its recipient', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const body = 'Yes, take it.\n\nÜnïcödé 👩‍👩‍👧 “quotes”'
      const sent = await ada.ok('mail.send', { to: bob.username.toUpperCase(), subject: ' Ladder ', body })
      expect(sent).toEqual({
        id: expect.stringMatching(/^mail_/),
        to: { address: bob.username },
        subject: 'Ladder',
        delivery: 'delivered',
        cost_credits: 0,
        created: '2026-11-21T09:30:00.000Z',
      })
      const inbox = await bob.ok('mail.inbox', {})
      const [message] = inbox.items
      expect(inbox).toEqual({
        items: [
          {
            id: message?.id,
            from: { address: ada.username },
            to: [{ address: bob.username }],
            thread: expect.stringMatching(/^thread_/),
            subject: 'Ladder',
            snippet: 'Yes, take it. Ünïcödé 👩‍👩‍👧 “quotes”',
            is_unread: true,
            unread: true,
            attachments: [],
            created: '2026-11-21T09:30:00.000Z',
          },
        ],
        total: 1,
        offset: 0,
        unread: 1,
        text: `${ada.username}: Ladder (unread) [${message?.id}]`,
      })
      const read = await bob.ok('mail.read', { id: message?.id ?? '' })
      expect(read).toEqual({ message, text: body, total_chars: [...body].length, offset: 0 })
      expect((await bob.ok('mail.inbox', {})).unread).toBe(1)
      expect((await ada.ok('mail.inbox', {})).items).toEqual([])
      const source = await ada.ok('mail.source', { id: sent.id })
      expect(source).toMatchObject({ direction: 'outgoing', delivery: 'delivered', text: body, to: [bob.username] })
      expect((await bob.ok('mail.source', { id: message?.id ?? '' })).message_id).toBe(source.message_id)
    })

    test('a subject has no invisible characters, and at least one visible one', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await ada.ok('mail.send', { to: bob.username, subject: 'Bill \u202efdp.exe\u2066', body: 'x' })
      expect((await bob.ok('mail.inbox', {})).items[0]?.subject).toBe('Bill fdp.exe')
      const { body } = await ada.fails('mail.send', { to: bob.username, subject: '\u202e', body: 'x' })
      expect(body.details).toEqual([{ path: 'subject', message: 'must contain a visible character' }])
    })

    test('a message that its owner deletes is also gone from the inbox', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const inbox = await bob.withToken({ scope: { capabilities: ['inbox'] }, actions: true })
      await ada.ok('mail.send', { to: bob.username, subject: 'Keys', body: 'Under the pot' })
      await server().bus.settle()
      expect((await inbox.ok('inbox.read', {})).items).toMatchObject([{ kind: 'mail', snippet: 'Under the pot' }])
      const id = (await bob.ok('mail.inbox', {})).items[0]?.id as string
      const visitor = await new TestVisitor(server().url).signIn(bob.username)
      expect((await visitor.submit(`/mail?id=${id}&delete=`, '/mail')).location).toBe('/mail?done=deleted')
      await server().bus.settle()
      expect((await inbox.ok('inbox.read', {})).items).toEqual([])
    })

    test('a body is read in pages of characters, and past its end there is nothing', async () => {
      const ada = await server().account()
      const body = '👍'.repeat(2500)
      await ada.ok('mail.send', { to: ada.username, subject: 'Long', body })
      const id = (await ada.ok('mail.inbox', {})).items[0]?.id ?? ''
      const first = await ada.ok('mail.read', { id })
      expect([first.text, first.next_offset, first.total_chars]).toEqual(['👍'.repeat(2000), 2000, 2500])
      const second = await ada.ok('mail.read', { id, offset: 2000 })
      expect([second.text, second.next_offset]).toEqual(['👍'.repeat(500), undefined])
      expect(await ada.ok('mail.read', { id, offset: 9000 })).toMatchObject({
        text: '',
        offset: 9000,
        total_chars: 2500,
      })
      await ada.fails('mail.read', { id, limit: 2001 })
    })

    test('without an id, read returns a summary, even of an empty inbox', async () => {
      const ada = await server().account()
      expect(await ada.ok('mail.read', {})).toEqual({ text: 'The inbox is empty.' })
      await ada.ok('mail.send', { to: ada.username, subject: 'Hello', body: 'x' })
      expect((await ada.ok('mail.read', {})).text).toMatch(/^1 message, 1 unread\. The latest:\nperson_\d+: Hello/)
    })

    test('a tag is stored, shown and searched for in any case', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await ada.ok('mail.send', { to: `${bob.username}+Orders`, subject: 'Tagged', body: 'x' })
      await ada.ok('mail.send', { to: bob.username, subject: 'Plain', body: 'x' })
      const tagged = await bob.ok('mail.inbox', { tag: 'ORDERS' })
      expect(tagged.items.map(({ subject, tag }) => [subject, tag])).toEqual([['Tagged', 'orders']])
      expect([tagged.total, tagged.unread]).toEqual([1, 2])
      expect((await bob.ok('mail.inbox', { tag: 'none' })).text).toBe('There are no messages here.')
      expect(await bob.ok('mail.info', { tag: 'orders' })).toMatchObject({
        handle: bob.username,
        receives_outside: false,
      })
    })

    test('replies join the thread by reply_to, in the other mailbox by the Message-ID, or by a subject with Re:', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await ada.ok('mail.send', { to: bob.username, subject: 'Boat', body: 'one' })
      const first = (await bob.ok('mail.inbox', {})).items[0]
      await bob.ok('mail.send', { to: ada.username, subject: 'Something else', body: 'two', reply_to: first?.id ?? '' })
      await bob.ok('mail.send', { to: ada.username, subject: 'AW: Boat', body: 'three' })
      await bob.ok('mail.send', { to: ada.username, subject: 'Boat', body: 'four' })
      const { items } = await ada.ok('mail.inbox', {})
      const ids = (await ada.ok('mail.sources', {})).items.map(({ id }) => id)
      const own = await ada.ok('mail.source', { id: ids[0] ?? '' })
      expect(items.map(({ subject, thread }) => [subject, thread === own.thread])).toEqual([
        ['Boat', false],
        ['AW: Boat', true],
        ['Something else', true],
      ])
      const answer = await ada.ok('mail.source', { id: items[2]?.id ?? '' })
      expect(answer).toMatchObject({ in_reply_to: own.message_id, references: [own.message_id] })
    })

    test('messages are marked as read, all or some, and a single unknown id changes nothing', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      for (const subject of ['1', '2', '3']) await ada.ok('mail.send', { to: bob.username, subject, body: 'x' })
      const [third, second] = (await bob.ok('mail.inbox', {})).items.map(({ id }) => id)
      const wrong = await bob.fails('mail.markread', { ids: [third, 'mail_unknown'] })
      expect([wrong.body.code, (await bob.ok('mail.inbox', {})).unread]).toEqual(['not_found', 3])
      expect(await bob.ok('mail.markread', { ids: [third ?? '', second ?? '', third ?? ''] })).toEqual({
        changed: 2,
        unread: 1,
      })
      expect(await bob.ok('mail.markread', { all: true })).toEqual({ changed: 1, unread: 0 })
      expect(await bob.ok('mail.markread', { all: true })).toEqual({ changed: 0, unread: 0 })
      for (const args of [{}, { all: false }, { ids: [third], all: true }]) {
        expect((await bob.fails('mail.markread', args)).body.code).toBe('invalid_argument')
      }
      const sentId = (await ada.ok('mail.sources', {})).items[0]?.id
      expect((await ada.fails('mail.markread', { ids: [sentId] })).body.code).toBe('not_found')
    })

    test('another account gets the same error for the message of somebody else as for an unknown one', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const { id } = await ada.ok('mail.send', { to: ada.username, subject: 'Mine', body: 'x' })
      for (const method of ['mail.read', 'mail.source'] as const) {
        const [foreign, none] = [
          await bob.fails(method, { id }),
          await bob.fails(method, { id: `${id.slice(0, -1)}0` }),
        ]
        expect(foreign.body.code).toBe('not_found')
        expect(foreign.body.error.replace(id, 'ID')).toBe(none.body.error.replace(`${id.slice(0, -1)}0`, 'ID'))
      }
      expect(
        (await bob.fails('mail.send', { to: ada.username, subject: 'x', body: 'x', reply_to: id })).body.code,
      ).toBe('not_found')
    })

    test.each([
      ['nobody_here', 'not_found'],
      ['ada@elsewhere.example', 'not_configured'],
      ['a@b@c', 'invalid_argument'],
      ['ada@x.example\r\nBcc: all@x.example', 'invalid_argument'],
      ['<ada@x.example>', 'invalid_argument'],
      ['"a b"@x.example', 'invalid_argument'],
      ['ada@[127.0.0.1]', 'invalid_argument'],
      ['ada@localhost', 'invalid_argument'],
      ['-rf', 'not_found'],
      ['a,b', 'invalid_argument'],
      [`${'x'.repeat(65)}@x.example`, 'invalid_argument'],
    ])('to %j nothing is sent: %s', async (to, code) => {
      const ada = await server().account()
      expect((await ada.fails('mail.send', { to, subject: 'x', body: 'x' })).body.code).toBe(code)
      expect((await ada.ok('mail.sources', {})).total).toBe(0)
    })

    test.each([['line one\r\nBcc: all@x.example'], ['line\nline'], [' '], ['x'.repeat(501)]])(
      'the subject %j is refused',
      async (subject) => {
        const ada = await server().account()
        expect((await ada.fails('mail.send', { to: ada.username, subject, body: 'x' })).body.code).toBe(
          'invalid_argument',
        )
      },
    )

    test('a mailbox is deleted with its account, and messages that it sent to others remain', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await ada.ok('mail.send', { to: bob.username, subject: 'Goodbye', body: 'x' })
      const { store } = server()
      await store.run(store.sql('accounts').where({ id: ada.id }).delete())
      expect(await store.all(store.sql('mail_messages').where({ owner: ada.id }))).toEqual([])
      expect((await bob.ok('mail.inbox', {})).items.map(({ subject }) => subject)).toEqual(['Goodbye'])
    })
  })
})
