/** The parts of a call, in their order. `preparation` is payment, key and approval; what comes after the handler is the rest. */
type Phase = 'admission' | 'arguments' | 'preparation' | 'handler'

/** How long the parts of a call took. */
export class CallPhases {
  readonly #ends: Partial<Record<Phase, number>> = {}
  readonly #startedAt: number

  /** @param startedAt monotonic milliseconds */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  /** Records that a part has ended. */
  end(phase: Phase): void {
    this.#ends[phase] = performance.now()
  }

  /** The parts so far in whole milliseconds, with the `rest` of the whole duration. */
  of(durationMs: number): Record<string, number> {
    let last = this.#startedAt
    const parts: Record<string, number> = {}
    for (const [phase, at] of [...Object.entries(this.#ends), ['rest', this.#startedAt + durationMs] as const]) {
      parts[`${phase}Ms`] = Math.round(at - last)
      last = at
    }
    return parts
  }
}
