import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#testing/postgres-server.ts'
import { createAccounts } from '../src/runtime/accounts/accounts.ts'
import { createTokens } from '../src/runtime/accounts/tokens.ts'
import { systemClock } from '../src/runtime/base/clock.ts'
import { openStore } from '../src/runtime/store/open.ts'
import { big, fillDatabase } from './growth-rows.ts'
import { type BenchServer, type LoadPlan, load, median, processorUs, startServer } from './measure.ts'

const counts = [1, 2, 4] as const
const notes = 1000
const connections = 48
const warmUpS = 8

interface Place {
  readonly env: Readonly<Record<string, string>>
  readonly token: string
}

interface Cost {
  readonly requestsPerS: number
  /** Processor time of the server processes for one call. */
  readonly cpuUs: number
}

/**
 * Throughput and processor time for a call of one, two and four processes on one PostgreSQL. All share the
 * processors of this machine with the database and the load, so the ratios show only the cost of sharing a database.
 */
export async function measureProcesses(rounds: number, durationS: number): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const postgres = stack.adopt(await startPostgres({ isFast: false }), (server) => server.stop())
  const databaseUrl = postgres.url
  await fillDatabase({ dataDir, databaseUrl }, notes, ['notes'])
  const token = await writingToken({ dataDir, databaseUrl })
  const env = {
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LIMIT_ACCOUNT_PER_MINUTE: '999999999' },
    ...{ NEWS_FEEDS: 'none', MARKETS_REFRESH: 'off', GATEWAY_PORT: 'off' },
  }
  console.log('one, two and four processes on one PostgreSQL, which share the processors of this machine with it')
  console.log('  Two processors allow no fitted law of scaling: the ratios are only comparable with each other.')
  for (const [name, requests] of Object.entries(requestsOf(token))) {
    await measureLoads(name, { env, token }, requests, { rounds, durationS })
  }
}

async function writingToken(place: { dataDir: string; databaseUrl: string }): Promise<string> {
  const store = await openStore(place)
  const { id } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).get(big.username)
  const tokens = createTokens({ store, clock: systemClock, services: ['notes'] })
  const { secret } = await tokens.create(id, { scope: { services: ['notes'] }, actions: true })
  await store.close()
  return secret
}

function requestsOf(token: string): Record<string, LoadPlan['requests']> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const many = (request: (n: number) => LoadPlan['requests'][number]) =>
    Array.from({ length: 500 }, (_, n) => request(n))
  return {
    'notes.get': many((n) => ({ method: 'GET', path: `/api/v1/notes/get?title=Note+${n + 1}`, headers })),
    'notes.add': many((n) => {
      const body = JSON.stringify({ title: `Note ${n + 1}`, text: 'Oats, lemons, coffee.' })
      return { method: 'POST', path: '/api/v1/notes/add', headers, body }
    }),
  }
}

async function measureLoads(
  name: string,
  place: Place,
  requests: LoadPlan['requests'],
  { rounds, durationS }: { rounds: number; durationS: number },
): Promise<void> {
  const costs = counts.map(() => [] as Cost[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, count] of counts.entries()) {
      await withServers(place.env, count, async (servers) => {
        await loadAll(servers, requests, warmUpS)
        costs[index]?.push(await loadAll(servers, requests, durationS))
      })
    }
  }
  const [alone, ...others] = costs.map((all) => ({
    rate: median(all.map(({ requestsPerS }) => requestsPerS)),
    cpuUs: median(all.map(({ cpuUs }) => cpuUs)),
  })) as [{ rate: number; cpuUs: number }, ...{ rate: number; cpuUs: number }[]]
  console.log(
    `  ${name}: one process ${Math.round(alone.rate)} requests/s, ${Math.round(alone.cpuUs)} µs of processor each`,
  )
  for (const [index, { rate, cpuUs }] of others.entries()) {
    const ratios = `${(rate / alone.rate).toFixed(2)} of that rate, ${(cpuUs / alone.cpuUs).toFixed(2)} of that processor time`
    console.log(`    ${counts[index + 1]} processes: ${ratios}`)
  }
}

/** Divides the connections among the servers. */
async function loadAll(
  servers: readonly BenchServer[],
  requests: LoadPlan['requests'],
  durationS: number,
): Promise<Cost> {
  const cpu = async () =>
    (await Promise.all(servers.map(({ pid }) => processorUs(pid)))).reduce((sum, us) => sum + us, 0)
  const before = await cpu()
  const results = await Promise.all(
    servers.map(({ ready }, index) => {
      // Each begins elsewhere, so that they do not write the same notes in step.
      const from = Math.floor((requests.length * index) / servers.length)
      const own = [...requests.slice(from), ...requests.slice(0, from)]
      const url = `http://127.0.0.1:${ready.port}`
      return load({ url, requests: own, connections: connections / servers.length, durationS })
    }),
  )
  const requestsPerS = results.reduce((sum, result) => sum + result.requestsPerS, 0)
  return { requestsPerS, cpuUs: ((await cpu()) - before) / (requestsPerS * durationS) }
}

/** Runs `work` with this many servers, which then end. */
export async function withServers(
  env: Readonly<Record<string, string>>,
  count: number,
  work: (servers: readonly BenchServer[]) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const servers: BenchServer[] = []
  for (let n = 0; n < count; n++) {
    servers.push(
      stack.adopt(await startServer('onedoor.ts', { ...env }, { isPinned: false }), (server) => server.stop()),
    )
  }
  await work(servers)
}
