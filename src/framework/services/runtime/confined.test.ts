import { spawn } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#runtime/base/clock.ts'
import { environment } from '#runtime/base/environment.ts'
import { createLog } from '#runtime/base/log.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import { openGroupedPrograms } from '#runtime/isolation/boxes/grouped-programs.ts'
import { openStore } from '#runtime/store/open.ts'
import { newDataDir } from '#testing/databases.ts'
import { ensureBubblewrap } from '../../../../tools/setup/programs.mjs'
import { createLocalRuntime, type LocalRuntime, type LocalRuntimeOptions } from './local.ts'
import { RunStatus } from './types.ts'

const wait = { timeout: 20_000, interval: 50 }
const key = (name: string) => ({ namespace: 'acme', name, version: 'latest' })

beforeAll(async () => {
  await ensureBubblewrap()
}, 600_000)

const program = fileURLToPath(new URL('fixtures/running-server.ts', import.meta.url))

const optionsOf = (dataDir: string) => ({
  dataDir,
  clock: systemClock,
  log: createLog({ logLevel: 'silent' }),
  limits: { open: 200, processes: 500 },
  serviceLimits: {},
  confined: { uid: 240_000 },
  keys: keysFrom({ dataDir }),
  path: environment.PATH ?? '',
  gateway: undefined,
  times: { backoffMs: () => 60_000, steadyMs: 60_000, graceMs: 3000, measureEveryMs: 50 },
})

