import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import { httpClientParts, loadHttpClient } from './http-client.ts'

test('others are served between the parts of the HTTP client while it is loaded', async () => {
  const { result, turns } = await turnsDuring(loadHttpClient)
  expect(turns).toBeGreaterThan(httpClientParts.length)
  expect(result.Agent).toBeTypeOf('function')
})

test('no part of the HTTP client, nor what is left of it after them, is more than a quarter of it', () => {
  const program = `
    const loaded = () => Object.keys(require.cache).length
    const counts = ${JSON.stringify([...httpClientParts, 'undici'])}.map((name) => {
      const before = loaded()
      require(name)
      return loaded() - before
    })
    console.log(JSON.stringify(counts))`
  const printed = execFileSync(process.execPath, ['--eval', program], { cwd: import.meta.dirname, encoding: 'utf8' })
  const counts = JSON.parse(printed) as number[]
  const all = counts.reduce((sum, count) => sum + count, 0)
  expect(all).toBeGreaterThan(50)
  expect(Math.max(...counts)).toBeLessThan(all / 4)
})
