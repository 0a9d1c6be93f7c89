import { setTimeout as sleep } from 'node:timers/promises'
import { OutboundFailure } from './failure.ts'

/** How to wait and draw random numbers, so that tests do neither. */
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
/** The longest Retry-After to wait for; with a longer one the request fails at once. */
const maxWaitMs = 2000
/** Statuses of problems that may have passed a moment later. */
const transient: ReadonlySet<number | undefined> = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * How long to wait before a failed request is sent again: the provider's Retry-After, else a random time with a bound that
 * doubles, so that many processes do not retry at the same moment.
 *
 * @param retries made so far
 * @returns undefined if it should not be sent again
 */
export function retryWaitMs(failure: unknown, retries: number, random: () => number): number | undefined {
  if (!(failure instanceof OutboundFailure)) return undefined
  const { kind, upstreamStatus, retryAfterS } = failure
  if (kind !== 'network' && !(kind === 'status' && transient.has(upstreamStatus))) return undefined
  if (retryAfterS === undefined) return Math.min(maxWaitMs, Math.round(random() * firstWaitMs * 2 ** retries))
  return retryAfterS * 1000 <= maxWaitMs ? retryAfterS * 1000 : undefined
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
