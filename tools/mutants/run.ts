/**
 * How many small mistakes the tests notice: `npm run mutants -- src/runtime/store`. First the tests nearest to the named files
 * run once, to learn which of them come to which place. Then each mutant is put in place of its file while those tests
 * run, the quickest file first; a mutant that no test fails for survives and is printed, unless explained.ts says why none can.
 *
 * Options: `--sample 100` tries only so many, chosen by `--seed 1`; `--tests 4` uses so many test files for each file, and
 * all of its folder in any case; `--with src/a.test.ts` uses that test file instead, and others named so;
 * `--databases sqlite` leaves PostgreSQL out. Programs that tests start run the unchanged files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Crew } from './crew.ts'
import { explanationOf, unusedExplanations } from './explained.ts'
import { differenceOf, type Mutant, mutantsOf, mutated } from './mutate.ts'
import { marked, markOf } from './reach.ts'
import { relatedTests } from './related.ts'
import { sampleOf } from './sample.ts'
import { testsReaching, type Visit } from './visits.ts'

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')
/** A mutant that makes a test so much slower than it was is caught: an answer that never comes. */
const slowdown = 5
const leastTimeoutMs = 5000
/** What ends no test by itself, such as an endless loop, ends with its process after so many times as long. */
const slowdownOfAll = 3
const first = { timeoutMs: 60_000, limitMs: 300_000 }

interface Source {
  /** From the project's folder on. */
  readonly name: string
  readonly path: string
  readonly text: string
  readonly tests: readonly string[]
  readonly mutants: readonly Mutant[]
}

interface Place {
  readonly source: Source
  readonly mutant: Mutant
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '4' },
    databases: { type: 'string' },
    with: { type: 'string', multiple: true },
  },
})
if (positionals.length === 0) {
  console.error('Name the files or folders to be tried, such as src/runtime/store.')
  process.exit(2)
}
if (values.databases) process.env.ONEDOOR_TEST_DATABASES = values.databases

const sources = positionals.flatMap((path) => filesIn(join(root, path))).map(sourceOf)
const places = sources.flatMap((source) => source.mutants.map((mutant) => ({ source, mutant })))
const chosen = values.sample ? sampleOf(places, Number(values.sample), Number(values.seed)) : places
console.log(`Mutants: ${chosen.length}${chosen.length < places.length ? ` of ${places.length}` : ''}`)
/** How many mutants of each source each test file has caught. */
const caughtBy = new Map<Source, Map<string, number>>()
process.exitCode = await tryAll(chosen)

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
  return { name: relative(root, path), path, text, tests, mutants: mutantsOf(path, text) }
}

async function tryAll(all: readonly Place[]): Promise<number> {
  await using crew = new Crew()
  const visits = await visitsOf(crew, [...new Set(all.map(({ source }) => source))])
  const explained: Place[] = []
  let survived = 0
  for (const [index, place] of all.entries()) {
    const { source, mutant } = place
    if (!(await isCaught(crew, place, visits))) {
      const difference = differenceOf(source.text, mutant)
      if (explanationOf(source.name, difference)) explained.push(place)
      else {
        survived++
        console.log(`${source.name}:${mutant.line} ${mutant.kind}\n${difference}`)
      }
    }
    if (source === all[index + 1]?.source) continue
    await refuseFailingTests(crew, source)
    console.log(`  ${source.name}: tried ${index + 1}, survived ${survived}, explained ${explained.length}`)
  }
  return report(all, survived, explained)
}

/** What caught mutants has to pass without one still, or it was something else that it noticed. */
async function refuseFailingTests(crew: Crew, source: Source): Promise<void> {
  for (const test of caughtBy.get(source)?.keys() ?? []) {
    const { isCaught } = await crew.ask({ texts: [], test, timeoutMs: first.timeoutMs }, first.limitMs)
    if (isCaught)
      throw new Error(`${relative(root, test)} fails without a mutant by now: what it caught counts for nothing.`)
  }
}

function report(all: readonly Place[], survived: number, explained: readonly Place[]): number {
  const caught = all.length - survived - explained.length
  const percent = (count: number) => ((100 * count) / Math.max(1, all.length)).toFixed(1)
  console.log(`Caught ${caught} of ${all.length}: ${percent(caught)} %`)
  console.log(`Explained: ${explained.length}. Neither: ${survived}, ${percent(survived)} %`)
  // A sample does not try all mutants of a file.
  const unused = values.sample
    ? []
    : unusedExplanations(
        [...new Set(all.map(({ source }) => source.name))],
        explained.map(({ source, mutant }) => [source.name, differenceOf(source.text, mutant)] as const),
      )
  for (const text of unused) console.log(`An explanation that no surviving mutant needs:\n${text}`)
  return survived > 0 || unused.length > 0 ? 1 : 0
}

/** What each test comes to, learnt by one run of every test file with all the sources marked. */
async function visitsOf(crew: Crew, all: readonly Source[]): Promise<ReadonlyMap<string, readonly Visit[]>> {
  const texts = all.map(({ name, path, text, mutants }) => [path, marked(name, text, mutants)] as const)
  const visits = new Map<string, readonly Visit[]>()
  for (const test of new Set(all.flatMap(({ tests }) => tests))) {
    const { isCaught, reached } = await crew.ask({ texts, test, timeoutMs: first.timeoutMs }, first.limitMs)
    if (isCaught) console.log(`${relative(root, test)}: fails without any mutant and is left out`)
    visits.set(
      test,
      isCaught
        ? []
        : reached.map(({ name, tookMs, marks, marksBefore }) => ({
            name,
            tookMs,
            marks: new Set([...marks, ...marksBefore]),
          })),
    )
  }
  return visits
}

async function isCaught(crew: Crew, { source, mutant }: Place, visits: ReadonlyMap<string, readonly Visit[]>) {
  const texts = [[source.path, mutated(source.text, mutant)]] as const
  const caught = caughtBy.get(source) ?? new Map<string, number>()
  caughtBy.set(source, caught)
  for (const group of testsReaching(markOf(source.name, mutant), source.tests, visits, caught)) {
    const { test, names, tookMs, slowestMs } = group
    const timeoutMs = Math.ceil(Math.max(leastTimeoutMs, slowdown * slowestMs))
    const order = { texts, test, names, timeoutMs }
    const { isCaught, reached } = await crew.ask(order, slowdownOfAll * (2 * timeoutMs + tookMs))
    if (isCaught) {
      caught.set(test, (caught.get(test) ?? 0) + 1)
      return true
    }
    if (reached.length === 0) throw new Error(`None of these tests of ${test} ran: ${names.join('; ')}`)
  }
  return false
}
