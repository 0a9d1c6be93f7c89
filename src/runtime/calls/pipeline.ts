import type { FamilyHandlers } from '#generated/server/handlers.ts'
import type { Operation } from '#generated/server/operations.ts'
import { parseAuthorization } from '../accounts/authorization.ts'
import type { Csrf } from '../accounts/csrf.ts'
import { requirePermission } from '../accounts/permissions.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { ApiError, asApiError } from '../base/errors.ts'
import { rateLimited } from '../limits/headers.ts'
import type { Limits } from '../limits/limits.ts'
import type { Verdict } from '../limits/policy.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../money/amounts.ts'
import { type Bill, type Charge, CreditsBill } from '../money/bill.ts'
import type { Ledger } from '../money/ledger.ts'
import { PaymentBill } from '../money/x402/bill.ts'
import type { PaymentHeaders, Receipt, X402 } from '../money/x402/index.ts'
import { isForeignKeyViolation } from '../store/errors.ts'
import { checkArguments, type RawArguments } from './arguments.ts'
import { accountRequired, anonymous, type Caller, Context, type Services } from './context.ts'
import type { Contract, Found } from './contract.ts'
import { isKeyed, keyedCall, wellFormedKey } from './idempotency/key.ts'
import type { Claim, KeyedCalls } from './idempotency/keyed-calls.ts'
import type { CallRecorder } from './record.ts'

/** A call as a door hands it in. The door translates; every decision is made here. */
export interface IncomingCall {
  readonly requestId: string
  /** `client` for people and programs, `agent` for the agent's own calls: withheld methods are refused to it. */
  readonly origin: 'client' | 'agent'
  readonly authorization: string | readonly string[] | undefined
  /** What a signed-in browser sends by itself, and the token by which a page of ours is known. Looked at without `authorization` only. */
  readonly browser: BrowserCredential | undefined
  /** The caller's IP address, for limits. */
  readonly clientAddress: string
  /** What makes a repeat of this call known as one. */
  readonly idempotencyKey: string | undefined
  /** The x402 payment that came with the call, not read yet. */
  readonly payment: PaymentHeaders | undefined
  /** Which operation is meant. Throws `unknown_method` or `method_not_allowed`. */
  find(contract: Contract): Found
  /** Refuses a body that is announced to be larger than the operation takes, before anything else is looked at. */
  checkSize(operation: Operation): void
  /** The arguments, read only once the caller is known to be allowed. */
  readArguments(found: Found): RawArguments | Promise<RawArguments>
}

/** The session cookie of a call, and the X-CSRF-Token header that came with it. */
export interface BrowserCredential {
  readonly sessionSecret: string
  readonly csrfToken: string | undefined
}

/** What came of a call. Doors write it in their own form. */
export type Outcome = Success | Failure

interface Success {
  readonly operation: Operation
  readonly result: unknown
  /** The result as JSON, where the call was charged: nobody pays for what cannot be written. */
  readonly json?: string | undefined
  readonly charge?: Charge | undefined
  /** The payment that was made for it. */
  readonly receipt?: Receipt | undefined
  /** This is the answer that was given under the same Idempotency-Key, or for the same payment, before. */
  readonly isReplay?: boolean
  readonly limits?: readonly Verdict[]
  readonly error?: undefined
}

export interface Failure {
  readonly operation: Operation | undefined
  readonly error: ApiError
  readonly charge?: Charge | undefined
  readonly isReplay?: boolean
  readonly limits?: readonly Verdict[]
}

export type Handlers = Partial<FamilyHandlers<Context>>

type AnyHandler = (args: unknown, context: Context) => unknown

/** How callers are known. */
export interface Identity {
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly sessions: Pick<Sessions, 'find'>
  readonly csrf: Csrf
}

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
  /** Runs one call from the door to its outcome. Never rejects. */
  take(call: IncomingCall): Promise<Outcome>
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
    const caller = hasCredential(call) ? await identify(call, identity) : anonymous
    checkCsrf(operation, call, caller, identity.csrf)
    checkScope(operation, caller)
    checkOrigin(operation, call)
    checkNeeds(operation, caller, call)
    const handler = served(handlerOf, operation)
    // Before the arguments are read, so that a payment client learns the price without knowing any.
    if (operation.microCredits > 0 && caller.kind === 'anonymous' && !call.payment) throw await x402.unpaid(operation)
    const raw = call.readArguments(found)
    const args = checkArguments(contract, operation, raw instanceof Promise ? await raw : raw)
    const verdict = requestLimit(limits, caller, call)
    allow(verdicts, verdict instanceof Promise ? await verdict : verdict)
    if (operation.topUp && !call.payment) throw await x402.unpaid(operation, saleOf(operation, args).microCredits)
    if (call.payment && (await isForPayment(operation, caller))) {
      return { ...(await paid(call, call.payment, found, caller, args)), limits: verdicts }
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

  return {
    contract,
    serves: (operationId) => handlerOf.has(operationId),
    async take(call) {
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
    },
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

/** Without any the caller is anonymous, and nothing has to be waited for. */
function hasCredential(call: IncomingCall): boolean {
  return call.authorization !== undefined || call.browser !== undefined
}

/** A credential that is present decides, good or bad, and a header before a cookie. */
async function identify(call: IncomingCall, { tokens, sessions }: Identity): Promise<Caller> {
  if (call.authorization === undefined) {
    return call.browser === undefined ? anonymous : signedIn(call.browser, sessions)
  }
  const secret = parseAuthorization(call.authorization)
  if (secret === undefined) return anonymous
  const grant = await tokens.authenticate(secret)
  return { kind: 'account', via: 'token', account: grant.account, grant }
}

async function signedIn({ sessionSecret }: BrowserCredential, sessions: Identity['sessions']): Promise<Caller> {
  const session = await sessions.find(sessionSecret)
  if (session) return { kind: 'account', via: 'session', ...session }
  throw new ApiError('unauthenticated', 'The session in the cookie has ended: sign in again at /signin.')
}

/** A browser sends its cookie with requests that other sites make it send; what changes something needs more than that. */
function checkCsrf(operation: Operation, call: IncomingCall, caller: Caller, csrf: Csrf): void {
  if (operation.verb === 'GET' || caller.kind !== 'account' || caller.via !== 'session') return
  if (csrf.matches(caller.sessionId, call.browser?.csrfToken)) return
  throw new ApiError(
    'csrf',
    'A POST with the session cookie needs the header X-CSRF-Token: the value of <meta name="csrf-token"> on /settings. A token needs none.',
  )
}

/** Whoever signed in may do everything; a token what it was made for. */
function checkScope(operation: Operation, caller: Caller): void {
  if (caller.kind === 'account' && caller.via === 'token') requirePermission(caller.grant, operation)
}

function checkOrigin(operation: Operation, call: IncomingCall): void {
  if (call.origin === 'agent' && operation.withheld) {
    throw new ApiError(
      'permission_denied',
      `${operation.id} is withheld from the agent; a person or a program may call it.`,
    )
  }
}

function checkNeeds(operation: Operation, caller: Caller, call: IncomingCall): void {
  if (operation.needs === 'open' || caller.kind === 'account' || isPayable(operation)) return
  if (operation.needs === 'account' && call.payment) throw accountRequired(operation)
  throw new ApiError(
    'unauthenticated',
    `${operation.id} needs a caller: send a token as "Authorization: Bearer od_…". Make one with: onedoor token create NAME --services ${operation.family}`,
  )
}

/** A payment stands for a caller, but not for an account. */
function isPayable({ microCredits, needs }: Operation): boolean {
  return microCredits > 0 && needs !== 'account'
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
