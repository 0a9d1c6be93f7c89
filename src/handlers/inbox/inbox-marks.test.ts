import { describe, expect, test } from 'vitest'
import { accountNotice } from '#runtime/accounts/account-notice.ts'
import { calling, modelsOfAgent } from '#testing/asking.ts'
import { forEachServer, type TestAccount, type TestCaller } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { eventFired } from '../events/contracts.ts'
import { conversationMessage } from '../recall/contracts.ts'
import { inboxGone, inboxItem } from './contracts.ts'

const hourMs = 3_600_000
const { provider, settings } = await modelsOfAgent()
const report = (summary: string) =>
  `\`\`\`json\n${JSON.stringify({ status: 'done', summary, evidence: ['the note "Tent"'] })}\n\`\`\``

/** How a run of the agent is started, and what it replies. */
interface Way {
  readonly what: string
  start(by: TestCaller, at: string): Promise<unknown>
  readonly reply: { readonly text: string }
}

const ways: readonly Way[] = [
  {
    what: 'the reply in a conversation',
    start: (by) => by.ok('agent.ask', { prompt: 'Read my note.' }),
    reply: { text: 'It is green.' },
  },
  {
    what: 'the outcome of a prompt of an event',
    start: (by, at) => by.ok('events.create', { title: 'Look', when: at, prompt: 'Read my note.' }),
    reply: { text: 'It is green.' },
  },
  {
    what: 'the result of work',
    start: (by) => by.ok('work.submit', { prompt: 'Read my note.' }),
    reply: { text: report('It is green.') },
  },
]

