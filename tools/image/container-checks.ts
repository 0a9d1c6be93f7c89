import { once } from 'node:events'
import { request } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { type Sbom, sbomFaults } from '../release/sbom.ts'
import { type Container, runOnce, startContainer, statusOf } from './container.ts'
import type { Engine } from './engine.ts'

const signalLimitMs = 15_000

/** A check of an image. It throws an Error that says what is wrong. */
export type ImageCheck = (engine: Engine, image: string) => Promise<void>

/** What is checked in running containers, by the guarantee. */
export const containerChecks: Readonly<Record<string, ImageCheck>> = {
  'the server writes only to /data and /tmp, and runs as an ordinary user without rights': confinement,
  'data outlives the container, and the command line reaches the same server': persistence,
  'the health check passes while the server is ready, and only then': health,
  'SIGTERM lets a running call finish, and the exit code is 0': drain,
  'the SBOM in the image lists every installed package': bill,
  'the image has neither npm nor a compiler': without,
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}.`)
}

async function withVolume(engine: Engine, use: (volume: string) => Promise<void>): Promise<void> {
  const volume = (await engine.podman(['volume', 'create'])).trim()
  try {
    await use(volume)
  } finally {
    await engine.podmanOutcome(['volume', 'rm', '--force', volume])
  }
}

async function confinement(engine: Engine, image: string): Promise<void> {
  await withVolume(engine, async (volume) => {
    await using server = await startContainer(engine, image, { volume })
    const status = await server.exec(['cat', '/proc/1/status'])
    const line = (name: string) => new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1]
    expectEqual('The user of process 1', line('Uid'), Array(4).fill('10001').join('\t'))
    expectEqual('The set of capabilities', line('CapEff'), '0'.repeat(16))
    expectEqual('NoNewPrivs', line('NoNewPrivs'), '1')
    const words = (await server.exec(['cat', '/proc/1/cmdline'])).split('\0')
    // QEMU stands before the programs of another processor.
    const command = /\bqemu-[\w-]+$/.test(words[0] ?? '') ? words.slice(1) : words
    expectEqual('Process 1', basename((command[0] === 'tini' ? command[2] : command[0]) ?? ''), 'node')
    const find = 'find / -xdev -type d -writable 2>/dev/null || true'
    const writable = (await server.exec(['sh', '-c', find])).split('\n').filter(Boolean).sort().join()
    expectEqual('The writable folders', writable, '/data,/tmp')
    const { stdout } = await runOnce(engine, image, 'find', '/app', '-not', '-user', 'root', '-or', '-perm', '/022')
    const loose = stdout.split('\n').filter((file) => file !== '' && !file.includes('/.bin/'))
    expectEqual('What of the server its own user can change', loose.join(), '')
  })
}

/** Makes an account with the command line, and returns a token for its notes. */
async function tokenOf(server: Container): Promise<string> {
  await server.exec(['onedoor', 'account', 'create', 'alice', '--password-stdin'], 'correct horse battery\n')
  return (await server.exec(['onedoor', 'token', 'create', 'alice', '--services', 'all', '--actions'])).trim()
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
const note = JSON.stringify({ title: 'Groceries', text: 'Oats, lemons, coffee' })

async function persistence(engine: Engine, image: string): Promise<void> {
  await withVolume(engine, async (volume) => {
    let token = ''
    {
      await using first = await startContainer(engine, image, { volume })
      token = await tokenOf(first)
      const url = `${first.url}/api/v1/notes/add`
      const added = await fetch(url, { method: 'POST', headers: headersOf(token), body: note })
      expectEqual('The status of notes.add', added.status, 200)
      await engine.podman(['stop', '--time', '30', first.name])
    }
    await using second = await startContainer(engine, image, { volume })
    const got = await fetch(`${second.url}/api/v1/notes/get?title=groceries`, { headers: headersOf(token) })
    const { result } = (await got.json()) as { result?: { text?: string } }
    expectEqual('The note in a second container', result?.text, 'Oats, lemons, coffee')
  })
}

/** Waits until a server that received SIGTERM says that it is not ready. @throws Error if it does not notice */
async function untilStopping({ url }: Container): Promise<void> {
  const until = performance.now() + signalLimitMs
  while ((await statusOf(`${url}/health/ready`)) === 200) {
    if (performance.now() > until) throw new Error('The server did not receive SIGTERM.')
    await delay(50)
  }
}

async function health(engine: Engine, image: string): Promise<void> {
  await withVolume(engine, async (volume) => {
    // Ready is 503 for this time after SIGTERM, in which connections are still accepted.
    await using server = await startContainer(engine, image, { volume, env: { SHUTDOWN_DELAY_S: '60' } })
    const check = async () => (await engine.podmanOutcome(['healthcheck', 'run', server.name])).code
    expectEqual('The exit code of the health check', await check(), 0)
    await engine.podman(['kill', '--signal', 'TERM', server.name])
    await untilStopping(server)
    expectEqual('The exit code of the health check while the server stops', await check(), 1)
  })
}

/** Stops a server while it reads the body of a call. */
async function drain(engine: Engine, image: string): Promise<void> {
  await withVolume(engine, async (volume) => {
    await using server = await startContainer(engine, image, { volume, env: { SHUTDOWN_DELAY_S: '5' } })
    const headers = { ...headersOf(await tokenOf(server)), 'content-length': String(note.length) }
    const call = request(`${server.url}/api/v1/notes/add`, { method: 'POST', headers, agent: false })
    const responded = once(call, 'response')
    responded.catch(() => undefined)
    call.write(note.slice(0, 10))
    await engine.podman(['kill', '--signal', 'TERM', server.name])
    await untilStopping(server)
    call.end(note.slice(10))
    const [response] = await responded
    expectEqual('The status of the call that was running', response.statusCode, 200)
    await text(response)
    const code = (await engine.podman(['wait', server.name])).trim()
    expectEqual('The exit code after SIGTERM', code, '0')
  })
}

async function bill(engine: Engine, image: string): Promise<void> {
  const read = async <T>(file: string): Promise<T> => JSON.parse((await runOnce(engine, image, 'cat', file)).stdout)
  const sbom = await read<Sbom>('/app/sbom.cdx.json')
  type Lock = { packages: Record<string, { version: string }> }
  const { packages } = await read<Lock>('/app/node_modules/.package-lock.json')
  const installed = Object.entries(packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`,
  )
  if (installed.length < 100) throw new Error(`Only ${installed.length} packages are installed.`)
  const faults = sbomFaults(sbom, installed)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

async function without(engine: Engine, image: string): Promise<void> {
  for (const program of ['npm', 'gcc', 'python3', 'curl']) {
    const { code } = await runOnce(engine, image, 'which', program)
    expectEqual(`The exit code of \`which ${program}\``, code, 1)
  }
}
