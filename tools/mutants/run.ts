/**
 * How many small mistakes the tests notice: `npm run mutants -- src/runtime/store`. Each mutant of the named files is put in
 * place of the file while the tests nearest to it run; a mutant that no test fails for survives and is printed.
 *
 * Options: `--sample 100` tries only so many, chosen by `--seed 1`; `--tests 4` runs so many test files for each;
 * `--databases sqlite` leaves PostgreSQL out. Programs that tests start run the unchanged files.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { Crew } from './crew.ts'
import { differenceOf, type Mutant, mutantsOf, mutated } from './mutate.ts'
import { relatedTests } from './related.ts'
import { sampleOf } from './sample.ts'

const root = join(import.meta.dirname, '../..')
const src = join(root, 'src')
/** A mutant that makes tests so much slower than they were is caught: an endless loop, an answer that never comes. */
const slowdown = 5
const leastLimitMs = 10_000
const firstLimitMs = 120_000

interface Place {
  readonly file: string
  readonly source: string
  readonly tests: readonly string[]
  readonly mutant: Mutant
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '5' },
    databases: { type: 'string' },
  },
})
if (positionals.length === 0) {
  console.error('Name the files or folders to be tried, such as src/runtime/store.')
  process.exit(2)
}
if (values.databases) process.env.ONEDOOR_TEST_DATABASES = values.databases

const places = positionals.flatMap((path) => filesIn(join(root, path))).flatMap(placesIn)
const chosen = values.sample ? sampleOf(places, Number(values.sample), Number(values.seed)) : places
console.log(`Mutants: ${chosen.length}${chosen.length < places.length ? ` of ${places.length}` : ''}`)
process.exitCode = await tryAll(chosen)

function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|(?:^|\/)(?:fixtures|migrations)\//.test(file))
    .sort()
    .map((file) => join(path, file))
}

function placesIn(file: string): Place[] {
  const source = readFileSync(file, 'utf8')
  const tests = relatedTests(src, relative(src, file), Number(values.tests)).map((test) => join(src, test))
  return mutantsOf(file, source).map((mutant) => ({ file, source, tests, mutant }))
}

async function tryAll(all: readonly Place[]): Promise<number> {
  await using crew = new Crew()
  const limits = new Map<string, Usable>()
  const survivors: Place[] = []
  for (const [index, { file, source, tests, mutant }] of all.entries()) {
    const name = relative(root, file)
    if (!limits.has(file)) {
      const usable = await usableTests(crew, file, tests)
      if (usable.tests.length < tests.length)
        console.log(`${name}: some tests fail without any mutant and are left out`)
      limits.set(file, usable)
    }
    const usable = limits.get(file) as Usable
    const order = { file, text: mutated(source, mutant), tests: usable.tests }
    const end = await crew.ask(order, usable.limitMs)
    if (end === 'survived') {
      survivors.push({ file, source, tests, mutant })
      console.log(`${name}:${mutant.line} ${mutant.kind}\n${differenceOf(source, mutant)}`)
    }
    if ((index + 1) % 25 === 0) console.log(`  tried ${index + 1}, survived ${survivors.length}`)
  }
  const caught = all.length - survivors.length
  console.log(`Caught ${caught} of ${all.length}: ${((100 * caught) / Math.max(1, all.length)).toFixed(1)} %`)
  return survivors.length > 0 ? 1 : 0
}

/** The tests that pass without a mutant, and how long they may take with one. */
interface Usable {
  readonly tests: readonly string[]
  readonly limitMs: number
}

async function usableTests(crew: Crew, file: string, tests: readonly string[]): Promise<Usable> {
  const usable: string[] = []
  let tookMs = 0
  for (const test of tests) {
    const startedAt = performance.now()
    if ((await crew.ask({ file, text: undefined, tests: [test] }, firstLimitMs)) === 'caught') continue
    usable.push(test)
    tookMs += performance.now() - startedAt
  }
  return { tests: usable, limitMs: Math.max(leastLimitMs, Math.ceil(slowdown * tookMs)) }
}
