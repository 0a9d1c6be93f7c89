const mebibyte = 1024 * 1024

/** How many bytes may be buffered. */
export interface HeldBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: HeldBounds = { perSubject: 16 * mebibyte, perProcess: 64 * mebibyte }

/**
 * Bytes that clients have sent or requested and that are buffered until they are processed, such as the parts of unfinished
 * messages. Without a limit, many connections together could fill the memory.
 */
export class BufferedBytes {
  readonly #bounds: HeldBounds
  readonly #bySubject = new Map<string, number>()
  #total = 0

  constructor(bounds = defaultBounds) {
    this.#bounds = bounds
  }

  /**
   * Counts bytes for a subject (an account, or an address without one).
   *
   * @returns false, without counting them, if they exceed the limit of the subject or the process
   */
  add(subject: string, bytes: number): boolean {
    const held = this.#bySubject.get(subject) ?? 0
    const { perSubject, perProcess } = this.#bounds
    if (held + bytes > perSubject || this.#total + bytes > perProcess) return false
    this.#bySubject.set(subject, held + bytes)
    this.#total += bytes
    return true
  }

  /** Removes bytes that were counted for the subject. */
  remove(subject: string, bytes: number): void {
    if (bytes === 0) return
    const left = (this.#bySubject.get(subject) ?? 0) - bytes
    if (left > 0) this.#bySubject.set(subject, left)
    else this.#bySubject.delete(subject)
    this.#total -= bytes
  }

  /** How many bytes are buffered in total. */
  get total(): number {
    return this.#total
  }
}
