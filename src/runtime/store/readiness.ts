import { ApiError } from '../base/errors.ts'
import type { StoreUnavailableError } from './store-errors.ts'
import type { Store } from './types.ts'

const readyTimeoutMs = 2000
const readyEveryMs = 1000

/**
 * Checks at most once a second, however often it is called: load balancers, or anyone, can call it as often as they
 * like. A running check is shared.
 *
 * @param now monotonic milliseconds
 */
export function oncePerSecond<Answer>(
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<Answer> | undefined
  let isAsking = false
  return () => {
    if (answer === undefined || (!isAsking && now() - askedAt >= readyEveryMs)) {
      askedAt = now()
      isAsking = true
      answer = ask().finally(() => {
        isAsking = false
      })
    }
    return answer
  }
}

/** The state of a part of the server. */
export interface PartState {
  readonly isOk: boolean
  /** Why it is not ready, if that can be shown to anyone. */
  readonly reason?: string
}

/** Whether the database responds within two seconds and accepts writes, and if not, why. */
export function databaseState(
  store: Pick<Store, 'ping'>,
  reserve?: { readonly refusal: StoreUnavailableError | undefined },
): Promise<PartState> {
  return stateWithin('The database', async () => {
    await store.ping()
    if (reserve?.refusal) throw reserve.refusal
  })
}

/**
 * Whether a part responds within two seconds, and if not, why.
 *
 * @param name the beginning of a sentence
 * @param check rejects if the part cannot do its work; the message of an ApiError is public. Its signal aborts when the
 * time is over.
 */
export async function stateWithin(name: string, check: (signal: AbortSignal) => Promise<void>): Promise<PartState> {
  const timeout = AbortSignal.timeout(readyTimeoutMs)
  const expired = new Promise<PartState>((resolve) => {
    const late = { isOk: false, reason: `${name} did not respond within ${readyTimeoutMs / 1000} seconds.` }
    timeout.addEventListener('abort', () => resolve(late))
  })
  return Promise.race([
    check(timeout).then(
      () => ({ isOk: true }),
      (failure: unknown) => (failure instanceof ApiError ? { isOk: false, reason: failure.message } : { isOk: false }),
    ),
    expired,
  ])
}
