import { expect, test, vi } from 'vitest'
import { createLog } from '../base/log.ts'
import { createCallLines } from './call-line.ts'

const facts = { requestId: 'aB3.1-x_9', operation: 'notes.get', code: 'ok', durationMs: 0.125 }

/** The line that the logger writes for the facts of a call, and that which is written for it. */
function linesOf(requestId: string, message: string) {
  vi.useFakeTimers({ now: Date.parse('2026-07-09T20:04:00.007Z'), toFake: ['Date'] })
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  log.info({ ...facts, requestId }, message)
  createCallLines(log)({ ...facts, requestId }, message)
  vi.useRealTimers()
  return lines
}

test.each([
  ['of a call', 'aB3.1-x_9', 'call'],
  ['of a call that was cancelled', 'aB3.1-x_9', 'call cancelled'],
  ['with an id that JSON does not hold as it is', 'a"b\\c\nd', 'call'],
  ['with a long id', 'x'.repeat(300), 'call'],
  ['without an id', '', 'call'],
])('a line %s is what the logger would write', (_which, requestId, message) => {
  const [expected, line] = linesOf(requestId, message)
  expect(line).toBe(expected)
  expect(line).toContain('"time":"2026-07-09T20:04:00.007Z"')
})

test('an id that looks like a token is not logged', () => {
  const [, line] = linesOf('od_0123456789abcdef', 'call')
  expect(line).not.toContain('0123456789')
})

test('a buffer is told that the line is none of an error', () => {
  const output = Object.assign({ write: () => undefined }, { lastLevel: 50, [Symbol.for('pino.metadata')]: true })
  createCallLines(createLog({ logLevel: 'info' }, output))(facts, 'call')
  expect(output.lastLevel).toBe(30)
})
