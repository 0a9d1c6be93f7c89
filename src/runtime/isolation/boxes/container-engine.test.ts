import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { ensureBubblewrap } from '../../../../tools/setup/programs.mjs'
import { Boxes } from './boxes.ts'
import type { BoxesOptions } from './types.ts'

beforeAll(async () => {
  await ensureBubblewrap()
}, 600_000)

const standIn = new URL('fixtures/engine-stand-in.sh', import.meta.url)

async function opened(engine: 'docker' | 'podman', options: Partial<BoxesOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-containers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await copyFile(standIn, join(folder, engine))
  await chmod(join(folder, engine), 0o755)
  await mkdir(join(folder, 'state', 'running'), { recursive: true })
  const lines: string[] = []
  const boxes = new Boxes({
    engine,
    limits: { memoryBytes: 67_108_864, processes: 40, cpus: 0.5, diskBytes: 8_388_608, files: 2000 },
    hasNetwork: false,
    folder: join(folder, 'shell'),
    hidden: [],
    firstUid: 210_000,
    image: 'the-image',
    atOnce: 2,
    log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }),
    path: `${folder}:${environment.PATH}`,
    ...options,
  })
  onTestFinished(() => boxes.close())
  /** The calls of the engine that begin with these arguments. */
  const calls = async (word: string) => {
    const text = await readFile(join(folder, 'state', 'calls'), 'utf8').catch(() => '')
    const all = text.split('\t\n').map((line) => line.split('\t'))
    return all.filter(([first]) => first === word)
  }
  const running = () => readdir(join(folder, 'state', 'running'))
  return { boxes, calls, folder, running, lines }
}

const script = 'command=$(cat); echo ready >&5; exec 5>&- </dev/null; eval "$command"'
const box = { id: 'box_ann', number: 7 }
const signal = new AbortController().signal
const wait = { timeout: 10_000 }
const task = { box, script, args: [], maxOutputBytes: 1000, timeLimitS: 5, roomBytes: 4096, signal }

