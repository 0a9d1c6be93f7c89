import { join } from 'node:path'
import knex, { type Knex } from 'knex'
import type { Database } from 'sqlite3'

const pragmas =
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000'

/** The product's database as the peers use it: with knex, and as durable. BENCH_PEER_POOL sets its connections (4). */
export function openPeerDatabase(dataDir: string): Knex {
  return knex({
    client: 'sqlite3',
    useNullAsDefault: true,
    connection: { filename: join(dataDir, 'onedoor.sqlite') },
    pool: {
      min: 1,
      max: Number(process.env.BENCH_PEER_POOL ?? 4),
      afterCreate: (connection: Database, done: (error: Error | null) => void) => connection.exec(pragmas, done),
    },
  })
}
