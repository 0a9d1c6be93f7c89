/** Runs work sequentially, in the order of the calls. A failure does not stop the next. */
export function createSerial() {
  let last: Promise<void> = Promise.resolve()
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const run = last.then(work)
      last = run.then(ignore, ignore)
      return run
    },
    /** Resolves when all work so far has ended. */
    idle: () => last,
  }
}

/** Runs work with the same key sequentially, and work with different keys concurrently. */
export function createSerialByKey() {
  const last = new Map<string, Promise<void>>()
  return {
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
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
