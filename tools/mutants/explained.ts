/** A mutant that no test can notice, or that none should, and why. */
interface Explained {
  /** From the project's folder on. */
  readonly file: string
  /** The line before and after, as the run prints them. */
  readonly from: string
  readonly to: string
  readonly why: string
}

const builders = 'src/runtime/store/builders.ts'
const again = 'A builder keeps nothing between statements: one made anew each time gives the same ones, only slower.'

const work = 'src/runtime/store/work-transaction.ts'
const sqlite = 'src/runtime/store/sqlite.ts'
const pausing = 'await new Promise((resolve) => setTimeout(resolve, 5))'
const shortPause = 'The driver waits for the lock in each try: the pause between two only lets others have the thread.'
const waiting = 'if (this.#open.size > 0) await Promise.allSettled(this.#open)'
const nothingOpen =
  'With no statement open there is nothing to wait for: the condition only saves a turn of the promises.'

const explained: readonly Explained[] = [
  { file: sqlite, from: pausing, to: ';', why: shortPause },
  { file: sqlite, from: pausing, to: 'new Promise((resolve) => setTimeout(resolve, 5))', why: shortPause },
  { file: sqlite, from: pausing, to: 'await new Promise((resolve) => setTimeout(resolve, (5 + 1)))', why: shortPause },
  {
    file: work,
    from: 'this.#open.delete(running)',
    to: ';',
    why: 'A statement that has ended is waited for no longer: kept, it only takes memory until its transaction ends.',
  },
  {
    file: 'src/runtime/store/readiness.ts',
    from: 'let isAsking = false',
    to: 'let isAsking = true',
    why: 'It is only looked at once there is an answer, which is asked for with it set.',
  },
  {
    file: 'src/runtime/store/server-lock.ts',
    from: 'await step((done) => database.close(done))',
    to: 'step((done) => database.close(done))',
    why: 'The connection that is closed holds no lock: when it is closed makes no difference to anybody.',
  },
  { file: work, from: waiting, to: 'if (true) await Promise.allSettled(this.#open)', why: nothingOpen },
  { file: work, from: waiting, to: 'if (this.#open.size >= 0) await Promise.allSettled(this.#open)', why: nothingOpen },
  { file: builders, from: 'if (!builder) {', to: 'if (true) {', why: again },
  { file: builders, from: 'builders[dialect] = builder', to: ';', why: again },
  {
    file: builders,
    from: "builder = dialect === 'sqlite' ? knex({ client: 'sqlite3', useNullAsDefault: true }) : knex({ client: 'pg' })",
    to: "builder = dialect === 'sqlite' ? knex({ client: 'sqlite3', useNullAsDefault: false }) : knex({ client: 'pg' })",
    why: 'Rows of one insert that leave out columns are refused either way; without it knex warns on the standard error.',
  },
  {
    file: 'src/runtime/store/fair-queue.ts',
    from: 'const left = (this.#running.get(client) ?? 1) - 1',
    to: 'const left = (this.#running.get(client) ?? (1 + 1)) - 1',
    why: 'Nothing ends that has not started: the other value is there for the compiler.',
  },
]

/** Why a mutant that survived is no gap in the tests; undefined for one that is. */
export function explanationOf(file: string, difference: string): string | undefined {
  return explained.find((each) => each.file === file && shown(each) === difference)?.why
}

/** Explanations of the named files that no survivor needed, as they are printed: the code or a test has changed since. */
export function unusedExplanations(
  files: readonly string[],
  used: readonly (readonly [file: string, difference: string])[],
): string[] {
  return explained
    .filter((each) => files.includes(each.file))
    .filter((each) => !used.some(([file, difference]) => file === each.file && difference === shown(each)))
    .map((each) => `${each.file}\n${shown(each)}`)
}

function shown({ from, to }: Explained): string {
  return `    - ${from}\n    + ${to}`
}
