import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDataDir } from '#testing/databases.ts'
import { bareEnv } from '#testing/program.ts'

test('off a terminal, standard output holds nothing but the log, and no set-up secret', async () => {
  const dataDir = await newDataDir()
  const env = { ...bareEnv, DATA_DIR: dataDir, PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'info' }
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  try {
    let [log, said] = ['', '']
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await expect.poll(() => log + said, { timeout: 25_000 }).toContain('No account yet')
    const [, url] = /Onedoor listens on (\S+)/.exec(log + said) ?? []
    expect((await fetch(`${url}/api/v1/notes/list`)).status).toBe(401)
    server.kill('SIGTERM')
    await once(server, 'close')
    const lines = log.trim().split('\n')
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.anything() })
    expect(log).toContain('notes.list')
    const [, secret] = /\/setup\?token=(\S+)/.exec(said) ?? []
    expect(secret).toMatch(/^[\w-]{20,}$/)
    expect(log).not.toContain(secret as string)
  } finally {
    server.kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }
})
