import { hash } from 'node:crypto'
import fastify, { type HTTPMethods } from 'fastify'
import { loadConfig } from '../../src/app/config.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { identityKey } from '../../src/runtime/base/text/identity-key.ts'
import { benchedOperation } from '../cases.ts'
import { prepareNotes } from './notes-database.ts'
import { peerAjv } from './peer-ajv.ts'
import { openPeerDatabase } from './peer-database.ts'

/**
 * The peer: the same token look-up, the same queries and the same durability as the product, as usually written with
 * fastify and knex.
 */
const { dataDir } = loadConfig()
const token = await prepareNotes(dataDir)
const database = openPeerDatabase(dataDir)

async function accountOf(authorization: string | undefined): Promise<string | undefined> {
  const secret = authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : ''
  const row = await database('tokens')
    .join('accounts', 'accounts.id', 'tokens.account_id')
    .select(
      'tokens.account_id',
      'tokens.services',
      'tokens.actions',
      'tokens.expires_at',
      'tokens.revoked_at',
      'accounts.username',
    )
    .where('tokens.secret_sha256', hash('sha256', secret, 'hex'))
    .first()
  if (!row || row.revoked_at !== null || row.expires_at <= Date.now()) return undefined
  return JSON.parse(row.services).includes('notes') ? row.account_id : undefined
}

const columns = ['id', 'title', 'text', 'created_at', 'updated_at']
const noteOf = (row: { id: string; title: string; text: string; created_at: number; updated_at: number }) => ({
  id: row.id,
  title: row.title,
  text: row.text,
  created: new Date(row.created_at).toISOString(),
  updated: new Date(row.updated_at).toISOString(),
})

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
      .select(columns)
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
      .returning(columns)
    return { result: { note: noteOf(row), is_new: row.id === id } }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port, token })
