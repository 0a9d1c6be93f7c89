/**
 * Work that never runs twice at once. All requests that come while it runs share one run after that, so that everything that was
 * to be done at the time of a request gets done.
 */
export class Coalesced {
  readonly #work: () => Promise<void>
  /** The run that was requested and has not started. */
  #next: PromiseWithResolvers<void> | undefined
  #isRunning = false
  #runs: Promise<void> = Promise.resolve()

  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** Whether a run has started and not ended, or is about to start. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Requests a run. Settles as the first run that starts after this call does; resolves if that run is cancelled. */
  run(): Promise<void> {
    this.#next ??= Promise.withResolvers()
    const { promise } = this.#next
    if (!this.#isRunning) this.#runs = this.#runWhileWanted()
    return promise
  }

  /** Resolves when all runs that were requested so far have ended; starts none. */
  idle(): Promise<void> {
    return this.#runs
  }

  /** Cancels a requested run that has not started. */
  cancel(): void {
    this.#next?.resolve()
    this.#next = undefined
  }

  async #runWhileWanted(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#next) {
        const { resolve, reject } = this.#next
        this.#next = undefined
        try {
          await this.#work()
          resolve()
        } catch (error) {
          reject(error)
        }
      }
    } finally {
      // In the same turn as the last check of #next: a request in between would be lost.
      this.#isRunning = false
    }
  }
}
