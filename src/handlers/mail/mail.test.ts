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
