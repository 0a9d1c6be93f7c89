import { setTimeout as sleep } from 'node:timers/promises'
import { OutboundFailure } from './failure.ts'

/** How a wait is made, so that a test need not wait. */
export interface Timing {
  /** Resolves after `ms`; rejects with the signal's reason when it aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** From 0 to 1. */
  random(): number
}

export const realTiming: Timing = {
  async wait(ms, signal) {
    try {
      await sleep(ms, undefined, { signal, ref: false })
    } catch {
      throw signal.reason
    }
  },
  random: Math.random,
}

const firstWaitMs = 100
/** The longest Retry-After that a request waits for itself; with a longer one it fails and says so. */
const maxWaitMs = 2000
/** Statuses of a provider that may be fine a moment later. */
const passing: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * How long to wait before a failed request is sent once more: as long as the provider says, else at random up to a bound that
 * doubles, so that many processes do not come back at once.
 *
 * @param failed how many attempts have failed
 * @returns undefined if it should not be sent again
 */
export function retryWaitMs(failure: unknown, failed: number, random: () => number): number | undefined {
  if (!(failure instanceof OutboundFailure)) return undefined
  const { kind, upstreamStatus, retryAfterS } = failure
  if (kind !== 'network' && !(kind === 'status' && passing.has(upstreamStatus ?? 0))) return undefined
  if (retryAfterS !== undefined) return retryAfterS * 1000 <= maxWaitMs ? retryAfterS * 1000 : undefined
  return Math.min(maxWaitMs, Math.round(random() * firstWaitMs * 2 ** failed))
}

/**
 * The seconds of a Retry-After header, which is a number or an HTTP date.
 *
 * @param nowMs epoch milliseconds
 */
export function retryAfterOf(header: string | string[] | undefined, nowMs: number): number | undefined {
  const text = [header].flat()[0]?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Math.max(1, Number(text))
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(1, Math.ceil((at - nowMs) / 1000))
}
