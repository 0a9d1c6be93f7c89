import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { environment } from '#runtime/base/environment.ts'
import { DEFAULT_PROCESS_LIMITS, findLimiter, parseProcessLimits } from './process-limits.ts'

const run = promisify(execFile)

describe('limits', () => {
  test.each([
    ['none', {}],
    ['cpu=5', { cpu: 5 }],
    [' cpu=5, open=20 ', { cpu: 5, open: 20 }],
    [DEFAULT_PROCESS_LIMITS, { cpu: 86_400, memory: 8192, file: 1024, open: 4096, processes: 4096 }],
  ])('%j is %j', (text, limits) => {
    expect(parseProcessLimits(text)).toEqual(limits)
  })

  test.each(['', 'cpu', 'cpu=0', 'cpu=-1', 'cpu=1e3', 'disk=5', 'cpu=1 cpu=2', 'cpu=1;open=2'])(
    '%j is invalid',
    (text) => {
      expect(parseProcessLimits(text)).toBeUndefined()
    },
  )
})

describe('a process', () => {
  const limits = { cpu: 77, memory: 9000, file: 3, open: 50 }

  test.each(['prlimit', 'ulimit'] as const)('has the limits that %s sets', async (kind) => {
    const limiter = kind === 'prlimit' ? await findLimiter(limits, environment.PATH ?? '') : await ulimitAlone()
    expect(limiter.kind).toBe(kind)
    const [file = '', ...args] = limiter.wrap([
      'sh',
      '-c',
      'ulimit -t; ulimit -v; ulimit -f; ulimit -n; echo "$0 $1"',
      'a b',
      '$(id)',
    ])
    const { stdout } = await run(file, args)
    expect(stdout.split('\n').slice(0, 5)).toEqual(['77', String(9000 * 1024), String(3 * 2048), '50', 'a b $(id)'])
  })

  test('runs without limits if none are set, or if the system cannot set them', async () => {
    expect(await findLimiter({}, environment.PATH ?? '')).toMatchObject({ kind: 'none' })
    const without = await findLimiter(limits, '/nowhere')
    expect([without.kind, without.wrap(['a', 'b'])]).toEqual(['none', ['a', 'b']])
  })

  /** A folder with a shell and without prlimit. */
  async function ulimitAlone() {
    const folder = await mkdtemp(join(tmpdir(), 'onedoor-path-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await symlink('/bin/sh', join(folder, 'sh'))
    return await findLimiter(limits, folder)
  }
})
