import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

/** What answered: the product's own handlers, or handlers that a test put in their place. */
export type ResponseOrigin = 'product' | 'stand-ins'

/** The folder that takes the records of a run; without it nothing is recorded. */
export const responseLogSetting = 'ONEDOOR_TEST_RESPONSE_LOG'

const folder = process.env[responseLogSetting]
const recorded = new Set<string>()
let testFile = ''

/** @param file the test file whose responses are recorded from now on, relative to the root */
export function recordResponsesOf(file: string): void {
  testFile = file
}

/**
 * Notes that an operation returned a status in a test file, once a process. Each process and thread writes its own file,
 * so that tests which run beside each other do not mix their lines.
 */
export function recordResponse(operationId: string, status: number, origin: ResponseOrigin): void {
  const line = `${operationId} ${status} ${origin} ${testFile}\n`
  if (!folder || recorded.has(line)) return
  if (recorded.size === 0) mkdirSync(folder, { recursive: true })
  recorded.add(line)
  appendFileSync(join(folder, `${process.pid}-${threadId}.txt`), line)
}
