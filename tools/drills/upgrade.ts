import { readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import type { DatabaseSettings } from '#testing/databases.ts'
import { unpackDataDir } from '../../contract-tests/existing-data/data-dir.ts'
import { loadPostgres } from '../../contract-tests/existing-data/postgres-dump.ts'
import { dataOf } from '../../contract-tests/existing-data/recorded.ts'
import { migrations } from '../../src/app/migrations.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import { multiplyRows } from './multiply.ts'

interface Upgraded {
  readonly rows: number
  readonly skipped: readonly string[]
  /** How long each migration took, the slowest first. */
  readonly times: readonly { readonly name: string; readonly ms: number }[]
  /** What a release without the last migration said about the database. */
  readonly refusal: string
}

/** Loads the data of a release, copies its rows until there are `atLeast`, and migrates them to the code as it is. */
export async function upgradeMultiplied(
  release: string,
  { dataDir, databaseUrl }: DatabaseSettings,
  atLeast: number,
): Promise<Upgraded> {
  const files = dataOf(release)
  await unpackDataDir(files.dataDir, dataDir, (name) => !databaseUrl || name !== 'onedoor.sqlite')
  if (databaseUrl) await loadPostgres(databaseUrl, String(zstdDecompressSync(readFileSync(files.postgres))))
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const { rows, skipped } = await multiplyRows(store, atLeast)
    const times: { name: string; ms: number }[] = []
    const timed = migrations.map((migration) => ({
      ...migration,
      async up(...args: Parameters<typeof migration.up>) {
        const startedAt = performance.now()
        await migration.up(...args)
        times.push({ name: migration.name, ms: performance.now() - startedAt })
      },
    }))
    await store.migrate(timed)
    const refusal = await store.migrate(migrations.slice(0, -1)).then(
      () => 'accepted',
      (error: Error) => `${error.name}: ${error.message}`,
    )
    return { rows, skipped, times: times.sort((one, other) => other.ms - one.ms), refusal }
  } finally {
    await store.close()
  }
}
