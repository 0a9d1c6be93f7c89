import { createServer } from 'node:http'
import { linkDestination } from '../links-cases.ts'

/** The floor: node:http returning the same redirect to everything. */
const location = linkDestination(0)
const server = createServer((_req, res) => {
  res.writeHead(302, { Location: location, 'Content-Length': 0 })
  res.end()
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
