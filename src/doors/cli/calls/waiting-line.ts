import type { Terminal } from '../output/terminal.ts'

const FIRST_AFTER_MS = 1000
/** Returns to the first column and clears the line. */
const CLEAR = '\r\u001B[K'

/**
 * Shows on a terminal that a call is still running, every second.
 *
 * @returns stops it and clears the line
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
