import { readdir, readFile } from 'node:fs/promises'

/** The environment variable that identifies the processes of a run, even in another group or session. */
export const MARK = 'ONEDOOR_PROCESS'

const lookMs = 50

/**
 * Ends every process that was started with one of these marks, with SIGTERM and then SIGKILL.
 *
 * @param graceMs the time between the two signals
 * @returns how many there were; 0 if the system does not show the environment of processes (/proc of Linux)
 */
export async function endMarked(ids: readonly string[], graceMs: number): Promise<number> {
  const found = await marked(ids)
  signal(found, 'SIGTERM')
  const untilMs = performance.now() + graceMs
  let left = found
  while (left.length > 0 && performance.now() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    left = await marked(ids)
  }
  // Some may have started others in the meantime.
  for (let round = 0; left.length > 0 && round < 10; round++) {
    signal(left, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    left = await marked(ids)
  }
  return found.length
}

function signal(pids: readonly number[], name: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // It ended on its own, or now belongs to another user.
    }
  }
}

/** The processes that have one of the marks in their initial environment. */
async function marked(ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return []
  const marks = new Set(ids.map((id) => `${MARK}=${id}`))
  const names = await readdir('/proc').catch(() => [])
  const found: number[] = []
  for (const name of names) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    // The environment of a zombie process is empty.
    const environ = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
    if (environ.split('\0').some((variable) => marks.has(variable))) found.push(Number(name))
  }
  return found
}
