import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startProgress } from './waiting-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function terminalWith(isTTY: boolean) {
  const stderr = Object.assign(new PassThrough(), { isTTY })
  return {
    terminal: { stdin: new PassThrough(), stdout: new PassThrough(), stderr },
    said: () => String(stderr.read() ?? ''),
  }
}

test('a call of less than a second prints nothing', () => {
  const { terminal, said } = terminalWith(true)
  const end = startProgress(terminal, 'notes add')
  vi.advanceTimersByTime(999)
  end()
  vi.advanceTimersByTime(5000)
  expect(said()).toBe('')
})

test('a longer one is reported every second in one line, which is cleared at the end', () => {
  const { terminal, said } = terminalWith(true)
  const end = startProgress(terminal, 'notes add')
  vi.advanceTimersByTime(2500)
  expect(said()).toBe('\r\u001B[Knotes add … 1 s (Ctrl-C gives up)\r\u001B[Knotes add … 2 s (Ctrl-C gives up)')
  end()
  expect(said()).toBe('\r\u001B[K')
  expect(vi.getTimerCount()).toBe(0)
})

test('nothing is printed without a terminal', () => {
  const { terminal, said } = terminalWith(false)
  const end = startProgress(terminal, 'notes add')
  vi.advanceTimersByTime(60_000)
  end()
  expect(said()).toBe('')
})
