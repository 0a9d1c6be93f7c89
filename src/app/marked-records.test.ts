import { describe, expect, test } from 'vitest'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { type Operation, type OperationId, operations } from '#generated/server/operations.ts'
import type { CallingAccount } from '../runtime/accounts/grant.ts'
import type { Caller } from '../runtime/calls/caller.ts'
import { actedValues } from '../runtime/policy/decide.ts'
import type { Arguments } from '../runtime/policy/types.ts'
import { forEachServer, type TestAccount, type TestServer } from '../testing/server.ts'
import { TestVisitor } from '../testing/visitor.ts'

/** Calls as an account's agent, before and after it has read text by others, and as the person in a browser. */
function callersOf(server: TestServer, { id, username }: TestAccount) {
  const account: CallingAccount = { id, username, isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' }
  const agent = (isTainted: boolean) => (operation: Operation, args: object) => ({
    ...{ kind: 'delegated' as const, origin: 'agent' as const, account, rights: undefined, credentialId: undefined },
    trust: {
      ...{ isTainted, spentMicroCredits: 0, actor: { kind: 'agent' as const } },
      // The person chose what the call acts on, so that no approval is needed.
      chosen: actedValues(operation, args as Arguments).map(({ value: object }) => ({
        operation: operation.id,
        object,
      })),
    },
  })
  const as = (callerOf: (operation: Operation, args: object) => Caller) => ({
    async call<Id extends OperationId>(operationId: Id, args: CallArgs<Id>) {
      const operation = operations.find(({ id }) => id === operationId) as Operation
      const caller = callerOf(operation, args)
      const outcome = await server.calls.run({ operationId, args, caller, requestId: 'request_1' })
      if (outcome.error) throw outcome.error
      return { result: outcome.result as Result<Id>, hasForeignText: outcome.hasForeignText }
    },
  })
  const person: Caller = { kind: 'account', via: 'session', account, sessionId: 'session_1' }
  return { tainted: as(agent(true)), agent: as(agent(false)), person: as(() => person) }
}

type Callers = ReturnType<typeof callersOf>
type By = Callers[keyof Callers]

/** How the records of a family are written, read and edited. */
interface Kind {
  readonly table: string
  write(by: By, name: string, now: number): Promise<{ result: object }>
  /** Returns the record of that name. */
  read(by: By, name: string): Promise<{ result: object; hasForeignText: boolean | undefined }>
  edit?(by: By, name: string): Promise<{ result: object }>
  /** Whether all that reads return counts as text by others, with and without the mark. */
  readonly isForeign?: boolean
  /** Whether an event has to fire before the record exists. */
  readonly isFired?: boolean
  /** A change that leaves its texts in place. */
  touch?(by: By, name: string): Promise<{ result: object }>
}

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const inImages = async (by: By) => {
  const { items } = (await by.call('images.list', { scope: 'mine' })).result
  return { id: items[0]?.id ?? '' }
}
const when = '2027-12-01T09:00:00Z'
const inTasks = async (by: By, name: string) => {
  const { items } = (await by.call('tasks.list', {})).result
  return { id: items.find(({ title }) => title === name)?.id ?? '' }
}
const inEvents = async (by: By, name: string) => {
  const { items } = (await by.call('events.list', {})).result
  return { id: items.find(({ title }) => title === name)?.id ?? '' }
}

const hourMs = 3_600_000
/** A reminder in the inbox. */
const fired: Omit<Kind, 'table'> = {
  isFired: true,
  write: (by, title, now) => by.call('events.create', { title, when: new Date(now + hourMs).toISOString() }),
  async read(by, name) {
    const { result } = await by.call('inbox.read', {})
    return by.call('inbox.read', { id: result.items?.find(({ subject }) => subject === name)?.id ?? '' })
  },
}

const kinds: readonly Kind[] = [
  {
    table: 'notes',
    write: (by, title) => by.call('notes.add', { title, text: 'At nine.' }),
    read: (by, title) => by.call('notes.get', { title }),
    edit: (by, title) => by.call('notes.add', { title, text: 'At ten.' }),
  },
  {
    table: 'contacts',
    write: (by, name) => by.call('contacts.add', { name, note: 'Sails at nine.' }),
    read: (by, query) => by.call('contacts.find', { query }),
    edit: (by, name) => by.call('contacts.add', { name, email: 'ada@example.org', phone: '1', note: 'Sails at ten.' }),
  },
  {
    table: 'tasks',
    write: (by, title) => by.call('tasks.create', { title }),
    read: async (by, name) => by.call('tasks.read', await inTasks(by, name)),
    edit: async (by, name) =>
      by.call('tasks.update', { ...(await inTasks(by, name)), title: name, detail: 'Mine', result: 'Mine' }),
    touch: async (by, name) =>
      by.call('tasks.update', { ...(await inTasks(by, name)), status: 'doing', result: 'Mine' }),
  },
  {
    table: 'calendar_events',
    write: (by, title) => by.call('events.create', { title, when, note: 'Bring a coat' }),
    read: async (by, name) => by.call('events.read', await inEvents(by, name)),
    edit: async (by, name) =>
      by.call('events.update', { ...(await inEvents(by, name)), title: name, note: 'Mine', prompt: '' }),
    touch: async (by, name) => by.call('events.update', { ...(await inEvents(by, name)), title: name, minutes: 45 }),
  },
  {
    table: 'docs',
    write: (by, title) => by.call('docs.write', { title, content: 'All about ferries' }),
    read: (by, query) => by.call('docs.list', { query }),
  },
  {
    table: 'files',
    write: (by, name) => by.call('files.put', { name, content: 'All about ferries' }),
    read: (by) => by.call('files.list', {}),
    touch: async (by, name) => {
      const { items } = (await by.call('files.list', {})).result
      return by.call('files.share', { id: items.find((file) => file.name === name)?.id ?? '', public: true })
    },
  },
  {
    table: 'images',
    isForeign: true,
    write: (by, description) => by.call('images.upload', { data: pixel, description }),
    read: (by) => by.call('images.list', { scope: 'mine' }),
    edit: async (by, name) =>
      by.call('images.update', { ...(await inImages(by)), title: name, description: 'Mine', tags: ['mine'] }),
    touch: async (by) => by.call('images.update', { ...(await inImages(by)), title: 'Mine' }),
  },
  {
    table: 'bookmarks',
    write: (by, name) => by.call('bookmarks.add', { url: `https://ferries.example/${name}`, title: name }),
    isForeign: true,
    read: (by) => by.call('bookmarks.list', {}),
  },
  {
    table: 'apps',
    write: (by, name) => by.call('apps.create', { name, html: '<p>Ferries</p>', slug: name.toLowerCase() }),
    read: (by) => by.call('apps.collection', {}),
  },
  {
    table: 'blog_posts',
    write: (by, title) => by.call('blog.create', { title, content: 'Ferries sail at nine. '.repeat(5), public: true }),
    read: (by, title) => by.call('blog.read', { title }),
  },
  {
    table: 'links',
    write: (by, title) => by.call('url.create', { destinationURL: 'https://ferries.example/', title }),
    read: (by) => by.call('url.list', {}),
  },
  { table: 'inbox_threads', ...fired },
  { table: 'inbox_messages', ...fired },
]

const tokenIn = ({ html }: { html: string }) => /<meta name="csrf-token" content="([\w-]+)">/.exec(html)?.[1] ?? ''

forEachServer((server) => {
  const marks = async (table: string, owner: string) => {
    const { store } = server()
    const rows = await store.all<{ by_others: boolean | number }>(
      store.sql(table).select('by_others').where({ owner }).orderBy('created_at'),
    )
    return rows.map((row) => Boolean(row.by_others))
  }

  async function world() {
    const account = await server().account()
    return { ...callersOf(server(), account), account, id: account.id }
  }

  describe.each(kinds)('a record of $table', ({ table, read, edit, touch, isFired, isForeign = false, ...kind }) => {
    async function write(by: By, name: string) {
      const written = await kind.write(by, name, server().clock.now())
      if (!isFired) return written
      server().clock.advance(hourMs)
      await server().jobs.settle()
      await server().bus.settle()
      return written
    }

    test('is marked if its writer has read text by others, and taints who reads it; others are not marked', async () => {
      const { tainted, agent, id } = await world()
      const plain = await write(agent, 'Own')
      server().clock.advance(1000)
      expect(JSON.stringify(plain.result)).not.toContain('"others"')
      expect(await marks(table, id)).toEqual([false])
      const before = await read(agent, 'Own')
      await write(tainted, 'Ferry')
      expect(await marks(table, id)).toEqual([false, true])
      const after = await read(agent, 'Ferry')
      expect(after.hasForeignText).toBe(true)
      if (table !== 'links') expect(JSON.stringify(after.result)).toMatch(/"(?:origin|text|text_origin)":"others"/)
      expect(JSON.stringify(before.result)).not.toContain('"others"')
      expect(before.hasForeignText).toBe(isForeign)
    })

    if (edit)
      test('loses its mark when a person replaces all of its texts, not when the agent does', async () => {
        const { tainted, agent, person, id } = await world()
        await write(tainted, 'Ferry')
        await edit(agent, 'Ferry')
        expect(await marks(table, id)).toEqual([true])
        await edit(person, 'Ferry')
        expect(await marks(table, id)).toEqual([false])
        expect((await read(agent, 'Ferry')).hasForeignText).toBe(isForeign)
        await edit(tainted, 'Ferry')
        expect(await marks(table, id)).toEqual([true])
      })

    if (touch)
      test('keeps its mark when its texts stay in place', async () => {
        const { tainted, person, id } = await world()
        await write(tainted, 'Ferry')
        await touch(person, 'Ferry')
        expect(await marks(table, id)).toEqual([true])
      })
  })

  test('a copy of an app of another account is marked', async () => {
    const [ann, ben] = [await world(), await world()]
    const html = '<p>Ferries</p>'
    await ann.person.call('apps.create', { name: 'Ferries', html, slug: 'ferries-of-ann', public: true })
    const copied = await ben.person.call('apps.fork', { slug: 'ferries-of-ann', new_slug: 'ferries-of-ben' })
    expect(copied.result.origin).toMatchObject({ kind: 'fork', text: 'others' })
    expect(await marks('apps', ben.id)).toEqual([true])
    const own = await ann.person.call('apps.fork', { slug: 'ferries-of-ann', new_slug: 'ferries-again' })
    expect(own.result.origin).not.toHaveProperty('text')
  })

  test('only a person who has signed in confirms a record, and only the texts that were shown', async () => {
    const { tainted, agent, account, id } = await world()
    const other = await new TestVisitor(server().url).signIn((await server().account()).username)
    const { note } = (await tainted.call('notes.add', { title: 'Ferry', text: 'Send <b>all</b>' })).result
    const place = `/settings/marked/notes/${note.id}`
    const visitor = await new TestVisitor(server().url).signIn(account.username)
    const page = await visitor.get(place)
    expect(page.html).toContain('Send &lt;b&gt;all&lt;/b&gt;')
    expect((await other.get(place)).status).toBe(404)
    const digest = /name="digest" value="(\w+)"/.exec(page.html)?.[1] ?? ''
    const byToken = await fetch(`${server().url}${place}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.token}` },
      body: new URLSearchParams({ digest }),
      redirect: 'manual',
    })
    expect(byToken.status).toBe(401)
    await tainted.call('notes.add', { title: 'Ferry', text: 'Send everything' })
    const stale = await visitor.submit(place, place, { digest })
    expect([stale.status, stale.html.includes('has changed')]).toEqual([409, true])
    expect(await marks('notes', id)).toEqual([true])
    const read = /name="digest" value="(\w+)"/.exec((await visitor.get(place)).html)?.[1] ?? ''
    const foreign = { digest: read, csrf_token: tokenIn(await other.get('/settings/data')) }
    expect((await other.post(place, foreign)).status).toBe(404)
    expect((await visitor.post(place, { digest: read })).status).toBe(403)
    expect(await marks('notes', id)).toEqual([true])
    const done = await visitor.submit(place, place, { digest: read })
    expect([done.status, done.location]).toEqual([303, '/settings/marked?done=confirmed'])
    expect(await marks('notes', id)).toEqual([false])
    expect((await agent.call('notes.get', { title: 'Ferry' })).hasForeignText).toBe(false)
    expect((await visitor.get('/settings/marked')).html).toContain('You have no marked records')
  })
})
