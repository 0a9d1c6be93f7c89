import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { ensureBubblewrap } from '../../../../tools/setup/programs.mjs'
import { Boxes } from './boxes.ts'
import { openBubblewrap } from './bubblewrap-engine.ts'
import { Running } from './running.ts'
import type { BoxesOptions } from './types.ts'

const mebibyte = 1024 * 1024
const isRoot = process.getuid?.() === 0
const ann = { id: 'box_ann', number: 1 }
const { signal } = new AbortController()
let path = ''

beforeAll(async () => {
  path = `${dirname(await ensureBubblewrap())}:${environment.PATH}`
}, 600_000)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-launcher-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const optionsIn = (folder: string): BoxesOptions => ({
  engine: 'bubblewrap',
  limits: { memoryBytes: 64 * mebibyte, processes: 40, cpus: 1, diskBytes: 12 * mebibyte, files: 500 },
  hasNetwork: false,
  folder: join(folder, 'shell'),
  hidden: [],
  firstUid: 210_000,
  image: 'none',
  atOnce: 2,
  log: createLog({ logLevel: 'silent' }),
  path,
})

/** @param script by default, one that reports as every script has to */
function runIn(boxes: Boxes, script = 'echo ready >&5; exec 5>&-; cat kept 2>/dev/null; echo worth > kept') {
  const rest = { args: [], stdin: '', maxOutputBytes: 1000, timeLimitS: 20, roomBytes: 1024 * mebibyte, signal }
  return boxes.run({ ...rest, box: ann, script })
}

test("runs nothing of the server's home, although bash takes its input for a network connection", async () => {
  const home = await newFolder()
  await writeFile(join(home, '.bashrc'), `echo run > '${home}/run'\n`)
  await writeFile(join(home, '.bash_profile'), `echo run > '${home}/run'\n`)
  const engine = await openBubblewrap(optionsIn(await newFolder()))
  const command = ['bash', '--norc', '--noprofile', '-c', 'echo ready >&5; exec 5>&-; cat']
  const started = await engine.prepare({ box: ann, command, tailBytes: 100, timeLimitS: 20, fileBytes: mebibyte })
  const atHome = { ...started, env: { ...started.env, HOME: home } }
  const running = new Running(atHome, { stdin: 'input', asUser: undefined }, 30_000, signal)
  let output = ''
  for await (const piece of running.child.stdout ?? []) output += piece
  expect(await running.ended).toMatchObject({ words: 'ready', exitCode: 0 })
  expect([output, (await readdir(home)).sort()]).toEqual(['input', ['.bash_profile', '.bashrc']])
})

test.skipIf(!isRoot)('only the server can read a disk, also one that was made with another mode', async () => {
  const folder = await newFolder()
  const image = join(folder, 'shell', 'box_ann.ext4')
  const modeOf = async () => ((await stat(image)).mode & 0o777).toString(8)
  const boxes = new Boxes({ ...optionsIn(folder), hasDisks: true })
  onTestFinished(() => boxes.close())
  await runIn(boxes)
  expect(await modeOf()).toBe('600')
  await chmod(image, 0o644)
  expect((await runIn(boxes)).output.toString()).toBe('worth\n')
  expect(await modeOf()).toBe('600')
})

/** Without root there are only folders. */
const brokenDisk = ['disk that cannot be mounted', 'the disk cannot be mounted', 'box_ann.ext4', true] as const

test.each([
  ...(isRoot ? [brokenDisk] : []),
  ['folder that cannot be used', 'the folder cannot be used', 'box_ann', false],
] as const)(
  'a %s is an error of the server, which only the operator can mend',
  async (_what, fault, file, hasDisks) => {
    const folder = await newFolder()
    const boxes = new Boxes({ ...optionsIn(folder), hasDisks })
    onTestFinished(() => boxes.close())
    await boxes.state()
    await writeFile(join(folder, 'shell', file), 'broken')
    await expect(runIn(boxes)).rejects.toMatchObject({
      code: 'internal',
      status: 500,
      retryAfterS: undefined,
      message: `The sandbox cannot be used: ${fault}. Only the operator can repair it. To find the cause in the server log, search for the request id.`,
      cause: { message: expect.stringMatching(/mnt.work|box_ann/) },
    })
    expect([boxes.failures, boxes.lastFailure]).toEqual([1, fault])
    await rm(join(folder, 'shell', file))
    expect((await runIn(boxes)).words).toBe('ready')
  },
)

test('a box that ended before it reported anything may start the next time, which the error says', async () => {
  const boxes = new Boxes(optionsIn(await newFolder()))
  onTestFinished(() => boxes.close())
  const message = 'The sandbox could not be started. Try again.'
  await expect(runIn(boxes, 'exit 0')).rejects.toMatchObject({ code: 'unavailable', message, retryAfterS: 5 })
  expect((await runIn(boxes)).words).toBe('ready')
})

/** What people run, by program; `ready` comes out where the filter of system calls and the limits let it work. */
const programs: Readonly<Record<string, string>> = {
  tar: 'mkdir t && echo ready > t/a && tar -czf t.tgz t && tar -xzOf t.tgz t/a',
  git: 'git init -q g && cd g && echo x > x && git add x && git -c user.name=a -c user.email=a@b.c commit -qm ready && git log --format=%s',
  gcc: `echo 'int main(void){return puts("ready")<0;}' | gcc -include stdio.h -xc - -o c && ./c`,
  python3:
    "python3 -c \"import subprocess, threading; t = threading.Thread(target=lambda: subprocess.run(['echo', 'ready'])); t.start(); t.join()\"",
  node: `node -e "new (require('worker_threads').Worker)('1', { eval: true }).on('exit', () => require('child_process').execFile('echo', ['ready'], (_, out) => process.stdout.write(out)))"`,
  curl: 'curl -s file:///dev/stdin <<< ready',
  perl: 'perl -e \'if (my $child = fork) { waitpid $child, 0; print "ready\\n" }\'',
}

test('the programs of this machine that people use most work in a box', async () => {
  const options = optionsIn(await newFolder())
  const limits = { ...options.limits, memoryBytes: 1024 * mebibyte, diskBytes: 64 * mebibyte, files: 5000 }
  const boxes = new Boxes({ ...options, limits })
  onTestFinished(() => boxes.close())
  const script = 'echo ready >&5; exec 5>&-; command -v "$1" >/dev/null || { echo ready; exit; }; eval "$2"'
  const outputs: Record<string, string> = {}
  for (const [program, command] of Object.entries(programs)) {
    const rest = { stdin: '', maxOutputBytes: 1000, timeLimitS: 60, roomBytes: 64 * mebibyte, signal }
    const { output } = await boxes.run({ ...rest, box: ann, script, args: [program, command] })
    outputs[program] = output.toString()
  }
  expect(outputs).toEqual(Object.fromEntries(Object.keys(programs).map((program) => [program, 'ready\n'])))
}, 120_000)
