import { singleFlight } from '#runtime/base/once.ts'
import type { Live } from '#runtime/live/types.ts'
import type { RpcRequest } from '../rpc-caller.ts'
import { RpcError } from '../rpc-errors.ts'
import type { Admission } from './admission.ts'

/**
 * How often callers with open streams are authorized again, in milliseconds: for what ends without a notification, such
 * as a token that expires, the account of a service, or a rule. Revoked tokens are reported at once.
 */
const recheckIntervalMs = 10_000

interface Watched {
  readonly request: RpcRequest
  readonly listeners: Set<(refusal: RpcError) => void>
}

/** Notifies when tokens or sessions have ended, in any process. */
export type Losses = Pick<Live, 'onLoss'>

export type Standing = ReturnType<typeof createStanding>

/**
 * Rechecks the callers of open streams: a stream may outlive the token that opened it.
 *
 * @param admission recheck only: an open stream counts against no limit
 * @param losses omitted if nobody revokes tokens
 */
export function createStanding(admission: Pick<Admission, 'recheck'>, losses?: Losses) {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined
  let endLosses: (() => void) | undefined

  const check = singleFlight(async (): Promise<void> => {
    for (const [key, { request, listeners }] of [...watched]) {
      const refusal = await refusalOf(request, admission)
      if (!refusal) continue
      watched.delete(key)
      for (const lost of listeners) lost(refusal)
    }
    stopIfIdle()
  })

  function stopIfIdle(): void {
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
    endLosses?.()
    endLosses = undefined
  }

  /** Sessions have no streams here, and end all the time. */
  function onLoss(subjects: ReadonlySet<string> | 'unknown'): void {
    if (subjects === 'unknown' || [...subjects].some((subject) => subject.startsWith('token_'))) void check()
  }

  return {
    /** Checks all of them now; otherwise it happens when tokens have ended, and every ten seconds. */
    check: (): Promise<void> => check(),
    /**
     * Checks with admission repeatedly while a stream is open, once for all streams of one caller to one endpoint.
     *
     * @param request the admitted one
     * @param lost called once, with the error for the caller, when admission would reject the request
     * @returns to be called when the stream ends
     */
    watch(request: RpcRequest, lost: (refusal: RpcError) => void): () => void {
      const { authorization, namespace, service, endpoint } = request
      const key = JSON.stringify([authorization, namespace, service, endpoint])
      const entry = watched.get(key) ?? { request, listeners: new Set() }
      watched.set(key, entry)
      // A new function for each stream, even if several pass the same one.
      const listener = (refusal: RpcError) => lost(refusal)
      entry.listeners.add(listener)
      timer ??= setInterval(() => void check(), recheckIntervalMs).unref()
      endLosses ??= losses?.onLoss(onLoss)
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0 && watched.get(key) === entry) watched.delete(key)
        stopIfIdle()
      }
    },
  }
}

async function refusalOf(request: RpcRequest, admission: Pick<Admission, 'recheck'>): Promise<RpcError | undefined> {
  try {
    await admission.recheck(request)
    return undefined
  } catch (failure) {
    // A database that is briefly unavailable says nothing about the caller: the next check decides.
    return failure instanceof RpcError && [401, 403, 404].includes(failure.status) ? failure : undefined
  }
}
