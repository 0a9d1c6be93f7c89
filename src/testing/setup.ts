import { join, relative } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { doorFaults } from './checked-doors.ts'
import { forgetLoggedErrors, loggedErrors } from './logged-errors.ts'
import { restoreTimers } from './real-timers.ts'
import { recordResponsesOf } from './record-response.ts'

recordResponsesOf(relative(join(import.meta.dirname, '../..'), expect.getState().testPath ?? ''))

// Vitest refuses what modules still being loaded ask for when a file ends, and all later files of the worker would get
// that failure: a server may stop while it loads what a caller did not wait for.
afterAll(() => vi.dynamicImportSettled())

// Restores globals that a test has left replaced, and fails its file: timers that never fire would make tests of other files hang.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  const replaced = restoreTimers()
  if (replaced.length > 0) throw new Error(`A test of this file has left ${replaced.join(', ')} replaced.`)
})

afterAll(() => {
  const faults = doorFaults()
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

beforeEach(forgetLoggedErrors)
afterEach(({ task }) => {
  const lines = task.result?.state === 'fail' ? loggedErrors() : []
  if (lines.length > 0) console.error(`The servers of this test have logged:\n${lines.join('')}`)
})
