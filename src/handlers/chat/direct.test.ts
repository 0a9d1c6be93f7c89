import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { roomIn, say, textsIn } from './fixtures/chatting.ts'

forEachServer((server) => {
  describe('direct conversations', () => {
    test('begin with a message to a username; only the two see them', async () => {
      const [ada, bob, eve] = [await server().account(), await server().account(), await server().account()]
      const id = `direct:${[ada.username, bob.username].sort().join(':')}`
      const { message } = await say(ada, `direct:${bob.username}`, 'Can you lend me the long ladder?')
      expect(message.room).toBe(id)
      await say(bob, id, 'On Sunday')
      for (const [caller, other] of [
        [ada, bob],
        [bob, ada],
      ] as const) {
        expect(await textsIn(caller, `direct:${other.username}`)).toEqual([
          'Can you lend me the long ladder?',
          'On Sunday',
        ])
        expect(await textsIn(caller, id)).toHaveLength(2)
        expect(await roomIn(caller, id)).toMatchObject({ kind: 'direct', title: other.username })
      }
      for (const caller of [eve, server().anonymous]) {
        expect(await roomIn(caller, id)).toBeUndefined()
        const { body } = await caller.fails('chat.messages', { room: id })
        expect(body).toEqual({
          code: 'not_found',
          error: `The room "${id}" does not exist, or you cannot see it. Use chat.rooms to list the rooms that you can see.`,
        })
      }
      expect((await eve.fails('chat.send', { room: id, message: 'x' })).body.code).toBe('not_found')
      expect(await textsIn(ada, id)).toHaveLength(2)
    })

    test("appear in the other person's inbox once, until they are read", async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const scope = { capabilities: ['inbox'] } as const
      const inbox = await bob.withToken({ scope, actions: true })
      const { bus, clock } = server()
      const threadAfter = async (...texts: string[]) => {
        for (const text of texts) await say(ada, `direct:${bob.username}`, text)
        await bus.settle()
        const { items = [] } = await inbox.ok('inbox.read', {})
        const chats = items.filter(({ kind }) => kind === 'chat')
        expect(chats.length).toBeLessThan(2)
        const { thread } = await inbox.ok('inbox.read', { id: chats[0]?.id as string })
        return { ...thread, texts: thread?.messages.map(({ text }) => text) }
      }
      const first = await threadAfter('Hello', 'Are you there?', 'Hello??')
      const link = `/chat?room=${encodeURIComponent(`direct:${[ada.username, bob.username].sort().join(':')}`)}`
      expect(first).toMatchObject({ subject: ada.username, from: ada.username, unread: true, texts: ['Hello'], link })
      clock.advance(1000)
      await inbox.ok('inbox.mark', { action: 'mark_read', id: first.id as string })
      await bus.settle()
      expect(await roomIn(bob, `direct:${[ada.username, bob.username].sort().join(':')}`)).toMatchObject({ unread: 0 })
      clock.advance(1000)
      expect((await threadAfter('And now?', 'Well')).texts).toEqual(['Hello', 'And now?'])
      await say(bob, `direct:${ada.username}`, 'Yes, what is it?')
      expect((await threadAfter('The ladder', 'Sunday?')).texts).toEqual(['Hello', 'And now?', 'The ladder'])
      clock.advance(86_400_001)
      expect((await threadAfter('Bob?')).texts).toEqual(['Hello', 'And now?', 'The ladder', 'Bob?'])
    })

    test('appear in the inbox later if they arrived while it was being read', async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const scope = { capabilities: ['inbox'] } as const
      const inbox = await bob.withToken({ scope, actions: true })
      const { bus, clock } = server()
      await say(ada, `direct:${bob.username}`, 'Hello')
      await bus.settle()
      const id = (await inbox.ok('inbox.read', {})).items?.[0]?.id as string
      clock.advance(1000)
      await inbox.ok('inbox.mark', { action: 'mark_read', id })
      clock.advance(1000)
      await say(ada, `direct:${bob.username}`, 'One more thing')
      await bus.settle()
      await bus.settle()
      const { thread } = await inbox.ok('inbox.read', { id })
      expect(thread).toMatchObject({ unread: true, messages: [{ text: 'Hello' }, { text: 'One more thing' }] })
    })

    test('of people whose usernames join to the same text are different rooms', async () => {
      const [a, b] = [await server().account('anna'), await server().account('zed_theo')]
      const [c, d] = [await server().account('anna_zed'), await server().account('theo')]
      await say(a, 'direct:zed_theo', 'for zed_theo')
      await say(c, 'direct:theo', 'for theo')
      expect(await textsIn(b, 'direct:anna')).toEqual(['for zed_theo'])
      expect(await textsIn(d, 'direct:anna_zed')).toEqual(['for theo'])
    })

    test('with oneself are rejected; unknown, disabled and deleted people look the same', async () => {
      const ada = await server().account()
      for (const room of [`direct:${ada.username}`, `direct:${ada.username}:${ada.username}`]) {
        for (const id of ['chat.send', 'chat.messages'] as const) {
          const { body } = await ada.fails(id, { room, ...(id === 'chat.send' && { message: 'x' }) })
          expect(body.details).toEqual([{ path: 'room', message: expect.stringContaining('other than yourself') }])
        }
      }
      const { store, clock } = server()
      const [disabled, deleted] = [await server().account(), await server().account()]
      const now = clock.now()
      await store.run(store.sql('accounts').where({ id: disabled.id }).update({ disabled_at: now }))
      await store.run(store.sql('accounts').where({ id: deleted.id }).update({ disabled_at: now, closed_at: now }))
      const answers = []
      for (const name of ['nobody_here', disabled.username, deleted.username, 'person:x:y', '', ' ', 'x'.repeat(150)]) {
        const room = `direct:${name}`
        const { status, body } = await ada.fails('chat.send', { room, message: 'x' })
        answers.push([
          status,
          body.code,
          body.error.replace(JSON.stringify(room), 'ROOM').replace(/"direct:x+…"/, 'ROOM'),
        ])
        expect((await ada.fails('chat.messages', { room })).body.code).toBe('not_found')
      }
      expect(new Set(answers.map(String))).toEqual(
        new Set([
          '400,not_found,The room ROOM does not exist, or you cannot see it. Use chat.rooms to list the rooms that you can see.',
        ]),
      )
    })

    test("are deleted with either account: the username's next owner finds nothing", async () => {
      const [ada, bob] = [await server().account(), await server().account('leaving')]
      await say(ada, 'direct:leaving', 'private words')
      await say(bob, `direct:${ada.username}`, 'more of them')
      await say(bob, 'topic_cooking', 'in public')
      const visitor = await new TestVisitor(server().url).signIn('leaving')
      const done = await visitor.submit('/settings/data', '/settings/delete', { password: 'correct horse battery' })
      expect(done.status).toBe(303)
      expect((await ada.ok('chat.rooms', {})).items.filter(({ kind }) => kind === 'direct')).toEqual([])
      expect(await textsIn(ada, 'topic_cooking')).not.toContain('in public')
      expect((await ada.ok('chat.sources', {})).items).toEqual([])
      const { store } = server()
      expect(await store.all(store.sql('chat_messages').whereIn('author', [ada.id, bob.id]))).toEqual([])
      expect(await store.all(store.sql('chat_rooms').where({ opener: ada.id }))).toEqual([])
      const again = await server().account('leaving')
      expect((await again.fails('chat.messages', { room: `direct:${ada.username}` })).body.code).toBe('not_found')
    })
  })
})
