import { type Answer, isSuccess, readBody } from './answer.ts'
import { type Clock, systemClock } from './clock.ts'
import { checkCredentials, credentialsOf } from './credentials.ts'
import { errorOfAnswer, OnedoorError } from './errors.ts'
import { newIdempotencyKey } from './idempotency.ts'
import type { Arguments, Operation } from './operation.ts'
import { challengeOf } from './payment.ts'
import { type EncodedRequest, encodeRequest, readBaseUrl } from './request.ts'
import { delayMs, isWorthRepeating, retryRules, takesKey } from './retry.ts'
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
  const fetch = options.fetch ?? ((address: string, init: RequestInit) => globalThis.fetch(address, init))
  const settings = {
    timeoutMs: amount('timeoutMs', options.timeoutMs) ?? retryRules.timeoutMs,
    retries: amount('retries', options.retries) ?? retryRules.retries,
  }

  async function attempt(id: string, request: EncodedRequest, call: CallOptions, signal: AbortSignal): Promise<Answer> {
    const caller = await credentialsOf(options, request.verb)
    const headers = new Headers({ ...request.headers, ...caller.headers })
    for (const [name, value] of Object.entries({ ...options.headers, ...call.headers })) headers.set(name, value)
    const init: RequestInit = { method: request.verb, headers, signal, credentials: caller.cookies }
    if (request.body !== undefined) init.body = request.body
    try {
      const response = await fetch(request.address, init)
      return { status: response.status, headers: response.headers, body: readBody(await response.text()) }
    } catch (cause) {
      throw new OnedoorError(`No response from ${baseUrl}: ${reasonOf(cause)}.`, {
        code: 'network',
        operation: id,
        cause,
      })
    }
  }

  async function send(id: string, operation: Operation, args: Arguments, call: CallOptions): Promise<Answer> {
    const timeoutMs = amount('timeoutMs', call.timeoutMs) ?? settings.timeoutMs
    const retries = amount('retries', call.retries) ?? settings.retries
    const key = call.idempotencyKey ?? (retries > 0 && takesKey(operation) ? newIdempotencyKey() : undefined)
    const request = encodeRequest(baseUrl, id, operation, args)
    if (key !== undefined) request.headers['idempotency-key'] = key
    let wasAskedToPay = false
    const endsAt = clock.now() + timeoutMs
    const end = new AbortController()
    let isLate = false
    const stopTimer = clock.after(timeoutMs, () => {
      isLate = true
      end.abort()
    })
    const pass = () => end.abort()
    call.signal?.addEventListener('abort', pass)
    if (call.signal?.aborted) pass()
    try {
      for (let repeat = 0; ; repeat++) {
        const sent = () => unlessEnded(end.signal, () => attempt(id, request, call, end.signal).catch(networkFailure))
        let outcome = await sent()
        if (!(outcome instanceof OnedoorError) && outcome.status === 402 && !wasAskedToPay) {
          wasAskedToPay = true
          const challenged = outcome
          const payment = await unlessEnded(end.signal, async () =>
            options.pay?.(challengeOf(id, request.address, challenged)),
          )
          // Repeats carry the same payment: it is taken once, and only for a successful response.
          Object.assign(request.headers, payment)
          if (payment) outcome = await sent()
        }
        const failure = failureOf(id, outcome)
        const isFinal = !failure || !isWorthRepeating(operation.retry, key !== undefined, failure)
        if (isFinal || repeat >= retries) return settled(outcome)
        const waitMs = delayMs(repeat, failure.retryAfterS, hooks.random())
        // A delay beyond the call's time limit can only end in a timeout that hides what went wrong.
        if (clock.now() + waitMs >= endsAt) return settled(outcome)
        await unlessEnded(end.signal, () => pause(waitMs, end.signal))
      }
    } catch (failure) {
      if (isLate) {
        throw new OnedoorError(`${id} took longer than ${timeoutMs} ms.`, { code: 'timeout', operation: id })
      }
      call.signal?.throwIfAborted()
      throw failure
    } finally {
      stopTimer()
      call.signal?.removeEventListener('abort', pass)
    }
  }

  /** Resolves after so many milliseconds; once the call has ended it never does, and holds no timer. */
  function pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const stop = clock.after(ms, resolve)
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  function failureOf(id: string, outcome: Answer | OnedoorError): OnedoorError | undefined {
    if (outcome instanceof OnedoorError) return outcome
    return isSuccess(outcome) ? undefined : errorOf(id, outcome)
  }

  function errorOf(id: string, answer: Answer): OnedoorError {
    return errorOfAnswer(id, answer, clock.now())
  }

  return { send, errorOf }
}

/** Failures to reach the server are subject to the retry rules; any other, such as the token function's, is final. */
function networkFailure(failure: unknown): OnedoorError {
  if (failure instanceof OnedoorError && failure.code === 'network') return failure
  throw failure
}

function settled(outcome: Answer | OnedoorError): Answer {
  if (outcome instanceof OnedoorError) throw outcome
  return outcome
}

/** The work's outcome, or a rejection as soon as the signal fires, even if the work ignores it. */
async function unlessEnded<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let onEnd: () => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(signal.reason)
    signal.addEventListener('abort', onEnd)
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    signal.removeEventListener('abort', onEnd)
  }
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
