import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, get, type IncomingMessage, request } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from './measure.ts'

const readers = 100
const perSecond = 20
const room = 'topic_general'
/** After the last message has been sent. */
const mostWaitMs = 30_000

/** A reader's stream: the texts of the messages as they came. */
class Reader {
  readonly texts: string[] = []
  readonly arrivals: number[] = []
  #rest = ''

  constructor(response: IncomingMessage, sentAt: ReadonlyMap<string, number>) {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const now = performance.now()
      const blocks = (this.#rest + chunk).split('\n\n')
      this.#rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (!block.includes('event: posted')) continue
        const { text } = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '') as { text: string }
        this.texts.push(text)
        this.arrivals.push(now - (sentAt.get(text) ?? Number.NaN))
      }
    })
  }
}

/**
 * A hundred people in one public room of whom one posts every 50 ms, each message from the sending of the call to its arrival
 * at each reader. Fails if a message is lost, comes twice, or in another order for another reader.
 */
export async function measureChat(durationS: number): Promise<void> {
  const count = perSecond * durationS
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const env = { DATA_DIR: dataDir, ACCOUNTS: String(readers), SERVICE: 'chat' }
  const server = await startServer('onedoor-live.ts', { ...env, LIMIT_PUBLIC_WRITES_PER_HOUR: 'off' })
  const open: IncomingMessage[] = []
  try {
    const { port, tokens } = server.ready as unknown as { port: number; tokens: string[] }
    const sentAt = new Map<string, number>()
    const all: Reader[] = []
    for (const token of tokens) {
      const response = await openStream(port, token)
      open.push(response)
      all.push(new Reader(response, sentAt))
    }
    const responses: Promise<void>[] = []
    const startedAt = performance.now()
    for (let index = 0; index < count; index++) {
      await pause(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()))
      const text = `message ${index}`
      sentAt.set(text, performance.now())
      responses.push(send(port, tokens[index % readers] ?? '', text))
    }
    await Promise.all(responses)
    const until = performance.now() + mostWaitMs
    while (all.some(({ texts }) => texts.length < count) && performance.now() < until) await pause(50)
    await pause(500)
    report(all, count, durationS)
  } finally {
    for (const response of open) response.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(all: readonly Reader[], count: number, durationS: number): void {
  const [first = { texts: [] }] = all
  const lost = all.filter(({ texts }) => new Set(texts).size !== count).length
  const doubled = all.filter(({ texts }) => texts.length !== new Set(texts).size).length
  const reordered = all.filter(({ texts }) => texts.join() !== first.texts.join()).length
  const arrivals = all.flatMap((reader) => reader.arrivals).sort((a, b) => a - b)
  const at = (share: number) => (arrivals[Math.floor(arrivals.length * share)] ?? Number.NaN).toFixed(0)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(
    `${readers} readers of one room, ${perSecond} messages a second for ${durationS} s, ${arrivals.length} arrivals`,
  )
  console.log(`  readers who lost one ${lost}, got one twice ${doubled}, saw another order ${reordered}`)
  console.log(`  from sending to arrival: median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.999999)} ms`)
  console.log(`  load of the machine ${load} on ${cpus().length} processors\n`)
  if (lost + doubled + reordered > 0) process.exitCode = 1
}

async function openStream(port: number, token: string): Promise<IncomingMessage> {
  const address = { port, host: '127.0.0.1', path: `/chat/stream?room=${room}`, agent: false }
  const response = await responseTo(get({ ...address, headers: { authorization: `Bearer ${token}` } }))
  response.on('error', () => {})
  return response
}

async function send(port: number, token: string, message: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sending = request({ port, host: '127.0.0.1', path: '/api/v1/chat/send', method: 'POST', headers })
  sending.end(JSON.stringify({ room, message }))
  const response = await responseTo(sending)
  await once(response.resume(), 'end')
}

async function responseTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${sent.path} was refused with ${response.statusCode}`)
  return response
}
