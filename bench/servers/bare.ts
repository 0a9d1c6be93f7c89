import { createServer } from 'node:http'
import { benchedOperation, openGet } from '../cases.ts'

/** The floor: node:http returning the same bytes to everything. */
const body = JSON.stringify(benchedOperation(openGet).answer)
const server = createServer((req, res) => {
  req.resume()
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  res.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
