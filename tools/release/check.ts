import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../contract-tests/report.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import { type Release, releasedFiles } from './build.ts'
import { checkClients } from './check-clients.ts'
import { checkSdk } from './check-sdk.ts'
import { checkServer } from './check-server.ts'
import { bytesBelow, emptyPlace, startInstalled } from './installed.ts'
import { type Sbom, sbomFaults } from './sbom.ts'

const megabyte = 1_000_000

/**
 * Installs each package of a release into an empty folder and uses it as its README says. Prints what it measures.
 *
 * @param root absolute path of the repository
 */
export async function checkRelease(report: Report, root: string, release: Release): Promise<void> {
  await report.check('SHA256SUMS lists every file with its checksum', () => checkSums(release.folder))
  await report.check('the SBOM lists every package that npm installs for the server', () => checkSbom(root, release))
  await using place = await emptyPlace(root)
  await place.run('npm', ['install', '--no-audit', '--no-fund', join(release.folder, release.server)])
  await printSize(join(place.folder, 'node_modules'))
  {
    await using first = await startInstalled(place)
    console.log(`first start after installing: ${(first.firstResponseMs / 1000).toFixed(2)} s until the first response`)
    await report.check('the first start has nothing to migrate', () => checkMigrated(join(place.folder, 'data')))
    const token = await checkServer(report, place, first, release.programs)
    await checkClients(report, root, release, { url: first.url, token })
  }
  await using second = await startInstalled(place)
  console.log(`second start: ${(second.firstResponseMs / 1000).toFixed(2)} s until the first response`)
  await checkSdk(report, root, release, place)
}

/** Migrations take most of a first start, so the package contains their result. */
async function checkMigrated(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir })
  const applied = await store
    .all<{ name: string; applied_at: number }>(store.sql('migrations'))
    .finally(() => store.close())
  const atStart = applied.filter((each) => each.applied_at !== 0).map(({ name }) => name)
  if (applied.length === 0 || atStart.length > 0) throw new Error(`Applied at the start: ${atStart.join(', ')}`)
}

/** Compiling sqlite3 leaves 20 MB behind, which a prebuilt one does not have. */
async function printSize(modules: string): Promise<void> {
  const build = join(modules, 'sqlite3/build')
  const { size } = await stat(join(build, 'Release/node_sqlite3.node'))
  const all = await bytesBelow(modules)
  const [asInstalled, prebuilt] = [all, all - (await bytesBelow(build)) + size].map((each) =>
    (each / megabyte).toFixed(0),
  )
  console.log(`installed server: ${asInstalled} MB, with a prebuilt sqlite3 ${prebuilt} MB`)
}

/** Compares the SBOM with what npm installs for the unpacked package, where its npm-shrinkwrap.json counts. */
async function checkSbom(root: string, release: Release): Promise<void> {
  await using place = await emptyPlace(root)
  await place.run('tar', ['-xzf', join(release.folder, release.server), '--strip-components', '1'])
  await place.run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  const lock = await readFile(join(place.folder, 'node_modules/.package-lock.json'), 'utf8')
  const { packages }: { packages: Record<string, { version: string }> } = JSON.parse(lock)
  const installed = Object.entries(packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  )
  const sbom: Sbom = JSON.parse(await readFile(join(release.folder, release.sbom), 'utf8'))
  const faults = sbomFaults(sbom, installed)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function checkSums(folder: string): Promise<void> {
  const lines = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trimEnd().split('\n')
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const file of await releasedFiles(folder)) {
    const digest = createHash('sha256')
      .update(await readFile(join(folder, file)))
      .digest('hex')
    if (listed.get(file) !== digest) throw new Error(`${file} is not as SHA256SUMS says.`)
    listed.delete(file)
  }
  if (listed.size > 0) throw new Error(`These files are missing: ${[...listed.keys()].join(', ')}`)
}
