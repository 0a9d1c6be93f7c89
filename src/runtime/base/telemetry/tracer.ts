import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { RemoteParent, Sampler } from './sampling.ts'

/** As numbers of the OpenTelemetry protocol. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const

/** What is known when a span ends. */
export interface SpanEnd {
  readonly name: string
  readonly kind: keyof typeof spanKinds
  /** From `attributesText`. */
  readonly attributes: string
  /** Whether it failed in a way that an operator has to look into. */
  readonly isFailed?: boolean
}

/** A finished span. Times are epoch milliseconds with fractions. */
export interface Span extends SpanEnd {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly startMs: number
  readonly endMs: number
}

/** Takes finished spans. Must not throw or wait. */
export type SpanSink = (span: Span) => void

/** Random digits, drawn from the system for many ids together, because each draw costs more than the rest of a span. */
class RandomIds {
  #digits = ''
  #used = 0

  /** @param length in hexadecimal digits */
  next(length: number): string {
    if (this.#used + length > this.#digits.length) {
      this.#digits = randomBytes(4096).toString('hex')
      this.#used = 0
    }
    this.#used += length
    return this.#digits.slice(this.#used - length, this.#used)
  }
}

const randomIds = new RandomIds()

/** A span that has not ended. */
export class OpenSpan {
  readonly traceId: string
  readonly spanId = randomIds.next(16)
  readonly #parentSpanId: string | undefined
  readonly #startedAt: number
  /** Added to monotonic time it makes epoch time: one for a whole trace, so that a changed clock does not disorder it. */
  readonly #offsetMs: number
  readonly #sink: SpanSink

  constructor(
    sink: SpanSink,
    traceId: string,
    parentSpanId: string | undefined,
    startedAt = performance.now(),
    offsetMs = Date.now() - startedAt,
  ) {
    this.#sink = sink
    this.traceId = traceId
    this.#parentSpanId = parentSpanId
    this.#startedAt = startedAt
    this.#offsetMs = offsetMs
  }

  /** @param startedAt monotonic milliseconds; now if not given */
  child(startedAt?: number): OpenSpan {
    return new OpenSpan(this.#sink, this.traceId, this.spanId, startedAt, this.#offsetMs)
  }

  end({ name, kind, attributes, isFailed = false }: SpanEnd): void {
    this.#sink({
      name,
      kind,
      attributes,
      isFailed,
      traceId: this.traceId,
      spanId: this.spanId,
      parentSpanId: this.#parentSpanId,
      startMs: this.#offsetMs + this.#startedAt,
      endMs: this.#offsetMs + performance.now(),
    })
  }
}

/** A request or a call that is running. What it has started and not awaited may run longer, and is then on its own. */
class Running {
  isOver = false
  /** Undefined for a request, and for a call that is not traced. */
  readonly span: OpenSpan | undefined
  /** What a request names as its cause; undefined for a call. */
  readonly parent: RemoteParent | undefined

  constructor(span: OpenSpan | undefined, parent: RemoteParent | undefined) {
    this.span = span
    this.parent = parent
  }
}

/** The call that a tracer runs. */
export interface TracedCall {
  /** Undefined if it is not traced. */
  readonly span: OpenSpan | undefined
  /** Call it when the call has ended. */
  close(): void
}

/** Knows the span of what is running. There is one only while a traced call runs. */
export class Tracer {
  readonly #running = new AsyncLocalStorage<Running>()
  readonly #sampler: Sampler
  readonly #sink: SpanSink

  constructor(sampler: Sampler, sink: SpanSink) {
    this.#sampler = sampler
    this.#sink = sink
  }

  /**
   * Handles a request, so that its calls belong to `parent`.
   *
   * @returns what to call when it has ended
   */
  request(parent: RemoteParent, handle: () => void): () => void {
    const running = new Running(undefined, parent)
    this.#running.run(running, handle)
    return () => {
      running.isOver = true
    }
  }

  /** Runs a call: within the span of the call that makes it, or as the first of its trace. */
  call<T>(run: (call: TracedCall) => T): T {
    const outer = this.#current
    const isInner = outer !== undefined && outer.parent === undefined
    const span = isInner ? outer.span?.child() : this.#first(outer?.parent)
    const running = new Running(span, undefined)
    const close = () => {
      running.isOver = true
    }
    return this.#running.run(running, run, { span, close })
  }

  /** The span of the call that is running, if it is traced. */
  get span(): OpenSpan | undefined {
    return this.#current?.span
  }

  get #current(): Running | undefined {
    const running = this.#running.getStore()
    return running?.isOver ? undefined : running
  }

  #first(parent: RemoteParent | undefined): OpenSpan | undefined {
    const traceId = parent?.traceId ?? randomIds.next(32)
    return this.#sampler(traceId, parent) ? new OpenSpan(this.#sink, traceId, parent?.spanId) : undefined
  }
}
