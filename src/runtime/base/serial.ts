/** Runs work sequentially, in the order of the calls. A failure does not stop the next. */
export interface Serial {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when all work so far has ended. */
  idle(): Promise<void>
}

export function createSerial(): Serial {
  let last: Promise<void> = Promise.resolve()
  return {
    run(work) {
      const run = last.then(work)
      last = run.then(ignore, ignore)
      return run
    },
    idle: () => last,
  }
}

/** Runs work with the same key sequentially, and work with different keys concurrently. */
export interface SerialByKey {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createSerialByKey(): SerialByKey {
  const last = new Map<string, Promise<void>>()
  return {
    run(key, work) {
      const run = (last.get(key) ?? Promise.resolve()).then(work)
      const ended = run.then(ignore, ignore).then(() => {
        if (last.get(key) === ended) last.delete(key)
      })
      last.set(key, ended)
      return run
    },
  }
}

function ignore(): void {}
