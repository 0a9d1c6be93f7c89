import { describe, expect, test } from 'vitest'
import { EventReader } from '#testing/event-reader.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'

const wait = { timeout: 10_000, interval: 10 }
const content = 'The lapwings are back on the north field, forty of them, and they do not mind the tractor at all.'

const textsOf = (reader: EventReader) => reader.all('posted', 'text')
const bearer = ({ token }: { token: string | undefined }) => ({ Authorization: `Bearer ${token}` })

forEachServer((server) => {
  const follow = (room: string, headers: Record<string, string> = {}) =>
    EventReader.open(`${server().url}/chat/stream?${new URLSearchParams({ room })}`, headers)

  const say = (caller: TestAccount, room: string, message: string) => caller.ok('chat.send', { room, message })

  /** A group of the first account, with the others as members. */
  async function groupOf(owner: TestAccount, ...others: TestAccount[]) {
    const { id } = await owner.ok('groups.create', { name: 'Orchard committee' })
    for (const other of others) {
      await owner.ok('groups.update', { id, action: 'invite', account: other.username })
      await other.ok('groups.update', { id, action: 'accept' })
    }
    return id
  }

  describe('GET /chat/stream', () => {
    test('sends the messages of a public room to everyone as they are posted, and never reveals readers', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const readers = [await follow('topic_general'), await follow('topic_general', bearer(ada))]
      const elsewhere = await follow('topic_music', bearer(bob))
      for (const reader of [...readers, elsewhere]) await expect.poll(() => reader.kinds, wait).toEqual(['open'])
      const { message } = await say(ada, 'topic_general', 'one')
      await say(bob, 'topic_general', 'two')
      await say(bob, 'topic_music', 'elsewhere')
      for (const reader of readers) await expect.poll(() => textsOf(reader), wait).toEqual(['one', 'two'])
      await expect.poll(() => textsOf(elsewhere), wait).toEqual(['elsewhere'])
      expect(readers[0]?.events).toEqual([
        { id: expect.any(String), event: 'open', data: {} },
        { id: expect.any(String), event: 'posted', data: message },
        { id: expect.any(String), event: 'posted', data: expect.objectContaining({ text: 'two' }) },
      ])
      const { items } = await ada.ok('chat.rooms', {})
      expect(Object.keys(items.find(({ id }) => id === 'topic_general') ?? {}).sort()).toEqual([
        'id',
        'kind',
        'last_activity',
        'title',
        'unread',
      ])
    })

    test('continues after Last-Event-ID, and sends a reset if that is no longer known', async () => {
      const ada = await server().account()
      const first = await follow('topic_books')
      await expect.poll(() => first.kinds, wait).toEqual(['open'])
      await say(ada, 'topic_books', 'missed')
      const second = await follow('topic_books', { 'Last-Event-ID': first.events[0]?.id ?? '' })
      await expect.poll(() => textsOf(second), wait).toEqual(['missed'])
      server().clock.advance(2 * 3_600_000)
      const third = await follow('topic_books', { 'Last-Event-ID': second.events[1]?.id ?? '' })
      await expect.poll(() => third.kinds, wait).toEqual(['reset'])
    })

    test('of a direct conversation is for its two people alone, even before it has begun', async () => {
      const [ada, bob, eve] = [await server().account(), await server().account(), await server().account()]
      const id = `direct:${[ada.username, bob.username].sort().join(':')}`
      const readers = [await follow(`direct:${bob.username}`, bearer(ada)), await follow(id, bearer(bob))]
      await say(ada, `direct:${bob.username}`, 'hello')
      for (const reader of readers) await expect.poll(() => textsOf(reader), wait).toEqual(['hello'])
      expect(readers[1]?.all('posted', 'room')).toEqual([id])
      for (const headers of [{}, bearer(eve)]) {
        const { response } = await follow(id, headers)
        expect([response.status, (await problemOf(id, headers)).code]).toEqual([400, 'not_found'])
      }
    })

    async function problemOf(room: string, headers: Record<string, string>) {
      const response = await fetch(`${server().url}/chat/stream?${new URLSearchParams({ room })}`, { headers })
      return (await response.json()) as { code: string; error: string; details?: { path: string }[] }
    }

    test('rejects unknown rooms like those of others, and invalid requests', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const group = await groupOf(bob)
      const secret = await bob.ok('blog.create', { content, title: 'Mine', private: true })
      const errors = new Set<string>()
      for (const room of [group, secret.id, 'group_x', 'post_x', 'topic_none', 'direct:nobody_here', 'x'.repeat(200)]) {
        const { code, error } = await problemOf(room, bearer(ada))
        errors.add(`${code} ${error.replace(/"[^"]+"/, 'ROOM')}`)
      }
      expect([...errors]).toEqual([
        'not_found The room ROOM does not exist, or you cannot see it. Use chat.rooms to list the rooms that you can see.',
      ])
      expect((await problemOf('', {})).details?.[0]?.path).toBe('room')
      expect((await problemOf('y'.repeat(201), {})).details?.[0]?.path).toBe('room')
      const twice = await fetch(`${server().url}/chat/stream?room=topic_general&room=topic_music`)
      expect(await twice.json()).toMatchObject({ code: 'invalid_argument' })
      expect((await problemOf('topic_general', { Authorization: 'Bearer od_wrong' })).code).toBe('unauthenticated')
      const { token } = await ada.withToken({ scope: { services: ['notes'] } })
      expect((await problemOf('topic_general', bearer({ token }))).code).toBe('permission_denied')
      const ask = async (path: string, method = 'GET') => {
        const response = await fetch(`${server().url}/chat/${path}`, { method })
        await response.body?.cancel()
        return [response.status, response.headers.get('allow')]
      }
      expect(await ask('stream?room=topic_general', 'POST')).toEqual([405, 'GET, HEAD'])
      expect(await ask('stream?room=topic_general', 'HEAD')).toEqual([200, null])
      expect(await ask('page.js', 'HEAD')).toEqual([200, null])
      expect(await ask('nothing')).toEqual([404, null])
    })

    test('rejects the 21st stream of an account', async () => {
      const ada = await server().account()
      for (let count = 0; count < 20; count++) await follow('topic_general', bearer(ada))
      const { response } = await follow('topic_general', bearer(ada))
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '10'])
      expect((await follow('topic_general')).response.status).toBe(200)
    })

    test('ends with the article that the room is about', async () => {
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content, title: 'Soon gone' })
      const [reader, other] = [await follow(post.id), await follow('topic_general')]
      await expect.poll(() => reader.kinds, wait).toEqual(['open'])
      await ada.ok('blog.delete', { id: post.id })
      await expect.poll(() => reader.isOver, wait).toBe(true)
      expect(reader.events.at(-1)).toEqual({ event: 'end', data: { reason: 'lost' } })
      expect(other.isOver).toBe(false)
    })
  })

  describe('the room of a group', () => {
    test('is for its members: anyone who is removed or leaves loses it and its streams', async () => {
      const [ada, bob, eve] = [await server().account(), await server().account(), await server().account()]
      const group = await groupOf(ada, bob, eve)
      const listed = async (caller: TestAccount) =>
        (await caller.ok('chat.rooms', {})).items.find(({ id }) => id === group)
      expect(await listed(bob)).toEqual({ id: group, kind: 'group', title: 'Orchard committee' })
      const [mine, bobs, eves] = [
        await follow(group, bearer(ada)),
        await follow(group, bearer(bob)),
        await follow(group, bearer(eve)),
      ]
      await say(bob, group, 'one')
      for (const reader of [mine, bobs, eves]) await expect.poll(() => textsOf(reader), wait).toEqual(['one'])
      await ada.ok('groups.update', { id: group, action: 'remove', account: bob.username })
      await expect.poll(() => bobs.isOver, wait).toBe(true)
      await eve.ok('groups.update', { id: group, action: 'remove' })
      await expect.poll(() => eves.isOver, wait).toBe(true)
      await say(ada, group, 'two')
      await expect.poll(() => textsOf(mine), wait).toEqual(['one', 'two'])
      expect([textsOf(bobs), textsOf(eves), mine.isOver]).toEqual([['one'], ['one'], false])
      for (const caller of [bob, eve]) {
        expect(await listed(caller)).toBeUndefined()
        expect((await caller.fails('chat.messages', { room: group })).body.code).toBe('not_found')
        expect((await caller.fails('chat.send', { room: group, message: 'x' })).body.code).toBe('not_found')
      }
      expect((await bob.ok('chat.sources', {})).total).toBe(1)
    })

    test('ends with the group', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const group = await groupOf(ada, bob)
      await say(ada, group, 'one')
      const readers = [await follow(group, bearer(ada)), await follow(group, bearer(bob))]
      await ada.ok('groups.update', { id: group, action: 'delete' })
      for (const reader of readers) await expect.poll(() => reader.isOver, wait).toBe(true)
      expect((await ada.fails('chat.messages', { room: group })).body.code).toBe('not_found')
      await server().jobs.settle()
      server().clock.advance(26 * 3_600_000)
      await server().jobs.settle()
      const { store } = server()
      expect(await store.all(store.sql('chat_messages').where({ room: group }))).toEqual([])
    })

    test('that is encrypted rejects messages, which would not be encrypted', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const { id } = await ada.ok('groups.create', { name: 'Secret', encrypted: true })
      const { body } = await ada.fails('chat.send', { room: id, message: 'in the open' })
      expect(body).toEqual({ code: 'failed_precondition', error: expect.stringContaining('end-to-end encryption') })
      expect((await ada.ok('chat.messages', { room: id })).messages).toEqual([])
      expect((await bob.fails('chat.send', { room: id, message: 'x' })).body.code).toBe('not_found')
      const { store } = server()
      expect(await store.all(store.sql('chat_messages').where({ room: id }))).toEqual([])
      expect((await ada.ok('chat.rooms', {})).items.map((room) => room.id)).not.toContain(id)
    })

    test('sends removed members nothing that is posted after the removal, and follows those who join again', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const group = await groupOf(ada, bob)
      const mine = await follow(group, bearer(ada))
      for (let round = 0; round < 10; round++) {
        const bobs = await follow(group, bearer(bob))
        await expect.poll(() => bobs.kinds, wait).toEqual(['open'])
        await ada.ok('groups.update', { id: group, action: 'remove', account: bob.username })
        await say(ada, group, `after ${round}`)
        await expect.poll(() => bobs.isOver, wait).toBe(true)
        expect(textsOf(bobs)).toEqual([])
        await ada.ok('groups.update', { id: group, action: 'invite', account: bob.username })
        await bob.ok('groups.update', { id: group, action: 'accept' })
      }
      await expect.poll(() => textsOf(mine).length, wait).toBe(10)
      expect(mine.isOver).toBe(false)
    })
  })
})
