import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, LogBuffer, writeFully } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function buffered() {
  const writes: string[] = []
  const buffer = new LogBuffer({ write: (text) => void writes.push(text) })
  const messages = () =>
    writes
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg)
  return { writes, messages, buffer, log: createLog({ logLevel: 'info' }, buffer) }
}

test('lines are written together, in order, after 200 ms at the latest', () => {
  const { log, writes, messages } = buffered()
  log.info('one')
  vi.advanceTimersByTime(100)
  log.warn('two')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(100)
  expect([writes.length, messages()]).toEqual([1, ['one', 'two']])
  log.info('three')
  vi.advanceTimersByTime(200)
  expect([writes.length, messages()]).toEqual([2, ['one', 'two', 'three']])
})

test('an error line is written at once, after those before it', () => {
  const { log, writes, messages } = buffered()
  log.child({ operation: 'notes.add' }).info('one')
  log.error('two')
  expect([writes.length, messages()]).toEqual([1, ['one', 'two']])
  log.info('three')
  expect(writes).toHaveLength(1)
})

test('the buffer is bounded', () => {
  const { log, writes, buffer } = buffered()
  for (let index = 0; index < 1000; index++) log.info({ index }, 'call')
  expect(writes.length).toBeGreaterThan(1)
  expect(writes.length).toBeLessThan(20)
  for (const text of writes) expect(text.length).toBeLessThan(16_384 + 200)
  buffer.flush()
  expect(writes.join('').trim().split('\n')).toHaveLength(1000)
})

test.each([
  [
    'a signal',
    `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); process.kill(process.pid, 'SIGTERM')`,
  ],
  ['exit', 'process.exit(0)'],
  ['its natural end', ''],
])('a process that ends by %s has written every line', async (_, end) => {
  vi.useRealTimers()
  const script = `
    import { createLog } from ${JSON.stringify(import.meta.resolve('./log.ts'))}
    const log = createLog({ logLevel: 'info' })
    for (let index = 0; index < 500; index++) log.info({ index }, 'call')
    ${end}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).index),
  ).toEqual(Array.from({ length: 500 }, (_, index) => index))
})

test('a full pipe and partial writes lose nothing, and a closed reader ends the writing', () => {
  let written = ''
  let calls = 0
  writeFully(1, 'naïve\nlines\n'.repeat(3), (_fd, bytes) => {
    calls += 1
    if (calls % 2 === 0) throw Object.assign(new Error('full'), { code: 'EAGAIN' })
    written += bytes.subarray(0, 7).toString('latin1')
    return Math.min(7, bytes.length)
  })
  expect(Buffer.from(written, 'latin1').toString()).toBe('naïve\nlines\n'.repeat(3))
  const gone = vi.fn(() => {
    throw Object.assign(new Error('gone'), { code: 'EPIPE' })
  })
  writeFully(1, 'text', gone)
  expect(gone).toHaveBeenCalledOnce()
})

test('a process writes many lines at once to standard output', async () => {
  vi.useRealTimers()
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { writeSync } = fs
    let count = 0
    fs.writeSync = (...args) => (args[0] === 1 && count++, writeSync(...args))
    syncBuiltinESMExports()
    const { createLog } = await import(${JSON.stringify(import.meta.resolve('./log.ts'))})
    const log = createLog({ logLevel: 'info' })
    for (let index = 0; index < 500; index++) log.info({ index }, 'call')
    process.on('exit', () => writeSync(2, String(count)))`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(Number(stderr)).toBeGreaterThan(0)
  expect(Number(stderr)).toBeLessThan(10)
})
