import { spawn } from 'node:child_process'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { ensureBubblewrap } from '../../../../tools/setup/programs.mjs'
import { Boxes } from './boxes.ts'
import { escapes } from './escapes.ts'
import type { BoxesOptions, BoxTask } from './types.ts'

const mebibyte = 1024 * 1024
const isRoot = process.getuid?.() === 0
const limits = { memoryBytes: 64 * mebibyte, processes: 40, cpus: 1, diskBytes: 12 * mebibyte, files: 500 }
const script = 'cd /work; command=$(cat); echo ready >&5; exec 5>&- </dev/null; eval "$command"'
const ann = { id: 'box_ann', number: 1 }
const wait = { timeout: 10_000 }

let path = ''
const folders: string[] = []

beforeAll(async () => {
  path = `${dirname(await ensureBubblewrap())}:${environment.PATH}`
}, 600_000)
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-boxes-'))
  folders.push(folder)
  return join(folder, 'shell')
}

function opened(folder: string, options: Partial<BoxesOptions> = {}): Boxes {
  return new Boxes({
    engine: 'bubblewrap',
    limits,
    hasNetwork: false,
    folder,
    hidden: [],
    firstUid: 210_000,
    image: 'none',
    atOnce: 2,
    log: createLog({ logLevel: 'silent' }),
    path,
    measureEveryMs: 100,
    ...options,
  })
}

function task(command: string, options: Partial<BoxTask> = {}): BoxTask {
  return {
    box: ann,
    script,
    args: [],
    stdin: command,
    maxOutputBytes: 4000,
    timeLimitS: 20,
    roomBytes: 1024 * mebibyte,
    signal: new AbortController().signal,
    ...options,
  }
}

/** The kinds of boxes that this machine can run: as root, with and without a disk for each, and as a normal user. */
const kinds: readonly (readonly [string, Partial<BoxesOptions>])[] = isRoot
  ? [
      ['with a user and a disk each', {}],
      ['with a user each', { hasDisks: false }],
      ["with the server's user", { asUser: 65_534, groupsRoot: '/nowhere' }],
    ]
  : [["with the server's user", {}]]

