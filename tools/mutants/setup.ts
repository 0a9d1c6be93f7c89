import { afterEach, beforeEach } from 'vitest'
import { holder } from './reach.ts'

declare module 'vitest' {
  interface TaskMeta {
    marks?: string[]
    marksBefore?: string[]
  }
}

holder.reachedMutants = new Set()
let marksBefore: string[] | undefined
let hasFailed = false

beforeEach(({ skip }) => {
  // One failure is enough to know.
  if (hasFailed) skip()
  marksBefore ??= [...(holder.reachedMutants ?? [])]
  holder.reachedMutants?.clear()
})

afterEach(({ task }) => {
  hasFailed = task.result?.state === 'fail'
  task.meta.marks = [...(holder.reachedMutants ?? [])]
  task.meta.marksBefore = marksBefore ?? []
})
