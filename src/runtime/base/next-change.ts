import type { Signals } from './signals.ts'

/** A signal may be lost. */
const pollMs = 5000

/** Waits for a signal, or for the time of the next look. Listens until disposed. */
export function nextChange(
  signals: Pick<Signals, 'listen'>,
  topic: string,
  aborted: AbortSignal,
): Disposable & { readonly happened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const unlisten = signals.listen(topic, resolve)
  const timer = setTimeout(resolve, pollMs)
  const wake = () => resolve()
  aborted.addEventListener('abort', wake)
  return {
    happened: promise,
    [Symbol.dispose]() {
      unlisten()
      clearTimeout(timer)
      aborted.removeEventListener('abort', wake)
    },
  }
}
