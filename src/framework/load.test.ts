import { expect, test } from 'vitest'
import { loadFramework } from './load.ts'

test('others are served between the parts of the framework while it is loaded', async () => {
  let turns = 0
  let isLoading = true
  const other = () => {
    turns += 1
    if (isLoading) setImmediate(other)
  }
  setImmediate(other)
  const { openFramework } = await loadFramework()
  isLoading = false
  expect(turns).toBeGreaterThan(10)
  expect(openFramework).toBeTypeOf('function')
})
