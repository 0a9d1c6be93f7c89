import { request } from 'node:http'
import { type RunnerTask, type RunnerTestFile, TestRunner, vi } from 'vitest'
import { startTests } from 'vitest/internal/browser'
import { holder, Switches } from './switches.ts'

/** What a process that runs tests is asked for; nothing named ends it. */
export interface Order {
  /** The mutant that acts meanwhile; undefined for none. */
  readonly mutant?: number | undefined
  readonly test: string
  /** The names of the tests to run; undefined for all. */
  readonly names?: readonly string[] | undefined
  /** How long one test, and one hook, may take. */
  readonly timeoutMs: number
}

/** What came of an order. */
export interface Answer {
  /** Names of tests that failed; of all that were asked for when a hook did, or the file could not be loaded. */
  readonly failed: readonly string[]
  readonly isCaught: boolean
  /** Whether one failed by taking too long: what it waits for may still go on. */
  readonly isLate: boolean
  /** Whether anything came to the mutant. */
  readonly isReached: boolean
  readonly ran: readonly Ran[]
}

/** One test that passed. */
export interface Ran {
  /** After those of its suites. */
  readonly name: string
  readonly tookMs: number
  /** Mutants that it came to, and the hooks around it. */
  readonly reached: readonly number[]
}

type Settings = ConstructorParameters<typeof TestRunner>[0]

const switches = new Switches()
holder.mutantSwitches = switches
let unhandled = 0
process.on('unhandledRejection', () => unhandled++)
process.on('uncaughtException', () => unhandled++)

/** Once the file that it was started with has run, takes orders until there are no more: what it has loaded stays. */
export default class MutantRunner extends TestRunner {
  declare config: Settings
  #isDriven = false

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    super.onAfterRunFiles(files as never)
    if (this.#isDriven) return
    this.#isDriven = true
    // One that tells the test runner nothing: the same tests run again and again.
    const inner = new TestRunner(this.config)
    const { moduleRunner, _otel } = this as unknown as { moduleRunner: unknown; _otel: unknown }
    Object.assign(inner, { moduleRunner, _otel })
    let order = await next({ pid: process.pid })
    while (order) order = await next({ answer: await done(inner, this.config, order) })
  }
}

async function done(runner: TestRunner, config: Settings, { mutant, test, names, timeoutMs }: Order): Promise<Answer> {
  Object.assign(config, { testTimeout: timeoutMs, hookTimeout: timeoutMs })
  switches.takeReached()
  switches.isActiveReached = false
  switches.active = mutant
  unhandled = 0
  const spec = { filepath: test, testLocations: undefined, testNames: names && [...names] }
  const [file] = await startTests([spec as never], runner as never)
  // What is rejected with nobody listening is told after this turn.
  await new Promise((resolve) => setImmediate(resolve))
  switches.active = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  return answerOf(file as unknown as RunnerTestFile, names)
}

function answerOf(file: RunnerTestFile, names: readonly string[] | undefined): Answer {
  const tasks = allIn(file)
  const failing = tasks.filter(({ result }) => result?.state === 'fail')
  const tests = tasks.filter((task) => task.type === 'test')
  const failed = failing.filter((task) => task.type === 'test').map((task) => task.fullTestName)
  const late = /timed out in \d+ms/
  const isLate = failing.some(({ result }) => result?.errors?.some(({ message }) => late.test(message ?? '')))
  const passed = tests.filter(({ result }) => result?.state === 'pass')
  // Hooks come to it whichever of the tests runs.
  const before = new Set(passed.flatMap(({ meta }) => meta.reachedBefore ?? []))
  const after = switches.takeReached()
  const quickest = quickestOf(file)
  const ran = passed.map((task) => ({
    name: task.fullTestName,
    tookMs: task.result?.duration ?? 0,
    reached: [...new Set([...before, ...(task.meta.reached ?? []), ...(quickest.has(task) ? after : [])])],
  }))
  const isCaught = failing.length > 0 || unhandled > 0
  const isByHook = failed.length === 0 && isCaught
  return {
    failed: isByHook ? (names ?? []) : failed,
    isCaught,
    isLate,
    isReached: switches.isActiveReached,
    ran,
  }
}

/** The quickest test of each suite of a file: whichever runs, what the suite opened is closed. */
function quickestOf(file: RunnerTestFile): Set<RunnerTask> {
  const each = file.tasks.map((suite) =>
    allIn(suite)
      .filter((task) => task.type === 'test' && task.result?.state === 'pass')
      .sort((a, b) => (a.result?.duration ?? 0) - (b.result?.duration ?? 0)),
  )
  return new Set(each.flatMap((tests) => tests.slice(0, 1)))
}

function allIn(task: RunnerTask): RunnerTask[] {
  return [task, ...('tasks' in task ? task.tasks.flatMap(allIn) : [])]
}

/** Tells what came of the last order, and gets the next one. */
async function next(said: { readonly pid?: number; readonly answer?: Answer }): Promise<Order | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(process.env.ONEDOOR_MUTANTS ?? '', { method: 'POST', agent: false }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      resolve((JSON.parse(Buffer.concat(parts).toString('utf8')) as { order?: Order }).order)
    })
    sent.on('error', reject).end(JSON.stringify(said))
  })
}
