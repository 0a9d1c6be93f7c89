import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { linkCount } from './links-cases.ts'
import type { VisitPlan, VisitResult } from './links-load.ts'
import { type BenchServer, median, startServer, visit } from './measure.ts'
import { prepareLinks } from './servers/links-database.ts'
import { residentMb } from './start-up.ts'

const goals = { one: 0.85, random: 0.6 } as const
const warmUpS = 2

interface Contender {
  readonly server: BenchServer
  readonly one: VisitResult[]
  readonly random: VisitResult[]
}

/**
 * Redirects of one link and of a million chosen at random against a bare server that answers a fixed redirect. The two
 * take turns; whichever is not measured stands still, so that what it does in the background costs the other nothing.
 */
export async function measureLinks(rounds: number, durationS: number, connections: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const servers: BenchServer[] = []
  const start = async (script: string): Promise<Contender> => {
    const server = await startServer(script, { DATA_DIR: dataDir })
    servers.push(server)
    return { server, one: [], random: [] }
  }
  try {
    await prepareLinks(dataDir)
    const product = await start('onedoor-links.ts')
    const bare = await start('bare-redirect.ts')
    const contenders = [product, bare]
    const run = async ({ server }: Contender, plan: Pick<VisitPlan, 'which' | 'durationS'>): Promise<VisitResult> => {
      for (const each of contenders) process.kill(each.server.pid, each.server === server ? 'SIGCONT' : 'SIGSTOP')
      return await visit({ port: server.ready.port, connections, ...plan })
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
    const memory = await residentMb(product.server.pid)
    if (memory !== undefined) console.log(`  resident memory afterwards ${Math.round(memory)} MB\n`)
  } finally {
    for (const server of servers) await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(name: string, goal: number, product: readonly VisitResult[], bare: readonly VisitResult[]): void {
  const [rate, floor] = [product, bare].map((results) => median(results.map(({ requestsPerS }) => requestsPerS)))
  const ratio = (rate as number) / (floor as number)
  console.log(`redirect of ${name}`)
  for (const result of product) console.log(`  ${row('onedoor', result)}`)
  for (const result of bare) console.log(`  ${row('bare node:http', result)}`)
  console.log(
    `  onedoor is ${ratio.toFixed(2)} of it, goal: at least ${goal.toFixed(2)}: ${ratio >= goal ? 'met' : 'missed'}`,
  )
}

function row(name: string, { requestsPerS, p50Ms, p99Ms, maxMs }: VisitResult): string {
  const times = `p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms  max ${maxMs.toFixed(0)} ms`
  return `${name.padEnd(32)}${String(Math.round(requestsPerS)).padStart(7)} requests/s  ${times}`
}
