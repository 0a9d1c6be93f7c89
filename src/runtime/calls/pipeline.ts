import type { FamilyHandlers, Result } from '#generated/server/handlers.ts'
import type { Operation, OperationId } from '#generated/server/operations.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { rateLimited } from '../limits/headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Verdict } from '../limits/policy.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { type Bill, CreditsBill } from '../money/bill.ts'
import type { Ledger } from '../money/ledger.ts'
import { PaymentBill } from '../money/x402/bill.ts'
import type { PaymentHeaders, X402 } from '../money/x402/index.ts'
import { isForeignKeyViolation } from '../store/errors.ts'
import { checkArguments } from './arguments.ts'
import { callerOf, checkNeeds, checkOrigin, checkScope, type Identity } from './callers.ts'
import { type Caller, Context, type Services } from './context.ts'
import type { Contract, Found } from './contract.ts'
import { isKeyed, keyedCall, wellFormedKey } from './idempotency/key.ts'
import type { Claim, KeyedCalls } from './idempotency/keyed-calls.ts'
import { type IncomingCall, type KnownCall, KnownIncomingCall } from './incoming.ts'
import type { Outcome, Success } from './outcome.ts'
import type { CallRecorder } from './record.ts'

export type Handlers = Partial<FamilyHandlers<Context>>

type AnyHandler = (args: unknown, context: Context) => unknown

export interface CallsOptions {
  readonly contract: Contract
  readonly handlers: Handlers
  readonly identity: Identity
  readonly ledger: Pick<Ledger, 'balance' | 'reserve' | 'raise' | 'settle' | 'release'>
  readonly x402: Pick<X402, 'unpaid' | 'offering' | 'pay'>
  readonly limits: Pick<Limits, 'ofAddress' | 'ofAccount' | 'ofPublicWrites'>
  readonly keyedCalls: Pick<KeyedCalls, 'begin'>
  readonly services: Services
  readonly record: CallRecorder
}

export interface Calls {
  readonly contract: Contract
  /** Whether the operation of that id has a handler here. */
  serves(operationId: string): boolean
  /** Runs one call that comes with credentials, which are read late. Never rejects. */
  take(call: IncomingCall): Promise<Outcome>
  /** Runs one call whose caller is known already: the same steps in the same order. Never rejects. */
  run<Id extends OperationId>(call: KnownCall<Id>): Promise<Outcome<Result<Id>>>
  /** What is answered instead of a result that the door could not write; the reason is logged. */
  unwritable(requestId: string, outcome: Outcome, reason: unknown): Outcome
}

/**
 * The one way every call takes, whichever door it came through. The order of its steps is a promise to callers
 * (nobody is asked for a credential by a method that does not exist, no arguments are judged for somebody who may not
 * call): find, verb, cap, credential, csrf, scope, origin, needs, served at all, unpaid, arguments, limit of calls, key,
 * limit of public writes, price, run, keep the answer to a key, settle or release, record. What a payment pays for goes
 * another way after the limit of calls: payment, run, settle; its key is the payment's.
 */
