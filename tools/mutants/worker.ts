import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { putInPlace } from './stand-in.ts'

/** What the runner asks for: the tests with a file's text replaced, or as it is. */
export interface Order {
  readonly file: string
  /** Undefined for the file as it is. */
  readonly text: string | undefined
  readonly tests: readonly string[]
}

/** Whether a test failed. */
export interface Answer {
  readonly isCaught: boolean
}

const config = join(import.meta.dirname, 'vitest.config.ts')
const vitest = await createVitest('test', { config, watch: false, maxWorkers: 1, isolate: true, reporters: [{}] })
await vitest.standalone()
await vitest.globTestSpecifications()
process.on('message', (order: Order) => void answer(order))
// The runner was stopped.
process.on('disconnect', () => process.exit())
process.send?.('ready')

async function answer({ file, text, tests }: Order): Promise<void> {
  putInPlace(text === undefined ? undefined : { file, text })
  vitest.invalidateFile(file)
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(test))
  if (specifications.length < tests.length) throw new Error(`No tests: ${tests.join(', ')}`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const isCaught = unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
  process.send?.({ isCaught } satisfies Answer)
}
