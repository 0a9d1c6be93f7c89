import { type Answer, isSuccess, maxBodyBytes, readBody, readText } from './answer.ts'
import { withEncodedBytes } from './bytes.ts'
import { type Clock, systemClock } from './clock.ts'
import { checkCredentials, credentialsOf } from './credentials.ts'
import { errorOfAnswer, OnedoorError } from './errors.ts'
import type { Arguments, Operation } from './operation.ts'
import { challengeOf } from './payment.ts'
import { randomId } from './random-id.ts'
import { type EncodedRequest, encodeRequest, headersOf, readBaseUrl } from './request.ts'
import { delayMs, isWorthRepeating, retryRules, takesKey } from './retry.ts'
import { pause, startTimeLimit, type TimeLimit, unlessEnded } from './time-limit.ts'
import type { CallOptions, ClientOptions } from './types.ts'

/** What is sent besides the arguments, and what is done with the response. */
export interface Sending {
  accept: string
  headers?: Record<string, string> | undefined
  /** Leaves the body of a successful response unread: `body` of the answer is the Response. */
  opens?: boolean
}

/** Sends calls, repeating them by the retry rules. */
export interface Transport {
  send(id: string, operation: Operation, args: Arguments, call: CallOptions, sending?: Sending): Promise<Answer>
  /** The error for a failing response. */
  errorOf(id: string, answer: Answer): OnedoorError
  /** Time limit and repeats of a call. Throws a TypeError for a negative number. */
  limitsOf(call: CallOptions): { timeoutMs: number; retries: number }
  /** Milliseconds before repeat number `repeat`, from 0. */
  delayMs(repeat: number, retryAfterS: number | undefined): number
  /** What repeats may still cost. */
  budget: number
  clock: Clock
}

/** What tests can replace. */
export interface Hooks {
  clock: Clock
  /** A number in [0, 1). */
  random(): number
}

/**
 * The transport of a client. A call rejects with an OnedoorError `network`, `timeout` or `bad_response`, or with its
 * signal's reason; a failing status resolves. Throws a TypeError for invalid options.
 */
export function createTransport(
  options: ClientOptions,
  hooks: Hooks = { clock: systemClock, random: Math.random },
): Transport {
  const { clock } = hooks
  checkCredentials(options)
  const baseUrl = readBaseUrl(options.baseUrl)
  const fetchOnce = fetcherOf(options, baseUrl)
  const settings = {
    timeoutMs: amount('timeoutMs', options.timeoutMs) ?? retryRules.timeoutMs,
    retries: amount('retries', options.retries) ?? retryRules.retries,
  }
  const transport: Transport = {
    clock,
    budget: retryRules.budget,
    limitsOf: (call) => ({
      timeoutMs: amount('timeoutMs', call.timeoutMs) ?? settings.timeoutMs,
      retries: amount('retries', call.retries) ?? settings.retries,
    }),
    delayMs: (repeat, retryAfterS) => delayMs(repeat, retryAfterS, hooks.random()),
    errorOf: (id, answer) => errorOfAnswer(id, answer, clock.now()),
    async send(id, operation, args, call, { accept, headers, opens = false } = json) {
      const { timeoutMs, retries } = transport.limitsOf(call)
      const key = call.idempotencyKey ?? (retries > 0 && takesKey(operation) ? randomId() : undefined)
      const own: Record<string, string> = { accept, 'x-request-id': randomId(), ...headers }
      if (key !== undefined) own['idempotency-key'] = key
      const requestId = headersOf({ headers: own }, options, call).get('x-request-id') ?? ''
      const limit = startTimeLimit(clock, timeoutMs, call.signal)
      // The body is read after the time limit has ended.
      const end = opens && call.signal ? AbortSignal.any([limit.signal, call.signal]) : limit.signal
      try {
        const { bytes } = operation
        const encodable = bytes ? await unlessEnded(end, () => withEncodedBytes(bytes, args, end)) : args
        const request = encodeRequest(baseUrl, id, operation, encodable)
        Object.assign(request.headers, own)
        const sent: Sent = { id, request, requestId, call, end, opens }
        const attempt = payingOnce(options, sent, () => fetchOnce(sent))
        return await repeated(transport, attempt, { ...sent, operation, retries, isKeyed: key !== undefined, limit })
      } catch (failure) {
        if (limit.isOver()) {
          const message = `${id} took longer than ${timeoutMs} ms.`
          throw new OnedoorError(message, { code: 'timeout', operation: id, requestId })
        }
        call.signal?.throwIfAborted()
        throw failure
      } finally {
        limit.stop()
      }
    },
  }
  return transport
}

