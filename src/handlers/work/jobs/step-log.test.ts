import { expect, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import type { WorkRow } from '../rows/work.ts'
import { StepLog } from './step-log.ts'

/** A log of steps whose writes end when the test says so. */
function scripted() {
  const writes: PromiseWithResolvers<unknown>[] = []
  const warned: unknown[] = []
  const writeInTurn = () => {
    const write = Promise.withResolvers<unknown>()
    writes.push(write)
    return write.promise
  }
  const log = { warn: (fields: object, text: string) => warned.push([text, fields]) }
  const deps = { clock: manualClock(), log, writeInTurn, store: {} }
  const steps = new StepLog(deps as never, { id: 'work_1', owner: 'account_1' } as WorkRow, 1)
  const called = (number: number) => {
    const call = { number, method: 'notes.add', ok: true, cost_credits: 0, startedAtMs: 0, durationMs: 1, text: 'x' }
    steps.record({ type: 'called', call } as never)
  }
  const isSettled = async (promise: Promise<unknown>) => {
    let settled = false
    const settle = () => {
      settled = true
    }
    promise.then(settle, settle)
    await new Promise((resolve) => setImmediate(resolve))
    return settled
  }
  return { steps, called, writes, warned, isSettled }
}

test('the calls of a run are written one after the other, and all before a next call begins', async () => {
  const { steps, called, writes, isSettled } = scripted()
  expect(steps.hasAny).toBe(false)
  called(1)
  called(2)
  const begun = steps.begin({ number: 3, operation: { id: 'notes.list', effects: ['reads own'] } } as never)
  const written = steps.written()
  expect([await isSettled(written), writes.length, steps.hasAny]).toEqual([false, 1, true])
  writes[0]?.resolve(undefined)
  expect([await isSettled(written), writes.length]).toEqual([false, 2])
  writes[1]?.resolve(undefined)
  expect([await isSettled(written), await isSettled(begun), writes.length]).toEqual([true, false, 3])
  writes[2]?.resolve(undefined)
  await begun
})

test('a step that is not written is logged, and the next one is written all the same', async () => {
  const { steps, called, writes, warned, isSettled } = scripted()
  called(1)
  called(2)
  await isSettled(steps.written())
  writes[0]?.reject(new Error('disk full'))
  await isSettled(steps.written())
  expect(writes).toHaveLength(2)
  writes[1]?.resolve(undefined)
  await steps.written()
  expect(warned).toEqual([['step of work not written', { err: new Error('disk full'), work: 'work_1' }]])
})

test('what is no step is not written', async () => {
  const { steps, writes } = scripted()
  steps.record({ type: 'text', text: 'Hello' } as never)
  await steps.written()
  expect([steps.hasAny, writes.length]).toEqual([false, 0])
})
