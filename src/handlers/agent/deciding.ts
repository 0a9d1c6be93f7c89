import { isPasswordOf } from '#runtime/accounts/credentials.ts'
import type { Decision, StoreApprovals } from '#runtime/approvals/approvals.ts'
import { cardOf } from '#runtime/approvals/card.ts'
import type { Approval } from '#runtime/approvals/types.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import type { Limits } from '#runtime/limits/limits.ts'
import type { Verdict } from '#runtime/limits/policy.ts'

/** Passwords that may be tried for an account in a quarter of an hour. */
const maxAttempts = 10
const windowMs = 15 * 60_000

interface PasswordProof {
  readonly password: string | undefined
  /** Gets the verdict of the limit of attempts. */
  readonly verdicts: Verdict[]
}

type World = Pick<FamilyWorld, 'store' | 'approvals' | 'limits'>

/** A decision by a person, with the proof that it is that person where the call pays or grants. */
export class Deciding {
  readonly #store: World['store']
  readonly #approvals: StoreApprovals
  readonly #attempts: ReturnType<Limits['exact']>

  constructor({ store, approvals, limits }: World) {
    this.#store = store
    this.#approvals = approvals
    this.#attempts = limits.exact({
      ...{ name: 'approval-passwords', unit: 'attempts', per: 'account' },
      ...{ quota: maxAttempts, windowMs },
    })
  }

  /**
   * @param proof the password; `passkey` if the person has just used one
   * @throws ApiError as `StoreApprovals.decide`; failed_precondition if the password is missing or wrong; rate_limited after
   *   too many attempts
   */
  async decide(decision: Decision, proof: PasswordProof | 'passkey'): Promise<Approval> {
    const { accountId, id } = decision
    const approval = await this.#approvals.find(accountId, id)
    if (decision.decision === 'allow' && proof !== 'passkey' && cardOf(approval).needsPassword) {
      await this.#check(accountId, proof)
    }
    return this.#approvals.decide(decision)
  }

  async #check(accountId: string, { password, verdicts }: PasswordProof): Promise<void> {
    if (password === undefined || password === '') {
      const message =
        "This call costs credits or grants rights. Send the account's password as the argument password, or allow the call at /approvals."
      throw new ApiError('failed_precondition', message)
    }
    const verdict = await this.#attempts.take(accountId)
    if (verdict) verdicts.push(verdict)
    refuseBeyond(verdict)
    if (await isPasswordOf(this.#store, accountId, password)) return
    throw new ApiError('failed_precondition', 'The password is wrong. Nothing was decided.')
  }
}
