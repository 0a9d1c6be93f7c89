import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Operation } from '#generated/server/operations.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError, type ArgumentFault, type ErrorCode, errorCodes } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { ProcessAddress } from '../../base/processes.ts'
import { quote } from '../../base/text/quote.ts'
import { LeaseKeeper, Leases } from '../../store/leases.ts'
import { statement } from '../../store/statement.ts'
import type { Store, StoreLog, Writer } from '../../store/types.ts'

/** How long a key is valid, from its first use. */
export const keptMs = 24 * 60 * 60 * 1000
/** Short: a call that died with its machine can run again only after this time. */
export const leaseMs = 15_000
const renewEveryMs = 5000
/** Larger results are not stored. */
export const maxAnswerBytes = 1024 * 1024

/** How many expired keys are deleted in one transaction. */
export const purgeBatch = 500
const primaryKey = ['subject', 'operation', 'key']

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  /** The caller: keys of different callers are different keys. */
  readonly subject: string
  /** The account with which the key is deleted, if the caller is one. */
  readonly accountId?: string
  readonly operationId: string
  readonly key: string
  /** Hash of the arguments. It is stored only under the server's key, so that nobody can guess arguments by it. */
  readonly fingerprint: string
}

/** The state of a key: the call has to run, or it has run and returned `answer`. */
export type Begun =
  | { readonly claim: Claim; readonly answer?: undefined }
  | { readonly claim?: undefined; readonly answer: string | ApiError }

interface KeyedCallsOptions {
  readonly store: Store
  /** The server's secret for fingerprints: the same in every process. */
  readonly secret: string
  /** The clock for the age of keys. */
  readonly clock: Clock
  readonly log?: StoreLog | undefined
  /** The clock for leases: never one that may be fixed. */
  readonly leaseClock?: Clock
  readonly me?: ProcessAddress
}

interface Row {
  /** HMAC-SHA-256 of the fingerprint in hex; the fingerprint itself in rows of older releases, which expire within a day. */
  arguments_sha256: string
  claim: string
  machine: string
  pid: number
  lease_until: number
  /** Null while the call runs, `carriedOut` once its effect is committed; then the status of the response. */
  status: number | null
  answer: string | null
  created_at: number
  expires_at: number
}

/** The call was carried out, and its response is not stored yet. */
const carriedOut = 102

const find = statement<{ subject: string; operation: string; key: string }>((sql, param) =>
  sql('idempotency_keys').where({ subject: param('subject'), operation: param('operation'), key: param('key') }),
)

const carryOut = statement<{ claim: string; status: number; answer: string | null }>((sql, param) =>
  sql('idempotency_keys')
    .where({ claim: param('claim') })
    .whereNull('status')
    .update({ status: param('status'), answer: param('answer') }),
)

const finish = statement<{ claim: string; status: number; answer: string | null }>((sql, param) =>
  sql('idempotency_keys')
    .where({ claim: param('claim') })
    .whereRaw(`(status is null or status = ${carriedOut})`)
    .update({ status: param('status'), answer: param('answer') }),
)

/** Errors that a retry would get again, so they are stored. After any other error, a retry may succeed. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'not_found',
  'failed_precondition',
  'permission_denied',
  'account_required',
  'too_large',
])

/** Keyed calls of all processes that share this store. */
export class KeyedCalls {
  readonly #store: Store
  readonly #secret: string
  readonly #clock: Clock
  readonly #log: StoreLog | undefined
  readonly #leases: Leases
  /** The claims of calls that this process runs. */
  readonly #running: LeaseKeeper
  /** Claims whose release failed, until their lease expires: nothing runs under them. */
  readonly #unreleased = new Set<string>()

