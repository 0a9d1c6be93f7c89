import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { runProgram, startProgram } from '#testing/program.ts'

const start = (...args: string[]) => startProgram({ args: ['src/cli.ts', 'sandbox', ...args], env: {} }, /accounts/i)

test('prints its address and tokens, with which each world is used, and ends with a signal', async () => {
  const program = await start('--port', '0', '--json', '--clock', '2027-03-01T09:00:00Z')
  const { url, accounts } = JSON.parse(program.readyLine) as {
    url: string
    accounts: { username: string; token: string }[]
  }
  expect(accounts.map(({ username }) => username)).toEqual(['ada', 'omar', 'mira'])
  for (const { token } of accounts) {
    const { notes } = createClient({ baseUrl: `${url}/w/one`, token })
    const { note } = await notes.add({ title: 'First', text: 'x' })
    expect(note.created).toMatch(/^2027-03-01T09:00/)
  }
  await program.stop()
  await expect(fetch(url)).rejects.toThrow()
})

test('ends with its input if it is asked to, as when the program that started it is killed', async () => {
  const args = ['src/cli.ts', 'sandbox', '--port', '0', '--until-input-ends']
  const { code, stdout } = await runProgram({ args, env: {} })
  expect(stdout).toContain('The sandbox listens on')
  expect(code).toBe(0)
})

test('refuses a port and a time that cannot be used', async () => {
  for (const [flag, value, rule] of [
    ['--port', '70000', 'from 0 to 65535'],
    ['--clock', 'tomorrow', 'RFC 3339'],
    ['--seed', './missing.yaml', './missing.yaml cannot be read'],
  ] as const) {
    const { code, stderr } = await runProgram({ args: ['src/cli.ts', 'sandbox', flag, value], env: {} })
    expect(stderr).toContain(rule)
    expect(code).toBe(2)
  }
})

test('refuses the folder of a server, and leaves it as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-data-'))
  const args = ['src/cli.ts', 'sandbox', '--port', '0', '--until-input-ends']
  for (const DATA_DIR of [folder, join(folder, 'missing')])
    expect(await runProgram({ args, env: { DATA_DIR } })).toMatchObject({ code: 0, stderr: '' })
  await writeFile(join(folder, 'onedoor.sqlite'), 'records')
  const { code, stderr } = await runProgram({ args, env: { DATA_DIR: folder } })
  expect(stderr).toContain(`DATA_DIR: ${folder} is not empty`)
  expect([code, await readdir(folder)]).toEqual([2, ['onedoor.sqlite']])
  // A folder that cannot be read may be that of a server.
  const unreadable = await runProgram({ args, env: { DATA_DIR: join(folder, 'onedoor.sqlite') } })
  expect(unreadable.code).toBe(2)
  await rm(folder, { recursive: true })
})

test('starts worlds from a seed, and lists the ready ones for an unknown name', async () => {
  const program = await start('--port', '0', '--json', '--seed', 'week')
  const { url, accounts } = JSON.parse(program.readyLine) as {
    url: string
    accounts: { username: string; token: string }[]
  }
  const omar = accounts.find(({ username }) => username === 'omar')
  const { notes } = createClient({ baseUrl: `${url}/w/one`, token: omar?.token })
  expect((await notes.list({})).items.length).toBeGreaterThan(1)
  await program.stop()
  const { stderr } = await runProgram({ args: ['src/cli.ts', 'sandbox', '--seed', 'weeek', '--port', '0'], env: {} })
  expect(stderr).toContain('attack, empty, family, inbox, links, week')
})
