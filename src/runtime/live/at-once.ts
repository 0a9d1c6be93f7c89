/** Counts what each subject has open at the same time, up to a bound. */
export class AtOnce {
  readonly #max: number
  readonly #counts = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** @returns to be called when it is over, any number of times; undefined if the subject is at its bound */
  take(subject: string): (() => void) | undefined {
    const count = this.#counts.get(subject) ?? 0
    if (count >= this.#max) return undefined
    this.#counts.set(subject, count + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#counts.get(subject) ?? 1) - 1
      if (left > 0) this.#counts.set(subject, left)
      else this.#counts.delete(subject)
    }
  }
}
