import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookEveryMs = 1000
/** Of the time between two looks, at most this part was spent working. */
const maxWork = 0.02

/**
 * Collects, once, what the start of the server has left in memory, about a fifth of it, which V8 would keep until memory
 * is short. That takes 0.15 s of processor time, in which nothing else runs, so it waits for a second with next to
 * nothing to do. Does not keep the process running.
 *
 * @param workOf the part of the time since it was last called that was spent working, from 0 to 1
 */
export function releaseStartMemory(collect: () => void = collectAll, workOf: () => number = eventLoopWork()): void {
  const looking = setInterval(() => {
    if (workOf() > maxWork) return
    clearInterval(looking)
    collect()
  }, lookEveryMs)
  looking.unref()
}

function eventLoopWork(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

/**
 * Collects all garbage, and shrinks the space for young objects, which the start has grown to its largest.
 *
 * The flavour is known to V8, but to no document of Node. It is asked for all the same: after a plain collection the server
 * keeps 14 MB more, and after `queryObjects` of node:v8, which is documented to collect everything, 9 MB. A V8 that does not
 * know the flavour does a plain collection.
 */
export function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: {
    type: 'major'
    flavor: 'last-resort'
    execution: 'sync'
  }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}
