import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#testing/loopback.ts'
import { startNats } from '#testing/nats-server.ts'
import { startPostgres } from '#testing/postgres-server.ts'
import { withServers } from './processes.ts'

const idleS = 30
/** The work after a start. */
const startS = 15

/** How much processes that serve nobody ask of PostgreSQL and NATS, with and without a gateway. */
export async function measureIdle(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { url: databaseUrl } = stack.adopt(await startPostgres(), (server) => server.stop())
  const port = await freePort()
  const nats = stack.adopt(await startNats([`http: 127.0.0.1:${port}`]), (server) => server.stop())
  const client = stack.adopt(new pg.Client({ connectionString: databaseUrl }), (each) => each.end())
  await client.connect()
  const counted = async () => {
    const query = 'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()'
    const { rows } = await client.query<{ n: string }>(query)
    const varz = (await (await fetch(`http://127.0.0.1:${port}/varz`)).json()) as { in_msgs: number }
    return { transactions: Number(rows[0]?.n), messages: varz.in_msgs }
  }
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, NEWS_FEEDS: 'none', MARKETS_REFRESH: 'off' }
  for (const [what, settings] of [
    ['', { GATEWAY_PORT: 'off' }],
    [' with a gateway', { GATEWAY_PORT: '0' }],
    [' with a gateway and NATS', { GATEWAY_PORT: '0', NATS_URL: nats.url }],
  ] as const) {
    for (const count of [1, 2, 4]) {
      await withServers({ ...env, ...settings }, count, async () => {
        await pause(startS * 1000)
        const before = await counted()
        await pause(idleS * 1000)
        const after = await counted()
        const transactions = after.transactions - before.transactions
        const asked = `${transactions} transactions (most of one statement), ${after.messages - before.messages} messages to NATS`
        console.log(`idle in ${idleS} s, ${count} ${count === 1 ? 'process' : 'processes'}${what}: ${asked}`)
      })
    }
  }
}
