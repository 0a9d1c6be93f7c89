/** So many subjects that do nothing may be known. */
const minIdle = 1000

/**
 * Counts what each subject does at once, up to a bound.
 *
 * A subject that has done something stays known for a while, at 0: a Map that loses an entry for each that it gets is copied
 * again and again.
 */
export class AtOnce {
  /** Undefined for no bound. */
  readonly most: number | undefined
  readonly #bySubject = new Map<string, number>()
  #idle = 0
  #total = 0
  #refused = 0

  constructor(most?: number) {
    this.most = most
  }

  /** Counts one for the subject. False, without counting it, if it has as many as it may. */
  begin(subject: string): boolean {
    const known = this.#bySubject.get(subject)
    const count = known ?? 0
    if (this.most !== undefined && count >= this.most) {
      this.#refused += 1
      return false
    }
    if (known === 0) this.#idle -= 1
    this.#bySubject.set(subject, count + 1)
    this.#total += 1
    return true
  }

  /** Ends one that was begun. */
  end(subject: string): void {
    const count = this.countOf(subject)
    if (count > 0) this.#bySubject.set(subject, count - 1)
    this.#total -= 1
    if (count === 1) this.#idle += 1
    if (this.#idle > minIdle && this.#idle > this.#bySubject.size / 2) this.#forgetIdle()
  }

  #forgetIdle(): void {
    for (const [subject, count] of this.#bySubject) if (count === 0) this.#bySubject.delete(subject)
    this.#idle = 0
  }

  /** How many the subject does now. */
  countOf(subject: string): number {
    return this.#bySubject.get(subject) ?? 0
  }

  /** How many subjects are known. */
  get known(): number {
    return this.#bySubject.size
  }

  /** How many there are of all subjects. */
  get total(): number {
    return this.#total
  }

  /** How many have been refused so far. */
  get refused(): number {
    return this.#refused
  }
}
