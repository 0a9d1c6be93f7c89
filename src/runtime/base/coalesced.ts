/**
 * Work that runs once at a time. Who asks for it while it runs gets another run after that one, together with all others who
 * ask meanwhile, so that what was there to be done at the time of asking is done.
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

  /** Whether a run has begun and not ended, or is about to begin. */
  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Asks for a run. Resolves once one that began after this call has ended, and with it all that were asked for. */
  run(): Promise<void> {
    this.#isWanted = true
    if (!this.#isRunning) this.#runs = this.#runWhileWanted()
    return this.#runs
  }

  /** Resolves when all runs that were asked for so far have ended; begins none. */
  idle(): Promise<void> {
    return this.#runs
  }

  /** Takes back what was asked for and has not begun. */
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
      // In the same turn as the last look at what is wanted: a request in between would be lost.
      this.#isRunning = false
    }
  }
}
