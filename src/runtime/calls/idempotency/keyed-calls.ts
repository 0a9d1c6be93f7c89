import type { Operation } from '#generated/server/operations.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError, type ArgumentFault, type ErrorCode, errorCodes } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { ProcessAddress } from '../../base/processes.ts'
import { quote } from '../../base/text/quote.ts'
import { LeaseKeeper, Leases } from '../../store/leases.ts'
import { statement } from '../../store/statement.ts'
import type { Store, StoreLog, Writer } from '../../store/types.ts'

/** How long a key is remembered, from its first use. */
export const keptMs = 24 * 60 * 60 * 1000
/** Short: whoever repeats a call that died with its machine waits for so long before it runs again. */
export const leaseMs = 15_000
const renewEveryMs = 5000
/** Larger answers are not kept. */
export const maxAnswerBytes = 1024 * 1024

/** A call with an Idempotency-Key. */
export interface KeyedCall {
  /** Who calls: keys of different callers are different keys. */
  readonly subject: string
  /** The account with which its keys go, if the caller is one. */
  readonly accountId?: string
  readonly operationId: string
  readonly key: string
  /** Of its arguments. */
  readonly fingerprint: string
}

/** The right to run a keyed call, which one run at a time has. */
export interface Claim {
  /**
   * Keeps what came of the call for whoever repeats it.
   *
   * @param answer the result as JSON, or the error
   * @returns false where it could not be kept; then the call may run again
   */
  keep(answer: string | ApiError, operation: Pick<Operation, 'retry' | 'microCredits'>): Promise<boolean>
  /** Gives the key free: what came of the call is not to be repeated. */
  release(): Promise<void>
}

/** What a key led to: the call is to be run, or it has been and this was its answer. */
export type Begun =
  | { readonly claim: Claim; readonly answer?: undefined }
  | { readonly claim?: undefined; readonly answer: string | ApiError }

export interface KeyedCalls {
  /**
   * Claims a key, or finds the answer that was given under it.
   *
   * @throws ApiError idempotency_mismatch when it was used with other arguments, conflict while that call still runs or
   * when its answer was too large to be kept
   */
  begin(call: KeyedCall): Promise<Begun>
  /** Forgets keys that are older than a day. Resolves with how many. */
  purge(): Promise<number>
  /** Frees the keys of calls that still run, and ends: before the store is closed. */
  close(): Promise<void>
}

interface KeyedCallsOptions {
  readonly store: Store
  /** Ages the keys. */
  readonly clock: Clock
  readonly log?: StoreLog | undefined
  /** Counts leases: never a clock that may stand still. */
  readonly leaseClock?: Clock
  readonly me?: ProcessAddress
}

interface Row {
  arguments_sha256: string
  claim: string
  machine: string
  pid: number
  lease_until: number
  status: number | null
  answer: string | null
  created_at: number
  expires_at: number
}

const find = statement<{ subject: string; operation: string; key: string }>((sql, param) =>
  sql('idempotency_keys').where({ subject: param('subject'), operation: param('operation'), key: param('key') }),
)

const finish = statement<{ claim: string; status: number; answer: string | null }>((sql, param) =>
  sql('idempotency_keys')
    .where({ claim: param('claim') })
    .whereNull('status')
    .update({ status: param('status'), answer: param('answer') }),
)

/** The same call would fail in the same way again, so its failure is an answer. What else failed is worth another try. */
const lasting: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'not_found',
  'failed_precondition',
  'permission_denied',
  'account_required',
  'too_large',
])

