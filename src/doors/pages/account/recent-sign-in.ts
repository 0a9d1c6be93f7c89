import type { Response } from 'express'
import { ApiError } from '#runtime/base/errors.ts'
import type { AccountServices } from './services.ts'
import { accountOf } from './visitor.ts'

/** How recent a sign-in must be to add another way to sign in. */
const recentMs = 10 * 60_000

/**
 * Proves that the person at this browser can sign in: a session alone may have been stolen.
 *
 * @param act what the person wants to do, after "To"
 * @throws ApiError failed_precondition unless the session is at most ten minutes old
 */
export async function needRecentSignIn(
  { clock, sessions }: Pick<AccountServices, 'clock' | 'sessions'>,
  res: Response,
  act: string,
): Promise<void> {
  const { id, sessionId } = accountOf(res)
  const session = (await sessions.list(id)).find((each) => each.id === sessionId)
  if (session && clock.now() - session.createdAtMs <= recentMs) return
  throw new ApiError('failed_precondition', `To ${act}, sign out and sign in again. Then do it within ten minutes.`)
}
