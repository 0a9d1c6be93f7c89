import type { Effect, Operation } from '#generated/server/operations.ts'
import type { CallingAccount } from '../accounts/grant.ts'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { addressGroup } from '../limits/client-address.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Bill } from '../money/bill.ts'
import type { Arguments } from '../policy/types.ts'
import type { SearchIndex } from '../search/index.ts'
import { type MarkedTables, type Marks, markingWriter } from '../store/marks.ts'
import type { Store, Writer } from '../store/types.ts'
import { CallEffect } from './call-effect.ts'
import { accountOf, accountRequired, type Caller, type Origin, originOf, trustOf } from './caller.ts'
import { Cancellation, timeIsUp } from './cancellation.ts'
import type { DecodedArgument } from './decoding-body.ts'
import type { Claim } from './idempotency/keyed-calls.ts'
import type { IncomingCall } from './incoming.ts'
import { markOf } from './mark.ts'

/** What every handler can use, the same for all calls of a process. */
export interface Services {
  readonly store: Store
  readonly search: SearchIndex
  readonly clock: Clock
  readonly log: Log
  /** The tables whose rows can be marked as containing text by others. */
  readonly markedTables?: MarkedTables
}

/** What the contexts of all calls share. */
export interface ContextShared {
  readonly services: Services
  /** After how long the signal of a call aborts. */
  readonly timeLimitMs: number
  /** Who is charged for a call without a payment, determined when it first costs something. */
  openBill(context: Context): Bill
  /** Counts a call that publishes something. Throws ApiError rate_limited. */
  countPublicWrite(context: Context): Promise<void>
  /** Whether the policy decides about calls of this caller, or its rights alone. */
  isJudged(caller: Caller): boolean
  /** Makes sure that the call may do what its handler has found. Throws ApiError approval_required, permission_denied. */
  allowFound(context: Context, args: Arguments, found: Effect): Promise<void>
}

/** What a context knows about the incoming call. */
type ContextCall = Pick<
  IncomingCall,
  'requestId' | 'signal' | 'clientAddress' | 'attached' | 'decoded' | 'isFree' | 'progress' | 'logged'
>

interface ContextOptions {
  readonly bill?: Bill | undefined
  readonly verdicts?: Verdict[]
  /** The checked arguments; they determine whether the call clears the mark of a record. */
  readonly args?: Arguments
}

/** What a handler gets besides its arguments. */
export class Context implements Services {
  readonly operation: Operation
  readonly caller: Caller
  readonly #shared: ContextShared
  readonly #call: ContextCall
  /** The verdict of each limit on the call, for the headers of its response. */
  readonly verdicts: Verdict[]
  readonly #startedAt: number
  #log: Log | undefined
  #bill: Bill | undefined
  #store: Store | undefined
  #effect: CallEffect | undefined
  #claim: Claim | undefined
  #cancellation: Cancellation | undefined
  #isPublicWrite = false
  readonly #args: Arguments
  #sawMarked = false
  #isApproved = false
  #timeLimitMs: number
  readonly #marks: Marks

