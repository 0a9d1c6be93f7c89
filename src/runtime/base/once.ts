/** A value that is created at its first use and then shared. */
export interface Once<T> {
  (): Promise<T>
  /** Resolves when a running creation has ended, successful or not; starts none. */
  idle(): Promise<void>
}

/** @param make creates the value; if it fails, the next use tries again */
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

/** Work that never runs twice at once: calls while it runs share that run, including its failure. */
export interface SingleFlight<T> {
  (): Promise<T>
  /** Resolves when the current run has ended, successful or not; starts none. */
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

  /** Whether a run with this key exists. */
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

  /** Resolves when the current runs have ended, successful or not. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }
}

async function ended(run: Promise<unknown> | undefined): Promise<void> {
  await run?.catch(() => undefined)
}
