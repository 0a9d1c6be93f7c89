import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv, mainFile } from '#testing/program.ts'

test('a server whose NATS cannot be reached does not start, and names the setting to check', async () => {
  const dataDir = await newDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const env = { ...bareEnv, DATA_DIR: dataDir, PORT: '0', NATS_URL: 'nats://127.0.0.1:9' }
  const main = await mainFile()
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [main], { env }, (error, _stdout, text) => resolve({ code: error?.code, stderr: text }))
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Onedoor cannot start: NATS_URL: no connection to 127\.0\.0\.1:9 /m)
})
