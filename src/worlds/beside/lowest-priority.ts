import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Gives this process the lowest priority: on Linux each of its threads, which pass it on to those that they start. */
export function useLowestPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  for (const thread of threadsOfProcess()) setPriority(thread, constants.priority.PRIORITY_LOW)
}

/** Their ids; none where the system does not show them. */
function threadsOfProcess(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return []
  }
}
