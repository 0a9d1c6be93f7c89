import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { type Bill, freeBill } from '../money/bill.ts'
import type { Context } from './context.ts'
import type { Claim } from './idempotency/keyed-calls.ts'
import { settle, settleFailed } from './settle.ts'

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

test.each([
  ['is charged for an error that costs', true, false, 1],
  ['is not charged for any other error', undefined, false, 0],
  ['is not charged for an error by a payment', true, true, 0],
] as const)('a failed call %s', async (_what, costs, isPaidFirst, charged) => {
  const charge = (amount: number) => async () => ({ charge: { charged: amount, available: 1 } })
  const bill: Bill = { ...freeBill, isPaidFirst, settle: charge(1), release: charge(0) }
  const error = new ApiError('upstream_timeout', 'It took too long.', costs && { costs })
  expect(await settleFailed(bill, error)).toMatchObject({ charged })
  expect(await settleFailed(undefined, error)).toBeUndefined()
})

test('a failed call that cannot be charged costs nothing, and fails with its own error', async () => {
  const settle = () => Promise.reject(new Error('the database is gone'))
  const bill: Bill = { ...freeBill, settle, release: async () => ({ charge: { charged: 0, available: 1 } }) }
  const error = new ApiError('upstream_timeout', 'It took too long.', { costs: true })
  expect(await settleFailed(bill, error)).toEqual({ charged: 0, available: 1 })
})
