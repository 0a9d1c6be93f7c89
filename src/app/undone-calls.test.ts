import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallArgs } from '#generated/server/handlers.ts'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { imageModelExamples } from '../handlers/images/providers/image-model-examples.ts'
import { type ProviderStandIn, startProviderStandIn } from '../testing/provider-stand-in.ts'
import { forOneServer, type TestAccount, type TestCaller } from '../testing/server.ts'

const settings: Record<string, string> = { IMAGES_API_KEY: 'images-key', IMAGES_MODEL: 'painter-1' }
let standIn: ProviderStandIn
beforeAll(async () => {
  standIn = await startProviderStandIn(imageModelExamples, () => 0)
  settings.IMAGES_BASE_URL = `${standIn.url}/v1`
})
afterAll(() => standIn[Symbol.asyncDispose]())

/** Who makes the calls, and somebody else. */
interface People {
  readonly ada: TestCaller
  readonly adasName: string
  readonly ben: TestAccount
  settle(): Promise<void>
}

/** How a call is made that can be taken back. */
interface Case<Id extends OperationId> {
  /** Makes what the call needs. @returns its arguments */
  prepare(people: People): Promise<CallArgs<Id>> | CallArgs<Id>
  /** Everything that the call changes. */
  state(people: People): Promise<unknown>
  /** Whether the same call again finds its work done, so that nothing is to be taken back. */
  readonly isDoneOnce?: true
}

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ferries = 'https://ferries.example/'

const files = ({ ada }: People) => ada.ok('files.list', {})
const links = ({ ada }: People) => ada.ok('url.list', {})
const pictures = async ({ ada }: People) => (await ada.ok('images.list', { scope: 'mine' })).items
const threads = async ({ ada, settle }: People) => {
  await settle()
  return (await ada.ok('inbox.read', {})).items ?? []
}

/** Every operation with `@undo`. */
const cases: { readonly [Id in OperationId]?: Case<Id> } = {
  'agent.add': {
    prepare: () => ({ name: 'librarian', instructions: 'Recommend short books.' }),
    state: ({ ada }) => ada.ok('agent.list', {}),
    isDoneOnce: true,
  },
  'blog.create': {
    prepare: () => ({ title: 'Ferries', content: 'Ferries sail at nine. '.repeat(5) }),
    state: ({ ada }) => ada.ok('blog.list', {}),
  },
  'bookmarks.add': {
    prepare: () => ({ url: ferries, title: 'Ferries' }),
    state: ({ ada }) => ada.ok('bookmarks.list', {}),
    isDoneOnce: true,
  },
  'contacts.add': {
    prepare: () => ({ name: 'Ada', note: 'Sails at nine.' }),
    state: ({ ada }) => ada.ok('contacts.list', {}),
    isDoneOnce: true,
  },
  'docs.write': {
    prepare: () => ({ title: 'Ferries', content: 'All about ferries' }),
    state: ({ ada }) => ada.ok('docs.list', { query: 'ferries' }),
  },
  'events.create': {
    prepare: () => ({ title: 'Dentist', when: '2027-12-01T09:00:00Z' }),
    state: ({ ada }) => ada.ok('events.list', {}),
  },
  'files.put': { prepare: () => ({ name: 'plan.txt', content: 'Boats' }), state: files },
  'files.share': {
    prepare: async ({ ada }) => ({ id: (await ada.ok('files.put', { name: 'a', content: 'b' })).id, public: true }),
    state: files,
  },
  'groups.create': { prepare: () => ({ name: 'Sailing' }), state: ({ ada }) => ada.ok('groups.list', {}) },
  'groups.update': {
    async prepare({ ada, ben }) {
      const { id } = await ada.ok('groups.create', { name: 'Sailing' })
      return { id, action: 'invite', account: ben.username }
    },
    async state({ ada, ben }) {
      const { items } = await ada.ok('groups.list', {})
      const groups = await Promise.all(items.map(({ id }) => ada.ok('groups.read', { id })))
      // Who is in it, but not when that has changed.
      return [groups.map(({ updated, ...group }) => group), await ben.ok('groups.list', {})]
    },
    isDoneOnce: true,
  },
  'images.generate': { prepare: () => ({ prompt: 'A lighthouse' }), state: pictures },
  'images.share': {
    prepare: async ({ ada }) => ({ id: (await ada.ok('images.upload', { data: pixel })).id, public: true }),
    state: async (people) => (await pictures(people)).map((picture) => picture.public),
  },
  'images.upload': { prepare: () => ({ data: pixel }), state: pictures },
  'inbox.mark': {
    async prepare(people) {
      await people.ben.ok('mail.send', { to: people.adasName, subject: 'Keys', body: 'Where?' })
      return { action: 'mark_read', id: (await threads(people))[0]?.id ?? '' }
    },
    state: threads,
    isDoneOnce: true,
  },
  'notes.add': {
    prepare: () => ({ title: 'Tent', text: 'Green' }),
    state: ({ ada }) => ada.ok('notes.list', {}),
    isDoneOnce: true,
  },
  'tasks.create': { prepare: () => ({ title: 'Buy a tent' }), state: ({ ada }) => ada.ok('tasks.list', {}) },
  'url.create': { prepare: () => ({ destinationURL: ferries }), state: links },
  'url.shorten': { prepare: () => ({ destinationURL: ferries }), state: links },
}

