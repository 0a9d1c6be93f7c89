import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPosts } from './blog.ts'
import { load, median, processorUs, startServer } from './measure.ts'

const amount = 5000
/** Calls between the first ones and those that count as warm. */
const between = 30_000

interface Measured {
  /** Processor time of a call, in microseconds. */
  readonly first: number
  readonly warm: number
}

/** What blog.read costs a server that has just started, against what it costs once the code has been compiled. */
export async function measureFirstCalls(rounds: number, connections: number): Promise<void> {
  const all: Measured[] = []
  for (let round = 0; round < rounds; round++) all.push(await measureOnce(connections))
  const first = median(all.map((each) => each.first))
  const warm = median(all.map((each) => each.warm))
  console.log(`blog.read of 2 KB: the first ${amount} calls after the start`)
  console.log(
    `  ${first.toFixed(0)} µs of processor a call, ${warm.toFixed(0)} after ${between} more: ${(first / warm).toFixed(2)} times as much, no goal\n`,
  )
}

async function measureOnce(connections: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer('onedoor-blog.ts', { DATA_DIR: dataDir })
  const plan = { url: `http://127.0.0.1:${server.ready.port}`, requests: readPosts(server.ready), connections }
  const cost = async () => {
    const before = await processorUs(server.pid)
    await load({ ...plan, durationS: 0, amount })
    return ((await processorUs(server.pid)) - before) / amount
  }
  try {
    const first = await cost()
    await load({ ...plan, durationS: 0, amount: between })
    return { first, warm: await cost() }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
