import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { mainFile, type Program, root, runProgram, startProgram } from '#testing/program.ts'

const cli = join(root, 'src/cli.ts')
let dataDir = ''
const settings = () => ({
  DATA_DIR: dataDir,
  PORT: '0',
  GATEWAY_PORT: 'off',
  LOG_LEVEL: 'silent',
  BASE_URL: '',
  DATABASE_URL: '',
})

async function start(): Promise<Program> {
  return startProgram({ args: [await mainFile()], env: settings() }, /listens on/)
}

beforeAll(async () => {
  dataDir = await newDataDir()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('a second server on one SQLite data directory is rejected, while commands work next to the first', async () => {
  const first = await start()
  try {
    const second = await runProgram({ args: [await mainFile()], env: settings() })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`Another server is running on ${dataDir}`)
    expect(second.stderr).toContain('DATABASE_URL')
    const beside = await runProgram({ args: [cli, 'account', 'list'], env: settings() })
    expect(beside).toMatchObject({ code: 0 })
  } finally {
    await first.stop()
  }
})

test('a killed server does not prevent the next one from starting', async () => {
  const first = await start()
  await first.kill()
  const second = await start()
  await second.stop()
})
