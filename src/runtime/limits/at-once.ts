/** Counts what each subject does at once, up to a bound. */
export class AtOnce {
  /** Undefined for no bound. */
  readonly most: number | undefined
  readonly #bySubject = new Map<string, number>()
  #total = 0
  #refused = 0

  constructor(most?: number) {
    this.most = most
  }

  /** Counts one for the subject. False, without counting it, if it has as many as it may. */
  begin(subject: string): boolean {
    const count = this.#bySubject.get(subject) ?? 0
    if (this.most !== undefined && count >= this.most) {
      this.#refused += 1
      return false
    }
    this.#bySubject.set(subject, count + 1)
    this.#total += 1
    return true
  }

  /** Ends one that was begun. */
  end(subject: string): void {
    const count = this.#bySubject.get(subject) ?? 0
    if (count > 1) this.#bySubject.set(subject, count - 1)
    else this.#bySubject.delete(subject)
    this.#total -= 1
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
