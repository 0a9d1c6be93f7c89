import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { turnsDuring } from '#testing/event-loop-turns.ts'
import { loadPlaywright, playwrightParts } from './playwright.ts'

test('others are served between the parts of Playwright while it is loaded', async () => {
  const { result, turns } = await turnsDuring(loadPlaywright)
  expect(turns).toBeGreaterThan(playwrightParts.length)
  expect(result.chromium.name()).toBe('chromium')
})

test('the parts of Playwright leave nothing of it to be loaded but its entry', () => {
  const program = `
    for (const name of ${JSON.stringify(playwrightParts)}) require(name)
    const before = Object.keys(require.cache).length
    require('playwright-core')
    console.log(Object.keys(require.cache).length - before)`
  const printed = execFileSync(process.execPath, ['--eval', program], { cwd: import.meta.dirname, encoding: 'utf8' })
  expect(printed).toBe('1\n')
})