async function runsOf(text: string): Promise<string[]> {
  const lists = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(lists.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')))
  return lines.filter((line) => line.split('\0').includes(text))
}

describe.each(kinds)('a box %s', (name, options) => {
  let folder = ''
  let boxes: Boxes
  beforeAll(async () => {
    folder = await newFolder()
    if (options.asUser !== undefined) {
      await mkdir(folder)
      for (const each of [folder, dirname(folder)]) await chown(each, options.asUser, options.asUser)
    }
    boxes = opened(folder, options)
  })
  afterAll(() => boxes.close())
  const run = async (command: string, more: Partial<BoxTask> = {}) => {
    const result = await boxes.run(task(command, more))
    return { ...result, text: result.output.toString() }
  }

  test('withstands every known way to escape', async () => {
    const host = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    const secret = createServer((socket) => socket.end()).listen(`\0onedoor-escape-${process.pid}`)
    onTestFinished(() => {
      host.close()
      secret.close()
    })
    await new Promise((resolve) => host.once('listening', resolve))
    const { port } = host.address() as { port: number }
    const mark = '----next----'
    const names = `PID=${process.pid} PORT=${port} SOCKET=onedoor-escape-${process.pid} FOLDER=${folder} HOME_OF_SERVER=${process.cwd()}`
    const commands = escapes.map(({ command }) => `echo ${mark}\n{ ${command}\n} 2>&1\necho`)
    const { text, exitCode } = await run(`export ${names}\n${commands.join('\n')}`, { maxOutputBytes: 100_000 })
    expect(exitCode).toBe(0)
    const outputs = text.split(`${mark}\n`).slice(1)
    expect(outputs).toHaveLength(escapes.length)
    const table = escapes.map(({ name: tried, held }, index) => ({
      tried,
      held: held.test(outputs[index] ?? ''),
      printed: (outputs[index] ?? '').trim().slice(0, 120),
    }))
    const file = environment.ONEDOOR_ESCAPES
    const lines = table.map(
      ({ tried, held, printed }) => `${held ? 'held' : 'OUT '}  ${tried}: ${printed.replace(/\s+/g, ' ')}`,
    )
    if (file) await writeFile(file, `${name}\n${lines.join('\n')}\n\n`, { flag: 'a' })
    expect(table.filter(({ held }) => !held)).toEqual([])
  })

  test('keeps only its files, and another account sees none of them', async () => {
    await run('echo hers > mine; echo gone > /tmp/gone')
    expect((await run('cat mine; ls /tmp | wc -l')).text).toBe('hers\n0\n')
    expect((await run('ls -A | wc -l', { box: { id: 'box_bob', number: 2 } })).text).toBe('0\n')
  })

  test('works again after a command that took away all access to /work', async () => {
    await run('echo worth > stays; chmod 000 /work')
    expect((await run('cat stays; stat -c %a .')).text).toBe('worth\n700\n')
  })

  test('survives a fork bomb, and the next command works as before', async () => {
    const bomb = 'bomb() { bomb | bomb & }; bomb; sleep 30'
    const { text } = await run(bomb, { timeLimitS: 1, maxOutputBytes: 100_000 })
    expect(text).toContain('Resource temporarily unavailable')
    expect((await run('echo still')).text).toBe('still\n')
  })

  test('kills what exceeds its memory with 137, or denies the memory', async () => {
    const { exitCode } = await run('x=$(head -c 200M /dev/zero | tr "\\0" x); exit $?')
    expect([137, 2, 1]).toContain(exitCode)
    expect((await run('head -c 80M /dev/zero > /tmp/full; echo')).text).toMatch(/No space|Killed|size limit|^\n$/)
  })

  test('has a disk limited in bytes and files, which can be emptied again', async () => {
    // Without a disk of fixed size, an excess lasts until it is noticed.
    const filling =
      'for i in $(seq 8); do head -c 3M /dev/zero > f$i || break; done; n=$(du -sm . | cut -f1); [ $n -gt 12 ] && sleep 15; echo $n'
    const filled = await run(filling)
    const isOver = filled.isOverfull || Number(filled.text.trim().split('\n').at(-1)) <= 12
    expect(isOver).toBe(true)
    const many = await run(
      'rm -f f*; mkdir many; for i in $(seq 900); do : > many/$i || break; done 2>/dev/null; n=$(ls many | wc -l); [ $n -lt 600 ] || sleep 15; echo $n',
    )
    expect(many.isOverfull || Number(many.text) < 600).toBe(true)
    // A process that was just killed may still create a file, so that there is one more than at the start of the next command.
    const emptied = async () => (await run('rm -rf many; echo x > y && cat y')).text
    await expect.poll(emptied, wait).toBe('x\n')
  })

  test('returns an archive of any files, made inside, and is filled from one', async () => {
    const hostile = [
      'rm -rf * .w*; echo text > file; ln -s /etc/shadow link; ln -s / root; mkfifo pipe; mkdir deep; echo x > deep/y',
      'for i in 1 2 3 4 5; do truncate -s 9M sparse$i; done; echo end >> sparse1',
      'echo mine > locked; chmod 0 locked; mkdir closed; echo z > closed/z; chmod 0 closed',
      'ln file other; chmod 4755 file; : > "$(printf "a\\nb\\033[31m")"; : > -rf; chmod 755 deep',
    ]
    await run(hostile.join('; '))
    const tar = await buffer(await boxes.archive(ann, new AbortController().signal))
    const text = tar.toString('latin1')
    for (const entry of ['./file', './link', './root', './pipe', './deep/y', './-rf']) expect(text).toContain(entry)
    expect(text).not.toContain('root:')
    expect(tar.length).toBeLessThan(50_000)

    const copy = { id: 'box_copy', number: 4 }
    await boxes.fill(copy, Readable.from([tar.subarray(0, 700), tar.subarray(700)]), new AbortController().signal)
    const look =
      'ls -A1b; cat file deep/y; readlink link root; stat -c "%s %b" sparse2; tail -c 4 sparse1; stat -c %F pipe; stat -c "%a %h" other'
    const lines = (await run(look, { box: copy })).text.split('\n')
    expect(lines).toEqual(expect.arrayContaining(['a\\nb\\033[31m', '-rf', 'deep', 'pipe', 'other']))
    expect(lines.slice(-9)).toEqual(['text', 'x', '/etc/shadow', '/', '9437184 0', 'end', 'fifo', '4755 2', ''])
    expect(lines).not.toContain('locked')
    const broken = boxes.fill(copy, Readable.from([Buffer.alloc(2000, 'x')]), new AbortController().signal)
    await expect(broken).rejects.toThrow(/tar/)
    await run('chmod -R u+rwx .; rm -rf ./* .[a-z]*')
  })

  test('is ended as by its time limit, with its output so far, when another account waits and it has had a minute', async () => {
    const leaving = new AbortController()
    await boxes.state()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const begins = async (seconds: string) =>
      expect.poll(async () => (await runsOf(seconds)).length, wait).toBeGreaterThan(0)
    const first = run('echo begun; sleep 4242.7', { timeLimitS: 600 })
    await begins('4242.7')
    const other = { box: { id: 'box_bob', number: 2 }, timeLimitS: 600, signal: leaving.signal }
    const second = expect(run('sleep 4242.8', other)).rejects.toThrow('enough')
    await begins('4242.8')
    const third = run('echo third', { box: { id: 'box_cat', number: 5 } })
    await expect.poll(() => boxes.waiting, wait).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    const ended = { text: 'begun\n', exitCode: 124, isTimedOut: true, usedBytes: expect.any(Number) }
    expect(await first).toMatchObject(ended)
    expect((await third).text).toBe('third\n')
    expect([await runsOf('4242.7'), boxes.running, boxes.waiting]).toEqual([[], 1, 0])
    leaving.abort(new Error('enough'))
    await second
  })

  test('is deleted completely', async () => {
    await run('echo x > x', { box: { id: 'box_gone', number: 3 } })
    expect(await boxes.has({ id: 'box_gone', number: 3 })).toBe(true)
    await boxes.remove({ id: 'box_gone', number: 3 })
    expect(await boxes.has({ id: 'box_gone', number: 3 })).toBe(false)
    expect((await readdir(folder)).filter((file) => file.startsWith('box_gone'))).toEqual([])
  })
})

describe('a command', () => {
  let boxes: Boxes
  beforeAll(async () => {
    boxes = opened(await newFolder())
  })
  afterAll(() => boxes.close())
  const run = async (command: string, more: Partial<BoxTask> = {}) => {
    const result = await boxes.run(task(command, more))
    return { ...result, text: result.output.toString() }
  }

  test('returns the exit code, and the end of the output of both streams in order', async () => {
    for (const code of [126, 255]) expect((await run(`exit ${code}`)).exitCode).toBe(code)
    expect((await run('echo a; echo b >&2; echo c; printf "\\xff\\n"')).output).toEqual(
      Buffer.from('a\nb\nc\n\xff\n', 'latin1'),
    )
    const { output, exitCode } = await run('yes 0123456 | head -c 100000000; echo end; exit 3')
    expect([exitCode, output.length, output.subarray(-12).toString()]).toEqual([3, 4000, '0123456\nend\n'])
  })

  test('ends with all its processes at the time limit, and returns its output so far', async () => {
    const { text, exitCode, isTimedOut } = await run('echo begun; (setsid sleep 4242.1 &); sleep 4242.1', {
      timeLimitS: 1,
    })
    expect([text, exitCode, isTimedOut]).toEqual(['begun\n', 124, true])
    await expect.poll(() => runsOf('4242.1'), wait).toEqual([])
  })

  test('ends processes that a command left running', async () => {
    expect((await run('(setsid sleep 4242.2 >/dev/null 2>&1 &); nohup sleep 4242.2 & echo left')).exitCode).toBe(0)
    await expect.poll(() => runsOf('4242.2'), wait).toEqual([])
  })

  test('that is killed while it archives fails, even for a reader that has read all data', async () => {
    await run('head -c 6M /dev/urandom > six')
    const stop = new AbortController()
    const stream = await boxes.archive(ann, stop.signal)
    let bytes = 0
    const read = (async () => {
      for await (const piece of stream) {
        bytes += piece.length
        stop.abort(new Error('stop'))
      }
    })()
    await expect(read).rejects.toThrow('incomplete')
    expect(bytes).toBeGreaterThan(0)
    expect((await run('rm six; ls')).exitCode).toBe(0)
  })

  test('only allows deleting when no space is left', async () => {
    await run('echo there > there')
    const { text } = await run('(echo more > more) 2>&1; rm there; ls', { roomBytes: 0 })
    expect(text).not.toContain('there')
    expect((await run('cat more 2>/dev/null; rm -f more')).text).toBe('')
  })
})

describe('the boxes of a machine', () => {
  test('run the commands of an account one by one; the eleventh that waits is rejected', async () => {
    const boxes = opened(await newFolder())
    onTestFinished(() => boxes.close())
    const inTurn = [1, 2, 3].map((index) => boxes.run(task(`echo ${index} >> order; sleep 0.1; cat order | wc -l`)))
    expect((await Promise.all(inTurn)).map(({ output }) => Number(output.toString()))).toEqual([1, 2, 3])
    const gone = new AbortController()
    // It is aborted while the first is being prepared, whose time limit is longer than that of the test.
    const runs = Array.from({ length: 13 }, () => boxes.run(task('sleep 60', { signal: gone.signal, timeLimitS: 600 })))
    const settled = Promise.allSettled(runs)
    await expect(Promise.race(runs)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 5 })
    expect([boxes.waiting, boxes.failures]).toEqual([10, 0])
    gone.abort(new Error('gone'))
    const reasons = (await settled).map((each) => (each.status === 'rejected' ? each.reason.message : 'ended'))
    expect(reasons.filter((reason) => reason === 'gone')).toHaveLength(11)
  })

  test('end a command whose caller disconnects, and all commands when the server stops', async () => {
    const boxes = opened(await newFolder())
    const gone = new AbortController()
    const abandoned = boxes.run(task('sleep 4242.3', { signal: gone.signal }))
    const other = boxes.run(task('sleep 4242.4', { box: { id: 'box_bob', number: 2 } }))
    await expect.poll(async () => (await runsOf('4242.3')).length, wait).toBeGreaterThan(0)
    gone.abort(new Error('gone'))
    await expect(abandoned).rejects.toThrow('gone')
    await expect.poll(async () => (await runsOf('4242.4')).length, wait).toBeGreaterThan(0)
    const ended = expect(other).rejects.toMatchObject({ code: 'unavailable' })
    await boxes.close()
    await ended
    await expect.poll(async () => [...(await runsOf('4242.3')), ...(await runsOf('4242.4'))], wait).toEqual([])
  })

  test('of several processes with one folder share the files of an account, and run its commands one by one', async () => {
    const folder = await newFolder()
    // Without control groups, whose names contain the id of the process.
    const separate = (options = {}) => opened(folder, { groupsRoot: '/nowhere', ...options })
    const [first, second, hurried] = [separate(), separate(), separate({ lockWaitS: 0 })]
    onTestFinished(async () => {
      for (const boxes of [first, second, hurried]) await boxes.close()
    })
    const gone = new AbortController()
    const running = first.run(task('echo first > order; sleep 4242.6', { signal: gone.signal }))
    const ended = expect(running).rejects.toThrow('gone')
    await expect.poll(async () => (await runsOf('4242.6')).length, wait).toBeGreaterThan(0)
    await expect(hurried.run(task('echo never >> order'))).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterS: 5,
    })
    expect(hurried.failures).toBe(0)
    const ofBob = await hurried.run(task('ls -A', { box: { id: 'box_bob', number: 2 } }))
    expect(ofBob.output.toString()).toBe('')
    const next = second.run(task('echo second >> order; cat order'))
    gone.abort(new Error('gone'))
    await ended
    expect((await next).output.toString()).toBe('first\nsecond\n')
  })

  test('leave nothing behind when the server is killed, and the next server uses the same files', async () => {
    const folder = await newFolder()
    const program = fileURLToPath(new URL('fixtures/running-box.ts', import.meta.url))
    const server = spawn(process.execPath, [program, folder, 'echo kept > kept; (setsid sleep 4242.5 &); sleep 4242.5'])
    await expect.poll(async () => (await runsOf('4242.5')).length, wait).toBeGreaterThan(1)
    server.kill('SIGKILL')
    await expect.poll(() => runsOf('4242.5'), wait).toEqual([])
    const boxes = opened(folder)
    onTestFinished(() => boxes.close())
    expect((await boxes.run(task('cat kept'))).output.toString()).toBe('kept\n')
  })

  test('report what is missing', async () => {
    const none = opened(await newFolder(), { engine: 'podman', path: '/nowhere' })
    expect(await none.state()).toMatchObject({
      kind: 'missing',
      reason: expect.stringContaining('SHELL_ENGINE is podman'),
    })
    await expect(none.run(task('id'))).rejects.toMatchObject({ code: 'not_configured' })
    await none.close()
  })
})
