export const mebibyte = 1024 * 1024

/** How many bytes may be buffered. */
export interface ByteBounds {
  readonly perSubject: number
  readonly perProcess: number
}

const defaultBounds: ByteBounds = { perSubject: 16 * mebibyte, perProcess: 64 * mebibyte }

/**
 * Bytes that clients have sent or requested and that are buffered until they are processed, such as the parts of unfinished
 * messages. Without a limit, many connections together could fill the memory.
 */
export class BufferedBytes {
  readonly #bounds: ByteBounds
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
    const { perSubject, perProcess } = this.#bounds
    if (this.of(subject) + bytes > perSubject || this.#total + bytes > perProcess) return false
    this.#count(subject, bytes)
    return true
  }

  /**
   * Counts bytes even beyond the limits.
   *
   * @returns call it when they are no longer buffered, any number of times
   */
  hold(subject: string, bytes: number): () => void {
    this.#count(subject, bytes)
    let isOver = false
    return () => {
      if (!isOver) this.remove(subject, bytes)
      isOver = true
    }
  }

  #count(subject: string, bytes: number): void {
    if (bytes === 0) return
    this.#bySubject.set(subject, this.of(subject) + bytes)
    this.#total += bytes
  }

  /** Removes bytes that were counted for the subject. */
  remove(subject: string, bytes: number): void {
    if (bytes === 0) return
    const left = this.of(subject) - bytes
    if (left > 0) this.#bySubject.set(subject, left)
    else this.#bySubject.delete(subject)
    this.#total -= bytes
  }

  /** How many bytes are buffered for the subject. */
  of(subject: string): number {
    return this.#bySubject.get(subject) ?? 0
  }

  /** For how many subjects bytes are buffered. */
  get subjects(): number {
    return this.#bySubject.size
  }

  /** How many bytes are buffered in total. */
  get total(): number {
    return this.#total
  }
}
