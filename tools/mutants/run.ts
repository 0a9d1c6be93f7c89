/**
 * How many small mistakes the tests notice: `npm run mutants -- src/runtime/store`. First the tests nearest to the named files
 * run once, to learn which of them come to which place. Then each mutant acts while those tests run, the quickest file
 * first, in a process that has them loaded. A test that fails has to pass again without the mutant, or it caught nothing;
 * a mutant that no test catches survives and is printed, unless explained.ts says why none can.
 *
 * A line alone is named so: `src/runtime/store/sqlite.ts:51`. Options: `--sample 100` tries only so many, chosen by `--seed 1`; `--tests 4` uses so many test files for each file, and
 * all of its folder in any case; `--with src/a.test.ts` uses that test file instead, and others named so;
 * `--seconds 10` is how long those tests of one mutant may take together that have come to it; `--databases sqlite` leaves
 * PostgreSQL out. Programs that tests start run the unchanged files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Crew } from './crew.ts'
import { explanationOf, unusedExplanations } from './explained.ts'
import { differenceOf, type Mutant, mutantsOf } from './mutate.ts'
import { relatedTests } from './related.ts'
import { sampleOf } from './sample.ts'
import { switchable } from './switches.ts'
import { Trial, type Tried } from './trial.ts'

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')

interface Source extends Tried {
  /** From the project's folder on. */
  readonly name: string
  readonly path: string
  readonly text: string
  readonly mutants: readonly Mutant[]
  /** The number of its first mutant. */
  readonly firstId: number
}

interface Place {
  readonly source: Source
  readonly mutant: Mutant
  readonly id: number
}

/** What came of the mutants of one file. */
interface Tally {
  tried: number
  caught: number
  explained: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    databases: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
})
if (positionals.length === 0) {
  console.error('Name the files, folders or lines to be tried, such as src/runtime/store.')
  process.exit(2)
}
const unknown = values.databases?.split(',').find((name) => name !== 'sqlite' && name !== 'postgres')
if (unknown !== undefined) {
  console.error(`--databases: unknown database "${unknown}"; use sqlite, postgres or both, comma-separated.`)
  process.exit(2)
}
if (values.databases) process.env.ONEDOOR_TEST_DATABASES = values.databases

let mutantsSoFar = 0
/** Lines that are named, by the files that they are in: `src/a.ts:5`. */
const lines = Map.groupBy(positionals.filter(isLine), (named) => fileOf(named))
const sources = [...new Set(positionals.map(fileOf).flatMap((path) => filesIn(join(root, path))))].map(sourceOf)
const places = sources.flatMap((source) =>
  source.mutants.map((mutant, index) => ({ source, mutant, id: source.firstId + index })).filter(isNamed),
)
const chosen = values.sample ? sampleOf(places, Number(values.sample), Number(values.seed)) : places
console.log(`Mutants: ${chosen.length}${chosen.length < places.length ? ` of ${places.length}` : ''}`)
process.exitCode = await tryAll(chosen)

function isLine(named: string): boolean {
  return /:\d+$/.test(named)
}

function fileOf(named: string): string {
  return named.replace(/:\d+$/, '')
}

function isNamed({ source, mutant }: Place): boolean {
  return lines.get(source.name)?.includes(`${source.name}:${mutant.line}`) ?? true
}

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|(?:^|\/)(?:fixtures|migrations)\//.test(file))
    .sort()
    .map((file) => join(path, file))
}

function sourceOf(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const tests =
    values.with?.map((test) => join(root, test)) ??
    relatedTests(src, relative(src, path), Number(values.tests)).map((test) => join(src, test))
  const mutants = mutantsOf(path, text)
  const firstId = mutantsSoFar
  mutantsSoFar += mutants.length
  const ids = new Set(mutants.map((_, index) => firstId + index))
  return { name: relative(root, path), path, text, tests, mutants, firstId, ids }
}

async function tryAll(all: readonly Place[]): Promise<number> {
  const tried = [...new Set(all.map(({ source }) => source))]
  await using crew = new Crew(
    tried.map(({ path, text, mutants, firstId }) => [path, switchable(text, mutants, firstId)] as const),
  )
  const warn = (test: string) => console.log(`${relative(root, test)}: fails without any mutant and is left out`)
  const trial = new Trial(crew, 1000 * Number(values.seconds), warn)
  for (const test of new Set(tried.flatMap(({ tests }) => tests))) await trial.visit(test)
  const tallies = new Map<string, Tally>()
  const explained: Place[] = []
  for (const [index, place] of all.entries()) {
    const { source, mutant, id } = place
    const tally = tallies.get(source.name) ?? { tried: 0, caught: 0, explained: 0 }
    tallies.set(source.name, tally)
    tally.tried++
    const difference = differenceOf(source.text, mutant)
    if (await trial.isCaught(id, source)) tally.caught++
    else if (explanationOf(source.name, difference)) {
      tally.explained++
      explained.push(place)
    } else if (await trial.isCaughtFromTheStart(id, source)) tally.caught++
    else console.log(`${source.name}:${mutant.line} ${mutant.kind}\n${difference}`)
    if (source !== all[index + 1]?.source) console.log(rowOf(source.name, tally))
  }
  return report(tallies, explained)
}

function rowOf(name: string, { tried, caught, explained }: Tally): string {
  return `${name}: tried ${tried}, caught ${caught}, explained ${explained}, left ${tried - caught - explained}`
}

function report(tallies: ReadonlyMap<string, Tally>, explained: readonly Place[]): number {
  const sum = (of: (tally: Tally) => number) => [...tallies.values()].reduce((total, tally) => total + of(tally), 0)
  const tried = sum((tally) => tally.tried)
  const caught = sum((tally) => tally.caught)
  const left = tried - caught - explained.length
  const percent = (count: number) => ((100 * count) / Math.max(1, tried)).toFixed(1)
  console.log(`\n${[...tallies].map(([name, tally]) => rowOf(name, tally)).join('\n')}\n`)
  console.log(`Caught ${caught} of ${tried}: ${percent(caught)} %`)
  console.log(`Explained: ${explained.length}. Neither: ${left}, ${percent(left)} %`)
  // Neither a sample nor named lines try all mutants of a file.
  const unused =
    values.sample || lines.size > 0
      ? []
      : unusedExplanations(
          [...tallies.keys()],
          explained.map(({ source, mutant }) => [source.name, differenceOf(source.text, mutant)] as const),
        )
  for (const text of unused) console.log(`An explanation that no surviving mutant needs:\n${text}`)
  return left > 0 || unused.length > 0 ? 1 : 0
}
