import type { Effect, Operation } from '#generated/server/operations.ts'
import type { Actor, Approvals } from '../approvals/types.ts'
import { ApiError } from '../base/errors.ts'
import { decide } from '../policy/decide.ts'
import type { RuledCall } from '../policy/rules.ts'
import type { Taints } from '../policy/taints.ts'
import type { Arguments, Decision, Program, Rule, Trust } from '../policy/types.ts'
import { accountOf, type Caller, credentialIdOf, trustOf } from './caller.ts'
import type { Context } from './context.ts'
import type { IncomingCall } from './incoming.ts'
import type { Outcome } from './outcome.ts'

export interface ConsentOptions {
  readonly taints: Pick<Taints, 'has' | 'add'>
  /** Who asks people; without it nothing that needs approval can be called. */
  readonly approvals?: Pick<Approvals, 'request' | 'use'> | undefined
  /** The rules of an account that are in effect for a call. */
  readonly rulesOf?: ((accountId: string, call: RuledCall) => Promise<readonly Rule[]>) | undefined
  /** The ids of writes that change something besides the store of their call; all do if not given. */
  readonly changesElsewhere?: ReadonlySet<string>
}

/** What a person has to decide. */
export type Question = Extract<Decision, { kind: 'ask' }>

/**
 * A client makes no runs that would end what it may spend: once it is tainted, a person decides about each charge. To an app
 * its viewer has allowed each paid method, with its price, and its calls a day are limited.
 */
function ofProgram(isTainted: boolean, actor: Actor): Trust {
  const isLimited = !isTainted || actor.kind === 'app'
  return { isTainted, chosen: [], spentMicroCredits: isLimited ? 0 : Number.POSITIVE_INFINITY, actor }
}

/** What is known about a call that a person approves. */
type Approved = Pick<Context, 'operation' | 'caller' | 'approved'>

/** The consent of a person to calls that others make for them. */
export class Consent {
  readonly #options: ConsentOptions

  constructor(options: ConsentOptions) {
    this.#options = options
  }

  /** The caller with what its credential has read, if a program that obeys what it reads makes the call. */
  async trusted(caller: Caller, { program }: Pick<IncomingCall, 'program'>): Promise<Caller> {
    const byToken = caller.kind === 'account' && caller.via === 'token'
    if (!(byToken || caller.kind === 'delegated') || caller.trust) return caller
    // A grant was read with the request: the program had sent that before it got anything that was read later.
    const isTainted = byToken ? caller.grant.isTainted : program && (await this.#options.taints.has(program))
    if (!program && !isTainted) return caller
    // What a model has read at the machine endpoint also directs the calls that it makes with the same token elsewhere.
    const actor = program?.actor ?? { kind: 'mcp', id: credentialIdOf(caller) }
    return { ...caller, trust: ofProgram(isTainted ?? false, actor) }
  }

  /**
   * Whether the call needs approval.
   *
   * @returns the question; undefined if the call is allowed
   * @throws ApiError permission_denied
   */
  async question(operation: Operation, args: Arguments, caller: Caller, found?: Effect): Promise<Question | undefined> {
    const trust = this.#decidingTrust(caller)
    const account = accountOf(caller)
    if (!trust || !account) return undefined
    const call = { operation, args, actor: trust.actor, credentialId: credentialIdOf(caller) }
    const hasNone = caller.kind === 'account' && caller.via === 'token' && !caller.grant.hasRules
    const rules = hasNone ? [] : ((await this.#options.rulesOf?.(account.id, call)) ?? [])
    const decision = decide(operation, args, trust, rules, found)
    if (decision.kind === 'deny') throw new ApiError('permission_denied', decision.reason)
    return decision.kind === 'ask' ? decision : undefined
  }

  /** Whether the policy decides about calls of this caller, or its rights alone. */
  judges(caller: Caller): boolean {
    return this.#decidingTrust(caller) !== undefined
  }

  /** An ordinary token is limited by its owner's rules alone. */
  #decidingTrust(caller: Caller): Trust | undefined {
    const trust = trustOf(caller)
    if (trust || caller.kind !== 'account' || caller.via !== 'token' || !caller.grant.hasRules) return trust
    const actor = { kind: 'token', id: caller.grant.tokenId } as const
    return { isTainted: false, chosen: [], spentMicroCredits: 0, actor }
  }

  /**
   * Uses the approval of the call, or asks for it. A call that only changes the database uses it in the transaction of its change: if
   * that is undone, the approval is not used. Any other uses it before it begins, so that nothing is done twice with it, even if the
   * server stops in between.
   *
   * @throws ApiError approval_required with the id of the approval; permission_denied if it was denied
   */
  async approve(context: Approved, args: Arguments, { reason }: Question): Promise<void> {
    const { approvals } = this.#options
    const { operation, caller } = context
    const trust = this.#decidingTrust(caller)
    const account = accountOf(caller)
    if (!trust || !account || !approvals)
      throw new ApiError(
        'permission_denied',
        `${reason} Nobody can be asked about it on this server. Let the owner of the account make the call with a session.`,
      )
    const proposed = {
      ...{ accountId: account.id, operation: operation.id, args, actor: trust.actor, run: trust.run, reason },
      ...{ microCredits: operation.microCredits, isTainted: trust.isTainted },
    }
    const usesIt = !this.#isOneTransaction(operation)
    const { id, state, digest } = await approvals.request(proposed, usesIt)
    const required = () => approvalRequired(operation, reason, id)
    if (state === 'denied') throw new ApiError('permission_denied', `A person has denied this call of ${operation.id}.`)
    if (state === 'used') return context.approved(id)
    if (state !== 'allowed' || usesIt) throw required()
    context.approved(id, async (tx) => {
      if (!(await approvals.use(tx, id, digest))) throw required()
    })
  }

  #isOneTransaction({ id, kind, formOf }: Operation): boolean {
    return kind === 'write' && this.#options.changesElsewhere?.has(formOf ?? id) === false
  }

  /** Makes sure that the call may do what its arguments alone did not show. */
  async found(context: Context, args: Arguments, effect: Effect): Promise<void> {
    const question = await this.question(context.operation, args, context.caller, effect)
    if (question) await this.approve(context, args, question)
  }

  /** Records that a program is about to get text by others, before it gets it. */
  async returning({ caller }: Pick<Context, 'caller'>, program: Program, outcome: Outcome): Promise<void> {
    if (outcome.hasForeignText && !trustOf(caller)?.isTainted) await this.#options.taints.add(program)
  }
}

function approvalRequired({ id: operationId }: Operation, reason: string, approval: string): ApiError {
  return new ApiError(
    'approval_required',
    `${operationId} needs approval. ${reason} Nothing was done or charged. Let the person decide at /approvals, and then make the same call again.`,
    { approval },
  )
}
