/**
 * Waits for shared work, but only until the signal aborts: the work itself continues for others.
 *
 * @throws the reason of the signal when it aborts, otherwise the error of the work
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
