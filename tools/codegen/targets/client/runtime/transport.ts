import { type Answer, isSuccess, readBody } from './answer.ts'
import { withEncodedBytes } from './bytes.ts'
import { type Clock, systemClock } from './clock.ts'
import { checkCredentials, credentialsOf } from './credentials.ts'
import { errorOfAnswer, OnedoorError } from './errors.ts'
import { newIdempotencyKey } from './idempotency.ts'
import type { Arguments, Operation } from './operation.ts'
import { challengeOf } from './payment.ts'
import { type EncodedRequest, encodeRequest, readBaseUrl } from './request.ts'
import { delayMs, isWorthRepeating, retryRules, takesKey } from './retry.ts'
import { pause, startTimeLimit, unlessEnded } from './time-limit.ts'
import type { CallOptions, ClientOptions } from './types.ts'

/** Sends calls, repeating them by the retry rules. */
export interface Transport {
  send(id: string, operation: Operation, args: Arguments, call: CallOptions): Promise<Answer>
  /** The error for a failing response. */
  errorOf(id: string, answer: Answer): OnedoorError
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
  const baseUrl = readBaseUrl(options.baseUrl)
  checkCredentials(options)
  const fetchOnce = fetcherOf(options, baseUrl)
  const settings = {
    timeoutMs: amount('timeoutMs', options.timeoutMs) ?? retryRules.timeoutMs,
    retries: amount('retries', options.retries) ?? retryRules.retries,
  }

  async function send(id: string, operation: Operation, args: Arguments, call: CallOptions): Promise<Answer> {
    const timeoutMs = amount('timeoutMs', call.timeoutMs) ?? settings.timeoutMs
    const retries = amount('retries', call.retries) ?? settings.retries
    const key = call.idempotencyKey ?? (retries > 0 && takesKey(operation) ? newIdempotencyKey() : undefined)
    const encodable = operation.bytes ? await withEncodedBytes(operation.bytes, args) : args
    const request = encodeRequest(baseUrl, id, operation, encodable)
    if (key !== undefined) request.headers['idempotency-key'] = key
    const limit = startTimeLimit(clock, timeoutMs, call.signal)
    const attempt = payingOnce(options, id, request, limit.signal, () => fetchOnce(id, request, call, limit.signal))
    try {
      for (let repeat = 0; ; repeat++) {
        const outcome = await attempt()
        const failure = failureOf(id, outcome)
        const isFinal = !failure || !isWorthRepeating(operation.retry, key !== undefined, failure)
        if (isFinal || repeat >= retries) return settled(outcome)
        const waitMs = delayMs(repeat, failure.retryAfterS, hooks.random())
        // A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
        if (clock.now() + waitMs >= limit.endsAt) return settled(outcome)
        await pause(clock, waitMs, limit.signal)
      }
    } catch (failure) {
      if (limit.isOver()) {
        throw new OnedoorError(`${id} took longer than ${timeoutMs} ms.`, { code: 'timeout', operation: id })
      }
      call.signal?.throwIfAborted()
      throw failure
    } finally {
      limit.stop()
    }
  }

  function failureOf(id: string, outcome: Outcome): OnedoorError | undefined {
    if (outcome instanceof OnedoorError) return outcome
    return isSuccess(outcome) ? undefined : errorOf(id, outcome)
  }

  function errorOf(id: string, answer: Answer): OnedoorError {
    return errorOfAnswer(id, answer, clock.now())
  }

  return { send, errorOf }
}

type FetchOnce = (id: string, request: EncodedRequest, call: CallOptions, signal: AbortSignal) => Promise<Answer>

/** A function that sends a request with the caller's credentials. It rejects with `network` if there is no response. */
function fetcherOf(options: ClientOptions, baseUrl: string): FetchOnce {
  const fetch = options.fetch ?? ((address: string, init: RequestInit) => globalThis.fetch(address, init))
  return async (id, request, call, signal) => {
    const caller = await credentialsOf(options, request.verb)
    const headers = new Headers({ ...request.headers, ...caller.headers })
    for (const [name, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(name, value)
    const init: RequestInit = { method: request.verb, headers, signal, credentials: caller.cookies }
    if (request.body !== undefined) init.body = request.body
    try {
      const response = await fetch(request.address, init)
      return { status: response.status, headers: response.headers, body: readBody(await response.text()) }
    } catch (cause) {
      const message = `No response from ${baseUrl}: ${reasonOf(cause)}.`
      throw new OnedoorError(message, { code: 'network', operation: id, cause })
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
  id: string,
  request: EncodedRequest,
  end: AbortSignal,
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
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure)
  const { cause } = failure
  return cause instanceof Error && cause.message ? cause.message : failure.message
}

function amount(name: string, value: number | undefined): number | undefined {
  if (value === undefined || value >= 0) return value
  throw new TypeError(`${name} must be a number from 0; it is ${value}`)
}