export function createCalls(options: CallsOptions): Calls {
  const { contract, handlers, identity, ledger, x402, limits, keyedCalls, services, record } = options
  const handlerOf = handlerTable(contract, handlers)

  function openBill({ caller, operation, requestId }: Context): Bill {
    if (caller.kind !== 'account') throw priceForAccounts(operation)
    const { id: accountId, username } = caller.account
    return new CreditsBill(ledger, { accountId, username }, { operationId: operation.id, requestId })
  }

  async function run(call: IncomingCall, found: Found, verdicts: Verdict[]): Promise<Outcome> {
    const { operation } = found
    call.checkSize(operation)
    const identified = callerOf(call, operation, identity)
    const caller = identified instanceof Promise ? await identified : identified
    checkScope(operation, caller)
    checkOrigin(operation, call.origin)
    const { payment } = call
    checkNeeds(operation, caller, payment)
    const handler = served(handlerOf, operation)
    // Before the arguments are read, so that a payment client learns the price without knowing any.
    if (operation.microCredits > 0 && caller.kind !== 'account' && !payment) throw await x402.unpaid(operation)
    const raw = call.readArguments(found)
    const args = checkArguments(contract, operation, raw instanceof Promise ? await raw : raw)
    const verdict = requestLimit(limits, caller, call)
    allow(verdicts, verdict instanceof Promise ? await verdict : verdict)
    if (operation.topUp && !payment) throw await x402.unpaid(operation, saleOf(operation, args).microCredits)
    if (payment && (await isForPayment(operation, caller))) {
      return { ...(await paid(call, payment, found, caller, args)), limits: verdicts }
    }
    const begun = isKeyed(operation, call)
      ? await keyedCalls.begin(keyedCall(operation, call, caller, args))
      : undefined
    if (begun?.answer !== undefined) return replayed(operation, begun.answer, verdicts)
    const claim = begun?.claim
    const context = new Context(services, operation, caller, call.requestId, openBill)
    try {
      if (isPublicWrite(operation, args)) allow(verdicts, await limits.ofPublicWrites(context.account.id))
      if (operation.microCredits > 0) await context.reserve(operation.microCredits)
      const result = await handler(args, context)
      if (!context.bill && !claim) return { operation, result, limits: verdicts }
      return { ...(await settled(operation, result, context.bill, claim)), limits: verdicts }
    } catch (failure) {
      const error = await withOffer((await accountGone(failure, caller)) ?? asApiError(failure), operation)
      await claim?.keep(error, operation)
      return { operation, error, charge: await context.bill?.release(), limits: verdicts }
    }
  }

  /**
   * Whether a payment that came along pays. It is left alone where the call is free, and where the credits of an account
   * cover it: never both are taken.
   */
  async function isForPayment({ microCredits, topUp }: Operation, caller: Caller): Promise<boolean> {
    if (topUp) return true
    if (microCredits === 0 || caller.kind !== 'account') return microCredits > 0
    return (await ledger.balance(caller.account.id)).available < microCredits
  }

  async function paid(
    { requestId, idempotencyKey }: IncomingCall,
    headers: PaymentHeaders,
    { operation }: Found,
    caller: Caller,
    args: Record<string, unknown>,
  ): Promise<Success> {
    const sale = saleOf(operation, args)
    const handler = served(handlerOf, operation)
    const accountId = caller.kind === 'account' ? caller.account.id : undefined
    const key = idempotencyKey === undefined ? undefined : wellFormedKey(idempotencyKey)
    const request = { operation, ...sale, args, headers, idempotencyKey: key, accountId }
    const answer = await x402.pay(request, async (address) => {
      const bill = new PaymentBill(operation.id, sale.microCredits)
      const payer: Caller = caller.kind === 'account' ? caller : { kind: 'wallet', address }
      const context = new Context(services, operation, payer, requestId, () => bill)
      await context.reserve(sale.microCredits)
      if (isPublicWrite(operation, args)) allow([], await limits.ofPublicWrites(context.account.id))
      return { result: await handler(args, context), isFree: bill.isFree }
    })
    return { operation, ...answer }
  }

  /** An account that is deleted while its call runs takes away what the call refers to: no fault of the server. */
  async function accountGone(failure: unknown, caller: Caller): Promise<ApiError | undefined> {
    if (caller.kind !== 'account' || !isForeignKeyViolation(failure)) return undefined
    const { store } = services
    if (await store.get(store.sql('accounts').select('id').where({ id: caller.account.id }))) return undefined
    return new ApiError('unauthenticated', 'The account was deleted while the call ran.', { cause: failure })
  }

  /** A caller whose credits do not reach may pay for the call as anybody may. */
  async function withOffer(error: ApiError, operation: Operation): Promise<ApiError> {
    const isOffered = error.code !== 'payment_required' || error.challenge || operation.microCredits === 0
    return isOffered ? error : x402.offering(error, operation)
  }

  async function take(call: IncomingCall): Promise<Outcome> {
    const startedAt = performance.now()
    let operation: Operation | undefined
    let outcome: Outcome
    const verdicts: Verdict[] = []
    try {
      const found = call.find(contract)
      operation = found.operation
      outcome = await run(call, found, verdicts)
    } catch (failure) {
      outcome = { operation, error: asApiError(failure), limits: verdicts }
    }
    record(call.requestId, outcome, performance.now() - startedAt)
    return outcome
  }

  return {
    contract,
    serves: (operationId) => handlerOf.has(operationId),
    take,
    run: <Id extends OperationId>(call: KnownCall<Id>) =>
      take(new KnownIncomingCall(call)) as Promise<Outcome<Result<Id>>>,
    unwritable(requestId, { operation, limits: verdicts }, reason) {
      const outcome: Outcome = { operation, error: asApiError(reason), ...(verdicts && { limits: verdicts }) }
      record(requestId, outcome, 0)
      return outcome
    },
  }
}

