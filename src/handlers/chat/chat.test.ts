import { describe, expect, test } from 'vitest'
import { publish } from '#testing/publish.ts'
import { forEachServer, type TestAccount, type TestCaller } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { unzip } from '#testing/zip.ts'
import { roomIn, say, textsIn } from './fixtures/chatting.ts'

const trains = {
  id: 'news_01k9y1f4g6h8j0k2m4n6p8q0r2',
  title: 'Night trains return to the Alps',
  text: 'Three operators reopen sleeper routes.',
  url: 'https://news.example/night-trains',
  source: 'Example News',
  published: Date.parse('2026-11-21T08:55:00Z'),
}
const content = 'The lapwings are back on the north field, forty of them, and they do not mind the tractor at all.'

forEachServer((server) => {
  /** Stores messages as if they had been posted earlier. */
  async function fill(author: TestAccount, room: string, count: number, text = 'x') {
    await say(author, room, 'first')
    const { store, clock } = server()
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ id: `chat_${room}_${String(index).padStart(6, '0')}`, room, seq: index + 2, author: author.id },
      ...{ by_agent: false, text: `${text}${index}`, created_at: clock.now() },
    }))
    await store.write(async (tx) => {
      for (let at = 0; at < count; at += 100) await tx.run(tx.sql('chat_messages').insert(rows.slice(at, at + 100)))
      await tx.run(
        tx
          .sql('chat_rooms')
          .where({ id: room })
          .update({ last_seq: count + 1 }),
      )
    })
  }

  async function runSchedules(afterMs: number) {
    await server().jobs.settle()
    server().clock.advance(afterMs)
    await server().jobs.settle()
  }

  describe('public rooms', () => {
    test('are the topics at first, latest message first; everyone can read them', async () => {
      const ada = await server().account()
      const { anonymous, clock } = server()
      const titles = ['General', 'Books', 'Cooking', 'Gardening', 'Music', 'Technology']
      const idle = await anonymous.ok('chat.rooms', {})
      expect(idle.items.map(({ title }) => title)).toEqual(titles)
      expect([idle.total, idle.items[3]]).toEqual([6, { id: 'topic_gardening', kind: 'topic', title: 'Gardening' }])
      expect(await anonymous.ok('chat.messages', { room: 'topic_music' })).toEqual({
        room: 'topic_music',
        messages: [],
        omitted: 0,
      })
      const { message } = await say(ada, 'topic_gardening', 'Is it too late\r\nto plant tulips?')
      const created = new Date(clock.now()).toISOString()
      expect(message).toEqual({
        id: expect.stringMatching(/^chat_[0-9a-z]{26}$/),
        ...{ room: 'topic_gardening', author: ada.username, text: 'Is it too late\nto plant tulips?' },
        ...{ is_agent: false, created },
      })
      expect(await anonymous.ok('chat.messages', {})).toEqual({
        room: 'topic_gardening',
        messages: [message],
        omitted: 0,
      })
      const { items, total } = await anonymous.ok('chat.rooms', { limit: 2 })
      expect([items.map(({ id }) => id), total]).toEqual([['topic_gardening', 'topic_general'], 6])
      expect(items[0]).toEqual({ id: 'topic_gardening', kind: 'topic', title: 'Gardening', last_activity: created })
    })

    test('about an article exist while it is in the archive, and are hidden as soon as it is withdrawn', async () => {
      const ada = await server().account()
      await ada.fails('chat.send', { room: trains.id, message: 'Hello' })
      await publish(server(), 'news.published', trains)
      await say(ada, trains.id, 'At last!')
      expect(await roomIn(server().anonymous, trains.id)).toMatchObject({ kind: 'news', title: trains.title })
      await publish(server(), 'news.withdrawn', { id: trains.id })
      expect(await roomIn(ada, trains.id)).toBeUndefined()
      const { body } = await ada.fails('chat.messages', { room: trains.id })
      expect(body.code).toBe('not_found')
    })

    test('about a post that its author makes private are gone for everyone, and return when it is public again', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const post = await ada.ok('blog.create', { content, title: 'Lapwings' })
      await say(bob, post.id, 'How lovely')
      expect((await roomIn(bob, post.id))?.title).toBe('Lapwings')
      const { store } = server()
      await store.run(store.sql('blog_posts').where({ id: post.id }).update({ private: true }))
      const change = {
        id: post.id,
        title: 'Lapwings',
        snippet: content,
        text: content,
        author: ada.username,
        published: 1,
      }
      const url = `${server().url}/blog/${post.id}`
      await publish(server(), 'blog.updated', { ...change, public: false, url })
      for (const caller of [ada, bob, server().anonymous]) {
        expect(await roomIn(caller, post.id)).toBeUndefined()
        expect((await caller.fails('chat.messages', { room: post.id })).body.code).toBe('not_found')
      }
      await runSchedules(7_200_000)
      await publish(server(), 'blog.updated', { ...change, public: true, url })
      expect(await textsIn(bob, post.id)).toEqual(['How lovely'])
      expect((await roomIn(bob, post.id))?.title).toBe('Lapwings')
    })

    test('are deleted a day after their item, with their messages', async () => {
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content, title: 'Short-lived' })
      await say(ada, post.id, 'To be deleted')
      await ada.ok('blog.delete', { id: post.id })
      await server().bus.settle()
      const left = async () => {
        const { store } = server()
        const rows = await Promise.all(
          ['chat_rooms', 'chat_messages', 'chat_marks'].map((table) =>
            store.all(store.sql(table).where({ [table === 'chat_rooms' ? 'id' : 'room']: post.id })),
          ),
        )
        return rows.map(({ length }) => length)
      }
      await runSchedules(20 * 3_600_000)
      expect(await left()).toEqual([1, 1, 1])
      await runSchedules(6 * 3_600_000)
      expect(await left()).toEqual([0, 0, 0])
    })

    test('store their latest 1,000 messages; older ones are hidden even before the hourly purge deletes them', async () => {
      const ada = await server().account()
      await fill(ada, 'topic_books', 1200)
      await say(ada, 'topic_books', 'last')
      const { messages, omitted } = await ada.ok('chat.messages', { room: 'topic_books' })
      expect([messages.length, omitted, messages.at(-1)?.text, messages[0]?.text]).toEqual([100, 900, 'last', 'x1101'])
      const { store } = server()
      const stored = () => store.all<{ seq: number }>(store.sql('chat_messages').where({ room: 'topic_books' }))
      expect(await stored()).toHaveLength(1202)
      await runSchedules(3_600_000)
      expect(await stored()).toHaveLength(1000)
      expect(await ada.ok('chat.messages', { room: 'topic_books' })).toEqual({ room: 'topic_books', messages, omitted })
    })

    test('closed by the operator can be read, but not written in, and are not listed', async () => {
      const ada = await server().account()
      const { store } = server()
      await fill(ada, 'topic_music', 1)
      await store.run(
        store.sql('chat_rooms').where({ id: 'topic_music' }).update({ id: 'topic_chess', title: 'Chess' }),
      )
      await store.run(store.sql('chat_messages').where({ room: 'topic_music' }).update({ room: 'topic_chess' }))
      expect(await textsIn(ada, 'topic_chess')).toEqual(['first', 'x0'])
      expect(await roomIn(ada, 'topic_chess')).toBeUndefined()
      const { body } = await ada.fails('chat.send', { room: 'topic_chess', message: 'x' })
      expect(body).toEqual({ code: 'failed_precondition', error: expect.stringContaining('closed') })
    })
  })

  describe('a message', () => {
    test('that is too long, blank or has invalid characters is rejected with the reason', async () => {
      const ada = await server().account()
      const fault = async (message: unknown, room: unknown = 'topic_general') => {
        const { body } = await ada.fails('chat.send', { room, message })
        return body.details?.map(({ path, message: why }) => `${path} ${why}`).join('; ') ?? body.code
      }
      expect(await fault(' \n\t ')).toContain('message must not be blank')
      for (const text of ['a\u0007b', '\u001b[31mred', 'a\u009bb', '\u007f', 'a\u000bb'])
        expect(await fault(text)).toContain('control characters')
      for (const room of [
        'topic_none',
        'group_01k9y2x1y3z5a7b9c1d3e5f7g9',
        'post_x',
        'news_',
        'video_1',
        'market_1',
        '../x',
        'topic_\u202e',
        'direct_0',
      ])
        expect(await fault('x', room)).toBe('not_found')
      await say(ada, 'topic_general', 'x'.repeat(10_000))
      await say(ada, 'topic_general', '\u{1f600} tab\tand line\n\nبه')
    })

    test('and earlier ones are read in pages of a hundred, or fewer if they are long', async () => {
      const ada = await server().account()
      await fill(ada, 'topic_technology', 250)
      const read = (before?: string) =>
        ada.ok('chat.messages', { room: 'topic_technology', ...(before === undefined ? {} : { before }) })
      const pages = [await read()]
      while (pages[0]?.omitted) pages.unshift(await read(pages[0].messages[0]?.id))
      expect(pages.map(({ messages }) => messages.length)).toEqual([51, 100, 100])
      const texts = pages.flatMap(({ messages }) => messages.map(({ text }) => text))
      expect(texts).toEqual(['first', ...Array.from({ length: 250 }, (_, index) => `x${index}`)])
      expect((await ada.fails('chat.messages', { room: 'topic_technology', before: 'chat_x' })).body.code).toBe(
        'not_found',
      )
      const other = pages[0]?.messages[0]?.id as string
      expect((await ada.fails('chat.messages', { room: 'topic_general', before: other })).body.code).toBe('not_found')
      await server().store.run(
        server()
          .store.sql('chat_messages')
          .where({ room: 'topic_technology' })
          .update({ text: 'y'.repeat(10_000) }),
      )
      const long = await read()
      expect([long.messages.length, long.omitted]).toEqual([20, 231])
    })
  })

  describe('the number of unread messages', () => {
    test('is counted for each account, from where it last posted', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const id = `direct:${[ada.username, bob.username].sort().join(':')}`
      const unread = async (caller: TestCaller, room: string) => (await roomIn(caller, room))?.unread
      for (const text of ['one', 'two', 'three']) await say(ada, id, text)
      expect([await unread(ada, id), await unread(bob, id)]).toEqual([0, 3])
      await textsIn(bob, id)
      expect(await unread(bob, id)).toBe(3)
      await say(bob, id, 'four')
      expect([await unread(ada, id), await unread(bob, id)]).toEqual([1, 0])
      await say(ada, 'topic_general', 'hello')
      await say(bob, 'topic_general', 'hello')
      expect([await unread(ada, 'topic_general'), await unread(await server().account(), 'topic_general')]).toEqual([
        1,
        undefined,
      ])
      expect(await unread(server().anonymous, 'topic_general')).toBeUndefined()
    })

    test('is counted up to 100, and stored for 1,000 rooms', async () => {
      const ada = await server().account()
      const bob = await server().account()
      await say(bob, 'topic_cooking', 'from now on')
      await say(ada, 'topic_cooking', 'x')
      const { store } = server()
      await store.run(store.sql('chat_rooms').where({ id: 'topic_cooking' }).update({ last_seq: 1000 }))
      const rows = Array.from({ length: 150 }, (_, index) => ({
        ...{ id: `chat_many_${index}`, room: 'topic_cooking', seq: 500 + index, author: ada.id, by_agent: false },
        ...{ text: 'x', created_at: 1 },
      }))
      await store.run(store.sql('chat_messages').insert(rows))
      expect((await roomIn(bob, 'topic_cooking'))?.unread).toBe(100)
      const marks = Array.from({ length: 1000 }, (_, index) => ({
        ...{ account: ada.id, room: `topic_${index}`, read_seq: 1, read_at: 1000 + index },
      }))
      for (let at = 0; at < 1000; at += 250) await store.run(store.sql('chat_marks').insert(marks.slice(at, at + 250)))
      await say(ada, 'topic_books', 'one more')
      const stored = await store.all<{ room: string }>(
        store.sql('chat_marks').select('room').where({ account: ada.id }),
      )
      expect(stored).toHaveLength(1000)
      expect(stored.map(({ room }) => room)).not.toContain('topic_0')
      expect(stored.map(({ room }) => room)).toContain('topic_books')
    })
  })

  describe('the export', () => {
    test('has sent and directly received messages, oldest first, and none of others', async () => {
      const [ada, bob, eve] = [await server().account(), await server().account(), await server().account()]
      const mine = await say(ada, 'topic_general', 'in public')
      server().clock.advance(1000)
      const theirs = await say(bob, `direct:${ada.username}`, 'to ada')
      server().clock.advance(1000)
      const back = await say(ada, `direct:${bob.username}`, 'to bob')
      await say(eve, 'topic_general', 'of eve')
      const refs = [mine, theirs, back].map(({ message: { id, created } }) => ({ id, created }))
      expect(await ada.ok('chat.sources', {})).toEqual({ items: refs, total: 3, offset: 0 })
      const first = await ada.ok('chat.sources', { limit: 2 })
      expect(first).toMatchObject({ items: refs.slice(0, 2), next_offset: 2 })
      const rest = { items: refs.slice(2), total: 3, offset: 2 }
      expect(await ada.ok('chat.sources', { limit: 2, cursor: first.next_cursor as string })).toEqual(rest)
      expect(await ada.ok('chat.sources', { limit: 2, offset: 2 })).toEqual(rest)
      expect((await ada.fails('chat.sources', { cursor: 'x' })).body.details?.[0]?.path).toBe('cursor')
      const thread = theirs.message.room
      const common = { thread, channel: 'chat' }
      expect(await ada.ok('chat.source', { id: theirs.message.id })).toEqual({
        ...common,
        ...{ id: theirs.message.id, direction: 'incoming', from: bob.username, to: [ada.username], text: 'to ada' },
        created: theirs.message.created,
      })
      expect(await ada.ok('chat.source', { id: back.message.id })).toMatchObject({
        direction: 'outgoing',
        delivery: 'delivered',
      })
      expect(await ada.ok('chat.source', { id: mine.message.id })).toMatchObject({ thread: 'topic_general', to: [] })
      for (const id of [theirs.message.id, back.message.id, 'chat_unknown'])
        expect((await eve.fails('chat.source', { id })).body.code).toBe('not_found')
    })

    test('of the account also has both; a stored message counts for its author alone', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      await say(bob, `direct:${ada.username}`, 'y'.repeat(5000))
      await say(ada, 'topic_general', 'short')
      const visitor = await new TestVisitor(server().url).signIn(ada.username)
      await visitor.submit('/settings/data', '/settings/export')
      await server().jobs.settle()
      const { html } = await visitor.get('/settings/data')
      const address = /href="(\/settings\/export\/export_\w+)"/.exec(html)?.[1] as string
      const answer = await visitor.raw(address)
      const files = unzip(Buffer.from(await answer.arrayBuffer()))
      expect(JSON.parse(files.get('chat.json') as string)).toMatchObject([{ text: 'short' }])
      expect(JSON.parse(files.get('chat-received.json') as string)).toMatchObject([{ author: bob.id }])
      const { storage } = server()
      await storage.fold()
      const stored = async ({ id }: TestAccount) =>
        (await storage.partsOf(id)).find(({ table }) => table === 'chat_messages')?.bytes ?? 0
      expect(await stored(ada)).toBeLessThan(1000)
      expect(await stored(bob)).toBeGreaterThan(5000)
    })
  })
})

forEachServer(
  (server) => {
    test('messages in public rooms are public writes; others have a separate limit', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const direct = `direct:${bob.username}`
      for (const room of ['topic_general', 'topic_books', direct, direct, direct]) await say(ada, room, 'x')
      const { status, body } = await ada.fails('chat.send', { room: 'topic_music', message: 'x' })
      expect([status, body.error]).toEqual([429, expect.stringContaining('public writes')])
      const { body: second } = await ada.fails('chat.send', { room: direct, message: 'x' })
      expect([second.code, second.error]).toEqual(['rate_limited', expect.stringContaining('messages')])
      await say(bob, `direct:${ada.username}`, 'not my limit')
      server().clock.advance(70_000)
      await say(ada, direct, 'again')
      expect((await ada.fails('chat.send', { room: 'topic_music', message: 'x' })).status).toBe(429)
      // Rejected messages are not counted, whether for the limit or for their content.
      await ada.fails('chat.send', { room: direct, message: '\u0007' })
    })
  },
  { settings: { LIMIT_PUBLIC_WRITES_PER_HOUR: '2', LIMIT_CHAT_MESSAGES_PER_MINUTE: '3' } },
)
