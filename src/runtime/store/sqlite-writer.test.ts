import sqlite3 from 'sqlite3'
import { expect, test, vi } from 'vitest'
import { builderFor } from './builders.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { SqliteWriter, type SqliteWriterOptions } from './sqlite-writer.ts'
import { StoreClosedError } from './store-errors.ts'
import type { Writer } from './types.ts'

/** A connection that records its statements, and reports a locked database as often as the test says. */
class Watched extends SqliteConnection {
  readonly sent: string[] = []
  busy = 0

  override async execute(...args: Parameters<SqliteConnection['execute']>): ReturnType<SqliteConnection['execute']> {
    this.sent.push(args[0].replace(/ .*/s, ''))
    if (this.busy > 0 && /^(insert|BEGIN|COMMIT)/.test(args[0])) {
      this.busy -= 1
      throw Object.assign(new Error('SQLITE_BUSY: database is locked'), { code: 'SQLITE_BUSY' })
    }
    return super.execute(...args)
  }

  async words(): Promise<unknown[]> {
    const { rows } = await super.execute('select word from words order by rowid')
    return (rows as { word: unknown }[]).map(({ word }) => word)
  }
}

const usual: SqliteWriterOptions = { lockWaitMs: 10_000, workTimeoutMs: 30_000, maxGroup: 256, groupMs: 10_000 }

async function newWriter(options: Partial<SqliteWriterOptions> = {}, checkFile?: () => void) {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const made: sqlite3.Database = new sqlite3.Database(':memory:', (error) => (error ? reject(error) : resolve(made)))
  })
  const connection = new Watched(database)
  await connection.execute('create table words (word text)')
  connection.sent.length = 0
  return { connection, writer: new SqliteWriter(connection, { ...usual, ...options }, checkFile) }
}

const add = (tx: Writer, word: unknown) => tx.run(tx.sql('words').insert({ word }))
const insertion = (word: string) => ({ sql: 'insert into words (word) values (?)', bindings: [word] })

