import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { checkBody } from '#testing/check-response.ts'
import { asApiError } from '../../runtime/base/errors.ts'
import type { Context } from '../../runtime/calls/context.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import { bodyOf, statusOf } from '../../runtime/calls/response.ts'
import type { Verdict } from '../../runtime/limits/policy.ts'
import { documented } from './documented.ts'
import { faultyMethods, preferring } from './faulty-methods.ts'
import type { Preference } from './prefer.ts'
import { Faults } from './world-faults.ts'

/** The outcome of a call of a method that must not run. */
async function outcomeOf(operation: Operation, preference: Preference): Promise<Outcome> {
  const ran = () => Promise.reject(new Error('the method ran'))
  const files = { [operation.id]: async () => ({ default: () => ran }) }
  const file = await faultyMethods(files, new Faults('w'))[operation.id]?.()
  const handler = file?.default({} as never) as (args: object, context: Context) => Promise<unknown>
  const verdicts: Verdict[] = []
  const context = { operation, verdicts, charge: () => undefined, freeKey: async () => undefined } as unknown as Context
  const res = new EventEmitter() as ServerResponse
  return new Promise((resolve) => {
    preferring(preference, res, () => {
      handler({}, context).then(
        (result) => resolve({ operation, result }),
        (failure: unknown) => resolve({ operation, error: asApiError(failure), limits: verdicts }),
      )
    })
  })
}

test('every documented response of every method can be asked for, and is as the document says', async () => {
  const known = (await documented()).operations
  let count = 0
  for (const operation of operations) {
    for (const { status, example } of known.get(operation.id)?.responses ?? []) {
      const outcome = await outcomeOf(operation, { status, example })
      expect(statusOf(outcome), `${operation.id} ${status} ${example}`).toBe(status)
      checkBody(operation.id, status, JSON.parse(JSON.stringify(bodyOf(outcome))))
      if (status === 429) expect(outcome.limits).toMatchObject([{ isAllowed: false, remaining: 0 }])
      count += 1
    }
  }
  expect(count).toBeGreaterThan(operations.length * 5)
})