forEachServer(
  (server) => {
    async function settle() {
      server().clock.advance(hourMs)
      await server().jobs.settle()
      await server().bus.settle()
    }

    async function person() {
      const account = await server().account()
      const all = await account.withToken({
        scope: { services: 'all', capabilities: ['agent', 'inbox', 'work'] },
        actions: true,
      })
      return { account, all }
    }

    /** The messages of an inbox, each with its thread. */
    async function messages(by: TestCaller) {
      await server().bus.settle()
      const { items = [] } = await by.ok('inbox.read', {})
      const views = await Promise.all(items.map(({ id }) => by.ok('inbox.read', { id })))
      return views.flatMap(({ thread }) => (thread?.messages ?? []).map((message) => ({ message, thread })))
    }

    async function messageOf(by: TestCaller, text: string) {
      return (await messages(by)).find(({ message }) => message.text === text)
    }

    async function note(account: TestAccount, by_others: boolean) {
      const { note: added } = await account.ok('notes.add', { title: 'Tent', text: 'Green' })
      const { store } = server()
      await store.run(store.sql('notes').where({ id: added.id }).update({ by_others }))
    }

    describe('the mark of text by others in the inbox', () => {
      test.each(ways)('$what has it if the run has read such text, and only then', async ({ start, reply }) => {
        for (const by_others of [false, true]) {
          const { account, all } = await person()
          await note(account, by_others)
          provider.script(calling(['notes.get', { title: 'Tent' }]), reply)
          await start(all, new Date(server().clock.now() + hourMs).toISOString())
          await settle()
          const found = await messageOf(all, 'It is green.')
          expect([found?.message.origin, found?.thread?.origin]).toEqual(
            by_others ? ['others', 'others'] : [undefined, undefined],
          )
        }
      })

      test.each([false, true])('a reminder has it if its event has: %s', async (by_others) => {
        const { account, all } = await person()
        const when = new Date(server().clock.now() + hourMs).toISOString()
        const { id } = await account.ok('events.create', { title: 'Plants', note: 'Water them', when })
        const { store } = server()
        await store.run(store.sql('calendar_events').where({ id }).update({ by_others }))
        await settle()
        const found = await messageOf(all, 'Water them')
        const origin = by_others ? 'others' : undefined
        expect([found?.message.origin, found?.thread?.origin]).toEqual([origin, origin])
      })

      test('a reminder of which it is not known has it', async () => {
        const { account, all } = await person()
        const { store, bus, clock } = server()
        const about = { id: 'event_1', account: account.id, title: 'Plants', due: clock.now(), minutes: 5 }
        const fired = { ...about, timezone: 'UTC', repeats: false }
        await store.write((tx) => bus.publish(tx, eventFired, fired, { account: account.id, key: about.id }))
        expect((await messageOf(all, 'Plants'))?.message.origin).toBe('others')
      })

      test.each([false, true])(
        'a question about a call has it if its caller has read such text: %s',
        async (isTainted) => {
          const { account, all } = await person()
          const call = { accountId: account.id, operation: 'notes.delete', args: { title: 'Tent' } }
          const asked = { actor: { kind: 'agent' as const }, run: 'run_1', reason: 'It deletes.', microCredits: 0 }
          await server().approvals.request({ ...call, ...asked, isTainted }, false)
          const [found] = await messages(all)
          expect(found?.message.origin).toBe(isTainted ? 'others' : undefined)
        },
      )

      test('what someone else has written has it, and nobody confirms that; the server writes without it', async () => {
        const [ada, ben] = [await person(), await person()]
        await ben.account.ok('chat.send', { room: `direct:${ada.account.username}`, message: 'Send me everything' })
        const visitor = await new TestVisitor(server().url).signIn(ada.account.username)
        const found = await messageOf(ada.all, 'Send me everything')
        expect([found?.message.origin, found?.thread?.origin]).toEqual(['others', 'others'])
        const { store, bus } = server()
        const about = { id: 'notice_1', account: ada.account.id, title: 'A new browser signed in', text: 'Firefox' }
        const notified = { ...about, link: '/settings/security' }
        await store.write((tx) => bus.publish(tx, accountNotice, notified, { account: about.account, key: about.id }))
        const notice = await messageOf(ada.all, 'Firefox')
        expect(notice?.message.from).toBe('onedoor')
        expect([notice?.message.origin, notice?.thread?.origin]).toEqual([undefined, undefined])
        expect((await visitor.get('/settings/marked')).html).toContain('You have no marked records')
        expect((await visitor.get(`/settings/marked/inbox_messages/${found?.message.id}`)).status).toBe(404)
      })

      test('of a thread is that of what it shows: a subject that stays keeps it, and an earlier message brings its own', async () => {
        const { account, all } = await person()
        const { store, bus } = server()
        const about = { account: account.id, key: 'thread_1' }
        const say = (has_foreign_text: boolean, id: string) => {
          const message = { id, role: 'agent' as const, text: id, at: server().clock.now() }
          const said = { conversation: 'thread_1', client: 'web' as const, has_foreign_text, message }
          return store.write((tx) => bus.publish(tx, conversationMessage, said, about))
        }
        const item = { account: account.id, kind: 'work' as const, key: 'work_1', title: 'Tent', text: 'Green' }
        const put = (by_others: boolean | undefined, id: string) =>
          store.write((tx) => bus.publish(tx, inboxItem, { ...item, id, by_others }, { ...about, key: 'work_1' }))
        const origins = async () => {
          await bus.settle()
          const { items = [] } = await all.ok('inbox.read', {})
          return Object.fromEntries(items.map(({ kind, origin }) => [kind, origin]))
        }
        await say(true, 'message_1')
        await put(undefined, 'item_1')
        expect(await origins()).toEqual({ agent: 'others', work: 'others' })
        await say(false, 'message_2')
        await put(false, 'item_2')
        expect(await origins()).toEqual({ agent: 'others', work: undefined })
        const { account: owner, kind, key } = item
        const gone = { account: owner, kind, key, id: 'item_2' }
        await store.write((tx) => bus.publish(tx, inboxGone, gone, { ...about, key }))
        expect(await origins()).toEqual({ agent: 'others', work: 'others' })
      })

      test('disappears from a message and from its thread when a person confirms each', async () => {
        const { account, all } = await person()
        await note(account, true)
        provider.script(calling(['notes.get', { title: 'Tent' }]), { text: report('It is green.') })
        await all.ok('work.submit', { prompt: 'Read my note.' })
        await settle()
        const visitor = await new TestVisitor(server().url).signIn(account.username)
        const confirm = async (table: string, text: string) => {
          const { html } = await visitor.get('/settings/marked')
          const place = new RegExp(`"(/settings/marked/${table}/[^"]+)"`).exec(html)?.[1] ?? ''
          const page = await visitor.get(place)
          expect(page.html).toContain(text)
          const digest = /name="digest" value="(\w+)"/.exec(page.html)?.[1] ?? ''
          expect((await visitor.submit(place, place, { digest })).status).toBe(303)
        }
        const origins = async () => {
          const found = await messageOf(all, 'It is green.')
          return [found?.message.origin, found?.thread?.origin]
        }
        await confirm('inbox_messages', 'It is green.')
        expect(await origins()).toEqual([undefined, 'others'])
        await confirm('inbox_threads', 'Read my note.')
        expect(await origins()).toEqual([undefined, undefined])
      })
    })
  },
  { settings },
)
