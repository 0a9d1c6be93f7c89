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

const queue = 'src/runtime/store/fair-queue.ts'
const log = 'src/runtime/store/change-log.ts'
const counting = 'if (left > 0) this.#running.set(client, left)'
const sameAsNone = 'A count of 0 is read as none: kept, it only takes memory.'
const shortening = 'return line.from < 1024 ? line : { items: line.items.slice(line.from), from: 0 }'
const sameOrder = 'When what was taken is dropped makes no difference to what comes next, only to time and memory.'

const writer = 'src/runtime/store/sqlite-writer.ts'
const undoing = "await this.#connection.execute('ROLLBACK')"
const inOrder =
  'A connection runs its statements in the order in which they are given, and begins the next one after this.'

const defaults =
  'const writerDefaults: SqliteWriterOptions = { lockWaitMs: 10_000, workTimeoutMs: 30_000, maxGroup: 256, groupMs: 25 }'

const rowsAtATime = 'return Math.max(1, Math.min(maxBatchRows, Math.floor(batchBytes / Math.max(1, row?.bytes ?? 1))))'

const releasing = 'await new Promise<void>((resolve) => statement.finalize(() => resolve()))'

const explained: readonly Explained[] = [
  {
    file: 'src/runtime/store/postgres.ts',
    from: 'const lock = turn === undefined ? serialLock : turnLock(turn)',
    to: 'const lock = false ? serialLock : turnLock(turn)',
    why: 'The number is arbitrary: no turn gives the same one to all who conflict, too.',
  },
  {
    file: 'src/runtime/store/postgres.ts',
    from: 'await source.releaseConnection(client)',
    to: 'source.releaseConnection(client)',
    why: 'The pool has the connection again when the call returns: its promise is there for the interface.',
  },
  {
    file: 'src/runtime/store/postgres.ts',
    from: 'const serialLock = 7_410_312',
    to: 'const serialLock = (7_410_312 + 1)',
    why: 'The number is arbitrary: all processes of a release have the same.',
  },
  {
    file: 'src/runtime/store/postgres-signals.ts',
    from: 'const connectTimeoutMs = 10_000',
    to: 'const connectTimeoutMs = (10_000 + 1)',
    why: 'A millisecond more of 10 s makes no difference to anybody.',
  },
  {
    file: 'src/runtime/store/carry/sqlite-session.ts',
    from: releasing,
    to: releasing.slice('await '.length),
    why: 'The driver does what it is asked of a connection in order: the statement is released before anything later.',
  },
  {
    file: 'src/runtime/store/carry/postgres-session.ts',
    from: 'connectionTimeoutMillis: 10_000,',
    to: 'connectionTimeoutMillis: (10_000 + 1),',
    why: 'A millisecond more of 10 s makes no difference to anybody.',
  },
  ...['Math.max((1 + 1), row?.bytes ?? 1)', 'Math.max(1, row?.bytes ?? (1 + 1))'].map((bytes) => ({
    file: 'src/runtime/store/carry/postgres-session.ts',
    from: rowsAtATime,
    to: rowsAtATime.replace('Math.max(1, row?.bytes ?? 1)', bytes),
    why: 'Of rows of no byte or of one, or of two, the most are read at a time.',
  })),
  ...['rows[1]?.length ?? 1', 'rows[0]?.length ?? (1 + 1)'].map((columns) => ({
    file: 'src/runtime/store/carry/postgres-session.ts',
    from: 'const columns = rows[0]?.length ?? 1',
    to: `const columns = ${columns}`,
    why: 'All rows have as many values: the first says it for each, and one alone, or none, fits into a statement anyway.',
  })),
  ...[
    'for (const { name } of now.surplus) await tx.run(tx.sql.raw(dropCounter[tx.dialect], [name]))',
    'for (const statement of statements) await tx.run(tx.sql.raw(statement))',
  ].map((from) => ({
    file: 'src/runtime/store/quota/install.ts',
    from,
    to: from.replace('await ', ''),
    why: 'A transaction runs its statements in the order in which they are given, and waits for all of them.',
  })),
  { file: writer, from: undoing, to: undoing.slice('await '.length), why: inOrder },
  ...["await this.#connection.execute('SAVEPOINT work')", "await this.#connection.execute('RELEASE work')"].map(
    (from) => ({ file: writer, from, to: from.slice('await '.length), why: inOrder }),
  ),
  {
    file: writer,
    from: "if ('error' in outcome) await this.#connection.execute('ROLLBACK TO work')",
    to: "if ('error' in outcome) this.#connection.execute('ROLLBACK TO work')",
    why: inOrder,
  },
  {
    file: writer,
    from: 'if (performance.now() >= deadline) {',
    to: 'if (performance.now() > deadline) {',
    why: 'The two differ at the deadline itself, to a fraction of a microsecond.',
  },
  ...[
    ';',
    'new Promise((resolve) => setTimeout(resolve, 5))',
    'await new Promise((resolve) => setTimeout(resolve, (5 + 1)))',
  ].map((to) => ({ file: writer, from: pausing, to, why: shortPause })),
  ...[
    ['const patienceMs = 10', 'const patienceMs = (10 + 1)'],
    ['await pause(patienceMs)', ';'],
    ['await pause(patienceMs)', 'pause(patienceMs)'],
    ['await turn()', ';'],
    ['await turn()', 'turn()'],
  ].map(([from = '', to = '']) => ({
    file: 'src/runtime/store/sqlite-readers.ts',
    from,
    to,
    why: 'When another connection is opened decides over memory and waiting, not over what a read gives.',
  })),
  {
    file: writer,
    from: `${undoing}.catch(() => undefined)`,
    to: `${undoing.slice('await '.length)}.catch(() => undefined)`,
    why: inOrder,
  },
  {
    file: writer,
    from: 'if (taken.length > 0 && performance.now() - started > this.#options.groupMs) break',
    to: 'if (taken.length > 0 && performance.now() - started >= this.#options.groupMs) break',
    why: 'The two differ where a group has run for exactly so long, to a fraction of a microsecond.',
  },
  { file: queue, from: counting, to: 'if (true) this.#running.set(client, left)', why: sameAsNone },
  { file: queue, from: counting, to: 'if (left >= 0) this.#running.set(client, left)', why: sameAsNone },
  ...['true', 'false', 'line.from <= 1024', 'line.from > 1024', 'line.from < (1024 + 1)'].map((condition) => ({
    file: queue,
    from: shortening,
    to: shortening.replace('line.from < 1024', condition),
    why: sameOrder,
  })),
  {
    file: log,
    from: 'if (Number(version) >= next) reported.add(change)',
    to: 'if (true) reported.add(change)',
    why: 'Changes before the next version are never listed again: remembered, they only take memory.',
  },
  {
    file: log,
    from: "tx.sql(table).select('version').orderBy('version', 'desc').offset(kept).limit(1),",
    to: "tx.sql(table).select('version').orderBy('version', 'desc').offset(kept).limit((1 + 1)),",
    why: 'The first row is taken, whether or not another one is read.',
  },
  {
    file: 'src/runtime/store/client-store.ts',
    from: 'return this.#companion?.isAwaited ? this.write((tx) => tx.run(query)) : this.#store.run(query)',
    to: 'return true ? this.write((tx) => tx.run(query)) : this.#store.run(query)',
    why: 'A statement in a transaction of its own does the same, with more round trips.',
  },
  {
    file: 'src/runtime/store/disk-reserve.ts',
    from: 'for (let left = bytes; left > 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))',
    to: 'for (let left = bytes; left >= 0; left -= piece.length) writeSync(file, piece, 0, Math.min(left, piece.length))',
    why: 'Once more it writes nothing.',
  },
  {
    file: 'src/runtime/store/statement.ts',
    from: 'const firstMarker = 8_900_000_000_000_000',
    to: 'const firstMarker = (8_900_000_000_000_000 + 1)',
    why: 'Any number serves that no constant of a statement comes near.',
  },
  {
    file: 'src/runtime/store/total.ts',
    from: "const counted = rows.select(sql.raw('1 as one')).limit(maxCounted + 1)",
    to: "const counted = rows.select(sql.raw('1 as one')).limit(maxCounted + (1 + 1))",
    why: 'One row beyond the bound says that there are more, as two do.',
  },
  {
    file: 'src/runtime/store/migrate.ts',
    from: 'const postgresLock = 7_410_311',
    to: 'const postgresLock = (7_410_311 + 1)',
    why: 'The number is arbitrary: all processes of a release have the same.',
  },
  ...[
    ['const readLimitMs = 10_000', '10_000'],
    [defaults, '30_000'],
    [defaults, '256'],
    [defaults, '25 '],
  ].map(([from = '', number = '']) => ({
    file: sqlite,
    from,
    to: from.replace(number, `(${number.trim()} + 1)${number.endsWith(' ') ? ' ' : ''}`),
    why: 'A millisecond more, or one more work in a commit, makes no difference to anybody.',
  })),
  {
    file: 'src/runtime/store/sqlite-connection.ts',
    from: 'constructor(database: Database, maxPrepared = 256) {',
    to: 'constructor(database: Database, maxPrepared = (256 + 1)) {',
    why: 'One more prepared statement makes no difference to anybody.',
  },
  {
    file: sqlite,
    from: "closeSync(openSync(filename, 'a', 0o600))",
    to: "closeSync(openSync(filename, 'a', (0o600 + 1)))",
    why: 'The file is given its mode at once, in a directory of its owner alone.',
  },
  ...[
    "await tx.run(tx.sql.raw('create table ping (filler integer)'))",
    "await tx.run(tx.sql.raw('drop table ping'))",
  ].map((from) => ({
    file: sqlite,
    from,
    to: from.slice('await '.length),
    why: 'A transaction runs its statements in the order in which they are given, and waits for all of them.',
  })),
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
    file: queue,
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
