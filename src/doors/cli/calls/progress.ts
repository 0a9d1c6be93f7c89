import type { Terminal } from '../output/terminal.ts'

const FIRST_AFTER_MS = 1000
/** Back to the first column, and whatever stands in the line is gone. */
const CLEAR = '\r\u001B[K'

/**
 * Says on standard error, where a person looks at it, that a call is still running: from one second on, every second.
 *
 * @returns ends it and clears the line
 */
export function startProgress({ stderr }: Terminal, what: string): () => void {
  if (!stderr.isTTY) return () => undefined
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    stderr.write(`${CLEAR}${what} … ${seconds} s (Ctrl-C gives up)`)
  }, FIRST_AFTER_MS)
  return () => {
    clearInterval(timer)
    if (seconds > 0) stderr.write(CLEAR)
  }
}