const json: Sending = { accept: 'application/json' }

/** One call on its way. */
interface Sent {
  id: string
  request: EncodedRequest
  requestId: string
  call: CallOptions
  end: AbortSignal
  opens: boolean
}

interface Repeats {
  id: string
  operation: Operation
  retries: number
  isKeyed: boolean
  limit: TimeLimit
}

/** The response of the last attempt, or its failure as a rejection. */
async function repeated(
  transport: Transport,
  attempt: () => Promise<Outcome>,
  { id, operation, retries, isKeyed, limit }: Repeats,
): Promise<Answer> {
  const { clock, delayMs, errorOf } = transport
  for (let repeat = 0; ; repeat++) {
    const outcome = await attempt()
    if (!(outcome instanceof OnedoorError) && isSuccess(outcome)) {
      transport.budget = Math.min(retryRules.budget, transport.budget + 1)
      return outcome
    }
    const failure = outcome instanceof OnedoorError ? outcome : errorOf(id, outcome)
    if (!isWorthRepeating(operation.retry, isKeyed, failure) || repeat >= retries) return settled(outcome)
    const waitMs = delayMs(repeat, failure.retryAfterS)
    // A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
    if (clock.now() + waitMs >= limit.endsAt || transport.budget < retryRules.repeatCost) return settled(outcome)
    transport.budget -= retryRules.repeatCost
    await pause(clock, waitMs, limit.signal)
  }
}

/** A function that sends a request with the caller's credentials. It rejects with `network` if there is no response. */
function fetcherOf(options: ClientOptions, baseUrl: string): (sent: Sent) => Promise<Answer> {
  const fetch = options.fetch ?? ((address: string, init: RequestInit) => globalThis.fetch(address, init))
  return async ({ id, request, requestId, call, end, opens }) => {
    const caller = await credentialsOf(options, request.verb)
    const headers = headersOf(request, options, call, caller.headers)
    // A redirect could lead the token, the key and the body to another server.
    const more = { signal: end, credentials: caller.cookies, redirect: 'manual' } as const
    const init: RequestInit = { method: request.verb, headers, ...more }
    if (request.body !== undefined) init.body = request.body
    try {
      const response = await fetch(request.address, init)
      const { status } = response
      const answer = { status, headers: response.headers, requestId: response.headers.get('x-request-id') ?? requestId }
      if (opens && isSuccess(response)) return { ...answer, body: response }
      const text = await readText(response)
      if (text !== undefined) return { ...answer, body: readBody(text) }
      const message = `${id} returned ${status} with more than ${maxBodyBytes} bytes.`
      throw new OnedoorError(message, { code: 'bad_response', operation: id, status, requestId: answer.requestId })
    } catch (cause) {
      if (cause instanceof OnedoorError) throw cause
      const message = `No response from ${baseUrl}: ${reasonOf(cause)}.`
      throw new OnedoorError(message, { code: 'network', operation: id, requestId, cause })
    }
  }
}

/** A response, or the failure to get one. */
type Outcome = Answer | OnedoorError

/**
 * Sends a request once per call. The first time that the server asks for a payment, the client's payer is called and the
 * request sent again with the headers that it returns.
 */
function payingOnce(
  options: ClientOptions,
  { id, request, end }: Sent,
  send: () => Promise<Answer>,
): () => Promise<Outcome> {
  const attempt = (): Promise<Outcome> => unlessEnded(end, () => send().catch(networkFailure))
  let wasAskedToPay = false
  return async () => {
    const outcome = await attempt()
    if (outcome instanceof OnedoorError || outcome.status !== 402 || wasAskedToPay) return outcome
    wasAskedToPay = true
    const payment = await unlessEnded(end, async () => options.pay?.(challengeOf(id, request.address, outcome)))
    // Repeats carry the same payment: it is taken once, and only for a successful response.
    Object.assign(request.headers, payment)
    return payment ? attempt() : outcome
  }
}

/** Failures to reach the server are subject to the retry rules; any other, such as the token function's, is final. */
function networkFailure(failure: unknown): OnedoorError {
  if (failure instanceof OnedoorError && failure.code === 'network') return failure
  throw failure
}

function settled(outcome: Outcome): Answer {
  if (outcome instanceof OnedoorError) throw outcome
  return outcome
}

/** What stopped a request. Node wraps it: `fetch failed`, with the reason as the cause. */
export function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { cause } = failure
  return cause instanceof Error && cause.message ? cause.message : failure.message
}

function amount(name: string, value: number | undefined): number | undefined {
  if (value === undefined || value >= 0) return value
  throw new TypeError(`${name} must be a number from 0; it is ${value}`)
}