forOneServer(
  (server) => {
    async function people(): Promise<People> {
      const [account, ben] = [await server().account(), await server().account()]
      const scope = { services: 'all', capabilities: ['agent', 'inbox', 'work'] } as const
      const ada = await account.withToken({ scope, actions: true })
      return { ada, adasName: account.username, ben, settle: () => server().bus.settle() }
    }

    /** The call that takes back the latest one of an operation, as the log has it. */
    async function undoOfLatest({ ada }: People, operation: OperationId) {
      const { items } = await ada.ok('calls.list', { operation, limit: 1 })
      return items[0]?.undo
    }

    describe('the call that takes another back', () => {
      test('is tried here for every operation that declares one', () => {
        const declared = operations.filter(({ undo, formOf }) => undo && !formOf).map(({ id }) => id)
        expect(Object.keys(cases).sort()).toEqual(declared.sort())
      })

      test.each(Object.keys(cases) as OperationId[])('of %s leaves everything as it was', async (id) => {
        const { prepare, state, isDoneOnce } = cases[id] as Case<OperationId>
        const all = await people()
        const args = await prepare(all)
        const before = await state(all)
        await all.ada.ok(id, args)
        expect(await state(all)).not.toEqual(before)
        const undo = await undoOfLatest(all, id)
        if (isDoneOnce) {
          await all.ada.ok(id, args)
          expect(await undoOfLatest(all, id)).toBeUndefined()
        }
        await all.ada.ok(undo?.operation as OperationId, JSON.parse(undo?.arguments ?? '{}'))
        expect(await state(all)).toEqual(before)
      })

      test('does not exist for what a person has to decide, or what cannot be known', async () => {
        const all = await people()
        const group = await all.ada.ok('groups.create', { name: 'Sailing' })
        await all.ada.ok('groups.update', { id: group.id, action: 'rename', value: 'Rowing' })
        expect(await undoOfLatest(all, 'groups.update')).toBeUndefined()
        await all.ben.ok('chat.send', { room: `direct:${all.adasName}`, message: 'Shall we?' })
        const [thread] = await threads(all)
        // The conversation counts as read in the chat as well, and would stay so there.
        await all.ada.ok('inbox.mark', { action: 'mark_read', id: thread?.id ?? '' })
        expect(await undoOfLatest(all, 'inbox.mark')).toBeUndefined()
      })
    })
  },
  { settings },
)
