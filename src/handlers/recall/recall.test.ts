import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { forEachServer } from '../../testing/server.ts'
import { conversationDeleted, maxMessageCharacters } from './contracts.ts'
import { type Said, sayerOn, start } from './fixtures/said.ts'
import { maxMessages } from './subscriber.ts'

forEachServer((server) => {
  const say = sayerOn(server)

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
