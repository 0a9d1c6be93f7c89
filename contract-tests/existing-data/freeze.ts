/**
 * `npm run release:data 1`: freezes data of release 1, as this code leaves it, in contract-tests/released/data. Run it once a
 * release, and never for a release that has data already: where the drill fails, the code must change, not the data.
 *
 * The clock is fixed. Ids, keys and secrets are random, so two runs write different files with equal contents.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { startPostgres } from '../../src/testing/postgres-server.ts'
import { PostgresAdmin } from '../../src/testing/postgres-template.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { packDataDir } from './data-dir.ts'
import { makeInstance } from './example-data.ts'
import { ExampleInstance } from './example-instance.ts'
import { contentsOf, dumpPostgres } from './postgres-dump.ts'
import { dataOf, exampleProviders, type Recorded, started } from './recorded.ts'

const release = process.argv[2]
if (!release || !/^\d+$/.test(release)) throw new Error('Usage: npm run release:data <number of the release>')
const files = dataOf(release)
await mkdir(join(files.folder, '..'), { recursive: true })
// Fails if the release has data.
await mkdir(files.folder)
const temporary = await mkdtemp(join(tmpdir(), 'onedoor-freeze-'))
const postgres = await startPostgres()
try {
  const dataDir = join(temporary, 'sqlite')
  await mkdir(dataDir)
  const known = await makeInstance(dataDir)
  await writeFile(files.dataDir, await packDataDir(dataDir))
  await type(['backup', 'create', files.backup], { DATA_DIR: dataDir })

  const admin = new PostgresAdmin(postgres.url)
  await admin.create('frozen')
  await admin.close()
  const moved = { DATA_DIR: join(temporary, 'postgres'), DATABASE_URL: admin.urlOf('frozen') }
  await cp(dataDir, moved.DATA_DIR, { recursive: true })
  await type(['move'], moved)
  // As a running server leaves it.
  const server = new ExampleInstance(moved, known.frozenAt)
  await server.start(exampleProviders)
  await server.stop()
  await writeFile(files.postgres, zstdCompressSync(Buffer.from(await dumpPostgres(moved.DATABASE_URL))))
  const expected: Recorded = { ...known, ...(await contentsOf(moved.DATABASE_URL)) }
  await writeFile(files.expected, `${JSON.stringify(expected, null, 1)}\n`)
  console.log(
    `${files.folder} has the data of release ${release}. Tables without rows: ${expected.emptyTables.join(', ')}`,
  )
} catch (failure) {
  await rm(files.folder, { recursive: true })
  throw failure
} finally {
  await postgres.stop()
  await rm(temporary, { recursive: true })
}

async function type(words: readonly string[], settings: Record<string, string>): Promise<void> {
  const { code, err } = await typeLine(words, { env: { ...settings, ONEDOOR_CLOCK: started, LOG_LEVEL: 'error' } })
  if (code !== 0) throw new Error(`onedoor ${words.join(' ')}: ${err}`)
}
