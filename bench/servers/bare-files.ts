import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'

/** The floor: node:http that takes the same JSON, writes and fsyncs the same bytes, and sends them from the disk. */
const folder = process.env.DATA_DIR ?? ''
let count = 0

async function put(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  const { content } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { content: string }
  const id = String(count++)
  const file = await open(join(folder, id), 'wx')
  try {
    await file.writeFile(Buffer.from(content, 'base64'))
    await file.sync()
  } finally {
    await file.close()
  }
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ result: { id } }))
}

const server = createServer((req, res) => {
  if (req.method === 'POST') void put(req, res)
  else createReadStream(join(folder, (req.url ?? '').split('/').at(-1) ?? '')).pipe(res)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port, token: '' }))
