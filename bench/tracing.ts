import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { closeServer, openOnLoopback } from '#testing/loopback.ts'
import { addNotes, getNotes } from './http.ts'
import { type BenchServer, costOf, type LoadPlan, load, median, startServer } from './measure.ts'

const cases = [
  { id: 'notes.get', goal: 1.15, requests: getNotes },
  { id: 'notes.add', goal: 1.15, requests: addNotes },
]
/** Longer than spans wait to be sent, so that their cost counts. */
const sentMs = 6000
/** More at once would only fill the queue of spans. */
const connections = 20

interface Received {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly unknown[] }[] }[]
}

/** What a collector does as far as the server notices. */
class Collector {
  readonly #server = createServer(async (req, res) => {
    const { resourceSpans = [] } = (await json(req)) as Received
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) this.spans += spans.length
    res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  /** How many it has received. */
  spans = 0

  open(): Promise<string> {
    return openOnLoopback(this.#server)
  }

  close(): Promise<void> {
    return closeServer(this.#server)
  }
}

/**
 * What traces add to the processor time of a call, including sending them: a server with a collector and one without, in turn, so
 * that other load of the machine affects both.
 */
export async function measureTracing(rounds: number, durationS: number): Promise<void> {
  for (const each of cases) {
    await using stack = new AsyncDisposableStack()
    const collector = stack.adopt(new Collector(), (server) => server.close())
    const start = async (env: Record<string, string>) => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
      stack.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
      return stack.adopt(await startServer('onedoor-notes.ts', { DATA_DIR, ...env }), (server) => server.stop())
    }
    const servers = {
      on: await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.open() }),
      off: await start({}),
    }
    let traced = 0
    const cost = (server: BenchServer) =>
      costOf(server, async () => {
        const { requests } = await load(planOf(each, server, durationS))
        if (server === servers.on) traced += requests
        await setTimeout(sentMs)
        return requests
      })
    await load(planOf(each, servers.off, durationS))
    await load(planOf(each, servers.on, durationS))
    await setTimeout(sentMs)
    collector.spans = 0
    const pairs: Pair[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ on: await cost(servers.on), off: await cost(servers.off) })
    report(each, pairs, collector.spans / traced)
  }
}

interface Pair {
  readonly on: number
  readonly off: number
}

function planOf({ requests }: (typeof cases)[number], { ready }: BenchServer, durationS: number): LoadPlan {
  return { url: `http://127.0.0.1:${ready.port}`, requests: requests(ready), connections, durationS }
}

function report({ id, goal }: (typeof cases)[number], pairs: readonly Pair[], spansPerCall: number): void {
  const ratio = median(pairs.map(({ on, off }) => on / off))
  const us = (values: number[]) => `${Math.round(median(values))} µs`
  console.log(
    `traces: ${id} costs ${us(pairs.map(({ on }) => on))} of processor, ${us(pairs.map(({ off }) => off))} without them: ratio ${ratio.toFixed(2)}`,
  )
  console.log(`  of each pair: ${pairs.map(({ on, off }) => (on / off).toFixed(2)).join(', ')}`)
  console.log(`  spans that reached the collector for each call: ${spansPerCall.toFixed(2)}`)
  console.log(`  goal: at most ${goal.toFixed(2)}: ${ratio <= goal ? 'met' : 'missed'}\n`)
}
