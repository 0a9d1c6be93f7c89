import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteCount, noteTitle } from './cases.ts'
import type { LatencyPlan } from './latency.ts'
import { median, startServer } from './measure.ts'

const atOnce = 20
const ratePerS = 200
const plannedPaths = 1000

interface SignInCost {
  idleP99Ms: number
  busyP99Ms: number
  /** Sign-ins completed while the calls were measured. */
  signIns: number
}

const goal = 3

/** Latency of notes.get at a fixed rate, with nobody signing in and with twenty people signing in continuously. */
export async function measureSignIns(rounds: number, durationS: number): Promise<void> {
  const costs: SignInCost[] = []
  for (let round = 0; round < rounds; round++) costs.push(await measureOnce(durationS))
  const idle = median(costs.map(({ idleP99Ms }) => idleP99Ms))
  const busy = median(costs.map(({ busyP99Ms }) => busyP99Ms))
  const signIns = median(costs.map((cost) => cost.signIns))
  console.log(`notes.get at ${ratePerS} requests/s while ${atOnce} people sign in continuously`)
  console.log(
    `  p99 ${idle.toFixed(1)} ms when nobody does, ${busy.toFixed(1)} ms meanwhile (${signIns} sign-ins in ${durationS} s)`,
  )
  const ratio = busy / idle
  console.log(`  ratio ${ratio.toFixed(1)}, goal: at most ${goal.toFixed(1)}: ${ratio <= goal ? 'met' : 'missed'}\n`)
}

async function measureOnce(durationS: number): Promise<SignInCost> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer(
    'onedoor-notes.ts',
    { DATA_DIR: dataDir, LIMIT_SIGN_IN_PER_15_MINUTES: 'off' },
    { isPinned: false },
  )
  try {
    const url = `http://127.0.0.1:${server.ready.port}`
    const paths = Array.from({ length: plannedPaths }, (_, index) => {
      const title = noteTitle((index * 7919) % noteCount)
      return `/api/v1/notes/get?${new URLSearchParams({ title })}`
    })
    const plan = { url, paths, headers: { authorization: `Bearer ${server.ready.token}` }, ratePerS, durationS }
    await latency({ ...plan, durationS: 1 })
    const idle = await latency(plan)
    const people = fork(join(import.meta.dirname, 'sign-in-people.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    people.send({ url, atOnce })
    const busy = await latency(plan)
    people.send('stop')
    const [signIns] = (await once(people, 'message')) as [number]
    people.kill()
    return { idleP99Ms: idle.p99Ms, busyP99Ms: busy.p99Ms, signIns }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function latency(plan: LatencyPlan): Promise<{ p50Ms: number; p99Ms: number }> {
  const child = fork(join(import.meta.dirname, 'latency.ts'), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(plan)
  const [result] = await once(child, 'message')
  child.kill()
  return result as { p50Ms: number; p99Ms: number }
}