  /**
   * @param startedAt when the call began, by `performance.now()`
   * @param bill the payment that pays for the call, if there is one
   */
  constructor(
    shared: ContextShared,
    operation: Operation,
    caller: Caller,
    call: ContextCall,
    startedAt: number,
    { bill, verdicts = [], args = {} }: ContextOptions = {},
  ) {
    this.#shared = shared
    this.operation = operation
    this.caller = caller
    this.#call = call
    this.#startedAt = startedAt
    this.#timeLimitMs = shared.timeLimitMs
    this.#bill = bill
    this.verdicts = verdicts
    this.#args = args
    this.#marks = {
      tables: shared.services.markedTables ?? new Set(),
      value: markOf(caller, operation, args),
      sawMarked: () => {
        this.#sawMarked = true
      },
    }
  }

  get requestId(): string {
    return this.#call.requestId
  }

  /** `client` also for a call by somebody else that a person has approved: it is the person's own. */
  get origin(): Origin {
    return this.#isApproved ? 'client' : originOf(this.caller)
  }

  /** Whether the caller has read text by others, on which the call may depend. */
  get isTainted(): boolean {
    return trustOf(this.caller)?.isTainted ?? false
  }

  /**
   * Set by the pipeline once a person has approved exactly this call.
   *
   * @param id of the approval
   * @param use uses it in the transaction of the call, or throws; missing if it has been used
   */
  approved(id: string, use?: (tx: Writer) => Promise<void>): void {
    this.#isApproved = true
    this.#call.logged?.uses(id)
    if (use) this.#ownEffect.uses(use)
  }

  /** Uses the approval of a call that has changed nothing in its store. @throws ApiError approval_required */
  useApproval(): Promise<void> | undefined {
    return this.#effect?.useApproval(this.#shared.services.store)
  }

  /** Whether the call costs nothing, regardless of what its handler reserves. */
  get isFree(): boolean {
    return this.#call.isFree ?? false
  }

  /**
   * Aborts when the caller has disconnected or the call has taken too long. Pass it to everything that takes one: a call that stops
   * because of it, by throwing, costs nothing and leaves its Idempotency-Key free.
   */
  get signal(): AbortSignal {
    const timeLimitMs = Math.max(this.#timeLimitMs, (this.operation.timeLimitS ?? 0) * 1000)
    this.#cancellation ??= new Cancellation(this.#call.signal, {
      ms: this.#startedAt + timeLimitMs - performance.now(),
      error: () => timeIsUp(this.operation.id, timeLimitMs),
    })
    return this.#cancellation.signal
  }

  /**
   * For a method whose arguments determine its time: allows the call that long if it is more than other calls have. Call it
   * before the signal is first read.
   */
  takesUpTo(ms: number): void {
    if (this.#cancellation) throw new Error(`${this.operation.id} sets its time after it has begun`)
    this.#timeLimitMs = Math.max(this.#timeLimitMs, ms)
  }

  /** Reports progress to the caller, if it wants that. For operations whose spec declares it. */
  progress(event: string, data: object): void {
    this.#call.progress?.(this.operation, event, data)
  }

  /** What stops the call, if its handler has read the signal. The pipeline closes it. */
  get cancellation(): Cancellation | undefined {
    return this.#cancellation
  }

  /** The subject whose share of bounded resources this call uses: the account, otherwise the address. */
  get subject(): string {
    return this.viewer?.id ?? addressGroup(this.#call.clientAddress)
  }

  /** Bytes that came besides the arguments, from a page of this server. */
  get attached(): AsyncIterable<Uint8Array> | undefined {
    return this.#call.attached
  }

  /** The argument that came as long base64 and was decoded on arrival; see `takesBase64`. */
  get decoded(): DecodedArgument | undefined {
    return this.#call.decoded
  }

  /** The calling account. Only for operations that need one: the pipeline has already rejected all other callers. */
  get account(): CallingAccount {
    if (this.caller.kind === 'wallet') throw accountRequired(this.operation)
    const account = accountOf(this.caller)
    if (!account) throw new Error(`${this.operation.id} is open to all; use ctx.viewer`)
    return account
  }

  /** The calling account of an operation that is open to all, if there is one. */
  get viewer(): CallingAccount | undefined {
    return accountOf(this.caller)
  }

  /**
   * Makes sure that the call may change something that is already public, and counts it as a public write. A handler calls
   * it before the change.
   *
   * @throws ApiError rate_limited, approval_required, permission_denied, to be passed on
   */
  async publishes(): Promise<void> {
    const isFound = this.operation.effectWhen?.publishes?.some(({ exists }) => exists)
    if (isFound && !this.#isApproved) await this.#shared.allowFound(this, this.#args, 'publishes')
    await this.countsAsPublic()
  }

  /** Counts the call as a public write, once: what its arguments alone publish. @throws ApiError rate_limited */
  async countsAsPublic(): Promise<void> {
    if (this.#isPublicWrite) return
    this.#isPublicWrite = true
    await this.#shared.countPublicWrite(this)
  }

  /**
   * Makes sure that the call may replace an existing record. A method that adds, or replaces what has the same name, calls it
   * before it writes. For most callers nothing has to be looked up.
   *
   * @param exists whether there is such a record
   * @throws ApiError approval_required, permission_denied, to be passed on
   */
  async overwriting(exists: () => Promise<boolean>): Promise<void> {
    if (this.#isApproved || !this.#shared.isJudged(this.caller)) return
    if (await exists()) await this.#shared.allowFound(this, this.#args, 'overwrites own')
  }

  /**
   * For a method whose price depends on its arguments: makes sure, before anything is done, that this call can cost
   * `microCredits` in total. It then costs that, unless `charge` sets less. The price of the operation table is already
   * reserved.
   *
   * @throws ApiError payment_required, to be passed on
   */
  async reserve(microCredits: number): Promise<void> {
    this.#bill ??= this.#shared.openBill(this)
    await this.#bill.reserve(microCredits)
  }

  /**
   * Sets what this call actually costs, if it succeeds: from 0 (a cache hit, a fallback) to the reserved amount.
   *
   * @throws RangeError for more than that
   */
  charge(microCredits: number): void {
    if (this.#bill) this.#bill.charge(microCredits)
    else if (microCredits !== 0) throw new RangeError(`${this.operation.id} charges what it has not reserved`)
  }

  /**
   * Holds the amount reserved for this call for work that continues after it, in the transaction that records the work: the family
   * charges it with `FamilyWorld.holds` when the work is done, or returns it. The call itself then costs nothing.
   *
   * @param tx of a write of this context's store
   * @param reference the id of the work
   * @returns the held amount in micro-credits; 0 for a call that is free, or has its own payment
   * @throws ApiError payment_required
   */
  async keepReserved(tx: Writer, reference: string): Promise<number> {
    return (await this.#bill?.keep?.(tx, reference)) ?? 0
  }

  /**
   * The id of the payment that pays for the call without credits. It is settled only after the call: later work first calls
   * `standingOf` to find out whether it was.
   */
  get paymentId(): string | undefined {
    return this.#bill?.paymentId
  }

  /** What this call costs, if anything was reserved. The pipeline settles or releases it. */
  get bill(): Bill | undefined {
    return this.#bill
  }

  /** The right to run this call under its key, once the pipeline has got it. */
  claimed(claim: Claim): Claim {
    this.#claim = claim
    return claim
  }

  /** Frees the Idempotency-Key of a call that has changed nothing, regardless of its outcome: a repeat runs again. */
  async freeKey(): Promise<void> {
    await this.#claim?.release()
  }

  /**
   * The store, where the reads of one caller leave room for those of others. Its first write is the effect of the call: the charge,
   * and the fact that the key was carried out, are committed with it. A method that also changes something elsewhere writes to the
   * store of its world instead; a repeat after a crash then runs it again.
   */
  get store(): Store {
    this.#store ??= this.#openStore()
    return this.#store
  }

  /** The entry in the log is committed with the effect even if nothing is charged, so it is another companion. */
  #openStore(): Store {
    const client = this.viewer?.id ?? this.caller.kind
    const { store } = this.#shared.services
    const { logged } = this.#call
    const ofCall = logged && this.operation.kind === 'write' ? store.readingAs(client, logged) : store
    return ofCall.readingAs(client, this.#ownEffect, this.#marks)
  }

  /** A writer of the world's store as one of this call: what it writes is marked like what the call's own store writes. */
  marking(tx: Writer): Writer {
    return markingWriter(tx, this.#marks)
  }

  /** Whether the call has read a record that is marked as having text by others. */
  get hasReadMarked(): boolean {
    return this.#sawMarked
  }

  /**
   * Sets, within the write that is the effect of the call, what it is going to return: then that is stored for repeats together with
   * the write. Otherwise a crash in between leaves repeats without a response.
   */
  returns<Result>(result: Result): Result {
    this.#ownEffect.returns(result)
    return result
  }

  get #ownEffect(): CallEffect {
    this.#effect ??= new CallEffect({ bill: () => this.#bill, claim: () => this.#claim })
    return this.#effect
  }

  get search(): SearchIndex {
    return this.#shared.services.search
  }

  get clock(): Clock {
    return this.#shared.services.clock
  }

  /** The log; each line has the request id and the operation. */
  get log(): Log {
    this.#log ??= this.#shared.services.log.child({ requestId: this.requestId, operation: this.operation.id })
    return this.#log
  }
}
