import type { Asker } from '../base/asker.ts'
import { type Clock, iso } from '../base/clock.ts'
import { FairLimiter, type LimiterBounds } from '../base/fair-limiter.ts'
import type { Log } from '../base/log.ts'
import type { Provenance } from '../base/provenance.ts'
import { Breaker } from './breaker.ts'
import { Deadline } from './deadline.ts'
import { exampleTerms, type ProviderDescription, type ProviderRequest } from './description.ts'
import type { ExampleAnswers } from './example-responses.ts'
import { type Exchange, type OutboundMethod, withIdleLimit } from './exchange.ts'
import { busyFailure, OutboundFailure } from './failure.ts'
import type { ProviderHealth, ProviderMeters, ProviderState } from './health.ts'
import { acceptedTypes, type Reader, readPayload } from './payload.ts'
import { type Ages, keyOf, type Obtained, ProviderCache } from './provider-cache.ts'
import { createProviderWire, type ProviderWire, type WireAnswer } from './provider-wire.ts'
import { realTiming, retryWaitMs, type Timing } from './retry.ts'

/** A read whose data may be cached: a GET, or a POST of `json` that changes nothing. */
export interface Reading<T> extends ProviderRequest {
  readonly json?: unknown
  readonly reader: Reader<T>
  readonly ages: Ages
  /** The cache key; path, query and `json` if not given. The same key must always have the same reader. */
  readonly key?: string
  /** Statuses that mean the data do not exist, and the value to return for them. */
  readonly absent?: { readonly statuses: readonly number[]; readonly data: T }
  readonly maxBytes?: number
}

/** A request whose response is not cached. */
export interface ProviderCall extends ProviderRequest {
  readonly method: OutboundMethod
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent unchanged instead of `json`; needs a content-type header. */
  readonly body?: string | Uint8Array
  /** Whether it is safe to repeat, so that it is sent again when it fails. GET and HEAD always are. */
  readonly isIdempotent?: boolean
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Called when the request has had its turn and is sent. */
  readonly onSent?: () => void
}

/** A call whose whole response is read. */
export interface ReadCall<T> extends ProviderCall {
  readonly reader: Reader<T>
}

/** A call whose response is a stream. */
export interface StreamCall extends ProviderCall {
  /** The accepted media types, such as `text/event-stream`. */
  readonly accept: readonly string[]
  /** The longest wait for the next bytes, in milliseconds. */
  readonly idleMs: number
}

/** Data of a provider. */
export interface Provided<T> {
  readonly data: T
  /** When the provider sent them, epoch milliseconds. */
  readonly asOfMs: number
  /** Whether a request failed, so that these are the last data received. */
  readonly isStale: boolean
  /** Whether no request was made for this call, which then costs nothing: `ctx.charge(0)`. */
  readonly isFree: boolean
  /** Spread it into the result. */
  readonly provenance: Provenance
}

/** The result of testing whether a provider works. */
export type ProbeResult =
  | { readonly kind: 'works'; readonly latencyMs: number }
  | { readonly kind: 'fails'; readonly reason: string }
  | { readonly kind: 'not_configured'; readonly settings: readonly string[] }
  | { readonly kind: 'not_tried'; readonly reason: string }

/** Why no providers are tested where example data replace them. */
export const exampleReason = 'not tested: PROVIDERS=examples returns example data'

export interface ProviderOptions {
  readonly description: ProviderDescription
  readonly wire: Parameters<typeof createProviderWire>[1]
  readonly clock: Clock
  readonly log: Log
  readonly meters: ProviderMeters
  readonly timeoutMs: number
  /** Waits until the provider's request rate allows another request. */
  readonly paced: (deadline: Deadline) => Promise<void>
  /** Responds instead of the provider. */
  readonly examples?: ExampleAnswers | undefined
  readonly timing?: Timing
}

const attempts = 3
const maxWaiting = 100

/**
 * No caller has more than half of the running requests to a provider, or more than a tenth of those that wait; and some room is left
 * for those who have none.
 */
function boundsFor(maxRunning: number): LimiterBounds {
  const maxRunningPerSubject = Math.max(1, Math.ceil(maxRunning / 2))
  const maxWaitingPerSubject = maxWaiting / 10
  return { maxRunning, maxRunningPerSubject, maxWaiting, maxWaitingPerSubject, leavesRoom: true }
}

const defaultRunning = 4
const defaultCache = { maxEntries: 500, maxBytes: 16 * 1024 * 1024 }
/** When to retry after a failure for which the provider gives no time. */
const defaultRetryAfterS = 15
/** Failures that say nothing about whether the provider works. */
const notItsFault: ReadonlySet<number> = new Set([400, 404, 405, 406, 409, 410, 411, 413, 414, 415, 422])
/** Rejections of a caller's credentials, where requests carry those. */
const callersFault: ReadonlySet<number> = new Set([401, 403])

/** A provider as handlers use it. All methods throw OutboundFailure, which a handler may pass on to its caller. */
export class Provider {
  readonly #options: ProviderOptions
  readonly #wire: ProviderWire
  readonly #breaker: Breaker
  readonly #limiter: FairLimiter
  readonly #cache: ProviderCache
  readonly #health: ProviderHealth
  readonly #timing: Timing

