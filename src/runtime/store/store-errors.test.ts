import { describe, expect, test } from 'vitest'
import {
  DoomedTransactionError,
  endsSqliteTransaction,
  isForeignKeyViolation,
  isPostgresRetryable,
  isSqliteBusy,
  isStalePlan,
  isUniqueViolation,
  postgresFailure,
  QuotaError,
  quotaMark,
  quotaSqlState,
  StoreClosedError,
  StoreUnavailableError,
  sqliteFailure,
} from './store-errors.ts'

const failed = (code: unknown, message: unknown = 'no') => Object.assign(new Error(), { code, message })

describe('the meaning of an error from a driver', () => {
  const questions = {
    isUniqueViolation,
    isForeignKeyViolation,
    isSqliteBusy,
    endsSqliteTransaction,
    isPostgresRetryable,
    isStalePlan,
  }

  test.each<[unknown, unknown, (keyof typeof questions)[]]>([
    ['23505', 'duplicate key', ['isUniqueViolation']],
    ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: UNIQUE constraint failed: a.b', ['isUniqueViolation']],
    ['23503', 'no such row', ['isForeignKeyViolation']],
    ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed', ['isForeignKeyViolation']],
    ['SQLITE_CONSTRAINT', 'SQLITE_CONSTRAINT: NOT NULL constraint failed', []],
    ['SQLITE_ERROR', 'UNIQUE constraint failed, and FOREIGN KEY constraint failed', []],
    ['SQLITE_CONSTRAINT', 7, []],
    ['SQLITE_MISMATCH', 'no', []],
    ['SQLITE_TOOBIG', 'no', []],
    ['SQLITE_RANGE', 'no', []],
    ['SQLITE_BUSY', 'no', ['isSqliteBusy', 'endsSqliteTransaction']],
    ['SQLITE_LOCKED', 'no', ['isSqliteBusy', 'endsSqliteTransaction']],
    ['SQLITE_FULL', 'no', ['endsSqliteTransaction']],
    ['SQLITE_IOERR', 'no', ['endsSqliteTransaction']],
    ['40001', 'no', ['isPostgresRetryable']],
    ['40P01', 'no', ['isPostgresRetryable']],
    ['0A000', 'cached plan must not change result type', ['isStalePlan']],
    ['0A000', 'not supported', []],
    ['42601', 'cached plan must not change result type', []],
    ['ECONNRESET', 'no', []],
    [23505, 'UNIQUE constraint failed', []],
  ])('%s (%s)', (code, message, meanings) => {
    const error = failed(code, message)
    const found = Object.entries(questions).filter(([, isSo]) => isSo(error))
    expect(found.map(([name]) => name)).toEqual(meanings)
  })

  test.each([null, undefined, 'SQLITE_BUSY', 7])(
    'a thrown value that is not an object (%o) is unknown to the store',
    (thrown) => {
      for (const isSo of Object.values(questions)) expect(isSo(thrown)).toBe(false)
      expect([sqliteFailure(thrown), postgresFailure(thrown)]).toEqual([thrown, thrown])
    },
  )
})

describe('a database that cannot work', () => {
  test.each([
    ['SQLITE_FULL', 'full', 60],
    ['SQLITE_READONLY', 'readOnly', 60],
    ['SQLITE_IOERR', 'failing', 60],
    ['SQLITE_CANTOPEN', 'failing', 60],
    ['SQLITE_BUSY', 'locked', 5],
    ['SQLITE_LOCKED', 'locked', 5],
    ['SQLITE_INTERRUPT', 'slow', 30],
  ])('%s of SQLite is 503 with the reason %s, to be retried in %i s', (code, reason, retryAfterS) => {
    const error = failed(code)
    const failure = sqliteFailure(error)
    expect(failure).toBeInstanceOf(StoreUnavailableError)
    expect(failure).toMatchObject({ name: 'StoreUnavailableError', code: 'unavailable', reason, retryAfterS })
    expect((failure as Error).cause).toBe(error)
  })

  test.each([
    ['ECONNREFUSED', 'no', 'unreachable', 5],
    ['08006', 'no', 'unreachable', 5],
    ['57P03', 'no', 'unreachable', 5],
    ['53300', 'no', 'unreachable', 5],
    ['53100', 'no', 'full', 60],
    ['25006', 'no', 'readOnly', 60],
    ['58030', 'no', 'failing', 60],
    ['57014', 'no', 'slow', 30],
    [undefined, 'Connection terminated unexpectedly', 'unreachable', 5],
    [undefined, 'timeout expired', 'unreachable', 5],
    [undefined, 'Knex: Timeout acquiring a connection. The pool is probably full.', 'unreachable', 5],
  ])('%s (%s) of PostgreSQL is 503 with the reason %s, to be retried in %i s', (code, message, reason, retry) => {
    const failure = postgresFailure(failed(code, message))
    expect(failure).toMatchObject({ code: 'unavailable', reason, retryAfterS: retry })
  })

  test('whose file is missing is to be retried in a minute', () => {
    expect(new StoreUnavailableError('gone')).toMatchObject({ reason: 'gone', retryAfterS: 60 })
  })

  test('is not meant by an error with its own code that mentions connections, or by other errors without a code', () => {
    for (const error of [failed('XX000', 'Connection terminated'), failed(undefined, 'undefined is not a function')]) {
      expect(postgresFailure(error)).toBe(error)
      expect(sqliteFailure(error)).toBe(error)
    }
  })
})

describe('what the triggers of the quota reject', () => {
  test.each([
    ['SQLITE_CONSTRAINT', sqliteFailure],
    [quotaSqlState, postgresFailure],
  ])('with %s names the quota in MiB', (code, failure) => {
    const error = failed(code, `${code}: ${quotaMark} ${5 * 1024 * 1024}`)
    const refusal = failure(error)
    expect(refusal).toBeInstanceOf(QuotaError)
    expect(refusal).toMatchObject({
      name: 'QuotaError',
      code: 'failed_precondition',
      message: expect.stringContaining('the 5 MiB that an account may store (QUOTA_MIB)'),
    })
    expect((refusal as Error).cause).toBe(error)
  })

  test('names a quota of the account itself as that', () => {
    const refusal = sqliteFailure(failed('SQLITE_CONSTRAINT', `SQLITE_CONSTRAINT: ${quotaMark} 1048576 own`))
    expect((refusal as Error).message).toContain('the 1 MiB that this account may store (set by an administrator)')
  })

  test('is recognised by code and words together', () => {
    const errors = [failed('SQLITE_ERROR', `${quotaMark} 5`), failed('SQLITE_CONSTRAINT'), failed(quotaSqlState)]
    for (const error of errors) expect([sqliteFailure(error), postgresFailure(error)]).toEqual([error, error])
  })
})

test('the errors of the store itself have names', () => {
  const cause = new Error('first')
  expect(new StoreClosedError()).toMatchObject({ name: 'StoreClosedError' })
  expect(new DoomedTransactionError(cause)).toMatchObject({ name: 'DoomedTransactionError', cause })
})
