/** The `code` and `message` that both drivers put on their errors. */
interface DriverError {
  code?: unknown
  message?: unknown
}

function driverError(error: unknown): { code: string; message: string } {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as DriverError
  return { code: typeof code === 'string' ? code : '', message: typeof message === 'string' ? message : '' }
}

/** True for an insert or update refused because another row already has the value (a primary key or a unique index). */
export function isUniqueViolation(error: unknown): boolean {
  const { code, message } = driverError(error)
  return code === '23505' || (code === 'SQLITE_CONSTRAINT' && message.includes('UNIQUE constraint failed'))
}

/** True for a change refused because a row it refers to does not exist (any more). */
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
 * its own, as opposed to refusing one statement.
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

/** A statement prepared on this connection no longer fits the tables, because another process has migrated them. */
export function isStalePlan(error: unknown): boolean {
  const { code, message } = driverError(error)
  return code === '0A000' && message.includes('cached plan')
}

/** The store is closed or closing and accepts no new work. */
export class StoreClosedError extends Error {
  constructor() {
    super('The store is closed and accepts no more work.')
    this.name = 'StoreClosedError'
  }
}

/** A statement after a failed one in the same transaction. PostgreSQL itself refuses it; SQLite would run it. */
export class DoomedTransactionError extends Error {
  constructor(cause: unknown) {
    super(
      'An earlier statement of this transaction failed, so nothing of it will be written; let its error end the work.',
      { cause },
    )
    this.name = 'DoomedTransactionError'
  }
}
