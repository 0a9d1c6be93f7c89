const mebibyte = 1024 * 1024

/** How many bytes may be held at a time. */
export interface HeldBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: HeldBounds = { perSubject: 16 * mebibyte, perProcess: 64 * mebibyte }

/**
 * Bytes that clients have sent or asked for and that are held until somebody takes them, such as the parts of unfinished
 * messages. Many connections would otherwise decide together how much memory it takes.
 */
export class HeldBytes {
  readonly #bounds: HeldBounds
  readonly #bySubject = new Map<string, number>()
  #total = 0

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
  }

  /**
   * Counts bytes for a subject (an account, or an address without one).
   *
   * @returns false, without counting them, if the subject or the process would hold too much
   */
  add(subject: string, bytes: number): boolean {
    const held = this.#bySubject.get(subject) ?? 0
    const { perSubject, perProcess } = this.#bounds
    if (held + bytes > perSubject || this.#total + bytes > perProcess) return false
    this.#bySubject.set(subject, held + bytes)
    this.#total += bytes
    return true
  }

  /** No longer counts bytes that were counted for the subject. */
  remove(subject: string, bytes: number): void {
    if (bytes === 0) return
    const left = (this.#bySubject.get(subject) ?? 0) - bytes
    if (left > 0) this.#bySubject.set(subject, left)
    else this.#bySubject.delete(subject)
    this.#total -= bytes
  }

  /** How many bytes are held in all. */
  get total(): number {
    return this.#total
  }
}
