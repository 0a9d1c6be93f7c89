/**
 * Waits for work that others may wait for, too, but no longer than somebody waits here: the work goes on without them.
 *
 * @throws the reason of the signal when it aborts, else what the work throws
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) {
      work.catch(() => undefined)
      return leave()
    }
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