async function started(over: Partial<LocalRuntimeOptions> = {}) {
  const dataDir = await newDataDir()
  const store = await openStore({ dataDir })
  const runtime = createLocalRuntime({ ...optionsOf(dataDir), store, ...over })
  onTestFinished(async () => {
    await runtime.stop()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await runtime.start()
  return { runtime, dataDir }
}

interface Wanted {
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly secrets?: Readonly<Record<string, string>>
  readonly source?: string
}

function create(runtime: LocalRuntime, name: string, { command, env = {}, secrets = {}, source = '' }: Wanted) {
  const spec = { command, entrypoint: '', env, metadata: {}, type: '' }
  return runtime.create({ ...key(name), spec, secrets, source, instances: 1 }, false)
}

const linesOf = async (runtime: LocalRuntime, name: string) =>
  (await runtime.logs.read(key(name), { count: 1000 })).map(({ line }) => line)

async function outputOf(runtime: LocalRuntime, name: string): Promise<string[]> {
  await expect
    .poll(() => linesOf(runtime, name), wait)
    .toContainEqual(expect.stringMatching(/^(It (exited|was|could|used)|The files)/))
  return linesOf(runtime, name)
}

async function commandLines(): Promise<string> {
  const pids = (await readdir('/proc')).filter((each) => /^\d+$/.test(each))
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')))
  return lines.join('\n')
}

test('a program sees its own folders and the system, but nothing of the server or of other programs', async () => {
  const { runtime, dataDir } = await started()
  await writeFile(join(dataDir, 'config-secret.key.test'), 'key')
  const code = await runtime.sources.add(
    'acme',
    'own.txt',
    (async function* () {
      yield Buffer.from('own code')
    })(),
  )
  // Of the folders that contain Node, only Node is visible.
  const topOfNode = process.execPath.split('/')[1]
  const script = `
    exec 2>&1; preload=$LD_PRELOAD; unset LD_PRELOAD
    echo "id $(id -u) code $(cat own.txt) home $HOME"
    cat /etc/shadow ${dataDir}/config-secret.key.test ${process.cwd()}/package.json /proc/${process.pid}/environ 2>&1 | sed "s/.*: //" | sort | uniq -c
    ls -d /proc/[0-9]* | wc -l
    kill -0 ${process.pid} 2>&1 | sed "s/.* - //"
    (: > /usr/x) 2>&1 | sed "s/.*: //"; grep " /proc " /proc/self/mounts | cut -d " " -f 4 | cut -c 1-2
    ls -A / | grep -vxE "bin|code|dev|etc|home|lib|lib32|lib64|libx32|proc|sbin|tmp|usr|${topOfNode}" | wc -l
    find /${topOfNode} -xdev -maxdepth 9 -type f 2>/dev/null | grep -v ^/usr/ | grep -vxF ${process.execPath} | wc -l
    grep -E "CapEff|NoNewPrivs|Seccomp:" /proc/self/status | tr -s "\\t\\n" "  "; echo
    unshare -Ur true 2>&1 | sed "s/.*: //"
    ulimit -n; echo kept > $HOME/kept; echo "$TOKEN \${preload##*/}"; sleep 0.3`
  await create(runtime, 'look', {
    command: ['bash', '-c', script],
    env: { LD_PRELOAD: '/code/none.so' },
    secrets: { TOKEN: 'a-secret-that-is-4711' },
    source: code,
  })
  await expect.poll(async () => (await linesOf(runtime, 'look')).length, wait).toBeGreaterThan(2)
  expect(await commandLines()).not.toContain('a-secret-that-is-4711')
  const lines = (await outputOf(runtime, 'look')).filter((line) => !line.includes('LD_PRELOAD'))
  expect(lines.slice(0, 4)).toEqual([
    'id 1000 code own code home /home',
    expect.stringMatching(/^ *4 No such file or directory$/),
    expect.stringMatching(/^\d$|^1\d$/),
    'No such process',
  ])
  expect(lines.slice(4, 6)).toEqual(['Read-only file system', 'ro'])
  expect(lines.slice(6, 8)).toEqual(['0', '0'])
  expect(lines[8]).toMatch(/CapEff: 0+ NoNewPrivs: 1 Seccomp: 2/)
  expect(lines.slice(9, 12)).toEqual([
    expect.stringMatching(/Operation not permitted|No space/),
    '200',
    'a-secret-that-is-4711 none.so',
  ])
  // The next program of this name finds its files; one of another name does not.
  await create(runtime, 'other', { command: ['bash', '-c', 'ls -A $HOME | wc -l'] })
  expect((await outputOf(runtime, 'other'))[0]).toBe('0')
  expect(await readFile(join(dataDir, 'runtime/acme/look/latest/home/kept'), 'utf8')).toBe('kept\n')
})

test('a program has the network of the machine: it listens on PORT, and reaches the server', async () => {
  const { runtime } = await started()
  const gateway = createServer((_req, res) => res.end('from the gateway')).listen(0, '127.0.0.1')
  onTestFinished(() => void gateway.close())
  await new Promise((resolve) => gateway.once('listening', resolve))
  const at = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const script = `require('node:http').createServer(async (req, res) => res.end(await (await fetch('${at}')).text())).listen(
    process.env.PORT, '127.0.0.1', () => console.log('port', process.env.PORT))`
  await create(runtime, 'site', { command: [process.execPath, '-e', script] })
  await expect.poll(() => linesOf(runtime, 'site'), wait).toHaveLength(1)
  const [line = ''] = await linesOf(runtime, 'site')
  expect(await (await fetch(`http://127.0.0.1:${line.slice(5)}`)).text()).toBe('from the gateway')
})

test('a program gets a signal before it is killed, with everything that it has started', async () => {
  const { runtime } = await started()
  const script = `trap 'echo asked; exit 0' TERM; (setsid sleep 4243.1 &); echo ready; while :; do sleep 0.05; done 2>/dev/null`
  await create(runtime, 'worker', { command: ['bash', '-c', script] })
  await expect.poll(() => linesOf(runtime, 'worker'), wait).toEqual(['ready'])
  expect(await commandLines()).toContain('4243.1')
  await runtime.stop()
  expect(await linesOf(runtime, 'worker')).toEqual(['ready', 'asked'])
  await expect.poll(commandLines, wait).not.toContain('4243.1')
})

test('a program ends with a server that is killed', async () => {
  const { runtime, dataDir } = await started()
  await runtime.stop()
  const store = await openStore({ dataDir })
  const other = createLocalRuntime({ ...optionsOf(dataDir), store })
  await create(other, 'left', { command: ['bash', '-c', '(setsid sleep 4243.2 &); sleep 4243.2'] })
  await store.close()
  const database = JSON.stringify({ dataDir, confined: { uid: 240_000 } })
  const server = spawn(process.execPath, [program, database], { stdio: ['ignore', 'inherit', 'inherit'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  const running = async () => (await commandLines()).split('\n').filter((line) => line.startsWith('sleep\u00004243.2'))
  await expect.poll(async () => (await running()).length, wait).toBe(2)
  server.kill('SIGKILL')
  await expect.poll(running, wait).toEqual([])
})

test('an instance ends when it and its child processes exceed the limit of memory or processes', async ({ skip }) => {
  const folder = await newDataDir()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { isMemoryLimited } = await openGroupedPrograms({ limits: { memoryBytes: 1 }, folder })
  // Nothing else limits all of its processes together, so a run without control groups fails.
  if (!isMemoryLimited) skip('control groups cannot be made here')
  const { runtime } = await started({ serviceLimits: { memory: 64, processes: 20 } })
  // Each of the two takes less than the bound, and the first waits for the second.
  const pipe = 'dd if=/dev/zero bs=45M count=2 | dd of=/dev/null bs=45M iflag=fullblock; exit 3'
  await create(runtime, 'greedy', { command: ['sh', '-c', pipe] })
  expect(await outputOf(runtime, 'greedy')).toContainEqual(
    'It used more memory than RUNTIME_SERVICE_LIMITS allows. It will be restarted in 60 s.',
  )
  await create(runtime, 'many', { command: ['sh', '-c', 'for i in $(seq 30); do sleep 20 & done'] })
  expect((await outputOf(runtime, 'many')).join()).toContain('Cannot fork')
})

test('the programs of a service end when its files take up more disk than they may', async () => {
  const { runtime } = await started({ serviceLimits: { disk: 3 } })
  const write = (mebibytes: number) => `head -c ${mebibytes * 1_048_576} /dev/zero > $HOME/file; echo written; sleep 60`
  await create(runtime, 'small', { command: ['sh', '-c', write(1)] })
  await create(runtime, 'large', { command: ['sh', '-c', write(5)] })
  expect(await outputOf(runtime, 'large')).toContainEqual(
    'The files of the service use more than 3 MiB (RUNTIME_SERVICE_LIMITS). It will be restarted in 60 s.',
  )
  await expect.poll(() => linesOf(runtime, 'small'), wait).toEqual(['written'])
})

test('without bubblewrap no program runs, and its status says what to do', async () => {
  const { runtime } = await started({ path: '/nowhere' })
  await create(runtime, 'none', { command: ['true'] })
  const status = async () => (await runtime.list('acme', {}))[0]
  await expect.poll(async () => (await status())?.status, wait).toBe(RunStatus.error)
  expect((await status())?.error).toMatch(/bubblewrap.*RUNTIME_SANDBOX=off/)
})
