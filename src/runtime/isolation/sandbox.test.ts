import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { environment } from '../base/environment.ts'
import { newId } from '../base/ids.ts'
import { type Confine, endLeftBehind, openSandbox, type SandboxedOptions } from './isolation.ts'

const path = environment.PATH ?? ''
const wait = { timeout: 15_000, interval: 20 }

async function started(script: string, over: Partial<SandboxedOptions> = {}, options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sandbox = await openSandbox({ limits: {}, path, ...options })
  const lines: string[] = []
  const id = newId('process')
  const program = await sandbox.start({
    command: [process.execPath, '-e', script],
    folder,
    env: {},
    id,
    onLine: async (_stream, line) => void lines.push(line),
    graceMs: 500,
    ...over,
  })
  onTestFinished(() => program.stop())
  return { program, lines, id, sandbox }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Prints its process id and that of a child in a separate session, and keeps running. */
const withChild = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    detached: true, stdio: 'ignore',
  })
  console.log(process.pid, child.pid)
  setInterval(() => {}, 1000)`

async function pidsOf(lines: readonly string[]): Promise<number[]> {
  await expect.poll(() => lines.length, wait).toBeGreaterThan(0)
  return (lines[0] ?? '').split(' ').map(Number)
}

describe('a program in the sandbox', () => {
  test('has only the given environment and its mark', async () => {
    const { program, lines, id } = await started('console.log(JSON.stringify(process.env))', { env: { A: 'b' } })
    expect(await program.ended).toEqual({ code: 0, signal: null, failure: undefined, limit: undefined })
    expect(JSON.parse(lines[0] ?? '')).toEqual({ A: 'b', ONEDOOR_PROCESS: id })
  })

  test('is ended with everything it started, even in other sessions, at the time limit', async () => {
    const { program, lines } = await started(withChild, { timeLimitMs: 3000 })
    const pids = await pidsOf(lines)
    expect(pids.map(isThere)).toEqual([true, true])
    expect(await program.ended).toMatchObject({ code: null, limit: 'time' })
    // A zombie exists until the system has noticed its end.
    await expect.poll(() => pids.map(isThere), wait).toEqual([false, false])
  })

  test('is ended when it exceeds its maximum output, and the excess is dropped', async () => {
    const { program, lines } = await started(`setInterval(() => console.log('x'.repeat(999)), 0)`, {
      maxOutputBytes: 10_500,
    })
    expect(await program.ended).toMatchObject({ limit: 'output' })
    expect(lines).toHaveLength(10)
  })

  test('is killed if it ignores SIGTERM', async () => {
    const { program, lines } = await started(
      `process.on('SIGTERM', () => {}); console.log(1); setInterval(() => {}, 1000)`,
    )
    await pidsOf(lines)
    await program.stop()
    expect(await program.ended).toMatchObject({ signal: 'SIGKILL', limit: undefined })
  })

  test('has the limits of processes', async () => {
    const { program, lines, sandbox } = await started(
      '',
      { command: ['sh', '-c', 'ulimit -n; ulimit -f'] },
      { limits: { open: 50, file: 3 } },
    )
    await program.ended
    expect(['prlimit', 'ulimit']).toContain(sandbox.kind)
    expect(lines).toEqual(['50', String(3 * 2048)])
  })

  test('runs under the command that confines it', async () => {
    const confine: Confine = ({ command, env }) => ({
      command: ['sh', '-c', 'cat <&3; exec "$@"', 'sh', ...command],
      env,
      input: 'confined\n',
    })
    const script = `console.log('inside'); process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`
    const { program, lines } = await started(script, { env: { PATH: path } }, { confine })
    expect(await program.ended).toMatchObject({ code: null, signal: 'SIGTERM' })
    expect(lines).toEqual(['confined', 'inside'])
  })

  test('is found and ended by its mark after the process that started it was killed', async () => {
    const { lines, id } = await started(withChild)
    const pids = await pidsOf(lines)
    expect(await endLeftBehind([newId('process')], 500)).toBe(0)
    expect(pids.map(isThere)).toEqual([true, true])
    expect(await endLeftBehind([id], 500)).toBe(2)
    await expect.poll(() => pids.map(isThere), wait).toEqual([false, false])
  })

  test('that cannot be started reports the reason', async () => {
    const { program } = await started('', { command: ['/nowhere/at-all'] })
    expect(await program.ended).toMatchObject({ code: null, failure: expect.stringContaining('ENOENT') })
  })
})
