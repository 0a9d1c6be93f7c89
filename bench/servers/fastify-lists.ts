import fastify, { type HTTPMethods, type RouteHandlerMethod } from 'fastify'
import { loadConfig } from '../../src/app/config.ts'
import { benchedOperation } from '../cases.ts'
import { prepareLists } from './lists-database.ts'
import { peerAccounts } from './peer-accounts.ts'
import { peerAjv } from './peer-ajv.ts'
import { openPeerDatabase } from './peer-database.ts'
import { noteColumns, noteOf } from './peer-notes.ts'

/** The peer: short lists, as usually written with fastify and knex, one query for each list. */
const { dataDir } = loadConfig()
const token = await prepareLists(dataDir)
const database = openPeerDatabase(dataDir)
const app = fastify({ ajv: peerAjv })

function route(id: string, handler: RouteHandlerMethod): void {
  const { verb, path, querySchema, bodySchema, answerSchema } = benchedOperation(id)
  app.route({
    method: verb as HTTPMethods,
    url: path,
    schema: { querystring: querySchema, ...(bodySchema && { body: bodySchema }), response: { 200: answerSchema } },
    handler,
  })
}

const noteOwner = peerAccounts(database, 'notes')
route('notes.list', async (request, reply) => {
  const owner = await noteOwner(request.headers.authorization)
  if (!owner) return reply.code(401).send()
  const rows = await database('notes').select(noteColumns).where({ owner }).orderByRaw('updated_at desc, id desc')
  return { result: { items: rows.map(noteOf) } }
})

const maxFound = 500
const cardOwner = peerAccounts(database, 'contacts')
route('contacts.find', async (request, reply) => {
  const owner = await cardOwner(request.headers.authorization)
  if (!owner) return reply.code(401).send()
  const { query } = request.body as { query: string }
  const part = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await database('contacts')
    .select('id', 'name', 'email', 'phone', 'note', 'created_at', 'updated_at')
    .where({ owner })
    .whereRaw("(name like ? escape '\\' or email like ? escape '\\' or phone like ? escape '\\')", [part, part, part])
    .orderBy(['name_sort', 'id'])
    .limit(maxFound + 1)
  const items = rows.slice(0, maxFound).map(({ note, created_at, updated_at, ...card }) => ({
    ...card,
    ...(note === null ? {} : { note }),
    created: new Date(created_at).toISOString(),
    updated: new Date(updated_at).toISOString(),
  }))
  return { result: { items, is_truncated: rows.length > maxFound } }
})

const defaultLimit = 100
route('blog.list', async (request) => {
  const { limit = defaultLimit } = request.query as { limit?: number }
  const posts = () => database('blog_posts').where({ private: false })
  const [rows, [counted]] = await Promise.all([
    posts()
      .join('accounts', 'accounts.id', 'blog_posts.owner')
      .select('blog_posts.id', 'title', 'snippet', 'tags', 'blog_posts.created_at', 'blog_posts.updated_at', 'username')
      .orderBy([
        { column: 'blog_posts.created_at', order: 'desc' },
        { column: 'blog_posts.id', order: 'desc' },
      ])
      .limit(limit),
    posts().count({ total: '*' }),
  ])
  const items = rows.map(({ created_at, updated_at, username: author, tags, ...post }) => ({
    ...post,
    tags: tags === '' ? [] : tags.split(','),
    author,
    mine: false,
    public: true,
    private: false,
    created: new Date(created_at).toISOString(),
    updated: new Date(updated_at).toISOString(),
  }))
  return { result: { items, total: counted?.total } }
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port, token })
