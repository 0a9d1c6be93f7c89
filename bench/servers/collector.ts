import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

/** An OpenTelemetry collector as far as a server notices. Responds to any message with the spans it has received. */
let spans = 0
const server = createServer(async (req, res) => {
  spans += (await text(req)).split('"traceId"').length - 1
  res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
process.on('message', () => process.send?.({ spans }))
