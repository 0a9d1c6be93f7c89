import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Args, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { takeOne } from '#runtime/kit/take-one.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { Sender } from './draft.ts'
import type { Outbox } from './outbox.ts'
import * as rows from './rows/messages.ts'

const validMs = 600_000
const maxTries = 5
/** How many numbers an account may have. */
const maxNumbers = 10
/** What is stored in the place of a code: who reads it must hold the phone. */
const hidden = '••••••'

interface VerificationOptions extends Pick<FamilyWorld, 'store' | 'baseUrl'> {
  readonly sender: Sender
  readonly outbox: Outbox
  /** Codes of an account, and codes to a number. */
  readonly codes: Pick<Limiter, 'take'>
  readonly codesTo: Pick<Limiter, 'take'>
}

type Verified = Result<'sms.verify'>

/** Shows by a code that people hold the phones whose numbers they claim. */
export class Verification {
  readonly #options: VerificationOptions

  constructor(options: VerificationOptions) {
    this.#options = options
  }

  async verify({ number: given, code }: Args<'sms.verify'>, ctx: Context): Promise<Verified> {
    const { store, sender } = this.#options
    const number = await sender.reachable(given, 'number')
    const owner = await store.get<{ account: string }>(rows.ownerOf({ number }))
    if (owner?.account === ctx.account.id) return { number, verified: true, cost_credits: 0 }
    return code === undefined ? this.#sendCode(number, ctx) : this.#check(number, code, ctx)
  }

  async #sendCode(number: string, ctx: Context): Promise<Verified> {
    const { sender, outbox, codes, codesTo, store, baseUrl } = this.#options
    const account = ctx.account.id
    const own = await store.all(rows.numbersOf({ account }))
    if (own.length >= maxNumbers)
      throw new ApiError(
        'failed_precondition',
        `An account can have ${maxNumbers} verified numbers, and yours has them.`,
      )
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const textWith = (shown: string) =>
      `${shown} is your code for ${new URL(baseUrl).host}. It is valid for 10 minutes.`
    const draft = await sender.draft({ to: number, text: textWith(code), channel: 'sms', argument: 'number' }, ctx)
    if (draft.price > 0) await ctx.reserve(draft.price)
    await takeOne(codes, ctx)
    await takeOne(codesTo, ctx, number)
    const expires = ctx.clock.now() + validMs
    const digest = digestOf(account, number, code).toString('base64url')
    return outbox.send(
      { ...draft, shown: textWith(hidden) },
      ctx,
      () => ({
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

  async #check(number: string, code: string, ctx: Context): Promise<Verified> {
    const { store } = this.#options
    const account = ctx.account.id
    const now = ctx.clock.now()
    // A try counts whatever becomes of the call.
    const [held] = await store.take<{ code_sha256: string; tries_left: number }>(rows.tryCode({ account, number, now }))
    if (!held)
      throw new ApiError(
        'failed_precondition',
        'There is no code for this number that still holds: leave `code` out to get one.',
      )
    const isRight = timingSafeEqual(Buffer.from(held.code_sha256, 'base64url'), digestOf(account, number, code))
    if (!isRight) throw wrongCode(Number(held.tries_left))
    return ctx.store.write(async (tx) => {
      await tx.run(rows.removeCode({ account, number }))
      await tx.run(rows.claim({ number, account, now }))
      return ctx.returns({ number, verified: true, cost_credits: 0 })
    })
  }
}

function digestOf(account: string, number: string, code: string): Buffer {
  return createHash('sha256').update(`${account} ${number} ${code}`).digest()
}

function wrongCode(triesLeft: number): ApiError {
  const rest =
    triesLeft === 0
      ? 'no tries are left: leave `code` out to get a new one'
      : triesLeft === 1
        ? '1 try is left'
        : `${triesLeft} tries are left`
  return new ApiError('failed_precondition', `The code is wrong; ${rest}.`)
}
