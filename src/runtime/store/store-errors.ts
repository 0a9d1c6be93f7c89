import { ApiError } from '../base/errors.ts'

/** The `code` and `message` of errors from both drivers. */
interface DriverError {
  code?: unknown
  message?: unknown
}

function driverError(error: unknown): { code: string; message: string } {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as DriverError
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}

/** True for an insert or update that failed because another row already has the value (a primary key or a unique index). */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = driverError(error)
  return code === '23505' || (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed'))
}

/** True for a change that failed because a row it refers to does not exist (any longer). */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, message } = driverError(error)
  return code === '23503' || (code === 'SQLITE_CONSTRAINT' && message.includes('FOREIGN KEY constraint failed'))
}

/** Another connection or process has the lock: nothing was done and the same statement may succeed a moment later. */
export function isSqliteBusy(error: unknown): boolean {
  const { code } = driverError(error)
  return code === 'SQLITE_BUSY' || code === 'SQLITE_LOCKED'
}

const sqliteStatementFailures = new Set([
  'SQLITE_CONSTRAINT',
  'SQLITE_ERROR',
  'SQLITE_MISMATCH',
  'SQLITE_TOOBIG',
  'SQLITE_RANGE',
])

/**
 * True when SQLite itself failed (disk full, I/O error, out of memory, corrupt file, ...) and may have ended the transaction on
 * its own, as opposed to rejecting one statement.
 */
export function endsSqliteTransaction(error: unknown): boolean {
  const { code } = driverError(error)
  return code.startsWith('SQLITE_') && !sqliteStatementFailures.has(code)
}

/**
 * PostgreSQL aborted the transaction in favour of another one: serialization failure or deadlock. Retrying is safe.
 */
export function isPostgresRetryable(error: unknown): boolean {
  const { code } = driverError(error)
  return code === '40001' || code === '40P01'
}

/** A statement prepared on this connection no longer matches the tables, because another process has migrated them. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = driverError(error)
  return code === '0A000' && message.includes('cached plan')
}

const unavailable = {
  unreachable: { message: 'The database cannot be reached. Try again in a few seconds.', retryAfterS: 5 },
  full: {
    message: 'The database disk is full, so nothing was changed. Reading still works. The operator must free space.',
    retryAfterS: 60,
  },
  readOnly: {
    message:
      'The database is read-only, so nothing was changed. Reading still works. The operator must make the database writable.',
    retryAfterS: 60,
  },
  failing: { message: 'The database disk reports errors. Try again later.', retryAfterS: 60 },
  gone: {
    message:
      'The database file was deleted or replaced while the server was running, so nothing is stored until the server is restarted.',
    retryAfterS: 60,
  },
  damaged: {
    message: 'The database file is damaged. The operator must restore a backup.',
    retryAfterS: 60,
  },
  locked: {
    message: 'Another process has locked the database, so nothing was changed. Try again in a few seconds.',
    retryAfterS: 5,
  },
  slow: {
    message: 'The query took too long and was stopped. Request less, or try again later.',
    retryAfterS: 30,
  },
} as const

/** How the triggers of `quota/` begin their error; the quota in bytes follows, and whether it is the account's own. */
export const quotaMark = 'storage_quota'
export const quotaSqlState = 'OD001'

const bytesPerMib = 1024 * 1024

/** How much an account may store. */
export interface Quota {
  readonly bytes: number
  /** Whether an administrator has set it for this account, instead of QUOTA_MIB. */
  readonly isOwn: boolean
}

/** A write that would exceed the quota of an account. */
export class QuotaError extends ApiError {
  constructor({ bytes, isOwn }: Quota, cause?: unknown) {
    const whose = isOwn ? 'this account may store (set by an administrator)' : 'an account may store (QUOTA_MIB)'
    super(
      'failed_precondition',
      `This would exceed the ${bytes / bytesPerMib} MiB that ${whose}. Nothing was stored. Delete something first.`,
      { cause },
    )
    this.name = 'QuotaError'
  }
}

