import type { Result } from '#generated/server/handlers.ts'
import type { Operation, OperationId } from '#generated/server/operations.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { FairLimiter } from '../base/fair-limiter.ts'
import { limitsMet } from '../budgets/budget-exhausted.ts'
import type { CallBudgets } from '../budgets/call-budgets.ts'
import { InFlight } from '../limits/in-flight.ts'
import type { IncomingBytes } from '../limits/incoming-bytes.ts'
import type { Limits } from '../limits/limits.ts'
import type { Verdict } from '../limits/policy.ts'
import type { Bill, BillingLedger } from '../money/bill.ts'
import type { Ledger } from '../money/ledger.ts'
import type { PaidAnswer, Payment, X402 } from '../money/x402/index.ts'
import { PaymentBill } from '../money/x402/payment-bill.ts'
import type { DiskReserve } from '../store/disk-reserve.ts'
import { isForeignKeyViolation } from '../store/store-errors.ts'
import { checkArguments } from './arguments.ts'
import { base64ArgumentOf } from './base64-argument.ts'
import { isPublicWrite } from './call-effect.ts'
import { CallPhases } from './call-phases.ts'
import { accountOf, type Caller, spenderOf } from './caller.ts'
import { assertCallerConnected, defaultTimeLimitMs } from './cancellation.ts'
import { Context, type ContextShared, type Services } from './context.ts'
import type { Contract, Found } from './contract.ts'
import { checkRoom } from './disk-room.ts'
import { isKeyed, keyedCall, wellFormedKey } from './idempotency/key.ts'
import type { Claim, KeyedCalls } from './idempotency/keyed-calls.ts'
import { admissionRefusal, callerOf, type Identity } from './identify.ts'
import { type IncomingCall, type KnownCall, KnownIncomingCall } from './incoming.ts'
import { checkBodySize, subjectOf } from './large-bodies.ts'
import type { CallLog } from './log/call-log.ts'
import { endOf, maxCollectedChars, maxWholeChars, tooLongToCollect } from './long-results.ts'
import { earlier, type Failure, labelled, type Outcome } from './outcome.ts'
import { Consent, type ConsentOptions, type Question } from './person-consent.ts'
import { createPrices, type Prices, saleOf } from './price.ts'
import type { CallObserver, CallRecorder } from './record.ts'
import { allow, requestLimit } from './request-limit.ts'
import { ResultCache } from './result-cache.ts'
import { ResultStream, type WholeResult } from './result-stream.ts'
import { RunningCalls } from './running-calls.ts'
import { settle, settleFailed } from './settle.ts'
import { StreamedResult } from './streamed.ts'

type AnyHandler = (args: unknown, context: Context) => unknown

/** Loads the handler of an operation, once. */
export type Method = () => Promise<AnyHandler>

/** By operation id; body forms are found by the method that they are a form of. */
export type Methods = ReadonlyMap<string, Method>

export interface CallsOptions {
  readonly contract: Contract
  readonly methods: Methods
  readonly identity: Identity
  readonly ledger: Pick<Ledger, 'balance'> & BillingLedger
  readonly x402: Pick<X402, 'unpaid' | 'offering' | 'read' | 'begin'>
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount' | 'ofPublicWrites'>
  readonly callBudgets?: Pick<CallBudgets, 'count' | 'ledgerOf'>
  readonly keyedCalls: Pick<KeyedCalls, 'begin'>
  readonly services: Services
  readonly record: CallRecorder
  readonly observe?: CallObserver | undefined
  /** How people are asked about the calls of others. */
  readonly consent: ConsentOptions
  /** Records the calls of accounts. */
  readonly callLog?: Pick<CallLog, 'begin'>
  /** Bounds how many long results are sent at once. */
  readonly inFlight?: InFlight
  /** Rejects calls that only add something while the disk is full. */
  readonly reserve?: Pick<DiskReserve, 'refusal'>
  /** Bounds how many bytes of large bodies are received at once. */
  readonly arriving?: IncomingBytes
  /** How many calls of one account, or of one address without one, can run at once; unbounded if not given. */
  readonly callsAtOnce?: number | undefined
  /** The time after which the signal of a call aborts; 240 seconds if not given. */
  readonly timeLimitMs?: number
  /** The address of the metadata about signing in, for callers without a sufficient token. */
  readonly resourceMetadata?: string
  /** Whether calls cost credits; true if not given. */
  readonly usesCredits?: boolean
}

