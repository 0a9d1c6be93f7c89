import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer } from '../../testing/server.ts'
import { conversationDeleted, conversationMessage, maxMessageCharacters } from './contracts.ts'
import { maxMessages } from './subscriber.ts'

const start = Date.parse('2026-11-21T08:30:00Z')

forEachServer((server) => {
  let messages = 0

  interface Said {
    role?: 'owner' | 'agent' | 'other'
    from?: string
    text?: string
    at?: number
    client?: 'web' | 'mail' | 'cli' | 'other'
    agent?: string
    id?: string
    /** Whether the agent has read text by others; `null` if that is not known. */
    foreign?: boolean | null
  }

  /** Publishes messages of a conversation, as the family that holds it does. */
  async function say(account: string, conversation: string, ...all: Said[]): Promise<void> {
    const { store, bus } = server()
    await store.write(async (tx) => {
      for (const {
        role = 'owner',
        from,
        text = 'Hello',
        at = start + messages,
        client = 'web',
        agent,
        id,
        foreign = false,
      } of all) {
        messages += 1
        const message = { id: id ?? `message_${messages}`, role, ...(from && { from }), text, at }
        const known = foreign === null ? {} : { has_foreign_text: foreign }
        const said = { conversation, client, ...(agent && { agent }), ...known, message }
        await bus.publish(tx, conversationMessage, said, { key: conversation, account })
      }
    })
    await bus.settle()
  }

  describe('recall', () => {
    test('a conversation is listed and read as it was held', async () => {
      const ada = await server().account()
      await say(
        ada.id,
        'thread_a',
        { from: ada.username, text: '\n  Which of my apple trees\nshould I prune?', at: start, id: 'm1' },
        { role: 'agent', text: 'The old Bramley.', at: start + 5000, id: 'm2', agent: 'gardener' },
        { role: 'other', from: 'bo@orchard.example', text: 'I agree.', at: start + 9000, id: 'm3' },
      )
      const summary = {
        id: 'thread_a',
        subject: 'Which of my apple trees',
        client: 'web',
        agent: 'gardener',
        message_count: 3,
        created: '2026-11-21T08:30:00.000Z',
        updated: '2026-11-21T08:30:09.000Z',
        // Someone else has joined it.
        origin: 'others',
      }
      expect(await ada.ok('recall.list', {})).toEqual({ items: [summary], total: 1 })
      expect(await ada.ok('recall.conversation', { id: 'thread_a' })).toEqual({
        ...summary,
        omitted: 0,
        messages: [
          {
            id: 'm1',
            role: 'owner',
            from: ada.username,
            text: '\n  Which of my apple trees\nshould I prune?',
            is_truncated: false,
            created: '2026-11-21T08:30:00.000Z',
          },
          {
            id: 'm2',
            role: 'agent',
            text: 'The old Bramley.',
            is_truncated: false,
            created: '2026-11-21T08:30:05.000Z',
          },
          {
            id: 'm3',
            role: 'other',
            from: 'bo@orchard.example',
            text: 'I agree.',
            is_truncated: false,
            created: '2026-11-21T08:30:09.000Z',
          },
        ],
      })
    })

    test.each<[string, Said[], 'others' | undefined]>([
      ['whose agent has read none is not marked', [{}, { role: 'agent' }], undefined],
      ['whose agent has read some is marked', [{}, { role: 'agent', foreign: true }], 'others'],
      ['stays marked', [{ foreign: true }, {}], 'others'],
      ['of which that is not known is marked', [{ foreign: null }], 'others'],
      ['with messages of someone else is marked', [{}, { role: 'other' }], 'others'],
    ])('as to text by others, a conversation %s', async (_what, said, origin) => {
      const ada = await server().account()
      await say(ada.id, `thread_${ada.id}`, ...said)
      expect((await ada.ok('recall.list', {})).items.map((each) => each.origin)).toEqual([origin])
      expect((await ada.ok('recall.conversation', { id: `thread_${ada.id}` })).origin).toBe(origin)
    })

    test('the most recently active come first, of one client or of all, and the total counts those beyond the limit', async () => {
      const ada = await server().account()
      await say(ada.id, 'thread_old', { at: start, client: 'mail' })
      await say(ada.id, 'thread_new', { at: start + 10, client: 'cli' })
      await say(ada.id, 'thread_sms', { at: start + 20, client: 'other' })
      await say(ada.id, 'thread_old', { at: start + 30, client: 'mail' })
      const ids = async (args: { client?: 'web' | 'mail' | 'cli'; limit?: number }) => {
        const { items, total } = await ada.ok('recall.list', args)
        return [items.map(({ id }) => id), total]
      }
      expect(await ids({})).toEqual([['thread_old', 'thread_sms', 'thread_new'], 3])
      expect(await ids({ limit: 1 })).toEqual([['thread_old'], 3])
      expect(await ids({ client: 'cli' })).toEqual([['thread_new'], 1])
      expect(await ids({ client: 'web' })).toEqual([[], 0])
      expect((await ada.ok('recall.list', {})).items[1]).toMatchObject({ client: 'other' })
    })

    test('of a long conversation the most recent messages are returned, oldest first', async () => {
      const ada = await server().account()
      const long = Array.from({ length: 70 }, (_, index) => ({ text: `m${index}`, at: start + Math.floor(index / 2) }))
      await say(ada.id, 'thread_long', ...long)
      for (const [limit, kept] of [
        [undefined, 50],
        [1, 1],
        [20, 20],
        [70, 70],
        [1000, 70],
      ] as const) {
        const found = await ada.ok('recall.conversation', { id: 'thread_long', ...(limit && { limit }) })
        expect([found.omitted, found.message_count]).toEqual([70 - kept, 70])
        expect(found.messages.map(({ text }) => text).toSorted()).toEqual(
          long
            .slice(70 - kept)
            .map(({ text }) => text)
            .toSorted(),
        )
        expect(found.messages.map(({ created }) => created)).toEqual(
          found.messages.map(({ created }) => created).toSorted(),
        )
      }
    })

    test('conversations page to their end by cursor, of one client or of all', async () => {
      const ada = await server().account()
      for (const n of [0, 1, 2, 3, 4])
        await say(ada.id, `thread_${n}`, { at: start + (n >> 1), client: n === 2 ? 'cli' : 'web' })
      const ids = async (args: { client?: 'web' }) => {
        const pages = await pagesByCursor((from) => ada.ok('recall.list', { limit: 2, ...args, ...from }))
        expect(new Set(pages.map(({ total }) => total)).size).toBe(1)
        return pages.map(({ items }) => items.map(({ id }) => id))
      }
      expect(await ids({})).toEqual([['thread_4', 'thread_3'], ['thread_2', 'thread_1'], ['thread_0']])
      expect(await ids({ client: 'web' })).toEqual([
        ['thread_4', 'thread_3'],
        ['thread_1', 'thread_0'],
      ])
    })

    test('the older messages of a conversation follow page by page to the first, each page oldest first', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const long = Array.from({ length: 57 }, (_, n) => ({
        id: `page_${n + 10}`,
        text: `m${n}`,
        at: start + (n >> 1),
      }))
      await say(ada.id, 'thread_pages', ...long)
      await say(bob.id, 'thread_else', { at: start - 1 })
      const read = (from: { cursor?: string }) =>
        ada.ok('recall.conversation', { id: 'thread_pages', limit: 25, ...from })
      const pages = await pagesByCursor(read)
      expect(pages.map(({ omitted, message_count: count }) => [omitted, count])).toEqual([
        [32, 57],
        [7, 57],
        [0, 57],
      ])
      expect(pages.toReversed().flatMap(({ messages: page }) => page.map(({ text }) => text))).toEqual(
        long.map(({ text }) => text),
      )
      await say(ada.id, 'thread_pages', { text: 'newer', at: start + 9000 })
      const { messages: again, omitted } = await read({ cursor: pages[0]?.next_cursor ?? '' })
      expect([again, omitted]).toEqual([pages[1]?.messages, 7])
      const { body } = await ada.fails('recall.conversation', { id: 'thread_pages', cursor: 'page_1' })
      expect(body.details?.map(({ path }) => path)).toEqual(['cursor'])
    })

    test('a message that is announced again is stored once, and what is too long is cut and says so', async () => {
      const ada = await server().account()
      await say(ada.id, 'thread_twice', { id: 'same' }, { id: 'same' })
      await say(ada.id, 'thread_twice', { id: 'long', text: '🪶'.repeat(maxMessageCharacters + 1) })
      const { messages: kept, message_count: count } = await ada.ok('recall.conversation', { id: 'thread_twice' })
      expect([count, kept.map(({ id, is_truncated: cut }) => [id, cut])]).toEqual([
        2,
        [
          ['same', false],
          ['long', true],
        ],
      ])
      expect([...(kept[1]?.text ?? '')]).toHaveLength(maxMessageCharacters)
    })

    test("another account's conversation is the same as one that does not exist", async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await say(ada.id, 'thread_ada', {})
      const foreign = await bob.fails('recall.conversation', { id: 'thread_ada' })
      const missing = await bob.fails('recall.conversation', { id: 'thread_none' })
      expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
      expect(foreign.body.error.replace('thread_ada', 'thread_none')).toBe(missing.body.error)
      expect(await bob.ok('recall.list', {})).toEqual({ items: [], total: 0 })
      await say(bob.id, 'thread_ada', { text: 'of bob' })
      expect((await ada.ok('recall.conversation', { id: 'thread_ada' })).messages).toHaveLength(1)
    })

    test('a deleted conversation is gone, and only for its owner', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await say(ada.id, 'thread_gone', {})
      const remove = async (account: string) => {
        const { store, bus } = server()
        const payload = { conversation: 'thread_gone' }
        await store.write((tx) => bus.publish(tx, conversationDeleted, payload, { key: 'thread_gone', account }))
        await bus.settle()
      }
      await remove(bob.id)
      expect((await ada.ok('recall.list', {})).total).toBe(1)
      await remove(ada.id)
      expect((await ada.ok('recall.list', {})).total).toBe(0)
      expect((await server().store.all(server().store.sql('recall_messages').where({ owner: ada.id }))).length).toBe(0)
    })

    test('5,000 messages of an account are kept: the conversation inactive for longest is dropped whole', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await say(bob.id, 'thread_bob', {})
      await say(ada.id, 'thread_oldest', ...Array.from({ length: 3 }, (_, index) => ({ at: start - 9000 + index })))
      await say(ada.id, 'thread_middle', { at: start - 5000 })
      const { store } = server()
      const filler = Array.from({ length: maxMessages - 4 }, (_, index) => ({
        id: `filler_${ada.id}_${String(index).padStart(4, '0')}`,
        owner: ada.id,
        conversation: 'thread_big',
        role: 'owner',
        text: 'x',
        is_truncated: false,
        created_at: start + index,
      }))
      await store.write(async (tx) => {
        await tx.run(
          tx.sql('recall_conversations').insert({
            id: 'thread_big',
            owner: ada.id,
            client: 'web',
            subject: 'x',
            message_count: filler.length,
            created_at: start,
            updated_at: start + filler.length,
          }),
        )
      })
      await insertRows(store, 'recall_messages', filler)
      const kept = async () => (await ada.ok('recall.list', {})).items.map(({ id, message_count: n }) => [id, n])
      await say(ada.id, 'thread_middle', { at: start - 4000 })
      expect(await kept()).toEqual([
        ['thread_big', maxMessages - 4],
        ['thread_middle', 2],
      ])
      await say(ada.id, 'thread_big', ...Array.from({ length: 5 }, (_, index) => ({ at: start + 100_000 + index })))
      expect(await kept()).toEqual([['thread_big', maxMessages]])
      const all = store
        .sql('recall_messages')
        .where({ owner: ada.id })
        .count({ total: '*' })
        .min({ first: 'created_at' })
      expect(await store.get(all)).toEqual({ total: maxMessages, first: start + 1 })
      expect((await bob.ok('recall.list', {})).total).toBe(1)
    })

    test.each([
      ['recall.list', { client: 'sms' }, ['client']],
      ['recall.list', { limit: 0 }, ['limit']],
      ['recall.list', { limit: 201 }, ['limit']],
      ['recall.list', { query: 'x' }, ['query']],
      ['recall.conversation', {}, ['id']],
      ['recall.conversation', { id: ' ' }, ['id']],
      ['recall.conversation', { id: 'thread_a', limit: 1001 }, ['limit']],
    ] as const)('%s is refused with %j', async (operation, args, paths) => {
      const ada = await server().account()
      await expectFaults(ada, operation, args, paths)
    })
  })
})
