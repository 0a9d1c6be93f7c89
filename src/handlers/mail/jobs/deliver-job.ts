import { z } from 'zod'
import { jobKind } from '#runtime/jobs/kind.ts'

/** A message is tried for this long. */
export const givenUpAfterMs = 48 * 3_600_000
const minuteMs = 60_000
const maxWaitMs = 64 * minuteMs

/** Brings a message to the mail server of its recipient. The tries of two days are fewer than its attempts. */
export const deliverJob = jobKind('mail.deliver', z.object({ message: z.string() }), {
  maxAttempts: 80,
  timeLimitMs: 240_000,
})

/** How long to wait after a try that failed: 1, 2, 4 and so on up to 64 minutes. @param attempt which has failed, from 1 on */
export function waitMs(attempt: number): number {
  return Math.min(minuteMs * 2 ** Math.min(attempt - 1, 10), maxWaitMs)
}
