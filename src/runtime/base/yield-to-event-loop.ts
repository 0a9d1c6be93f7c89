/** How long work may block the event loop, in milliseconds. */
const sliceMs = 4

/** The works that wait for their next slice, in order. */
const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, in which no other work continues: a hundred simultaneous works would otherwise
 * block it a hundred times as long as one.
 */
function turnOfOne(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(wakeNext)
  })
}

function wakeNext(): void {
  const wake = waiting.shift()
  if (waiting.length > 0) setImmediate(wakeNext)
  wake?.()
}

/**
 * Divides long work into slices, between which the event loop serves others. Of all works of the process, one gets a slice in
 * each turn of the event loop.
 */
export class Slices {
  readonly #now: () => number
  readonly #rest: () => Promise<unknown>
  #until: number

  /**
   * @param now milliseconds of any clock that never goes back
   * @param rest lets the event loop serve others
   */
  constructor(now: () => number = () => performance.now(), rest: () => Promise<unknown> = turnOfOne) {
    this.#now = now
    this.#rest = rest
    this.#until = now() + sliceMs
  }

  /** Check this between two small steps. */
  get isOver(): boolean {
    return this.#now() >= this.#until
  }

  /** Begins a slice now: after a wait for something else, in which others could run. */
  begin(): void {
    this.#until = this.#now() + sliceMs
  }

  /** Lets others run, and begins the next slice. */
  async next(): Promise<void> {
    await this.#rest()
    this.begin()
  }
}
