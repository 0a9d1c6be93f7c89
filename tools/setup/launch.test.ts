import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './commands.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onedoor-launch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function launch(content: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, content)
  const launcher = join(root, 'tools', 'setup', 'launch.mjs')
  return spawnSync(process.execPath, [launcher, entry, ...args], { encoding: 'utf8', cwd: folder, input: 'piped in' })
}

test('a file gets its arguments, the input and the exit code as if it had been started itself', () => {
  const content = `
    import { readFileSync } from 'node:fs'
    console.log(JSON.stringify([process.argv.slice(2), readFileSync(0, 'utf8'), process.cwd()]))
    process.exitCode = 7
  `
  const { status, stdout } = launch(content, '--text', 'two words', '')
  expect(JSON.parse(stdout)).toEqual([['--text', 'two words', ''], 'piped in', folder])
  expect(status).toBe(7)
})

test("a file finds the project's Node and tools first in PATH", () => {
  const { stdout } = launch("console.log((process.env.PATH ?? '').split(':')[0], process.version)")
  expect(stdout.trim()).toBe(`${join(root, 'node_modules', '.bin')} ${process.version}`)
})

test('what a file throws ends it with its stack and exit code 1', () => {
  const { status, stderr } = launch("throw new Error('broken on purpose')")
  expect(status).toBe(1)
  expect(stderr).toContain('Error: broken on purpose')
})

test('a missing file is named', () => {
  const launcher = join(root, 'tools', 'setup', 'launch.mjs')
  const { status, stderr, stdout } = spawnSync(process.execPath, [launcher, 'src/absent.ts'], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('src/absent.ts is not there')
  expect(stdout).toBe('')
})

test('the command that npm links into PATH works from any folder', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: { onedoor: string } }
  const linked = join(folder, 'onedoor')
  symlinkSync(join(root, bin.onedoor), linked)
  const { status, stdout } = spawnSync(linked, ['notes', 'add', '--help'], { encoding: 'utf8', cwd: folder })
  expect(stdout).toContain('Usage: onedoor notes add --title <text> --text <text>')
  expect(status).toBe(0)
})

test('the command that npm links into PATH starts a sandbox beside a server with data', async () => {
  const data = join(root, 'data')
  const marker = join(data, 'launch-test')
  mkdirSync(data, { recursive: true })
  writeFileSync(marker, '')
  const args = [join(root, 'tools/setup/onedoor.mjs'), 'sandbox', '--json', '--port', '0']
  const child = spawn(process.execPath, args, { cwd: folder })
  try {
    const [started] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
    expect(JSON.parse(String(started))).toMatchObject({ url: expect.stringMatching(/^http:/) })
  } finally {
    child.kill()
    rmSync(marker)
    if (readdirSync(data).length === 0) rmSync(data, { recursive: true })
  }
}, 60_000)
