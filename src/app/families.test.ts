import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { isServed, servedFamilies, unservedMethods } from './families.ts'

/** May only become shorter. */
const unserved: string[] = []

test('the methods of served families that are not served yet are these, and exist', () => {
  expect([...unservedMethods].sort()).toEqual(unserved)
  const ids: readonly string[] = operations.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(unserved))
  const missing = operations.filter((operation) => servedFamilies.has(operation.family) && !isServed(operation))
  expect(missing.map(({ id }) => id).sort()).toEqual(unserved)
})
