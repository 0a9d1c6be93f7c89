/** Runs what has the same key one after another, in the order of the calls. A failure does not hold up the next. */
export function turns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = done
      .catch(() => undefined)
      .then(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return done
  }
}
