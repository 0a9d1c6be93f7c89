import { singleFlight } from '#runtime/base/once.ts'
import type { RpcRequest } from '../caller.ts'
import { RpcError } from '../errors.ts'
import type { Admission } from './admission.ts'

/** How often it is seen whether those who hold streams open may still do so, in milliseconds. */
const everyMs = 10_000

/** Those who were let in for as long as their streams last. A stream may outlive the token that opened it. */
export interface Standing {
  /**
   * Asks admission again and again while a stream is open. Calls of the same caller to the same endpoint are asked about
   * once for all of them.
   *
   * @param request as admission was asked
   * @param lost called once, with the error to tell, when admission would not let the caller in any more
   * @returns what is to be called when the stream ends
   */
  watch(request: RpcRequest, lost: (refusal: RpcError) => void): () => void
  /** Asks about all of them now, which otherwise happens by itself every ten seconds. */
  check(): Promise<void>
}

interface Watched {
  readonly request: RpcRequest
  readonly losers: Set<(refusal: RpcError) => void>
}

/** @param admission without its limits: what is open already costs no call */
export function standingOf(admission: Pick<Admission, 'recheck'>): Standing {
  const watched = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined

  const check = singleFlight(async (): Promise<void> => {
    for (const [key, { request, losers }] of [...watched]) {
      const refusal = await refusalOf(request)
      if (!refusal) continue
      watched.delete(key)
      for (const lost of losers) lost(refusal)
    }
    rest()
  })

  async function refusalOf(request: RpcRequest): Promise<RpcError | undefined> {
    try {
      await admission.recheck(request)
      return undefined
    } catch (failure) {
      // A database that is away for a moment says nothing about anybody: the next time tells.
      return failure instanceof RpcError && [401, 403, 404].includes(failure.status) ? failure : undefined
    }
  }

  function rest(): void {
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    check,
    watch(request, lost) {
      const { authorization, namespace, service, endpoint } = request
      const key = JSON.stringify([authorization, namespace, service, endpoint])
      const entry = watched.get(key) ?? { request, losers: new Set() }
      watched.set(key, entry)
      // Each stream is one of its own, also where several have the same function.
      const loser = (refusal: RpcError) => lost(refusal)
      entry.losers.add(loser)
      timer ??= setInterval(() => void check(), everyMs).unref()
      return () => {
        entry.losers.delete(loser)
        if (entry.losers.size === 0 && watched.get(key) === entry) watched.delete(key)
        rest()
      }
    },
  }
}
