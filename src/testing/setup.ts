import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { forgetLoggedErrors, loggedErrors } from './logged-errors.ts'

// Vitest refuses what modules still being loaded ask for when a file ends, and all later files of the worker would get
// that failure: a server may stop while it loads what a caller did not wait for.
afterAll(() => vi.dynamicImportSettled())

beforeEach(forgetLoggedErrors)
afterEach(({ task }) => {
  const lines = task.result?.state === 'fail' ? loggedErrors() : []
  if (lines.length > 0) console.error(`The servers of this test have logged:\n${lines.join('')}`)
})
