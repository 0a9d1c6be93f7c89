import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addNotes, getNotes } from './http.ts'
import { type BenchServer, costOf, type LoadPlan, load, median, startServer } from './measure.ts'

const tenth = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
const cases = [
  { name: 'notes.get', goal: 1.15, requests: getNotes, settings: {} },
  { name: 'notes.add', goal: 1.15, requests: addNotes, settings: {} },
  { name: 'notes.get, one call in ten traced,', goal: 1.03, requests: getNotes, settings: tenth },
]
/** Short, so that other load of the machine affects both servers of a pair. It includes sending a few batches of spans. */
const sliceS = 1
/** More at once would only fill the queue of spans. */
const connections = 20

/**
 * What traces add to the processor time of a call, including sending them: a server with a collector and one without, in turn.
 */
export async function measureTracing(rounds: number, durationS: number): Promise<void> {
  for (const each of cases) {
    await using stack = new AsyncDisposableStack()
    const collector = stack.adopt(await startServer('collector.ts', {}, { besideLoad: true }), (server) =>
      server.stop(),
    )
    const counted = async () => ((await collector.send({ count: true }, 'spans')) as { spans: number }).spans
    const start = async (env: Record<string, string>) => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
      stack.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
      return stack.adopt(await startServer('onedoor-notes.ts', { DATA_DIR, ...env }), (server) => server.stop())
    }
    const servers = {
      on: await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.ready.port}`, ...each.settings }),
      off: await start({}),
    }
    let traced = 0
    const cost = (server: BenchServer) =>
      costOf(server, async () => {
        const { requests } = await load(planOf(each, server, sliceS))
        if (server === servers.on) traced += requests
        return requests
      })
    await load(planOf(each, servers.off, durationS))
    await load(planOf(each, servers.on, durationS))
    const before = await counted()
    const pairs: Pair[] = []
    for (let slice = 0; slice < (rounds * durationS) / sliceS; slice++)
      pairs.push({ on: await cost(servers.on), off: await cost(servers.off) })
    report(each, pairs, ((await counted()) - before) / traced)
  }
}

interface Pair {
  readonly on: number
  readonly off: number
}

function planOf({ requests }: (typeof cases)[number], { ready }: BenchServer, durationS: number): LoadPlan {
  return { url: `http://127.0.0.1:${ready.port}`, requests: requests(ready), connections, durationS }
}

function report({ name, goal }: (typeof cases)[number], pairs: readonly Pair[], spansPerCall: number): void {
  const ratio = median(pairs.map(({ on, off }) => on / off))
  const us = (values: number[]) => `${Math.round(median(values))} µs`
  console.log(
    `traces: ${name} costs ${us(pairs.map(({ on }) => on))} of processor, ${us(pairs.map(({ off }) => off))} without them: ratio ${ratio.toFixed(2)}`,
  )
  console.log(`  of each pair: ${pairs.map(({ on, off }) => (on / off).toFixed(2)).join(', ')}`)
  console.log(`  spans that reached the collector for each call: ${spansPerCall.toFixed(2)}`)
  console.log(`  goal: at most ${goal.toFixed(2)}: ${ratio <= goal ? 'met' : 'missed'}\n`)
}
