import { expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import type { WorkDeps } from './index.ts'
import { workSubscriber } from './subscriber.ts'

/** What becomes of a new task for the agent if beginning its work fails so. */
function received(failure: Error): Promise<unknown> {
  const require = () => {
    throw failure
  }
  const subscription = workSubscriber({ agent: { require } } as unknown as WorkDeps).topics['tasks.assigned']
  const event = { payload: { id: 'task_1', title: 'Compare trains' }, account: 'account_1' }
  return subscription?.take(event as never, { get: async () => undefined } as never) as Promise<unknown>
}

test('a task that the agent cannot begin remains for others', async () => {
  expect(await received(new ApiError('not_configured', 'There is no model.'))).toBeUndefined()
})

test('a task whose work could not be stored is delivered again', async () => {
  await expect(received(new Error('The database is gone.'))).rejects.toThrow('The database is gone.')
})