/** Keyed calls of all processes that share this store. */
export function createKeyedCalls({ store, clock, log, leaseClock, me }: KeyedCallsOptions): KeyedCalls {
  const leases = new Leases({ ttlMs: leaseMs, clock: leaseClock, me })
  const running = new LeaseKeeper({
    everyMs: renewEveryMs,
    renew: (claims) =>
      store.run(store.sql('idempotency_keys').whereIn('claim', claims).update({ lease_until: leases.grant().until })),
    onFailure: (err) => log?.warn({ err, leases: 'keyed calls' }, 'lease renewal failed'),
  })

  /** Gives a claim, or the row that stands against it. */
  async function claimOrRow(tx: Writer, { subject, accountId, operationId, key, fingerprint }: KeyedCall) {
    const row = await tx.get<Row>(find({ subject, operation: operationId, key }))
    const now = clock.now()
    const isOver = row?.status !== null
    if (row && (isOver ? row.expires_at > now : isHeld(row))) return row
    // A call that was given up keeps its age and arguments: it is the same call that is run again.
    const isSame = row && row.expires_at > now
    if (isSame && row.arguments_sha256 !== fingerprint) return row
    const created_at = isSame ? row.created_at : now
    const { machine, pid, until } = leases.grant()
    const fresh = {
      subject,
      operation: operationId,
      key,
      account_id: accountId ?? null,
      arguments_sha256: fingerprint,
      claim: newId('claim'),
      machine,
      pid,
      lease_until: until,
      status: null,
      answer: null,
      created_at,
      expires_at: created_at + keptMs,
    }
    await tx.run(tx.sql('idempotency_keys').insert(fresh).onConflict(['subject', 'operation', 'key']).merge())
    return fresh.claim
  }

  function isHeld({ claim, lease_until, machine, pid }: Row): boolean {
    return running.has(claim) || leases.isHeld({ machine, pid, until: lease_until })
  }

  function claimOf(claim: string): Claim {
    running.add(claim)
    async function release(): Promise<void> {
      running.delete(claim)
      const query = store.sql('idempotency_keys').where({ claim }).delete()
      await store.run(query).catch((error: unknown) => {
        log?.warn({ err: error }, 'a key could not be given free; it is when its lease has run out')
      })
    }
    return {
      async keep(answer, { retry, microCredits }) {
        if (answer instanceof ApiError && !lasting.has(answer.code)) {
          await release()
          return true
        }
        const status = answer instanceof ApiError ? answer.status : 200
        const text = answer instanceof ApiError ? errorText(answer) : answer
        const isTooLarge = Buffer.byteLength(text) > maxAnswerBytes
        if (isTooLarge && retry !== 'unsafe' && microCredits === 0) {
          // Running it again does no harm, and answers the same.
          await release()
          return true
        }
        try {
          const { changes } = await store.run(finish({ claim, status, answer: isTooLarge ? null : text }))
          return changes === 1
        } catch (error) {
          log?.warn({ err: error }, 'the answer to a keyed call could not be kept')
          return false
        } finally {
          running.delete(claim)
        }
      },
      release,
    }
  }

  return {
    async begin(call) {
      const found = await store.write((tx) => claimOrRow(tx, call))
      if (typeof found === 'string') return { claim: claimOf(found) }
      if (found.arguments_sha256 !== call.fingerprint) throw mismatch(call)
      if (found.status === null) throw inFlight(call, clock.now() - found.created_at)
      if (found.answer === null) throw tooLargeToKeep(call)
      return { answer: found.status === 200 ? found.answer : errorOf(found.answer) }
    },
    async purge() {
      const old = store.sql('idempotency_keys').where('expires_at', '<=', clock.now()).whereNotNull('status')
      const abandoned = store.sql('idempotency_keys').where('expires_at', '<=', clock.now())
      const { changes } = await store.run(old.delete())
      const gone = await store.run(abandoned.where('lease_until', '<=', leases.now()).delete())
      return changes + gone.changes
    },
    async close() {
      const claims = running.clear()
      if (claims.length === 0) return
      await store.run(store.sql('idempotency_keys').whereIn('claim', claims).whereNull('status').delete())
    },
  }
}

function mismatch({ operationId, key }: KeyedCall): ApiError {
  return new ApiError(
    'idempotency_mismatch',
    `The Idempotency-Key ${quote(key)} was used for ${operationId} with other arguments: send those again, or use a new key.`,
  )
}

/** A second try soon, later ones more slowly: in all that takes no longer than the call itself takes once more. */
function inFlight({ operationId, key }: KeyedCall, ageMs: number): ApiError {
  const retryAfterS = Math.min(leaseMs / 1000, Math.max(1, Math.ceil(ageMs / 1000)))
  return new ApiError(
    'conflict',
    `The call of ${operationId} with the Idempotency-Key ${quote(key)} still runs; ask again in ${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}.`,
    { retryAfterS },
  )
}

function tooLargeToKeep({ operationId, key }: KeyedCall): ApiError {
  return new ApiError(
    'conflict',
    `The call of ${operationId} with the Idempotency-Key ${quote(key)} has succeeded, and its answer was too large to be kept; a new key runs it again.`,
  )
}

function errorText({ code, message, details }: ApiError): string {
  return JSON.stringify({ code, message, details })
}

function errorOf(text: string): ApiError {
  const { code, message, details } = JSON.parse(text) as { code: ErrorCode; message: string; details?: ArgumentFault[] }
  if (!(code in errorCodes)) throw new Error(`An answer was kept with the unknown code ${code}`)
  return new ApiError(code, message, details && { details })
}