  constructor(options: ProviderOptions) {
    const { description, clock, meters, timing = realTiming } = options
    this.#options = options
    this.#wire = createProviderWire(description, options.wire)
    this.#breaker = new Breaker(clock)
    this.#limiter = new FairLimiter(boundsFor(description.maxRunning ?? defaultRunning), () =>
      busyFailure(this.#wire.who),
    )
    this.#cache = new ProviderCache(clock, description.kept ?? defaultCache)
    this.#health = meters.of(description.name, {
      breaker: () => this.#breaker.state,
      cachedBytes: () => this.#cache.size.bytes,
    })
    this.#timing = timing
  }

  get name(): string {
    return this.#options.description.name
  }

  /** Where its data come from, for people. */
  get source(): string {
    return this.#options.description.source
  }

  get state(): ProviderState {
    return this.#health.state
  }

  /** Whether all its settings are set. Without them every method throws `not_configured`. */
  get isConfigured(): boolean {
    return this.#options.examples !== undefined || this.#wire.missing.length === 0
  }

  /** Whether bundled examples replace its data. */
  get isExample(): boolean {
    return this.#options.examples !== undefined
  }

  /** Throws `not_configured` if a setting is missing: before anything is reserved or done. */
  checkConfigured(): void {
    const [missing] = this.#wire.missing
    if (missing === undefined || this.#options.examples) return
    throw new OutboundFailure('not_configured', `${this.#wire.who} is not configured on this server. Set ${missing}.`)
  }

  /** Data from the cache if they are young enough, or marked as stale if a request fails. */
  async read<T>(asker: Asker, reading: Reading<T>): Promise<Provided<T>> {
    this.checkConfigured()
    const { description } = this.#options
    const key = reading.key ?? keyOf(reading)
    const obtained = await this.#cache.get(
      key,
      reading.ages,
      async () => {
        // The request is shared, so it does not end with the caller that started it.
        using deadline = new Deadline(description.timeoutMs ?? this.#options.timeoutMs)
        const call = { ...reading, ...requestOf(reading), accept: acceptedTypes(reading.reader) } as const
        return await this.#request(asker.subject, call, deadline, async (answer) => {
          const isAbsent = reading.absent?.statuses.includes(answer.status) ?? false
          const read = isAbsent
            ? { data: reading.absent?.data as T, bytes: 0 }
            : await this.#read(reading.reader, answer)
          return { ...read, asOfMs: this.#options.clock.now() }
        })
      },
      asker,
    )
    return this.#provided(obtained)
  }

  /** One call, whose whole response is read. */
  async call<T>(asker: Asker, call: ReadCall<T>): Promise<T> {
    this.checkConfigured()
    using deadline = new Deadline(this.#timeoutOf(call), asker.signal)
    const accept = acceptedTypes(call.reader)
    return await this.#request(asker.subject, { ...call, accept }, deadline, async (answer) => {
      const { data } = await this.#read(call.reader, answer)
      return data
    })
  }

  /** One call, whose response is streamed. It ends when the asker's signal aborts. */
  async stream(asker: Asker, call: StreamCall): Promise<Exchange> {
    this.checkConfigured()
    const deadline = new Deadline(this.#timeoutOf(call), asker.signal)
    let release: (() => void) | undefined
    try {
      return await this.#request(asker.subject, call, deadline, async (answer, free) => {
        release = free()
        const end = () => {
          release?.()
          deadline[Symbol.dispose]()
        }
        return { ...answer, ...withIdleLimit(answer, deadline, call.idleMs, end) }
      })
    } catch (failure) {
      release?.()
      deadline[Symbol.dispose]()
      throw failure
    }
  }

  /** Sends its probe once. Never rejects. */
  async probe(signal: AbortSignal): Promise<ProbeResult> {
    const { description, examples, timeoutMs } = this.#options
    if (!this.isConfigured) return { kind: 'not_configured', settings: this.#wire.missing }
    if (examples) return { kind: 'not_tried', reason: exampleReason }
    if (!description.probe)
      return {
        kind: 'not_tried',
        reason: 'not tested: a request would cost money or require the permission of an account',
      }
    using deadline = new Deadline(Math.min(timeoutMs, 10_000), signal)
    const startedAt = performance.now()
    try {
      const call = { ...description.probe, ...requestOf(description.probe), accept: ['*/*'] } as const
      const answer = await this.#wire.send(call, deadline)
      answer.close()
      return { kind: 'works', latencyMs: performance.now() - startedAt }
    } catch (failure) {
      return { kind: 'fails', reason: failure instanceof Error ? failure.message : String(failure) }
    }
  }

  #timeoutOf({ timeoutMs }: ProviderCall): number {
    return timeoutMs ?? this.#options.description.timeoutMs ?? this.#options.timeoutMs
  }

  async #read<T>(
    reader: Reader<T>,
    answer: WireAnswer,
  ): Promise<{ data: T; bytes: number; skipped?: number | undefined }> {
    const bytes = await answer.bytes()
    const { contentType, headers } = answer
    const { data, skipped } = await readPayload(reader, { bytes, contentType, headers, who: this.#wire.who })
    if (skipped) {
      this.#health.skipped(skipped.count)
      this.#options.log.warn({ provider: this.name, ...skipped }, 'provider records skipped')
    }
    return { data, bytes: bytes.length, skipped: skipped?.count }
  }

  /**
   * Sends a request within the limits of concurrency and rate, unless the breaker is open, and retries it where that may help.
   *
   * @param use reads the response; its failures are the provider's. With `free` it takes over the place in the limiter, and
   * releases it when the response has been read
   */
  async #request<T>(
    subject: string,
    call: ProviderCall & { accept: readonly string[]; absent?: { statuses: readonly number[] } },
    deadline: Deadline,
    use: (answer: WireAnswer, free: () => () => void) => Promise<T>,
  ): Promise<T> {
    const { examples, clock, paced } = this.#options
    if (examples) return use(await examples.answer(call, clock.now(), deadline), () => () => undefined)
    this.#checkBreaker(this.#breaker.state === 'open' ? this.#breaker.begin() : undefined)
    let release = await this.#inTurn(subject, deadline)
    try {
      await paced(deadline)
      this.#checkBreaker(this.#breaker.begin())
      return await this.#attempts(call, deadline, (answer) =>
        use(answer, () => {
          const taken = release
          release = () => undefined
          return taken
        }),
      )
    } finally {
      release()
    }
  }

  async #inTurn(subject: string, deadline: Deadline): Promise<() => void> {
    try {
      return await this.#limiter.take(subject, { signal: deadline.signal })
    } catch (failure) {
      if (failure instanceof OutboundFailure) this.#health.refused(failure.kind)
      throw deadline.failure(this.#wire.who) ?? failure
    }
  }

  #checkBreaker(waitS: number | undefined): void {
    if (waitS === undefined) return
    this.#health.refused('breaker')
    throw new OutboundFailure(
      'breaker',
      `${this.#wire.who} is not available right now. Try again in ${waitS} seconds.`,
      {
        retryAfterS: waitS,
      },
    )
  }

  async #attempts<T>(
    call: ProviderCall & { accept: readonly string[] },
    deadline: Deadline,
    use: (answer: WireAnswer) => Promise<T>,
  ): Promise<T> {
    const mayRepeat = call.method === 'GET' || call.method === 'HEAD' || call.isIdempotent === true
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      try {
        call.onSent?.()
        const result = await use(await this.#wire.send(call, deadline))
        this.#breaker.success()
        this.#health.succeeded(performance.now() - startedAt)
        return result
      } catch (failure) {
        const isLast = attempt >= attempts || !mayRepeat
        const waitMs = isLast ? undefined : retryWaitMs(failure, attempt - 1, () => this.#timing.random())
        if (waitMs === undefined || waitMs >= deadline.remainingMs) throw this.#failed(failure, startedAt)
        await this.#timing.wait(waitMs, deadline.signal).catch(() => {
          throw this.#failed(deadline.failure(this.#wire.who, failure), startedAt)
        })
        await this.#options.paced(deadline).catch(() => {
          throw this.#failed(failure, startedAt)
        })
      }
    }
  }

  /** Records a failure. Returns what to throw. */
  #failed(failure: unknown, startedAt: number): unknown {
    if (!(failure instanceof OutboundFailure)) {
      this.#breaker.cancel()
      return failure
    }
    const { kind, upstreamStatus, retryAfterS } = failure
    const isCallers = this.#options.description.isCallersAccess === true && callersFault.has(upstreamStatus ?? 0)
    const isAlive = kind === 'status' && (notItsFault.has(upstreamStatus ?? 0) || isCallers)
    if (isAlive) this.#breaker.success()
    else this.#breaker.failure(retryAfterS)
    this.#health.failed(kind, performance.now() - startedAt)
    this.#options.log.warn(
      { provider: this.name, kind, status: upstreamStatus, retryAfterS, err: failure.cause },
      'provider failed',
    )
    return isAlive ? failure : failure.withRetryAfter(defaultRetryAfterS)
  }

  #provided<T>({ data, asOfMs, skipped, isStale, isFree, from }: Obtained<T>): Provided<T> {
    this.#health.answered(from)
    const { description, examples } = this.#options
    const { source, attribution, licence } = examples ? exampleTerms(description) : description
    return {
      data,
      asOfMs,
      isStale,
      isFree: isFree || examples !== undefined,
      provenance: {
        source,
        as_of: iso(asOfMs),
        stale: isStale,
        ...(skipped ? { skipped } : {}),
        ...(attribution === undefined ? {} : { attribution }),
        ...(licence === undefined ? {} : { licence }),
      },
    }
  }
}

function requestOf({ json }: { readonly json?: unknown }) {
  return json === undefined ? ({ method: 'GET' } as const) : ({ method: 'POST', isIdempotent: true } as const)
}
