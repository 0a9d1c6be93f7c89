import { afterEach, beforeEach } from 'vitest'
import { holder } from './switches.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Mutants that the test came to. */
    reached?: number[]
    /** What was come to since the test before: while modules were loaded, in `beforeAll`. */
    reachedBefore?: number[]
  }
}

let hasFailed = false

beforeEach(({ task, skip }) => {
  // One failure is enough to know.
  if (hasFailed) skip()
  task.meta.reachedBefore = holder.mutantSwitches?.takeReached() ?? []
})

afterEach(({ task }) => {
  hasFailed = task.result?.state === 'fail'
  task.meta.reached = holder.mutantSwitches?.takeReached() ?? []
})
