/**
 * `npm run data:renew` renews all bundled data that a program can renew, `npm run data:renew -- airports` one set. The sets
 * and the dates of their content are in src/app/bundled-data.json, which this writes.
 *
 * The list of airlines is edited by hand: `npm run data:renew -- airlines` shows what to look at, and with `--reviewed`
 * dates the list.
 */
import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundledDataFile, type DataSet } from '../../src/app/bundled-data.ts'
import { compareAirlines } from './airlines.ts'
import { renewAirports } from './airports.ts'
import { renewOutlines } from './outlines.ts'
import { publicationDate } from './package.ts'
import { renewPasswords } from './passwords.ts'
import type { Renewal } from './renewal.ts'
import { renewWindowsZones } from './windows-zones.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/data.md')

const args = process.argv.slice(2)
const isReviewed = args.includes('--reviewed')
const wanted = args.filter((arg) => arg !== '--reviewed')
const sets = JSON.parse(await readFile(bundledDataFile, 'utf8')) as Record<string, DataSet>

const programs: Readonly<Record<string, () => Promise<Renewal | undefined>>> = {
  outlines: renewOutlines,
  airports: renewAirports,
  passwords: renewPasswords,
  'windows-zones': renewWindowsZones,
  async airlines() {
    for (const line of await compareAirlines()) console.log(`  ${line}`)
    if (isReviewed) return { contentDate: today(), source: 'written for this project' }
    console.log('  Compare the lists with what has changed since, then run this with --reviewed.')
    return undefined
  },
  async quran() {
    console.log('  stays as it is. To build it from its sources, see tools/data/quran.ts.')
    return undefined
  },
}

const unknown = wanted.find((id) => !(id in sets))
if (unknown !== undefined) {
  console.error(`${unknown} is not one of ${Object.keys(sets).join(', ')}.`)
  process.exit(2)
}
for (const [id, set] of Object.entries(sets)) {
  if (wanted.length > 0 && !wanted.includes(id)) continue
  console.log(`${id}:`)
  const renewal = set.package === undefined ? await programs[id]?.() : await renewPackage(set.package)
  if (!renewal) continue
  Object.assign(set, renewal)
  console.log(`  ${set.contentDate}, ${set.source}`)
  await writeFile(bundledDataFile, `${JSON.stringify(sets, undefined, 2)}\n`)
  await run(join(root, 'node_modules/.bin/biome'), ['format', '--write', bundledDataFile])
  await writeFile(page, renewedPage(await readFile(page, 'utf8'), set))
}
console.log('Read the sources in docs/data.md again, and run the tests of what has changed.')

/** The page with the date and the sizes of a set in its rows. */
function renewedPage(text: string, { files = [], package: name, contentDate }: DataSet): string {
  const lines = text.split('\n').map((line) => {
    const named = [...files, name].find((each) => each !== undefined && line.includes(`| \`${each}\` |`))
    if (!line.startsWith('| ') || named === undefined) return line
    const dated = line.replace(/\| \d{4}-\d\d-\d\d \|/, `| ${contentDate} |`)
    if (named === name) return dated
    return dated.replace(/\| \d+ KB \|/, `| ${Math.ceil(statSync(join(root, named)).size / 1024)} KiB |`)
  })
  return lines.join('\n')
}

/** Installs the newest version of a package that is data. */
async function renewPackage(name: string): Promise<Renewal> {
  await run('npm', ['install', '--save-exact', `${name}@latest`], { cwd: root })
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version = dependencies[name] as string
  return { contentDate: await publicationDate(name, version), source: `${name} ${version}` }
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
