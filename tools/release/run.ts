/**
 * `npm run release`: builds what a release consists of into `.cache/release`; with `--check`, also installs each package into
 * an empty folder and uses it. `--version` moves the version of everything instead. Nothing is published. The last line of a
 * check is `N passed, N failed`.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createReport } from '../../contract-tests/report.ts'
import { buildRelease, releasedSizes } from './build.ts'
import { checkRelease } from './check.ts'
import { run } from './commands.ts'
import { changedFiles } from './contents.ts'
import { currentVersion, moveVersion, unreleasedEntries, versionFaults } from './versions.ts'

const root = join(import.meta.dirname, '../..')

const usage = `npm run release -- [--check] [--dirty] | --version VERSION
  --check            install what was built into empty folders and use it
  --dirty            build although files differ from the commit
  --version VERSION  move the version of the packages, the changelog and the released baselines`

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { check: { type: 'boolean' }, dirty: { type: 'boolean' }, version: { type: 'string' } },
    })
    if (values.version === undefined || (values.check ?? values.dirty) === undefined) return values
    console.error('--version is used alone.')
  } catch (failure) {
    console.error((failure as Error).message)
  }
  console.error(usage)
  process.exit(2)
}

const { check = false, dirty = false, version } = readArguments()
try {
  if (version === undefined) process.exitCode = (await release()) ? 0 : 1
  else await move(version)
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 1
}

async function move(to: string): Promise<void> {
  await moveVersion(root, to, new Date().toISOString().slice(0, 10))
  const generate = 'tools/codegen/generate.ts'
  // The page of changes is generated from the released document.
  for (const script of [generate, 'contract-tests/changes/release.ts', generate]) {
    process.stdout.write(await run(process.execPath, [script], { cwd: root }))
  }
  console.log(`Everything is at ${to}. Commit it, then run npm run release -- --check`)
}

async function release(): Promise<boolean> {
  const changed = await changedFiles(root)
  if (changed.length > 0 && !dirty) {
    throw new Error(
      `A release is built from a commit, but these files differ: ${changed.join(', ')}. Commit or stash them, or use --dirty`,
    )
  }
  const report = createReport()
  const faults = await versionFaults(root)
  await report.check('versions, changelog and released baselines agree', () => {
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  const unreleased = unreleasedEntries(await readFile(join(root, 'CHANGELOG.md'), 'utf8'))
  if (unreleased > 0)
    report.note(`CHANGELOG.md has ${unreleased} entries under [Unreleased], which this version contains.`)
  const built = await buildRelease(root, join(root, '.cache/release'), await currentVersion(root))
  for (const [file, bytes] of await releasedSizes(built.folder)) console.log(`${String(bytes).padStart(9)}  ${file}`)
  console.log(`${built.folder} is complete.`)
  if (check) await report.check('all packages can be installed', () => checkRelease(report, root, built))
  return report.close()
}
