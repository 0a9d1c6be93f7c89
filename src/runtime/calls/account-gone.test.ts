import { beforeEach, expect, test } from 'vitest'
import addContact from '../../handlers/contacts/methods/add.ts'
import writeDocument from '../../handlers/docs/methods/write.ts'
import addNote from '../../handlers/notes/methods/add.ts'
import { forEachServer, type TestServer } from '../../testing/server.ts'
import type { Store } from '../store/types.ts'
import type { Context } from './context.ts'

/** What another process does while the call runs. */
async function deleteAccount(store: Store, ctx: Context): Promise<void> {
  await store.write((tx) => tx.run(store.sql('accounts').where({ id: ctx.account.id }).delete()))
}

let ofThisTest: () => TestServer

forEachServer(
  (server) => {
    beforeEach(() => {
      ofThisTest = server
    })

    test.each([
      ['notes.add', { title: 'A', text: 'x' }],
      ['docs.write', { title: 'A', content: 'x' }],
    ] as const)('%s of an account that is deleted while it runs gets a 401, not a server error', async (id, args) => {
      const ann = await server().account()
      const { status, body } = await ann.fails(id, args)
      expect([status, body]).toEqual([
        401,
        { code: 'unauthenticated', error: 'The account was deleted while the call ran.' },
      ])
      expect((await ann.fails(id, args)).body.error).toContain('The token is invalid')
    })

    test('any other broken reference stays a fault of the server', async () => {
      const ann = await server().account()
      const { status, body } = await ann.fails('contacts.add', { name: 'Ben' })
      expect([status, body.code]).toEqual([500, 'internal'])
    })
  },
  {
    handlers: {
      notes: { add: (args, ctx) => deleteAccount(ofThisTest().store, ctx).then(() => addNote()(args, ctx)) },
      docs: { write: (args, ctx) => deleteAccount(ofThisTest().store, ctx).then(() => writeDocument()(args, ctx)) },
      contacts: {
        add: async (args, ctx) => {
          await ctx.store.write((tx) =>
            tx.run(
              ctx.store
                .sql('notes')
                .insert({ id: 'n', owner: 'nobody', title: '', title_key: '', text: '', created_at: 0, updated_at: 0 }),
            ),
          )
          return addContact()(args, ctx)
        },
      },
    },
  },
)
