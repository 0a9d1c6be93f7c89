import { expect, test } from 'vitest'
import { turnsDuring } from '../testing/event-loop-turns.ts'
import { loadFramework } from './load.ts'

test('others are served between the parts of the framework while it is loaded', async () => {
  const { result, turns } = await turnsDuring(loadFramework)
  expect(turns).toBeGreaterThan(10)
  expect(result.openFramework).toBeTypeOf('function')
})
