import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { thisProcess } from '../../runtime/base/processes.ts'
import { joined, root, startProgram } from '../../testing/program.ts'
import { createSandboxFolder } from './sandbox-folder.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
})
afterAll(() => rm(parent, { recursive: true }))

test('only the folders of ended processes on this machine are removed', async () => {
  const me = thisProcess()
  const { pid } = spawnSync(process.execPath, ['--version'])
  const ended = await createSandboxFolder(parent, { ...me, pid })
  await mkdir(join(ended, 'world'))
  const elsewhere = await createSandboxFolder(parent, { machine: 'another', pid })
  await mkdir(join(parent, 'onedoor-sandbox-of-another-kind'))
  const own = [await createSandboxFolder(parent), await createSandboxFolder(parent)]
  expect((await readdir(parent)).sort()).toEqual(
    [...own.map((path) => basename(path)), basename(elsewhere), 'onedoor-sandbox-of-another-kind'].sort(),
  )
})

test('a sandbox leaves no folder behind, not even after it was killed, and nothing in DATA_DIR', async () => {
  const file = await joined(join(root, 'src/cli.ts'), 'cli')
  const env = { DATA_DIR: join(parent, 'data') }
  const start = () => startProgram({ args: [file, 'sandbox', '--port', '0', '--json'], env }, /accounts/)
  const foldersOf = async (pid: number) =>
    (await readdir(memoryFolder())).filter((name) => name.startsWith('onedoor-sandbox-') && name.includes(`-${pid}-`))
  const killed = await start()
  expect(await foldersOf(killed.pid)).toHaveLength(1)
  await killed.kill()
  const second = await start()
  expect(await foldersOf(killed.pid)).toEqual([])
  expect(await foldersOf(second.pid)).toHaveLength(1)
  await second.stop()
  expect(await foldersOf(second.pid)).toEqual([])
  expect(await readdir(parent)).not.toContain('data')
})
