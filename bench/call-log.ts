import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addNotes, getNotes } from './http.ts'
import { type BenchServer, costOf, type LoadPlan, load, median, startServer } from './measure.ts'

const cases = [
  { id: 'notes.get', goal: 1.08, requests: getNotes },
  { id: 'notes.add', goal: 1.15, requests: addNotes },
]
/** Longer than entries wait to be stored, so that their cost counts. */
const storedMs = 1500
/** Many connections would make larger groups of writes than most servers see. */
const connections = 20

/**
 * What the call log adds to the processor time of a call: one server, its log on and off in turn, so that other load of the machine
 * affects both.
 */
export async function measureCallLog(rounds: number, durationS: number): Promise<void> {
  for (const { id, goal, requests } of cases) {
    const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
    const server = await startServer('onedoor-notes.ts', { DATA_DIR: dataDir })
    try {
      const url = `http://127.0.0.1:${server.ready.port}`
      const plan = { url, requests: requests(server.ready), connections, durationS }
      // Code is compiled and memory grows for longer than other cases warm up.
      await load({ ...plan, durationS: 3 * durationS })
      const pairs: { on: number; off: number }[] = []
      for (let round = 0; round < rounds; round++) {
        // The second of a pair is cheaper while the process still gets faster.
        const first = round % 2 === 0
        const costs = [await costWith(server, plan, first), await costWith(server, plan, !first)] as const
        const [on, off] = first ? costs : costs.toReversed()
        pairs.push({ on: on as number, off: off as number })
      }
      report(id, goal, pairs)
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

async function costWith(server: BenchServer, plan: LoadPlan, callLog: boolean): Promise<number> {
  await server.send({ callLog }, 'callLog')
  return costOf(server, async () => {
    const { requests } = await load(plan)
    await setTimeout(storedMs)
    return requests
  })
}

function report(id: string, goal: number, pairs: readonly { on: number; off: number }[]): void {
  const ratio = median(pairs.map(({ on, off }) => on / off))
  const us = (values: number[]) => `${Math.round(median(values))} µs`
  console.log(
    `call log: ${id} costs ${us(pairs.map(({ on }) => on))} of processor, ${us(pairs.map(({ off }) => off))} without it: ratio ${ratio.toFixed(2)}`,
  )
  console.log(`  of each pair: ${pairs.map(({ on, off }) => (on / off).toFixed(2)).join(', ')}`)
  console.log(`  goal: at most ${goal.toFixed(2)}: ${ratio <= goal ? 'met' : 'missed'}\n`)
}
