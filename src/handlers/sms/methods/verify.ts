import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Handler, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { takeOne } from '#runtime/kit/take-one.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { createDraft, reachableNumber } from '../draft.ts'
import type { SmsDeps } from '../index.ts'
import * as rows from '../rows/numbers.ts'
import { sendDraft } from '../send-draft.ts'

const validMs = 600_000
const maxTries = 5
/** Numbers of one account. */
const maxNumbers = 10
/** Stored in place of a code: only the holder of the phone may read it. */
const hidden = '••••••'

type Verified = Result<'sms.verify'>

export default (deps: SmsDeps): Handler<'sms.verify'> =>
  async ({ number: given, code }, ctx) => {
    const number = await reachableNumber(deps, given, 'number')
    const owner = await deps.store.get<{ account: string }>(rows.ownerOf({ number }))
    if (owner?.account === ctx.account.id) return { number, verified: true, cost_credits: 0 }
    return code === undefined ? sendCode(deps, number, ctx) : checkCode(deps, number, code, ctx)
  }

async function sendCode(deps: SmsDeps, number: string, ctx: Context) {
  const { codes, codesTo, store, baseUrl } = deps
  const account = ctx.account.id
  const own = await store.all(rows.numbersOf({ account }))
  if (own.length >= maxNumbers)
    throw new ApiError(
      'failed_precondition',
      `Your account already has ${maxNumbers} verified numbers, which is the maximum.`,
    )
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const textWith = (shown: string) => `${shown} is your code for ${new URL(baseUrl).host}. It is valid for 10 minutes.`
  const draft = await createDraft(deps, { to: number, text: textWith(code), channel: 'sms', argument: 'number' }, ctx)
  if (draft.price > 0) await ctx.reserve(draft.price)
  await takeOne(codes, ctx)
  await takeOne(codesTo, ctx, number)
  const expires = ctx.clock.now() + validMs
  const digest = digestOf(account, number, code).toString('base64url')
  return sendDraft(
    deps,
    { ...draft, shown: textWith(hidden) },
    ctx,
    (): Verified => ({
      number,
      verified: false,
      code_expires: iso(expires),
      cost_credits: draft.price / MICRO_CREDITS_PER_CREDIT,
    }),
    async (tx) => {
      await tx.run(rows.setCode({ account, number, code: digest, tries: maxTries, expires }))
    },
  )
}

async function checkCode({ store }: SmsDeps, number: string, code: string, ctx: Context) {
  const account = ctx.account.id
  const now = ctx.clock.now()
  // A separate transaction: the try counts even if the call fails.
  const [valid] = await store.take<{ code_sha256: string; tries_left: number }>(rows.tryCode({ account, number, now }))
  if (!valid)
    throw new ApiError('failed_precondition', 'No valid code exists for this number. Omit `code` to get a new one.')
  const isRight = timingSafeEqual(Buffer.from(valid.code_sha256, 'base64url'), digestOf(account, number, code))
  if (!isRight) throw wrongCode(Number(valid.tries_left))
  return ctx.store.write(async (tx) => {
    await tx.run(rows.removeCode({ account, number }))
    await tx.run(rows.claim({ number, account, now }))
    return ctx.returns<Verified>({ number, verified: true, cost_credits: 0 })
  })
}

function digestOf(account: string, number: string, code: string): Buffer {
  return createHash('sha256').update(`${account} ${number} ${code}`).digest()
}

function wrongCode(triesLeft: number): ApiError {
  const rest =
    triesLeft === 0
      ? 'no attempts are left. Omit `code` to get a new one'
      : triesLeft === 1
        ? '1 attempt is left'
        : `${triesLeft} attempts are left`
  return new ApiError('failed_precondition', `The code is wrong, and ${rest}.`)
}
