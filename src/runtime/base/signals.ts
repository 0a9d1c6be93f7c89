/**
 * Wakes everyone who waits for something in the database, in all server processes. A signal only means that there may be
 * something new, and it may be lost: listeners also poll.
 */
export interface Signals {
  /** Wakes the listeners of the topic in every process, including this one. Never throws and does not wait. */
  send(topic: string): void
  /** Calls `wake` at each signal; several in quick succession can be merged. @returns a function that ends it */
  listen(topic: string, wake: () => void): () => void
  close(): Promise<void>
}

/** The listeners of one process. */
export class Listeners {
  readonly #byTopic = new Map<string, Set<() => void>>()

  add(topic: string, wake: () => void): () => void {
    const wakes = this.#byTopic.get(topic) ?? new Set()
    this.#byTopic.set(topic, wakes)
    const listener = () => wake()
    wakes.add(listener)
    return () => {
      wakes.delete(listener)
      if (wakes.size === 0 && this.#byTopic.get(topic) === wakes) this.#byTopic.delete(topic)
    }
  }

  wake(topic: string): void {
    for (const wake of [...(this.#byTopic.get(topic) ?? [])]) wake()
  }

  /** Called when signals from others may have been missed. */
  wakeAll(): void {
    for (const topic of [...this.#byTopic.keys()]) this.wake(topic)
  }
}

/** Signals within one process, for a database with only one server process. */
export function localSignals(): Signals {
  const listeners = new Listeners()
  return {
    send: (topic) => listeners.wake(topic),
    listen: (topic, wake) => listeners.add(topic, wake),
    close: () => Promise.resolve(),
  }
}

/** Merges signals of a topic in quick succession into one. */
export class Gathered {
  readonly #topics = new Set<string>()
  readonly #send: (topic: string) => void

  constructor(send: (topic: string) => void) {
    this.#send = send
  }

  add(topic: string): void {
    if (this.#topics.size === 0) setImmediate(() => this.#flush())
    this.#topics.add(topic)
  }

  #flush(): void {
    const topics = [...this.#topics]
    this.#topics.clear()
    for (const topic of topics) this.#send(topic)
  }
}