describe.each(['docker', 'podman'] as const)('a container of %s as a box', (engine) => {
  test('gets its limits, no network, no capability and of the machine only its folder', async () => {
    const { boxes, calls, folder, running } = await opened(engine)
    const stdin = 'echo out; echo err >&2; env | sort | tr "\\n" " "; exit 3'
    const { words, exitCode, output, usedBytes } = await boxes.run({ ...task, stdin })
    expect([words, exitCode]).toEqual(['ready', 3])
    expect(output.toString()).toMatch(
      /^out\nerr\nHOME=\/work LANG=C.UTF-8 PATH=\/usr\/local\/bin:\/usr\/bin:\/bin .*USER=box /,
    )
    expect(usedBytes).toBeGreaterThan(0)
    const mode = engine === 'docker' ? 'rw' : 'rw,nosuid,nodev'
    const [, call = []] = await calls('run')
    expect(call).toEqual(
      [
        ['run', '--rm', '--interactive', '--init', '--name', `onedoor-box-ann-${process.pid}-2`],
        ['--label', `onedoor.box=${folder}/shell`, '--network', 'none', '--cap-drop', 'ALL'],
        ['--security-opt', 'no-new-privileges', '--memory', '67108864', '--memory-swap', '67108864'],
        ['--pids-limit', '40', '--cpus', '0.5', '--ulimit', 'fsize=4096', '--ulimit', 'core=0'],
        ['--ulimit', 'nofile=1024', '--read-only', '--tmpfs', '/tmp:size=67108864,nosuid,nodev', '--hostname', 'box'],
        ['--volume', `${folder}/shell/box_ann:/work:${mode}`, '--workdir', '/work', '--user', '210007:210007'],
        ['--env', 'HOME=/work', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', '--env', 'LANG=C.UTF-8'],
        ['--env', 'TERM=dumb', '--env', 'USER=box', '--env', 'SHELL=/bin/bash', 'the-image'],
        ['timeout', '--kill-after=2', '5', 'bash', '-c', 'exec 5>&1 2>&1; exec "$@"', 'bash'],
        ['bash', '--norc', '--noprofile', '-c', script, 'bash'],
      ].flat(),
    )
    expect(await running()).toEqual([])
  })

  test('has a network only if configured', async () => {
    const { boxes, calls } = await opened(engine, { hasNetwork: true })
    await boxes.run({ ...task, stdin: 'true' })
    const all = await calls('run')
    expect(all.map((call) => call[call.indexOf('--network') + 1])).toEqual(['bridge', 'bridge'])
  })

  test('is killed by its name when the caller disconnects, not only its client', async () => {
    const { boxes, calls, running } = await opened(engine)
    const gone = new AbortController()
    const run = boxes.run({ ...task, stdin: 'sleep 60', signal: gone.signal })
    const refused = expect(run).rejects.toThrow('gone')
    const isRunning = async () => (await running()).some((name) => name.includes('box-ann'))
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(true)
    gone.abort(new Error('gone'))
    await refused
    await expect.poll(async () => (await running()).length, { timeout: 10_000 }).toBe(0)
    expect((await calls('kill')).map(([, name]) => name)).toEqual([`onedoor-box-ann-${process.pid}-2`])
  })

  test('is ended as by its time limit when another account waits', async () => {
    const { boxes, folder, running } = await opened(engine, { atOnce: 1 })
    await boxes.state()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const first = boxes.run({ ...task, stdin: 'echo begun > begun; cat begun; sleep 600', timeLimitS: 600 })
    await expect
      .poll(() => readFile(join(folder, 'shell', 'box_ann', 'begun'), 'utf8').catch(() => ''), wait)
      .toBe('begun\n')
    const second = boxes.run({ ...task, box: { id: 'box_bob', number: 8 }, stdin: 'echo second' })
    await expect.poll(() => boxes.waiting, wait).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await first).toMatchObject({ exitCode: 124, isTimedOut: true, output: Buffer.from('begun\n') })
    expect((await second).output.toString()).toBe('second\n')
    expect(await running()).toEqual([])
  })

  test('of a killed server is removed first, and none of another running server', async () => {
    const { boxes, calls, folder } = await opened(engine)
    const left = (name: string, label: string) =>
      writeFile(join(folder, 'state', 'running', name), `onedoor.box=${label}\n1\n`)
    await left('onedoor-box-x-99999999-1', `${folder}/shell`)
    await left(`onedoor-box-y-${process.pid}-4`, `${folder}/shell`)
    await left(`onedoor-box-z-${process.ppid}-4`, `${folder}/shell`)
    await left('onedoor-box-other-99999999-1', '/elsewhere/shell')
    await boxes.run({ ...task, stdin: 'true' })
    expect((await calls('rm')).map((call) => call.slice(2).filter(Boolean).sort())).toEqual([
      ['onedoor-box-x-99999999-1', `onedoor-box-y-${process.pid}-4`],
    ])
  })

  test('that the engine rejects is not a result of the command, and the reason is logged', async () => {
    const { boxes, lines } = await opened(engine, { image: 'nowhere/image' })
    expect(await boxes.state()).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('pull access denied'),
    })
    await expect(boxes.run({ ...task, stdin: 'true' })).rejects.toMatchObject({ code: 'not_configured' })
    expect(lines.join()).toContain('Unable to find image')
  })

  test('is filled from an archive and returns one, in a container', async () => {
    const { boxes } = await opened(engine)
    await boxes.run({ ...task, stdin: 'echo kept > kept' })
    const copy = { id: 'box_copy', number: 8 }
    await boxes.fill(copy, await boxes.archive(box, signal), signal)
    const { output } = await boxes.run({ ...task, box: copy, stdin: 'cat kept' })
    expect(output.toString()).toBe('kept\n')
  })
})
