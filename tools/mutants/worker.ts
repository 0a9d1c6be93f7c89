import { join } from 'node:path'
import { createVitest, type TestCase } from 'vitest/node'
import type { Reached } from './reach.ts'
import { putInPlace } from './stand-in.ts'

/** What the runner asks for: a test file with the texts of other files replaced. */
export interface Order {
  /** Texts by the paths of the files that they stand in for. */
  readonly texts: readonly (readonly [file: string, text: string])[]
  readonly test: string
  /** The names of the tests to run; undefined for all. */
  readonly names?: readonly string[] | undefined
  /** How long one test, and one hook, may take. */
  readonly timeoutMs: number
}

export interface Answer {
  /** Whether a test failed. */
  readonly isCaught: boolean
  readonly reached: readonly Reached[]
}

const config = join(import.meta.dirname, 'vitest.config.ts')
const vitest = await createVitest('test', { config, watch: false, maxWorkers: 1, isolate: true, reporters: [{}] })
await vitest.standalone()
await vitest.globTestSpecifications()
let replaced: readonly string[] = []
process.on('message', (order: Order) => void answer(order))
// The runner was stopped.
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answer({ texts, test, names, timeoutMs }: Order): Promise<void> {
  putInPlace(new Map(texts))
  const files = texts.map(([file]) => file)
  for (const file of new Set([...replaced, ...files])) vitest.invalidateFile(file)
  replaced = files
  const specifications = vitest.getModuleSpecifications(test)
  if (specifications.length === 0) throw new Error(`No tests: ${test}`)
  if (names) vitest.setGlobalTestNamePattern(new RegExp(`^(?:${names.map(literally).join('|')})$`))
  else vitest.resetGlobalTestNamePattern()
  for (const { config } of vitest.projects) Object.assign(config, { testTimeout: timeoutMs, hookTimeout: timeoutMs })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // The test runner gives back the modules of earlier runs too.
  const modules = testModules.filter(({ moduleId }) => moduleId === test)
  const isCaught = modules.length === 0 || unhandledErrors.length > 0 || modules.some((module) => !module.ok())
  const cases = modules.flatMap((module) => [...module.children.allTests('passed')])
  process.send?.({ isCaught, reached: cases.map(reachedBy) } satisfies Answer)
}

function literally(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function reachedBy(test: TestCase): Reached {
  const { marks = [], marksBefore = [] } = test.meta()
  return { name: test.fullName, tookMs: test.diagnostic()?.duration ?? 0, marks, marksBefore }
}
