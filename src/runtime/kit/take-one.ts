import type { Context } from '../calls/context.ts'
import { refuseBeyond } from '../limits/headers.ts'
import type { Limiter } from '../limits/limiter.ts'

/**
 * Takes one unit of a limit, and reports it in the headers of the response.
 *
 * @param subject whose limit it is; the calling account's if not given
 * @throws ApiError rate_limited
 */
export async function takeOne(
  limiter: Pick<Limiter, 'take'>,
  ctx: Context,
  subject: string = ctx.account.id,
): Promise<void> {
  const verdict = await limiter.take(subject)
  if (verdict) ctx.verdicts.push(verdict)
  refuseBeyond(verdict)
}
