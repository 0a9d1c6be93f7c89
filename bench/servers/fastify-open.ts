import fastify, { type HTTPMethods } from 'fastify'
import { benchedOperation, openGet, openPost } from '../cases.ts'
import { peerAjv } from './peer-ajv.ts'

/** The peer: fastify's own validation (ajv) and serialisation (fast-json-stringify) with the same schemas. */
const app = fastify({ ajv: peerAjv })
for (const id of [openGet, openPost]) {
  const { path, verb, querySchema, bodySchema, answerSchema, answer } = benchedOperation(id)
  app.route({
    method: verb as HTTPMethods,
    url: path,
    schema: { querystring: querySchema, ...(bodySchema ? { body: bodySchema } : {}), response: { 200: answerSchema } },
    handler: async () => answer,
  })
}
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: (app.server.address() as { port: number }).port })