test('work that fails before it has changed anything neither undoes nor repeats the others of its group', async () => {
  const { connection, writer } = await newWriter()
  const runs: string[] = []
  const adding = (word: string) =>
    writer.write(async (tx) => {
      runs.push(word)
      await add(tx, word)
    })
  const reading = writer.write(async (tx) => {
    await tx.all(tx.sql('words'))
    throw new Error('found nothing to do')
  })
  const failing = writer.write(() => Promise.reject(new Error('at once')))
  const outcomes = await Promise.allSettled([adding('a'), reading, failing, adding('b')])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect([runs, await connection.words()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(connection.sent.filter((verb) => verb !== 'insert' && verb !== 'select')).toEqual(['BEGIN', 'COMMIT'])
})

const insertWords = (rows: readonly string[]) => builderFor('sqlite')('words').insert(rows.map((word) => ({ word })))

test('rows for the end of works that are committed together are inserted by one statement', async () => {
  const { connection, writer } = await newWriter()
  const leaving = (word: string) =>
    writer.write(async (tx) => {
      tx.insertAtEnd(insertWords, `${word} at the end`)
      await add(tx, word)
    })
  await Promise.all(['a', 'b', 'c'].map(leaving))
  expect(connection.sent).toEqual(['BEGIN', 'insert', 'insert', 'insert', 'insert', 'COMMIT'])
  expect(await connection.words()).toEqual(['a', 'b', 'c', 'a at the end', 'b at the end', 'c at the end'])
})

test('rows for the end are undone with their own work only, even if they are why it failed', async () => {
  const { connection, writer } = await newWriter()
  await connection.execute(
    "create trigger no_bad before insert on words when new.word = 'bad' begin select raise(abort, 'bad'); end",
  )
  const leaving = (word: string, row: string, fails = false) =>
    writer.write(async (tx) => {
      tx.insertAtEnd(insertWords, row)
      await add(tx, word)
      if (fails) throw new Error('failed')
    })
  const outcomes = await Promise.allSettled([
    leaving('a', '1'),
    leaving('b', 'bad'),
    leaving('c', '3'),
    leaving('d', '4', true),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await connection.words()).toEqual(['a', '1', 'c', '3'])
})

test('a value that a database would change is rejected within a transaction, and nothing of it is stored', async () => {
  const { connection, writer } = await newWriter()
  const writing = writer.write(async (tx) => {
    await add(tx, 'a')
    await add(tx, new Date(0))
  })
  await expect(writing).rejects.toThrow(TypeError)
  expect(await connection.words()).toEqual([])
})

test.each([
  [10_000, 1],
  [-1, 3],
])('no work joins a group that has run for more than %d ms: %d commits of three', async (groupMs, commits) => {
  const { connection, writer } = await newWriter({ groupMs })
  // A process that has run for a long time.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  await Promise.all(['a', 'b', 'c'].map((word) => writer.write((tx) => add(tx, word))))
  clock.mockRestore()
  expect(connection.sent.filter((verb) => verb === 'COMMIT')).toHaveLength(commits)
  expect(await connection.words()).toEqual(['a', 'b', 'c'])
})

test.each<[string, (writer: SqliteWriter) => Promise<unknown>]>([
  ['a lone statement', (writer) => writer.run(insertion('a'))],
  ['a work', (writer) => writer.write((tx) => add(tx, 'a'))],
])('%s waits as long as another process has the lock, and closing waits for it', async (_, write) => {
  const { connection, writer } = await newWriter()
  connection.busy = 3
  let isSettled = false
  const writing = write(writer).then(() => {
    isSettled = true
  })
  await writer.close()
  expect(isSettled).toBe(true)
  await writing
  expect(await connection.words()).toEqual(['a'])
  await expect(write(writer)).rejects.toThrow(StoreClosedError)
  expect(await connection.words()).toEqual(['a'])
  await writer.close()
})

test('closing an unused writer ends at once', async () => {
  const { writer } = await newWriter()
  await writer.close()
  await expect(writer.run(insertion('a'))).rejects.toThrow(StoreClosedError)
})

test('an error while a statement or a commit waits for the lock is reported, and the next write starts again', async () => {
  const { connection, writer } = await newWriter({ lockWaitMs: -1 })
  const reason = 'Another process kept the database locked'
  connection.busy = 1
  await expect(writer.run(insertion('a'))).rejects.toMatchObject({
    code: 'SQLITE_BUSY',
    message: expect.stringContaining(reason),
  })
  connection.busy = 1
  await expect(writer.write((tx) => add(tx, 'b'))).rejects.toThrow(reason)
  await expect(writer.run({ sql: 'insert into nowhere values (1)', bindings: [] })).rejects.toThrow('nowhere')
  await writer.write((tx) => add(tx, 'c'))
  expect(await connection.words()).toEqual(['c'])
})

test('without the file no work is run and no statement sent; if it disappears meanwhile nothing is acknowledged', async () => {
  let left = 0
  const { connection, writer } = await newWriter({}, () => {
    left -= 1
    if (left < 0) throw new Error('the file is missing')
  })
  let runs = 0
  const work = async (tx: Writer) => {
    runs += 1
    await add(tx, 'a')
  }
  await expect(writer.write(work)).rejects.toThrow('the file is missing')
  await expect(writer.run(insertion('a'))).rejects.toThrow('the file is missing')
  expect([runs, connection.sent.filter((verb) => verb === 'insert')]).toEqual([0, []])
  for (const write of [() => writer.write(work), () => writer.run(insertion('b'))]) {
    left = 1
    await expect(write()).rejects.toThrow('the file is missing')
  }
})

test('waiters are called in the order of the writes, after the commit that made them durable', async () => {
  const { connection, writer } = await newWriter()
  const called: string[] = []
  const adding = (word: string) =>
    writer.write(async (tx) => {
      await add(tx, word)
      tx.afterCommit(() => called.push(`${word} after ${connection.sent.at(-1)}`))
    })
  const failing = writer.write(async (tx) => {
    await add(tx, 'x')
    tx.afterCommit(() => called.push('x'))
    throw new Error('not this one')
  })
  await Promise.allSettled([adding('a'), failing, adding('b')])
  expect(called).toEqual(['a after COMMIT', 'b after COMMIT'])
  expect(await connection.words()).toEqual(['a', 'b'])
})

test('statements of a group succeed and fail separately', async () => {
  const { connection, writer } = await newWriter()
  let runs = 0
  const adding = writer.write(async (tx) => {
    runs += 1
    await add(tx, 'a')
  })
  const wrong = writer.run({ sql: 'insert into nowhere values (1)', bindings: [] })
  const outcomes = await Promise.allSettled([adding, wrong, writer.run(insertion('b'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([runs, await connection.words()]).toEqual([1, ['a', 'b']])
})

test('a statement stays when a later transaction is undone', async () => {
  const { connection, writer } = await newWriter()
  const reading = writer.write((tx) => tx.all(tx.sql('words')))
  const stating = writer.run(insertion('a'))
  const failing = writer.write(async (tx) => {
    await add(tx, 'x')
    throw new Error('not this one')
  })
  const outcomes = await Promise.allSettled([reading, stating, failing])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await connection.words()).toEqual(['a'])
})

test('a group that starts again waits for the lock before it runs any work', async () => {
  const { connection, writer } = await newWriter()
  const adding = (word: string) => writer.write((tx) => add(tx, word))
  const failing = (word: string) => {
    let runs = 0
    return writer.write(async (tx) => {
      await add(tx, word)
      connection.busy = runs++ === 0 ? 1 : 0
      throw new Error('not this one')
    })
  }
  await Promise.allSettled([adding('a'), failing('x')])
  expect(connection.sent).toEqual([
    ...['BEGIN', 'insert', 'insert', 'ROLLBACK', 'BEGIN', 'BEGIN'],
    ...['SAVEPOINT', 'insert', 'RELEASE', 'SAVEPOINT', 'insert', 'ROLLBACK', 'RELEASE', 'COMMIT'],
  ])
  connection.sent.length = 0
  await Promise.allSettled([failing('x'), adding('b')])
  expect(connection.sent).toEqual(['BEGIN', 'insert', 'ROLLBACK', 'BEGIN', 'BEGIN', 'insert', 'COMMIT'])
  expect(await connection.words()).toEqual(['a', 'b'])
})

test('one commit has at most as many transactions as a group allows', async () => {
  const { connection, writer } = await newWriter({ maxGroup: 2 })
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((word) => writer.write((tx) => add(tx, word))))
  expect(connection.sent.filter((verb) => verb === 'COMMIT')).toHaveLength(3)
})

test('the writes of a transaction stay when a read-only one comes between it and one that is undone', async () => {
  const { connection, writer } = await newWriter()
  const failing = async (tx: Writer) => {
    await add(tx, 'x')
    throw new Error('not this one')
  }
  const outcomes = await Promise.allSettled([
    writer.write((tx) => add(tx, 'a')),
    writer.write((tx) => tx.all(tx.sql('words'))),
    writer.write(failing),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await connection.words()).toEqual(['a'])
})

test('of statements that start at once, none is sent after one that may have ended the transaction', async () => {
  const { connection, writer } = await newWriter()
  const missing = (tx: Writer) => tx.run(tx.sql('nowhere').insert({ word: 'b' }))
  const reasons: unknown[] = []
  const failing = writer.write(async (tx) => {
    const outcomes = await Promise.allSettled([add(tx, 'a'), missing(tx), add(tx, 'c')])
    reasons.push(...outcomes.map((each) => each.status === 'rejected' && each.reason.message))
  })
  await expect(failing).rejects.toThrow('nowhere')
  expect(reasons).toEqual([false, expect.stringContaining('nowhere'), expect.stringContaining('nowhere')])
  expect(connection.sent.filter((verb) => verb === 'insert')).toHaveLength(2)
  expect(await connection.words()).toEqual([])
})
