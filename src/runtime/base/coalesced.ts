/**
 * Work that never runs twice at once. All requests that come while it runs share one run after that, so that everything that was
 * to be done at the time of a request gets done.
 */
export class Coalesced {
  readonly #work: () => Promise<void>
  #isWanted = false
  #isRunning = false
  #runs: Promise<void> = Promise.resolve()

  /** @param work handles its own failures */
  constructor(work: () => Promise<void>) {
    this.#work = work
  }

  /** Whether a run has started and not ended, or is about to start. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Requests a run. Resolves when a run that started after this call has ended, and with it all that were requested. */
  run(): Promise<void> {
    this.#isWanted = true
    if (!this.#isRunning) this.#runs = this.#runWhileWanted()
    return this.#runs
  }

  /** Resolves when all runs that were requested so far have ended; starts none. */
  idle(): Promise<void> {
    return this.#runs
  }

  /** Cancels a requested run that has not started. */
  cancel(): void {
    this.#isWanted = false
  }

  async #runWhileWanted(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.#work()
      }
    } finally {
      // In the same turn as the last check of #isWanted: a request in between would be lost.
      this.#isRunning = false
    }
  }
}
