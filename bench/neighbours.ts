import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteTitle } from './cases.ts'
import { residentBytes, startServer } from './measure.ts'
import { type Attack, type AttackResult, attackNames } from './neighbours-load.ts'

const goalP99Ms = 250
const goalMb = 600
/** Below the limit of calls for each of the neighbours. */
const readsPerSOfEach = 15
const settleMs = 1000

interface Latency {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly failures: number
}

interface Measured extends Latency {
  readonly name: string
  readonly peakMb: number
  readonly statuses: string
}

/**
 * The effect of an attack at default limits, by one account or without one: the latency of notes.get for others, and the
 * memory of the server.
 *
 * @param durationS how long each attack lasts
 * @param only restricts the attacks to names that contain this
 */
export async function measureNeighbours(durationS: number, only = ''): Promise<void> {
  console.log(`notes.get of others under attack, ${durationS} s for each (goals: p99 ${goalP99Ms} ms, ${goalMb} MB)`)
  const filled = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const attacked: Measured[] = []
  try {
    await (await startServer('onedoor-neighbours.ts', { DATA_DIR: filled }, { isPinned: false })).stop()
    print(await measureOne(undefined, filled, durationS))
    for (const name of attackNames.filter((each) => each.includes(only))) {
      const result = await measureOne(name, filled, durationS)
      print(result)
      attacked.push(result)
    }
  } finally {
    await rm(filled, { recursive: true, force: true })
  }
  const worst = Math.max(...attacked.map(({ p99Ms }) => p99Ms))
  const peak = Math.max(...attacked.map(({ peakMb }) => peakMb))
  console.log(`  worst p99 ${worst.toFixed(0)} ms: ${worst <= goalP99Ms ? 'met' : 'missed'}`)
  console.log(`  most memory ${peak.toFixed(0)} MB: ${peak <= goalMb ? 'met' : 'missed'}\n`)
}

function print({ name, p50Ms, p99Ms, maxMs, failures, peakMb, statuses }: Measured): void {
  const [p50, p99, max] = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1))
  const isMet = p99Ms <= goalP99Ms && peakMb <= goalMb
  const failed = failures === 0 ? '' : `, ${failures} failed`
  console.log(`  ${name}`)
  console.log(
    `    p50 ${p50} ms, p99 ${p99} ms, max ${max} ms${failed}, ${peakMb.toFixed(0)} MB  ${isMet ? 'met' : 'missed'}`,
  )
  if (statuses !== '') console.log(`    responses to the attack: ${statuses}`)
}

/** One attack, or idle time, on a separate server that starts with the data in `filled`. */
async function measureOne(name: string | undefined, filled: string, durationS: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  await cp(filled, dataDir, { recursive: true })
  const server = await startServer('onedoor-neighbours.ts', { DATA_DIR: dataDir }, { isPinned: false })
  const ready = server.ready as unknown as { reading: string[]; gatewayUrl: string; attacker: string; session: string }
  const url = `http://127.0.0.1:${server.ready.port}`
  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(server.pid))
  }, 50)
  try {
    const { attacker: token, session, gatewayUrl, reading } = ready
    const attack = name && startAttack({ name, url, gatewayUrl, token, session })
    if (attack) await pause(settleMs)
    const latency = await readNotes(url, reading, durationS)
    const statuses = attack ? await stopAttack(attack) : ''
    return { name: name ?? 'without an attack', ...latency, peakMb: peak / 1e6, statuses }
  } finally {
    clearInterval(watch)
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function startAttack(attack: Attack): ChildProcess {
  const child = fork(join(import.meta.dirname, 'neighbours-load.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(attack)
  return child
}

async function stopAttack(child: ChildProcess): Promise<string> {
  child.send('stop')
  const [{ statuses }] = (await once(child, 'message')) as [AttackResult]
  child.kill('SIGKILL')
  return Object.entries(statuses)
    .map(([status, count]) => `${status} ${count} times`)
    .join(', ')
}

/** Reads at a fixed rate, however long responses take: a server that stands still makes all of them late. */
async function readNotes(url: string, tokens: readonly string[], durationS: number): Promise<Latency> {
  const everyMs = 1000 / (readsPerSOfEach * tokens.length)
  const latencies: number[] = []
  let failures = 0
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let count = 0; count * everyMs < durationS * 1000; count++) {
    const dueMs = startedAt + count * everyMs
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await pause(waitMs)
    const title = new URLSearchParams({ title: noteTitle((count * 7) % 50) })
    const headers = { authorization: `Bearer ${tokens[count % tokens.length]}` }
    const read = fetch(`${url}/api/v1/notes/get?${title}`, { headers })
      .then(async (response) => {
        await response.arrayBuffer()
        if (response.status !== 200) failures += 1
      })
      .catch(() => {
        failures += 1
      })
    running.push(read.then(() => void latencies.push(performance.now() - dueMs)))
  }
  await Promise.all(running)
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), failures }
}
