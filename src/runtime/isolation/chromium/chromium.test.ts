import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manualClock } from '../../base/clock.ts'
import { createLog } from '../../base/log.ts'
import type { BrowserNetwork } from './browser-network.ts'
import { Chromium, type ChromiumSettings } from './chromium.ts'

test('a run that waits for its place while the browsers are ended starts none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-chromium-test-'))
  const settings = { dataDir, browserPath: process.execPath, browserMemoryBytes: 1e9 } as ChromiumSettings
  const network = Promise.withResolvers<BrowserNetwork>()
  const asked = Promise.withResolvers<void>()
  const find = () => {
    asked.resolve()
    return network.promise
  }
  const deps = { settings, log: createLog({ logLevel: 'silent' }), clock: manualClock() }
  const chromium = new Chromium(deps, join(dataDir, 'no-groups'), undefined, find)
  const program = new URL('data:text/javascript,')
  const { signal } = new AbortController()
  const running = chromium.run({ program, args: undefined, signal, limitMs: 1000 })
  await asked.promise
  const ending = chromium.end()
  network.resolve({ isConfined: false, prefix: [] })
  await expect(running).rejects.toThrow('the browsers have been ended')
  await ending
  expect([chromium.isRunning, chromium.failures]).toEqual([false, 0])
  await rm(dataDir, { recursive: true })
})
