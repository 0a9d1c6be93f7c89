import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { createBoxes } from './boxes.ts'

/** Stands for the engine: notes how it was called, and runs in the box's folder what comes after the image. */
const engine = `#!/bin/bash
printf '%s\\n' "$*" >> "$(dirname "$0")/calls"
case $1 in ps) echo left-over; exit ;; rm|kill) exit ;; esac
while [ "$1" != the-image ]; do
  [ "$1" = --volume ] && folder=\${2%%:*}
  shift
done
shift
cd "$folder" && exec "$@"
`

async function opened() {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-containers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'podman'), engine)
  await chmod(join(folder, 'podman'), 0o755)
  const boxes = createBoxes({
    engine: 'podman',
    limits: { memoryBytes: 67_108_864, processes: 40, cpus: 0.5, diskBytes: 8_388_608, files: 2000 },
    hasNetwork: false,
    folder: join(folder, 'shell'),
    hidden: [],
    firstUid: 210_000,
    image: 'the-image',
    atOnce: 2,
    log: createLog({ logLevel: 'silent' }),
    path: `${folder}:${environment.PATH}`,
  })
  onTestFinished(() => boxes.close())
  const calls = async () => (await readFile(join(folder, 'calls'), 'utf8')).split('\n')
  return { boxes, calls, folder }
}

const script = 'command=$(cat); echo ready >&5; exec 5>&- </dev/null; eval "$command"'
const box = { id: 'box_ann', number: 7 }
const task = { box, script, args: [], maxOutputBytes: 1000, timeLimitS: 5, roomBytes: 4096 }

describe('a container as a box', () => {
  test('gets its limits, no network, no capability and nothing of the machine but its folder', async () => {
    const { boxes, calls, folder } = await opened()
    const signal = new AbortController().signal
    const { words, exitCode, output, usedBytes } = await boxes.run({
      ...task,
      stdin: 'echo out; echo err >&2; exit 3',
      signal,
    })
    expect([words, exitCode, output.toString()]).toEqual(['ready', 3, 'out\nerr\n'])
    expect(usedBytes).toBeGreaterThan(0)
    const call = (await calls()).findLast((line) => line.startsWith('run') && line.includes('box-ann')) ?? ''
    for (const option of [
      '--rm --interactive --init',
      '--network none --cap-drop ALL --security-opt no-new-privileges',
      '--memory 67108864 --memory-swap 67108864 --pids-limit 40 --cpus 0.5',
      '--ulimit fsize=4096 --ulimit core=0 --ulimit nofile=1024 --read-only',
      `--volume ${folder}/shell/box_ann:/work:rw,nosuid,nodev --workdir /work --user 210007:210007`,
      'the-image timeout --kill-after=2 5 bash',
    ])
      expect(call).toContain(option)
    expect(call).not.toMatch(/--privileged|docker\.sock|--pid[= ]|--ipc|--device/)
  })

  test('is killed by its name when the caller has gone, and what a killed server left is removed first', async () => {
    const { boxes, calls } = await opened()
    const gone = new AbortController()
    const run = boxes.run({ ...task, stdin: 'sleep 60', signal: gone.signal })
    const refused = expect(run).rejects.toThrow('gone')
    const isRunning = async () => (await calls().catch(() => [])).some((line) => line.includes('box-ann'))
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(true)
    gone.abort(new Error('gone'))
    await refused
    const name = /--name (\S+box-ann\S+)/.exec((await calls()).join('\n'))?.[1]
    await expect.poll(async () => (await calls()).includes(`kill ${name}`), { timeout: 10_000 }).toBe(true)
    expect(await calls()).toContain('rm --force left-over')
  })
})
