interface FeedOptions<T> {
  /** Ends the feed and drops the waiting items. */
  readonly signal: AbortSignal
  readonly maxItems: number
  /** One larger item is accepted if nothing else waits. */
  readonly maxBytes: number
  sizeOf(item: T): number
  /** The error for a reader that is too far behind. */
  overflow(): Error
  /** The limit of all feeds together; that of the process if not given. */
  readonly budget?: FeedBudget
  /** Called once, when no more items are accepted; never if the signal had already aborted at the start. */
  onEnd(): void
}

/**
 * Counts how far the readers of all feeds are behind. Beyond its limit those that are behind by more than their share are
 * disconnected, so that one account's slow readers do not affect other readers.
 */
export class FeedBudget {
  readonly #maxBytes: number
  #bytes = 0
  #behind = 0

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /** Whether a feed with `own` waiting bytes may accept `size` more. */
  hasRoom(own: number, size: number): boolean {
    return this.#bytes + size <= this.#maxBytes || own + size <= this.#maxBytes / Math.max(1, this.#behind)
  }

  /** Counts the bytes of a feed. */
  changed(from: number, to: number): void {
    this.#bytes += to - from
    this.#behind += Number(to > 0) - Number(from > 0)
  }
}

const budgetOfProcess = new FeedBudget()

/** The items that wait for one reader, up to a limit; producers never wait for the reader. */
export class Feed<T> implements AsyncIterable<T> {
  readonly #options: FeedOptions<T>
  #waiting: T[] = []
  readonly #budget: FeedBudget
  #bytes = 0
  #hasEnded: boolean
  #failure: Error | undefined
  #wake: (() => void) | undefined

  constructor(options: FeedOptions<T>) {
    this.#options = options
    this.#budget = options.budget ?? budgetOfProcess
    this.#hasEnded = options.signal.aborted
    if (!this.#hasEnded) options.signal.addEventListener('abort', this.#drop)
  }

  /** Never waits. A reader that is too far behind gets the error of `overflow` and nothing more. */
  push(item: T): void {
    if (this.#hasEnded) return
    const { maxItems, maxBytes, sizeOf, overflow } = this.#options
    const size = sizeOf(item)
    const isFull =
      this.#waiting.length >= maxItems || this.#bytes + size > maxBytes || !this.#budget.hasRoom(this.#bytes, size)
    if (this.#waiting.length > 0 && isFull) {
      this.fail(overflow())
      return
    }
    this.#waiting.push(item)
    this.#hold(this.#bytes + size)
    this.#wake?.()
  }

  /** Ends the feed once the waiting items are read. Does nothing for a feed that has ended. */
  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.signal.removeEventListener('abort', this.#drop)
    this.#options.onEnd()
    this.#wake?.()
  }

  /** Drops the waiting items; the reader gets the error. Does nothing for a feed that has ended. */
  fail(error: Error): void {
    if (this.#hasEnded) return
    this.#failure = error
    this.#drop()
  }

  readonly #drop = (): void => {
    this.#waiting = []
    this.#hold(0)
    this.end()
  }

  #hold(bytes: number): void {
    this.#budget.changed(this.#bytes, bytes)
    this.#bytes = bytes
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        if (this.#failure) throw this.#failure
        const item = this.#waiting.shift()
        if (item !== undefined) {
          this.#hold(this.#bytes - this.#options.sizeOf(item))
          yield item
        } else if (this.#hasEnded) {
          return
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
          this.#wake = undefined
        }
      }
    } finally {
      this.#drop()
    }
  }
}
