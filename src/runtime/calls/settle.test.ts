import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import type { Bill } from '../money/bill.ts'
import { freeBill } from '../money/bill.ts'
import type { Context } from './context.ts'
import type { Claim } from './idempotency/keyed-calls.ts'
import { settle } from './settle.ts'

/** Settles a call, whose bill and key take their time. @returns what was done, in order */
async function stepsOf(isPaidFirst: boolean, isKept = true): Promise<string[]> {
  const steps: string[] = []
  const step = async <T>(name: string, value: T) => {
    await setImmediate()
    steps.push(name)
    return value
  }
  const bill: Bill = {
    ...freeBill,
    isPaidFirst,
    settle: () => step('paid', {}),
    release: () => step('released', {}),
  }
  const operation = operations[0] as Operation
  const claim = { keep: () => step('stored', isKept) } as unknown as Claim
  await settle({ operation, bill } as Context, {}, claim, [])
  return steps
}

test('a result is stored under its key before it is charged, and returned after both', async () => {
  expect(await stepsOf(false)).toEqual(['stored', 'paid'])
  expect(await stepsOf(false, false)).toEqual(['stored', 'released'])
})

test('a result paid by x402 is stored under its key once it is paid, and returned after both', async () => {
  expect(await stepsOf(true)).toEqual(['paid', 'stored'])
})
