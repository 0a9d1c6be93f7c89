import { expect } from 'vitest'
import type { OperationId } from '../../generated/server/operations.ts'
import type { TestCaller } from './server.ts'

/** Calls an operation with invalid arguments, and expects the error to name these, in any order, and no others. */
export async function expectFaults(
  caller: TestCaller,
  id: OperationId,
  args: Record<string, unknown>,
  paths: readonly string[],
): Promise<void> {
  const { status, body } = await caller.fails(id, args)
  const named = body.details?.map(({ path }) => path).toSorted()
  expect([status, body.code, named]).toEqual([400, 'invalid_argument', paths.toSorted()])
}