/** The handler of each operation by id. A body form shares the handler of the method it is a form of. */
function handlerTable(contract: Contract, handlers: Handlers): ReadonlyMap<string, AnyHandler> {
  const table = new Map<string, AnyHandler>()
  for (const operation of contract.operations) {
    const { family, method } = operation.formOf ? contract.operation(operation.formOf) : operation
    const handler = (handlers as Record<string, Record<string, AnyHandler> | undefined>)[family]?.[method]
    if (handler) table.set(operation.id, handler)
  }
  return table
}

function served(handlerOf: ReadonlyMap<string, AnyHandler>, operation: Operation): AnyHandler {
  const handler = handlerOf.get(operation.id)
  if (handler) return handler
  throw new ApiError(
    'not_implemented',
    `${operation.id} is described in this API, but this server does not serve the ${operation.family} family yet.`,
  )
}

/** What a payment buys: the call, or as many credits as it says. */
function saleOf({ topUp, microCredits }: Operation, args: Record<string, unknown>) {
  if (!topUp) return { purpose: 'call', microCredits } as const
  return { purpose: 'top_up', microCredits: Number(args.credits) * MICRO_CREDITS_PER_CREDIT } as const
}

/** The refusal of a call without an account by a method that has no price but that of its arguments. */
function priceForAccounts({ id, family }: Operation): ApiError {
  return new ApiError(
    'payment_required',
    `${id} costs credits with these arguments: send a token of an account with credits as "Authorization: Bearer od_…". Make one with: onedoor token create NAME --services ${family}`,
  )
}

/** Whether the call shows something to others, which an account may do only so often. */
function isPublicWrite({ publicWrite }: Operation, args: Record<string, unknown>): boolean {
  return publicWrite === true || (publicWrite !== undefined && args[publicWrite] === true)
}

/** The answer of an earlier call: nothing runs, and nothing is charged. */
function replayed(operation: Operation, answer: string | ApiError, limits: readonly Verdict[]): Outcome {
  if (answer instanceof ApiError) return { operation, error: answer, isReplay: true, limits }
  return { operation, result: JSON.parse(answer), json: answer, isReplay: true, limits }
}

/** Whoever has an account is counted by that, wherever it calls from; everybody else by the address. */
function requestLimit(limits: CallsOptions['limits'], caller: Caller, call: IncomingCall) {
  return caller.kind === 'account' ? limits.ofAccount(caller.account.id) : limits.ofAddress(call.clientAddress)
}

function allow(verdicts: Verdict[], verdict: Verdict | undefined): void {
  if (!verdict) return
  verdicts.push(verdict)
  if (!verdict.isAllowed) throw rateLimited(verdict)
}

/**
 * The order is the promise: what cannot be written as JSON is found out before it is charged, and the answer of a key is
 * kept before, so that no repeat is charged again, whenever the server dies. What could not be kept costs nothing.
 */
async function settled(operation: Operation, result: unknown, bill: Bill | undefined, claim: Claim | undefined) {
  const json = JSON.stringify(result)
  const isKept = claim === undefined || (await claim.keep(json, operation))
  return { operation, result, json, charge: isKept ? await bill?.settle() : await bill?.release() }
}