  constructor({ store, secret, clock, log, leaseClock, me }: KeyedCallsOptions) {
    this.#store = store
    this.#secret = secret
    this.#clock = clock
    this.#log = log
    this.#leases = new Leases({ ttlMs: leaseMs, clock: leaseClock, me })
    this.#running = new LeaseKeeper({
      everyMs: renewEveryMs,
      renew: (claims) =>
        store.run(this.#table().whereIn('claim', claims).update({ lease_until: this.#leases.grant().until })),
      onFailure: (err) => log?.warn({ err, leases: 'keyed calls' }, 'lease renewal failed'),
    })
  }

  /**
   * Claims a key, or finds the response stored under it.
   *
   * @throws ApiError idempotency_mismatch if it was used with other arguments, conflict while that call is still running
   * or if it was carried out but its response was not stored
   */
  async begin(call: KeyedCall): Promise<Begun> {
    const found = await this.#store.write((tx) => this.#claimOrRow(tx, call))
    if (typeof found === 'string') {
      this.#running.add(found)
      return { claim: this.#claimed(found) }
    }
    if (!this.#isOf(found, call)) throw mismatch(call)
    if (found.status === null) throw inFlight(call, this.#clock.now() - found.created_at)
    if (found.status === carriedOut) {
      throw this.#isHeld(found) ? inFlight(call, this.#clock.now() - found.created_at) : answerLost(call)
    }
    if (found.answer === null) throw tooLargeToKeep(call)
    return { answer: found.status === 200 ? found.answer : errorOf(found.answer) }
  }

  /**
   * Deletes keys older than a day, in batches, so that other writes get their turn. Resolves with how many.
   *
   * @param signal ends it after the current batch
   */
  async purge(signal?: AbortSignal): Promise<number> {
    const now = this.#clock.now()
    const finished = () => this.#table().where('expires_at', '<=', now).whereNotNull('status')
    const abandoned = () => this.#table().where('expires_at', '<=', now).where('lease_until', '<=', this.#leases.now())
    return (await this.#deleteInBatches(finished, signal)) + (await this.#deleteInBatches(abandoned, signal))
  }

  async #deleteInBatches(rows: () => Knex.QueryBuilder, signal?: AbortSignal): Promise<number> {
    let deleted = 0
    while (!signal?.aborted) {
      const batch = rows().select(primaryKey).limit(purgeBatch)
      const { changes } = await this.#store.run(this.#table().whereIn(primaryKey, batch).delete())
      deleted += changes
      if (changes < purgeBatch) break
      await setImmediate()
    }
    return deleted
  }

  /** Frees the keys of running calls: before the store is closed. */
  async close(): Promise<void> {
    const claims = this.#running.clear()
    if (claims.length === 0) return
    await this.#store.run(this.#table().whereIn('claim', claims).whereNull('status').delete())
  }

  #claimed(claim: string): Claim {
    const onUnreleased = () => {
      this.#unreleased.add(claim)
      setTimeout(() => this.#unreleased.delete(claim), leaseMs).unref()
    }
    return new StoreClaim({ claim, store: this.#store, running: this.#running, log: this.#log, onUnreleased })
  }

  /** Claims the key, or returns the row that prevents it. */
  async #claimOrRow(tx: Writer, call: KeyedCall): Promise<string | Row> {
    const { subject, operationId, key } = call
    const row = await tx.get<Row>(find({ subject, operation: operationId, key }))
    const now = this.#clock.now()
    const isFinished = row?.status !== null
    if (row && (isFinished ? row.expires_at > now : this.#isHeld(row))) return row
    // An abandoned call keeps its age and arguments: the same call runs again.
    const isSame = row && row.expires_at > now
    if (isSame && !this.#isOf(row, call)) return row
    const fresh = this.#newRow(call, isSame ? row.created_at : now)
    await tx.run(tx.sql('idempotency_keys').insert(fresh).onConflict(['subject', 'operation', 'key']).merge())
    return fresh.claim
  }

  #newRow({ subject, accountId, operationId, key, fingerprint }: KeyedCall, createdAt: number) {
    const { machine, pid, until } = this.#leases.grant()
    return {
      subject,
      operation: operationId,
      key,
      account_id: accountId ?? null,
      arguments_sha256: this.#digestOf(fingerprint),
      claim: newId('claim'),
      machine,
      pid,
      lease_until: until,
      status: null,
      answer: null,
      created_at: createdAt,
      expires_at: createdAt + keptMs,
    }
  }

  /** Whether the row was stored for the arguments of the call. */
  #isOf({ arguments_sha256 }: Row, { fingerprint }: KeyedCall): boolean {
    return arguments_sha256 === this.#digestOf(fingerprint) || arguments_sha256 === fingerprint
  }

  #digestOf(fingerprint: string): string {
    return createHmac('sha256', this.#secret).update(fingerprint).digest('hex')
  }

  #isHeld({ claim, lease_until, machine, pid }: Row): boolean {
    if (this.#unreleased.has(claim)) return false
    return this.#running.has(claim) || this.#leases.isHeld({ machine, pid, until: lease_until })
  }

  #table() {
    return this.#store.sql('idempotency_keys')
  }
}

interface ClaimParts {
  readonly claim: string
  readonly store: Store
  readonly running: LeaseKeeper
  readonly log: StoreLog | undefined
  readonly onUnreleased: () => void
}

class StoreClaim {
  readonly #parts: ClaimParts
  /** The effect of the call is committed, or also its answer. */
  #progress: 'running' | 'carried out' | 'answered' = 'running'

  constructor(parts: ClaimParts) {
    this.#parts = parts
  }

  /**
   * Records, in the transaction of the call's effect, that the call was carried out: from then on no repeat does it again.
   *
   * @param answer the result as JSON, if it is already known; otherwise a repeat is rejected until `keep`
   * @throws ApiError conflict if another run has taken over the key
   */
  async carryOut(tx: Writer, answer?: string): Promise<void> {
    const isAnswered = answer !== undefined && Buffer.byteLength(answer) <= maxAnswerBytes
    const outcome = isAnswered ? { status: 200, answer } : { status: carriedOut, answer: null }
    const { changes } = await tx.run(carryOut({ claim: this.#parts.claim, ...outcome }))
    if (changes === 0) throw takenOver()
    tx.afterCommit(() => {
      this.#progress = isAnswered ? 'answered' : 'carried out'
    })
  }

  /**
   * Stores the outcome of the call for repeated calls.
   *
   * @param answer the result as JSON, or the error
   * @returns false if it could not be stored, and the call may run again
   */
  async keep(
    answer: string | ApiError,
    { retry, microCredits }: Pick<Operation, 'retry' | 'microCredits'>,
  ): Promise<boolean> {
    if (this.#progress === 'answered') {
      this.#parts.running.delete(this.#parts.claim)
      return true
    }
    const isError = answer instanceof ApiError
    if (isError && !lasting.has(answer.code)) return this.#forget()
    const text = isError ? errorText(answer) : answer
    const isTooLarge = Buffer.byteLength(text) > maxAnswerBytes
    // Running such a call again does no harm and returns the same.
    if (isTooLarge && retry !== 'unsafe' && microCredits === 0) return this.#forget('in any case')
    return this.#finish(isError ? answer.status : 200, isTooLarge ? null : text)
  }

  /** Frees the key, unless the call was carried out: a repeated call runs again. */
  release(): Promise<void> {
    return this.#delete((row) => row.whereNull('status'))
  }

  async #delete(restrict: (row: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> {
    this.#parts.running.delete(this.#parts.claim)
    const query = restrict(this.#parts.store.sql('idempotency_keys').where({ claim: this.#parts.claim })).delete()
    await this.#parts.store.run(query).catch((err: unknown) => {
      this.#parts.onUnreleased()
      this.#parts.log?.warn({ err }, 'idempotency key release failed')
    })
  }

  async #forget(when: 'not carried out' | 'in any case' = 'not carried out'): Promise<true> {
    await (when === 'not carried out' ? this.release() : this.#delete((row) => row))
    return true
  }

  async #finish(status: number, answer: string | null): Promise<boolean> {
    try {
      const { changes } = await this.#parts.store.run(finish({ claim: this.#parts.claim, status, answer }))
      return changes === 1
    } catch (err) {
      this.#parts.log?.warn({ err }, 'idempotency key store failed')
      return this.#progress !== 'running'
    } finally {
      this.#parts.running.delete(this.#parts.claim)
    }
  }
}

/** The right to run a keyed call, which only one run has at once. */
export type Claim = Pick<StoreClaim, keyof StoreClaim>

function mismatch({ operationId, key }: KeyedCall): ApiError {
  return new ApiError(
    'idempotency_mismatch',
    `The Idempotency-Key ${quote(key)} was used for ${operationId} with other arguments. Send the same arguments again, or use a new key.`,
  )
}

/** Retries become rarer with the age of the call: the wait is never longer than the call has been running. */
function inFlight({ operationId, key }: KeyedCall, ageMs: number): ApiError {
  const retryAfterS = Math.min(leaseMs / 1000, Math.max(1, Math.ceil(ageMs / 1000)))
  return new ApiError(
    'conflict',
    `The call to ${operationId} with the Idempotency-Key ${quote(key)} is still running. Try again in ${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS },
  )
}

function takenOver(): ApiError {
  return new ApiError(
    'conflict',
    'This call changed nothing. A repeat with the same Idempotency-Key has replaced it.',
    {
      retryAfterS: 1,
    },
  )
}

function answerLost({ operationId, key }: KeyedCall): ApiError {
  return new ApiError(
    'conflict',
    `The call to ${operationId} with the Idempotency-Key ${quote(key)} was executed, but the server stopped before it stored the response. Check what the call did. To run it again, use a new key.`,
  )
}

function tooLargeToKeep({ operationId, key }: KeyedCall): ApiError {
  return new ApiError(
    'conflict',
    `The call to ${operationId} with the Idempotency-Key ${quote(key)} succeeded, but its response was too large to store. To run the call again, use a new key.`,
  )
}

function errorText({ code, message, details }: ApiError): string {
  return JSON.stringify({ code, message, details })
}

function errorOf(text: string): ApiError {
  const { code, message, details } = JSON.parse(text) as { code: ErrorCode; message: string; details?: ArgumentFault[] }
  if (!(code in errorCodes)) throw new Error(`Stored response with the unknown code ${code}`)
  return new ApiError(code, message, details && { details })
}
