/** A value that is created at its first use and then shared. */
export interface Once<T> {
  (): Promise<T>
  /** Resolves when a making that has begun is over, one way or the other; begins none. */
  idle(): Promise<void>
}

/** @param make what makes the value; when it fails, the next use tries again */
export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | undefined
  const get = (): Promise<T> => {
    made ??= make().catch((failure: unknown) => {
      made = undefined
      throw failure
    })
    return made
  }
  return Object.assign(get, { idle: () => ended(made) })
}

/** Something that runs once at a time: who asks for it while it runs shares that run, also its failure. */
export interface SingleFlight<T> {
  (): Promise<T>
  /** Resolves when a run that has begun is over, one way or the other; begins none. */
  idle(): Promise<void>
}

export function singleFlight<T>(work: () => Promise<T>): SingleFlight<T> {
  let running: Promise<T> | undefined
  const run = (): Promise<T> => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  return Object.assign(run, { idle: () => ended(running) })
}

/** Single flights by key. */
export class SingleFlights<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>()

  /** Whether there is a run with this key. */
  has(key: Key): boolean {
    return this.#running.has(key)
  }

  /** Starts `work`, or shares the run that has this key. */
  run(key: Key, work: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key)
    if (running) return running
    const run = work().finally(() => this.#running.delete(key))
    this.#running.set(key, run)
    return run
  }

  /** Resolves when the runs that have begun are over, one way or the other. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }
}

async function ended(run: Promise<unknown> | undefined): Promise<void> {
  await run?.catch(() => undefined)
}