function quotaError(error: unknown): QuotaError | undefined {
  const { code, message } = driverError(error)
  if (code !== quotaSqlState && code !== 'SQLITE_CONSTRAINT') return undefined
  const [, bytes, own] = new RegExp(`${quotaMark} (\\d+)( own)?`).exec(message) ?? []
  return bytes === undefined ? undefined : new QuotaError({ bytes: Number(bytes), isOwn: own !== undefined }, error)
}

type Unavailability = keyof typeof unavailable

/** The database cannot work for a reason that is neither the statement's nor the caller's and may pass: 503. */
export class StoreUnavailableError extends ApiError {
  readonly reason: Unavailability

  /** @param cause the driver's error, for the log only */
  constructor(reason: Unavailability, cause?: unknown) {
    const { message, retryAfterS } = unavailable[reason]
    super('unavailable', message, { cause, retryAfterS })
    this.name = 'StoreUnavailableError'
    this.reason = reason
  }
}

const sqliteUnavailable: Readonly<Record<string, Unavailability>> = {
  SQLITE_FULL: 'full',
  SQLITE_READONLY: 'readOnly',
  SQLITE_IOERR: 'failing',
  SQLITE_CANTOPEN: 'failing',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  SQLITE_INTERRUPT: 'slow',
}

/**
 * An error of SQLite as the store throws it: StoreUnavailableError if the database is at fault, QuotaError if an account
 * stores too much, otherwise unchanged.
 */
export function sqliteFailure(error: unknown): unknown {
  const reason = sqliteUnavailable[driverError(error).code]
  return reason ? new StoreUnavailableError(reason, error) : (quotaError(error) ?? error)
}

const postgresUnavailable: Readonly<Record<string, Unavailability>> = {
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  ECONNABORTED: 'unreachable',
  EPIPE: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  '25006': 'readOnly',
  '53100': 'full',
  '53300': 'unreachable',
  '57014': 'slow',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  '57P03': 'unreachable',
  '58030': 'failing',
}

/** How the driver and the pool word a connection that was lost or not established in time; they have no code. */
const connectionLost =
  /^Connection terminated|connection error and is not queryable|was closed and is not queryable|^timeout expired|Timeout acquiring a connection/

/**
 * An error of PostgreSQL as the store throws it: StoreUnavailableError if the database is at fault, QuotaError if an
 * account stores too much, otherwise unchanged.
 */
export function postgresFailure(error: unknown): unknown {
  const { code, message } = driverError(error)
  const isLost = code.startsWith('08') || (code === '' && connectionLost.test(message))
  const reason = isLost ? 'unreachable' : postgresUnavailable[code]
  return reason ? new StoreUnavailableError(reason, error) : (quotaError(error) ?? error)
}

/**
 * The connection was lost during COMMIT, so nobody knows whether the transaction was stored. Unlike after a
 * StoreUnavailableError, nothing may repeat it automatically unless that does no harm.
 */
export class UncertainCommitError extends ApiError {
  /** @param cause the driver's error, for the log only */
  constructor(cause: unknown) {
    super(
      'unavailable',
      'The connection to the database was lost while the change was being stored, so the change may have been kept. Check this before you repeat the call.',
      { cause },
    )
    this.name = 'UncertainCommitError'
  }
}

/** The store is closed or closing and accepts no new work. */
export class StoreClosedError extends Error {
  constructor() {
    super('The store is closed and accepts no more work.')
    this.name = 'StoreClosedError'
  }
}

/** A statement after a failed one in the same transaction. PostgreSQL itself rejects it; SQLite would run it. */
export class DoomedTransactionError extends Error {
  constructor(cause: unknown) {
    super(
      'An earlier statement of this transaction failed, so none of its changes will be written. Do not catch the error.',
      { cause },
    )
    this.name = 'DoomedTransactionError'
  }
}
