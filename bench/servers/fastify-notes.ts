import fastify, { type HTTPMethods } from 'fastify'
import { loadConfig } from '../../src/app/config.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { identityKey } from '../../src/runtime/base/text/identity-key.ts'
import { benchedOperation } from '../cases.ts'
import { prepareNotes } from './notes-database.ts'
import { peerAccounts } from './peer-accounts.ts'
import { peerAjv } from './peer-ajv.ts'
import { openPeerDatabase } from './peer-database.ts'
import { noteColumns, noteOf } from './peer-notes.ts'

/**
 * The peer: the same token look-up, the same queries and the same durability as the product, as usually written with
 * fastify and knex.
 */
const { dataDir } = loadConfig()
const token = await prepareNotes(dataDir)
const database = openPeerDatabase(dataDir)
const accountOf = peerAccounts(database, 'notes')

const app = fastify({ ajv: peerAjv })
const get = benchedOperation('notes.get')
app.route<{ Querystring: { title: string } }>({
  method: get.verb as HTTPMethods,
  url: get.path,
  schema: { querystring: get.querySchema, response: { 200: get.answerSchema } },
  handler: async (request, reply) => {
    const owner = await accountOf(request.headers.authorization)
    if (!owner) return reply.code(401).send()
    const row = await database('notes')
      .select(noteColumns)
      .where({ owner, title_key: identityKey(request.query.title) })
      .first()
    if (!row) return reply.code(400).send()
    return { result: noteOf(row) }
  },
})
const add = benchedOperation('notes.add')
app.route<{ Body: { title: string; text: string } }>({
  method: add.verb as HTTPMethods,
  url: add.path,
  schema: { ...(add.bodySchema ? { body: add.bodySchema } : {}), response: { 200: add.answerSchema } },
  handler: async (request, reply) => {
    const owner = await accountOf(request.headers.authorization)
    if (!owner) return reply.code(401).send()
    const { title, text } = request.body
    const id = newId('note')
    const now = Date.now()
    const [row] = await database('notes')
      .insert({ id, owner, title: title.trim(), title_key: identityKey(title), text, created_at: now, updated_at: now })
      .onConflict(['owner', 'title_key'])
      .merge(['text', 'updated_at'])
      .returning(noteColumns)
    return { result: { note: noteOf(row), is_new: row.id === id } }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port, token })
