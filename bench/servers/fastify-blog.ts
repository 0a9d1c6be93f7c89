import fastify, { type HTTPMethods } from 'fastify'
import { loadConfig } from '../../src/app/config.ts'
import { underTitle } from '../../src/runtime/base/text/markdown.ts'
import { benchedOperation } from '../cases.ts'
import { prepareBlog } from './blog-database.ts'
import { peerAjv } from './peer-ajv.ts'
import { openPeerDatabase } from './peer-database.ts'

/** The peer: the same query, as usually written with fastify and knex, of posts whose text was made when they were written. */
const { dataDir } = loadConfig()
const ids = await prepareBlog(dataDir)
const database = openPeerDatabase(dataDir)

interface Row {
  id: string
  owner: string
  title: string
  content: string
  text: string
  private: number
  tags: string
  author: string
  created_at: number
  updated_at: number
}

const columns = ['id', 'owner', 'title', 'private', 'tags', 'snippet', 'created_at', 'updated_at', 'content']
const posts = () =>
  database<Row>('blog_posts')
    .join('accounts', 'accounts.id', 'blog_posts.owner')
    .select(...columns.map((column) => `blog_posts.${column}`), 'accounts.username as author')

await database.schema.alterTable('blog_posts', (table) => void table.text('text'))
const written: Row[] = await posts()
await database.transaction(async (tx) => {
  for (const { id, title, content, author, created_at: at } of written) {
    const text = underTitle(title, content, `${author}, ${new Date(at).toISOString().slice(0, 10)}`)
    await tx('blog_posts').where({ id }).update({ text })
  }
})

const answerOf = ({ id, title, content, text, author, private: isPrivate, tags, ...row }: Row, reader: string) => ({
  id,
  title,
  content,
  text,
  tags: tags === '' ? [] : tags.split(','),
  author,
  mine: row.owner === reader,
  public: isPrivate === 0,
  private: isPrivate === 1,
  created: new Date(row.created_at).toISOString(),
  updated: new Date(row.updated_at).toISOString(),
})

const app = fastify({ ajv: peerAjv })
const { verb, path, querySchema, answerSchema } = benchedOperation('blog.read')
app.route<{ Querystring: { id: string } }>({
  method: verb as HTTPMethods,
  url: path,
  schema: { querystring: querySchema, response: { 200: answerSchema } },
  handler: async (request, reply) => {
    const row: Row | undefined = await posts()
      .select('blog_posts.text')
      .where('blog_posts.id', request.query.id)
      .whereRaw('(not blog_posts.private or blog_posts.owner = ?)', [''])
      .first()
    if (!row) return reply.code(400).send()
    return { result: answerOf(row, '') }
  },
})
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port, ids })
