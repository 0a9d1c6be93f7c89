import { describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { forEachServer, type TestAccount, type TestCaller } from '../../testing/server.ts'
import { conversationDeleted, conversationMessage, maxMessageCharacters } from '../recall/contracts.ts'
import { inboxGone, inboxItem, inboxSettled } from './contracts.ts'
import { keptMs } from './jobs/purge.ts'
import { maxInThread, maxMessages } from './store-message.ts'

const start = Date.parse('2026-11-21T08:30:00Z')

forEachServer((server) => {
  /** Publishes items for an inbox, as the family that has them does. */
  async function put(account: string, ...items: Record<string, unknown>[]): Promise<void> {
    const { store, bus } = server()
    await store.write(async (tx) => {
      for (const item of items) {
        const payload = { account, kind: 'work', key: 'work_a', title: 'A title', text: 'A text', ...item }
        await bus.publish(tx, inboxItem, payload as never, { account, key: payload.key })
      }
    })
    await bus.settle()
  }

  async function person(): Promise<{ account: TestAccount; inbox: TestCaller }> {
    const account = await server().account()
    const scope = { capabilities: ['inbox'] } as const
    return { account, inbox: await account.withToken({ scope, actions: true }) }
  }

  const threads = async (inbox: TestCaller) => (await inbox.ok('inbox.read', {})).items ?? []
  const only = async (inbox: TestCaller) => (await threads(inbox))[0]?.id as string

  describe('inbox', () => {
    test('what comes is one thread for each kind and key, the latest first', async () => {
      const { account, inbox } = await person()
      await put(
        account.id,
        {
          key: 'work_a',
          title: 'Libraries',
          text: 'Done.\n\nAll of  them.',
          by_others: false,
          at: start,
          link: '/work?id=work_a',
        },
        {
          kind: 'mail',
          key: 'mail_a',
          title: 'Your lamp',
          text: 'On its way',
          from: 'lamps@huys.example',
          at: start + 5,
        },
        { key: 'work_a', title: 'Libraries', text: 'Done again.', by_others: false, at: start + 10 },
      )
      const view = await inbox.ok('inbox.read', {})
      expect(view).toEqual({
        items: [
          {
            id: expect.stringMatching(/^thread_/),
            kind: 'work',
            subject: 'Libraries',
            from: 'agent',
            snippet: 'Done again.',
            is_unread: true,
            unread: true,
            link: '/work?id=work_a',
            updated: '2026-11-21T08:30:00.010Z',
          },
          {
            id: expect.stringMatching(/^thread_/),
            kind: 'mail',
            subject: 'Your lamp',
            from: 'lamps@huys.example',
            snippet: 'On its way',
            is_unread: true,
            unread: true,
            updated: '2026-11-21T08:30:00.005Z',
            origin: 'others',
          },
        ],
        total: 2,
        offset: 0,
        unread: 2,
      })
      const thread = view.items?.[0]
      expect(await inbox.ok('inbox.read', { id: thread?.id as string })).toEqual({
        total: 1,
        offset: 0,
        unread: 2,
        thread: {
          ...thread,
          omitted: 0,
          messages: [
            {
              id: expect.any(String),
              role: 'agent',
              from: 'agent',
              text: 'Done.\n\nAll of  them.',
              is_truncated: false,
              created: '2026-11-21T08:30:00.000Z',
            },
            {
              id: expect.any(String),
              role: 'agent',
              from: 'agent',
              text: 'Done again.',
              is_truncated: false,
              created: '2026-11-21T08:30:00.010Z',
            },
          ],
        },
      })
    })

    test('reading changes nothing; marking does, and again changes nothing more', async () => {
      const { account, inbox } = await person()
      await put(account.id, {})
      const id = await only(inbox)
      await inbox.ok('inbox.read', { id })
      expect((await inbox.ok('inbox.read', { id })).unread).toBe(1)
      for (const [action, isUnread, isChanged] of [
        ['mark_read', false, true],
        ['mark_read', false, false],
        ['mark_unread', true, true],
      ] as const) {
        expect(await inbox.ok('inbox.mark', { action, id })).toEqual({
          ...{ id, is_unread: isUnread, unread: isUnread, is_changed: isChanged, is_carried: false },
        })
        expect(await inbox.ok('inbox.read', { id })).toMatchObject({
          ...{ unread: isUnread ? 1 : 0, thread: { is_unread: isUnread } },
        })
      }
      await inbox.ok('inbox.mark', { action: 'mark_read', id })
      await put(account.id, { text: 'More' })
      expect(await threads(inbox)).toMatchObject([{ id, is_unread: true }])
    })

    test('marking says whether it counts where the messages came from: only for what was said directly, and read', async () => {
      const [{ account, inbox }, bob] = [await person(), await server().account()]
      await bob.ok('chat.send', { room: `direct:${account.username}`, message: 'Shall we?' })
      await bob.ok('mail.send', { to: account.username, subject: 'Keys', body: 'Where?' })
      await server().bus.settle()
      const marked: Record<string, boolean[]> = {}
      for (const { id, kind } of await threads(inbox)) {
        for (const action of ['mark_unread', 'mark_read'] as const) {
          const { is_carried: isCarried } = await inbox.ok('inbox.mark', { action, id })
          marked[kind] = [...(marked[kind] ?? []), isCarried]
        }
      }
      await server().bus.settle()
      expect(marked).toEqual({ chat: [false, true], mail: [false, false] })
      const { items } = await account.ok('chat.rooms', {})
      expect(items.map(({ unread }) => unread)).toContain(0)
      expect((await account.ok('mail.inbox', {})).unread).toBe(1)
    })

    test('a conversation with the agent has its own id, both sides, and what the owner writes is not unread', async () => {
      const { account, inbox } = await person()
      const { store, bus } = server()
      const conversation = 'thread_01k9y0s3t5v7w9x1y3z5a7b9c1'
      const say = async (message: { id: string; role: 'owner' | 'agent'; from?: string; text: string; at: number }) => {
        const payload = { conversation, client: 'web', message } as const
        await store.write((tx) =>
          bus.publish(tx, conversationMessage, payload, { key: conversation, account: account.id }),
        )
        await bus.settle()
      }
      await say({ id: 'm1', role: 'owner', from: account.username, text: 'Which trees?\nThe old ones?', at: start })
      expect(await threads(inbox)).toMatchObject([{ id: conversation, subject: 'Which trees?', is_unread: false }])
      await say({ id: 'm2', role: 'agent', text: 'The Bramley.', at: start + 9 })
      await say({ id: 'm2', role: 'agent', text: 'The Bramley.', at: start + 9 })
      const { thread } = await inbox.ok('inbox.read', { id: conversation })
      expect(thread).toMatchObject({ kind: 'agent', subject: 'Which trees?', is_unread: true, omitted: 0 })
      expect(thread?.messages.map(({ role, from }) => [role, from])).toEqual([
        ['owner', account.username],
        ['agent', 'agent'],
      ])
      await store.write((tx) =>
        bus.publish(tx, conversationDeleted, { conversation }, { key: conversation, account: account.id }),
      )
      await bus.settle()
      expect(await threads(inbox)).toEqual([])
    })

    test('a reminder that fires is in the inbox, in one thread for all its times, until the event is deleted', async () => {
      const { account, inbox } = await person()
      const when = new Date(server().clock.now() + 3_600_000).toISOString()
      const event = await account.ok('events.create', { title: 'Water', note: 'The can', when, repeat: 'daily' })
      for (const ms of [3_600_000, 86_400_000]) {
        server().clock.advance(ms)
        await server().jobs.settle()
        await server().bus.settle()
      }
      const [thread, ...others] = await threads(inbox)
      expect([thread, others]).toMatchObject([{ kind: 'reminder', subject: 'Water', snippet: 'The can' }, []])
      expect((await inbox.ok('inbox.read', { id: thread?.id as string })).thread?.messages).toHaveLength(2)
      await account.ok('events.delete', { id: event.id })
      await server().bus.settle()
      expect(await threads(inbox)).toEqual([])
    })

    test('what the other person of a conversation wrote goes with the account of that person', async () => {
      const { account, inbox } = await person()
      const other = await server().account()
      await put(account.id, { kind: 'chat', key: 'direct', party: other.id, from: other.username })
      expect(await threads(inbox)).toHaveLength(1)
      const { store } = server()
      await store.run(store.sql('accounts').where({ id: other.id }).delete())
      expect(await threads(inbox)).toEqual([])
      await put(account.id, { kind: 'chat', key: 'direct', party: other.id, from: other.username })
      expect(await threads(inbox)).toEqual([])
    })

    test('a thread that is gone where it came from is gone here, and only for its owner', async () => {
      const [ada, bob] = [await person(), await person()]
      await put(ada.account.id, { kind: 'sms', key: 'sms_a' })
      const remove = async (account: string) => {
        const payload = { account, kind: 'sms', key: 'sms_a' } as const
        await server().store.write((tx) => server().bus.publish(tx, inboxGone, payload, { account, key: 'sms_a' }))
        await server().bus.settle()
      }
      await remove(bob.account.id)
      expect(await threads(ada.inbox)).toHaveLength(1)
      await remove(ada.account.id)
      expect(await threads(ada.inbox)).toEqual([])
    })

    test('a thread whose matter is settled where it came from is read here, and only for its owner', async () => {
      const [ada, bob] = [await person(), await person()]
      await put(ada.account.id, { kind: 'agent', key: 'approval_a' }, { kind: 'agent', key: 'approval_b' })
      const settle = async (account: string) => {
        const [payload, about] = [
          { account, kind: 'agent', key: 'approval_a' } as const,
          { account, key: 'approval_a' },
        ]
        await server().store.write((tx) => server().bus.publish(tx, inboxSettled, payload, about))
        await server().bus.settle()
      }
      const unread = async () => (await threads(ada.inbox)).filter(({ is_unread }) => is_unread).length
      await settle(bob.account.id)
      expect(await unread()).toBe(2)
      await settle(ada.account.id)
      expect([await unread(), (await threads(ada.inbox)).length]).toEqual([1, 2])
    })

    test('a message that is gone where it came from is gone here, and with the last one its thread', async () => {
      const { account, inbox } = await person()
      const key = 'mail_a'
      const mail = { kind: 'mail', key, from: 'ann@huys.example', title: 'Keys' }
      await put(
        account.id,
        { ...mail, id: 'mail_1', text: 'Under the pot', at: start },
        { ...mail, id: 'mail_2', text: 'The code is 4711', at: start + 10, link: '/mail?id=mail_2' },
      )
      const remove = async (id: string) => {
        const payload = { account: account.id, kind: 'mail', key, id } as const
        await server().store.write((tx) => server().bus.publish(tx, inboxGone, payload, { account: account.id, key }))
        await server().bus.settle()
      }
      await remove('mail_0')
      await remove('mail_2')
      const [left] = await threads(inbox)
      expect(left).toMatchObject({ snippet: 'Under the pot', updated: '2026-11-21T08:30:00.000Z' })
      expect(left).not.toHaveProperty('link')
      const { thread } = await inbox.ok('inbox.read', { id: left?.id as string })
      expect(thread).toMatchObject({ messages: [{ text: 'Under the pot' }], omitted: 0 })
      await remove('mail_1')
      expect(await threads(inbox)).toEqual([])
    })

    test('a long text is cut and says so, and a long thread returns its end', async () => {
      const { account, inbox } = await person()
      const long = { text: '🪶'.repeat(maxMessageCharacters + 1) }
      await put(account.id, ...Array.from({ length: 7 }, () => long))
      const id = await only(inbox)
      const { thread } = await inbox.ok('inbox.read', { id })
      expect([thread?.messages.length, thread?.omitted]).toEqual([5, 2])
      expect(
        thread?.messages.every(({ text, is_truncated: cut }) => cut && [...text].length === maxMessageCharacters),
      ).toBe(true)
      expect([...(thread?.snippet ?? '')].length).toBeLessThanOrEqual(180)
      await put(account.id, ...Array.from({ length: 260 }, (_, index) => ({ key: 'work_b', text: `m${index}` })))
      const other = await inbox.ok('inbox.read', { id: await only(inbox) })
      expect([other.thread?.messages.length, other.thread?.omitted]).toEqual([200, 60])
      expect(other.thread?.messages.map(({ text }) => text)).toEqual(
        Array.from({ length: 200 }, (_, index) => `m${index + 60}`),
      )
    })

    test('pages follow each other and count the whole', async () => {
      const { account, inbox } = await person()
      await put(account.id, ...Array.from({ length: 5 }, (_, at) => ({ key: `work_${at}`, at: start + at })))
      const seen: string[] = []
      let offset: number | undefined = 0
      while (offset !== undefined) {
        const page: Result<'inbox.read'> = await inbox.ok('inbox.read', { offset, limit: 2 })
        seen.push(...(page.items ?? []).map(({ updated }) => updated))
        expect(page.total).toBe(5)
        offset = page.next_offset
      }
      expect(seen).toEqual(Array.from({ length: 5 }, (_, index) => new Date(start + 4 - index).toISOString()))
    })

    test('5,000 messages are kept: the threads that are quiet for longest go first, and the oldest of a long thread', async () => {
      const { account, inbox } = await person()
      await put(account.id, { key: 'quiet', at: start - 9 }, { key: 'loud', at: start })
      const { store } = server()
      const fill = (key: string, count: number) =>
        store.run(store.sql('inbox_threads').where({ owner: account.id, key }).update({ message_count: count }))
      await fill('quiet', maxMessages - 2)
      await put(account.id, { key: 'loud', at: start + 1 })
      expect((await threads(inbox)).length).toBe(2)
      await put(account.id, { key: 'loud', at: start + 2 })
      expect((await threads(inbox)).map(({ subject }) => subject)).toHaveLength(1)
      await fill('loud', maxInThread)
      await put(account.id, { key: 'loud', at: start + 3, text: 'last' })
      const { thread } = await inbox.ok('inbox.read', { id: await only(inbox) })
      expect(thread?.messages.map(({ created }) => Date.parse(created) - start)).toEqual([1, 2, 3])
    })

    test('a thread is deleted a year after its latest message', async () => {
      const { account, inbox } = await person()
      const now = server().clock.now()
      await put(account.id, ...Array.from({ length: 12 }, (_, at) => ({ key: `old_${at}`, at: now - keptMs + 1000 })))
      await put(account.id, { key: 'new', at: now })
      server().clock.advance(3_600_000)
      await server().jobs.settle()
      expect(await threads(inbox)).toHaveLength(1)
    })

    test("another account's thread is the same as one that does not exist", async () => {
      const [ada, bob] = [await person(), await person()]
      await put(ada.account.id, {})
      const id = await only(ada.inbox)
      for (const [operation, args] of [
        ['inbox.read', {}],
        ['inbox.mark', { action: 'mark_read' }],
      ] as const) {
        const foreign = await bob.inbox.fails(operation, { ...args, id })
        const missing = await bob.inbox.fails(operation, { ...args, id: 'thread_none' })
        expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
        expect(foreign.body.error.replace(id, 'thread_none')).toBe(missing.body.error)
      }
      expect(await threads(ada.inbox)).toMatchObject([{ is_unread: true }])
    })
  })
})
