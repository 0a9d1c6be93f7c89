import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkCount } from './links-cases.ts'
import type { VisitPlan, VisitResult } from './links-load.ts'
import { type BenchServer, median, processorUs, residentBytes, startServer, visit } from './measure.ts'
import { prepareLinks } from './servers/links-database.ts'

const goals = { one: 0.85, random: 0.6 } as const
const warmUpS = 2
const connections = 50

/** A result with the server's processor time for each visit; NaN if /proc is missing. */
type Run = VisitResult & { cpuUs: number }

interface Contender {
  readonly server: BenchServer
  readonly one: Run[]
  readonly random: Run[]
}

/**
 * Redirects of one link and of a million chosen at random against a bare server that returns a fixed redirect. The two
 * take turns; the one not being measured is stopped, so that its background work costs the other nothing.
 */
export async function measureLinks(rounds: number, durationS: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const servers: BenchServer[] = []
  const start = async (script: string): Promise<Contender> => {
    const server = await startServer(script, { DATA_DIR: dataDir })
    servers.push(server)
    return { server, one: [], random: [] }
  }
  try {
    await prepareLinks(dataDir)
    const product = await start('onedoor.ts')
    const bare = await start('bare-redirect.ts')
    const contenders = [product, bare]
    const run = async ({ server }: Contender, plan: Pick<VisitPlan, 'which' | 'durationS'>): Promise<Run> => {
      for (const each of contenders) process.kill(each.server.pid, each.server === server ? 'SIGCONT' : 'SIGSTOP')
      const before = await processorUs(server.pid)
      const result = await visit({ port: server.ready.port, connections, ...plan })
      return { ...result, cpuUs: ((await processorUs(server.pid)) - before) / result.visits }
    }
    for (const each of contenders) await run(each, { which: 'one', durationS: warmUpS })
    for (let round = 0; round < rounds; round++) {
      for (const each of contenders) each.one.push(await run(each, { which: 'one', durationS }))
    }
    const cold = await run(product, { which: 'random', durationS })
    await run(product, { which: 'all', durationS })
    for (let round = 0; round < rounds; round++) {
      for (const each of contenders) each.random.push(await run(each, { which: 'random', durationS }))
    }
    report('one short link', goals.one, product.one, bare.one)
    report(
      `${linkCount.toLocaleString('en')} short links at random, in memory`,
      goals.random,
      product.random,
      bare.random,
    )
    console.log(`  ${row('before that, from the database', cold)}`)
    const memory = (await residentBytes(product.server.pid)) / 1_000_000
    console.log(`  resident memory afterwards ${Math.round(memory)} MB\n`)
  } finally {
    for (const server of servers) await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(name: string, goal: number, product: readonly Run[], bare: readonly Run[]): void {
  const [rate, floor] = [product, bare].map((runs) => median(runs.map(({ requestsPerS }) => requestsPerS)))
  const ratio = (rate as number) / (floor as number)
  console.log(`redirect of ${name}`)
  for (const each of product) console.log(`  ${row('onedoor', each)}`)
  for (const each of bare) console.log(`  ${row('bare node:http', each)}`)
  console.log(
    `  onedoor is ${ratio.toFixed(2)} of it, goal: at least ${goal.toFixed(2)}: ${ratio >= goal ? 'met' : 'missed'}`,
  )
  const [own, least] = [product, bare].map((runs) => median(runs.map(({ cpuUs }) => cpuUs)))
  const byTime = ((least as number) / (own as number)).toFixed(2)
  console.log(`  by processor time, which other programs on the machine affect less: ${byTime} of it`)
}

function row(name: string, { requestsPerS, p50Ms, p99Ms, maxMs, cpuUs }: Run): string {
  const times = `p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  max ${maxMs.toFixed(0)} ms`
  const cost = `  ${cpuUs.toFixed(1)} µs of processor each`
  return `${name.padEnd(32)}${String(Math.round(requestsPerS)).padStart(7)} requests/s  ${times}${cost}`
}