/** The pipeline of every call, from any door. */
export class Calls {
  readonly contract: Contract
  readonly #options: CallsOptions
  readonly #methodOf: Methods
  readonly #shared: ContextShared
  /** The results that are being sent. */
  readonly inFlight: InFlight
  /** The beginnings of long results that are being read, even of results that are rejected afterwards. */
  readonly #opening = new FairLimiter({ maxRunningPerSubject: 4 })
  readonly #running: RunningCalls
  readonly #results: ResultCache
  readonly #prices: Prices
  readonly #consent: Consent

  constructor(options: CallsOptions) {
    const { contract, methods, ledger, limits, services } = options
    const { timeLimitMs = defaultTimeLimitMs, usesCredits = true } = options
    this.contract = contract
    this.#results = new ResultCache(services.clock)
    this.#options = options
    this.#methodOf = methodTable(contract, methods)
    this.inFlight = options.inFlight ?? new InFlight()
    this.#running = new RunningCalls(options.arriving, options.callsAtOnce)
    const prices = createPrices(ledger, usesCredits, options.callBudgets)
    this.#prices = prices
    this.#consent = new Consent(options.consent)
    this.#shared = {
      services,
      timeLimitMs,
      openBill: (context) => prices.openBill(context, context.isFree),
      allowFound: (context, args, found) => this.#consent.found(context, args, found),
      isJudged: (caller) => this.#consent.judges(caller),
      countPublicWrite: async ({ account, verdicts }) => allow(verdicts, await limits.ofPublicWrites(account.id)),
    }
  }

  /** How many calls are running. */
  get running(): number {
    return this.#running.count
  }

  /** Whether the operation of that id has a handler here. */
  readonly serves = (operationId: string): boolean => this.#methodOf.has(operationId)

  /** Runs one call that comes with credentials, which are read late. Never rejects. */
  async take(call: IncomingCall): Promise<Outcome> {
    const startedAt = performance.now()
    let operation: Operation | undefined
    let outcome: Outcome
    const verdicts: Verdict[] = []
    call.phases = new CallPhases(startedAt)
    try {
      const found = call.find(this.contract)
      operation = found.operation
      outcome = await this.#steps(call, found, verdicts, startedAt)
    } catch (failure) {
      outcome = { operation, error: asApiError(failure), limits: verdicts }
    }
    if (outcome.error) {
      const { resourceMetadata } = this.#options
      outcome = { ...outcome, limits: limitsMet(verdicts, outcome.error), resourceMetadata }
    }
    if (outcome.error || !outcome.stream) this.#ended(call, outcome, startedAt)
    this.#running.end(call)
    return outcome
  }

  /** Runs one call whose caller is already known: the same steps in the same order. Never rejects. */
  run<Id extends OperationId>(call: KnownCall<Id>): Promise<Outcome<Result<Id>>> {
    return this.take(new KnownIncomingCall(call)) as Promise<Outcome<Result<Id>>>
  }

  #ended(call: IncomingCall, outcome: Outcome, startedAt: number): void {
    const durationMs = performance.now() - startedAt
    this.#options.record(call.requestId, outcome, durationMs, call.phases)
    call.logged?.end(outcome, durationMs)
    this.#options.observe?.(call, outcome, durationMs)
  }

  /** The error to send instead of a result that the door could not write; the reason is logged. */
  unwritable(requestId: string, { operation, limits }: Outcome, reason: unknown): Outcome {
    const outcome: Outcome = { operation, error: asApiError(reason), ...(limits && { limits }) }
    this.#options.record(requestId, outcome, 0)
    return outcome
  }

  /**
   * The steps of a call. Their order is a promise to callers: an unknown method never needs a credential, arguments are
   * checked only for callers who may call, and a call that fails is not charged unless its error `costs`.
   *
   * @param found the operation; an unknown method and a wrong verb have already been rejected
   * @param verdicts gets the verdict of each limit
   */
  async #steps(call: IncomingCall, found: Found, verdicts: Verdict[], startedAt: number): Promise<Outcome> {
    const { x402, limits } = this.#options
    const operation = this.#prices.of(found.operation, call)
    // Who calls, and whether they may: size, credential, CSRF, scope, origin, needs, served at all.
    checkBodySize(call, operation)
    const caller = await this.#identify(call, operation, verdicts)
    call.identified = caller
    call.logged = this.#options.callLog?.begin(operation, call, caller)
    const refusal = admissionRefusal(operation, caller, call)
    if (refusal) return { operation, error: refusal, isForbidden: true, limits: verdicts }
    const headers = call.payment
    const handler = await this.#served(operation)
    // The price, before the arguments are read, so that a payment client learns it without knowing any.
    const isSold = operation.topUp || (operation.microCredits > 0 && !accountOf(caller))
    let payment = isSold && headers ? await x402.read(headers, operation) : undefined
    if (isSold && !payment && !operation.topUp) throw await x402.unpaid(operation)
    // The limit of calls, before the arguments are read: wrong ones cost the server as much as right ones.
    if (!call.isCounted) allow(verdicts, await requestLimit(limits, caller, call))
    await this.#options.callBudgets?.count(spenderOf(caller))
    this.#begin(call, found.operation, caller, verdicts)
    call.phases?.end('admission')
    const raw = await call.readArguments(found, base64ArgumentOf(handler))
    call.given = raw
    const args = checkArguments(this.contract, operation, raw)
    call.logged?.takes(args, call.decoded)
    call.phases?.end('arguments')
    // What a model or a program may do after it has read text by others is not its own decision.
    const question = await this.#consent.question(operation, args, caller)
    // The payment, if credits do not pay. It may have been used before.
    if (operation.topUp && !payment) throw await x402.unpaid(operation, saleOf(operation, args).microCredits)
    if (headers && !payment && !(await this.#isCovered(operation, caller))) {
      payment = await x402.read(headers, operation)
    }
    const paying = payment && (await this.#takePayment(payment, operation, call, caller, args))
    const { bill, payer = caller } = paying && 'bill' in paying ? paying : {}
    const context = new Context(this.#shared, operation, payer, call, startedAt, { bill, verdicts, args })
    const performed =
      paying && 'answer' in paying
        ? { ...earlier(operation, paying.answer), receipt: paying.receipt, limits: verdicts }
        : await this.#perform(call, context, handler, args, { startedAt, question })
    const outcome = labelled(context, performed)
    if (call.program) await this.#consent.returning(context, call.program, outcome)
    return outcome
  }

  /** The key, the price, the approval, which only a call that can be paid for uses, public writes, the handler, the charge. */
  async #perform(
    call: IncomingCall,
    context: Context,
    handler: AnyHandler,
    args: Record<string, unknown>,
    { startedAt, question }: { startedAt: number; question: Question | undefined },
  ): Promise<Outcome> {
    const { operation, verdicts } = context
    let claim: Claim | undefined
    try {
      if (isKeyed(operation, call)) {
        const begun = await this.#options.keyedCalls.begin(keyedCall(operation, call, context.caller, args))
        if (begun.answer !== undefined) return await this.#replayed(context, begun.answer, verdicts)
        claim = context.claimed(begun.claim)
      }
      if (operation.microCredits > 0) await context.reserve(operation.microCredits)
      if (question) await this.#consent.approve(context, args, question)
      if (isPublicWrite(operation, args)) await context.countsAsPublic()
      if (context.bill) assertCallerConnected(call)
      call.phases?.end('preparation')
      if (operation.sameForEveryone && !claim) {
        const cached = await this.#results.of(operation, args, () => handler(args, context))
        call.phases?.end('handler')
        return { operation, ...cached, limits: verdicts }
      }
      let result = await handler(args, context)
      call.phases?.end('handler')
      await context.useApproval()
      if (result instanceof StreamedResult) {
        const opened = await this.#opened(result, call, context, { claim, verdicts, startedAt })
        if (opened instanceof ResultStream) return { operation, result: undefined, stream: opened, limits: verdicts }
        if (!context.bill && !claim) return { operation, ...opened, limits: verdicts }
        result = opened.result
      }
      if (!context.bill && !claim) return { operation, result, limits: verdicts }
      if (!claim && operation.kind === 'read') assertCallerConnected(call)
      return await settle(context, result, claim, verdicts)
    } catch (failure) {
      return await this.#failed(context, failure, claim, verdicts)
    } finally {
      context.cancellation?.close()
    }
  }

  #begin(call: IncomingCall, operation: Operation, caller: Caller, verdicts: Verdict[]): void {
    call.subject = subjectOf(caller, call)
    // A client that has not read earlier responses is not sent more.
    if (call.acceptsStream) this.inFlight.checkUnsent(call.subject)
    checkRoom(operation, this.#options.reserve)
    this.#running.begin(call, operation, caller, verdicts)
  }

  /** An invalid credential counts as a call from its address, so that guessing credentials is limited. */
  async #identify(call: IncomingCall, operation: Operation, verdicts: Verdict[]): Promise<Caller> {
    try {
      return await this.#consent.trusted(await callerOf(call, operation, this.#options.identity), call)
    } catch (failure) {
      if (asApiError(failure).code === 'unauthenticated') {
        allow(verdicts, await this.#options.limits.ofAddress(call.clientAddress))
      }
      throw failure
    }
  }

  #served(operation: Operation): Promise<AnyHandler> {
    const method = this.#methodOf.get(operation.id)
    if (method) return method()
    throw new ApiError(
      'not_implemented',
      `${operation.id} is documented in this API, but this server does not provide it yet.`,
    )
  }

  /**
   * A streamed result as this caller gets it: whole if it is short, charged, stored under a key, or for a caller within the
   * server; otherwise as a stream, which counts as in flight and is recorded when it ends.
   */
  async #opened(
    result: StreamedResult,
    call: IncomingCall,
    { caller, operation, bill }: Context,
    { claim, verdicts, startedAt }: { claim: Claim | undefined; verdicts: Verdict[]; startedAt: number },
  ): Promise<WholeResult | ResultStream> {
    const isSent = call.acceptsStream && !bill && !claim
    const subject = subjectOf(caller, call)
    const opened = await this.#opening.run(subject, () => {
      assertCallerConnected(call)
      if (isSent) this.inFlight.check(subject, verdicts, operation.id)
      return ResultStream.open(result, isSent ? maxWholeChars : maxCollectedChars)
    })
    if (!(opened instanceof ResultStream)) return opened
    try {
      if (!isSent) throw tooLongToCollect(operation)
      const release = this.inFlight.begin(subject, verdicts, operation.id)
      opened.onEnd((end) => {
        release()
        this.#ended(call, endOf(end, operation), startedAt)
      })
      return opened
    } catch (failure) {
      await opened.close()
      throw failure
    }
  }

  /** Whether a call needs no payment: it is free, or the credits of its account cover it. A call is never paid for by both. */
  async #isCovered({ microCredits }: Operation, caller: Caller): Promise<boolean> {
    const account = accountOf(caller)
    if (microCredits === 0 || !account) return microCredits === 0
    return (await this.#options.ledger.balance(account.id)).available >= microCredits
  }

  /** Takes and verifies the payment for this call; or returns the result that it has already paid for. */
  async #takePayment(
    payment: Payment,
    operation: Operation,
    call: IncomingCall,
    caller: Caller,
    args: Record<string, unknown>,
  ): Promise<PaidAnswer | { readonly bill: Bill; readonly payer: Caller }> {
    const key = call.idempotencyKey
    const sale = saleOf(operation, args)
    const taken = await this.#options.x402.begin({
      operation,
      ...sale,
      args,
      payment,
      idempotencyKey: key === undefined ? undefined : wellFormedKey(key),
      accountId: accountOf(caller)?.id,
    })
    if ('answer' in taken) return taken
    const payer: Caller = accountOf(caller) ? caller : { kind: 'wallet', address: taken.payer }
    return { bill: new PaymentBill(operation.id, sale.microCredits, taken), payer }
  }

  /** The response of an earlier call with the same key: nothing runs, and nothing is charged. */
  async #replayed({ operation, bill }: Context, answer: string | ApiError, limits: Verdict[]): Promise<Outcome> {
    await bill?.release()
    if (answer instanceof ApiError) return { operation, error: answer, isReplay: true, limits }
    return { ...earlier(operation, answer), limits }
  }

  /** The end of a call that failed or was cancelled: it costs nothing, unless the error says that it does. */
  async #failed(context: Context, failure: unknown, claim: Claim | undefined, limits: Verdict[]): Promise<Failure> {
    const { operation, caller, bill, cancellation } = context
    const known = cancellation?.error ?? (await this.#accountGone(failure, caller)) ?? asApiError(failure)
    const error = await this.#withOffer(known, context)
    await claim?.keep(error, operation)
    const charge = await settleFailed(bill, error)
    return { operation, error, charge, limits }
  }

  /** The error of a call whose account was deleted while it ran, which breaks its foreign keys: not a fault of the server. */
  async #accountGone(failure: unknown, caller: Caller): Promise<ApiError | undefined> {
    const account = accountOf(caller)
    if (!account || !isForeignKeyViolation(failure)) return undefined
    const { store } = this.#shared.services
    if (await store.get(store.sql('accounts').select('id').where({ id: account.id }))) return undefined
    return new ApiError('unauthenticated', 'The account was deleted while the call ran.', { cause: failure })
  }

  /** A caller whose credits do not cover the price can pay by x402, like any other. */
  async #withOffer(error: ApiError, { operation, bill }: Context): Promise<ApiError> {
    const isFinal = error.code !== 'payment_required' || error.challenge || operation.microCredits === 0
    return isFinal || bill?.isPaidFirst ? error : this.#options.x402.offering(error, operation)
  }
}

/** The method of each operation by id. A body form shares that of the method it is a form of. */
function methodTable(contract: Contract, methods: Methods): Methods {
  const table = new Map<string, Method>()
  for (const { id, formOf } of contract.operations) {
    const method = methods.get(formOf ?? id)
    if (method) table.set(id, method)
  }
  return table
}
