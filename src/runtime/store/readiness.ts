import { StoreUnavailableError } from './store-errors.ts'
import type { Store } from './types.ts'

const readyTimeoutMs = 2000
const readyEveryMs = 1000

/**
 * Checks at most once a second, however often it is called: load balancers, or anyone, can call it as often as they like. A
 * running check is shared.
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

/** Whether the database responds within two seconds and accepts writes. */
export async function respondsInTime(store: Pick<Store, 'ping'>): Promise<boolean> {
  return (await databaseState(store)).isOk
}

export interface DatabaseState {
  readonly isOk: boolean
  /** Why it is not ready, if that can be shown to anyone. */
  readonly reason?: string
}

/** Whether the database responds within two seconds and accepts writes, and if not, why. */
export async function databaseState(store: Pick<Store, 'ping'>): Promise<DatabaseState> {
  const timeout = AbortSignal.timeout(readyTimeoutMs)
  const expired = new Promise<DatabaseState>((resolve) => {
    const late = { isOk: false, reason: `The database did not respond within ${readyTimeoutMs / 1000} seconds.` }
    timeout.addEventListener('abort', () => resolve(late))
  })
  return Promise.race([
    store.ping().then(
      () => ({ isOk: true }),
      (failure: unknown) =>
        failure instanceof StoreUnavailableError ? { isOk: false, reason: failure.message } : { isOk: false },
    ),
    expired,
  ])
}
