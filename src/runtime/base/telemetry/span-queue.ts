import type { Registry } from 'prom-client'
import { Counter } from '../metrics.ts'
import type { Span, SpanSink } from './tracer.ts'

/** As many as the OpenTelemetry specification proposes. */
export const maxBatch = 512
export const maxWaiting = 2048

/** Finished spans that wait to be sent. When it is full, further ones are dropped and counted. */
export class SpanQueue {
  #spans: Span[] = []
  /** Called when a batch is complete. */
  onBatch: () => void = () => undefined
  readonly #counter: Counter<'outcome'>

  constructor(registry: Registry) {
    this.#counter = new Counter({
      name: 'onedoor_spans_total',
      help: 'Spans of traces by outcome: sent, or dropped (the queue was full, or the collector rejected them)',
      labelNames: ['outcome'] as const,
      registers: [registry],
    })
    for (const outcome of ['sent', 'dropped'] as const) this.count(outcome, 0)
  }

  readonly add: SpanSink = (span) => {
    if (this.#spans.length >= maxWaiting) return this.count('dropped', 1)
    this.#spans.push(span)
    if (this.#spans.length === maxBatch) this.onBatch()
  }

  get length(): number {
    return this.#spans.length
  }

  /** Removes and returns the oldest ones. */
  takeBatch(): readonly Span[] {
    return this.#spans.splice(0, maxBatch)
  }

  count(outcome: 'sent' | 'dropped', spans: number): void {
    this.#counter.inc({ outcome }, spans)
  }
}
