import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteCount, noteTitle } from './cases.ts'
import type { LatencyPlan } from './latency.ts'
import { startServer } from './measure.ts'
import { benchAccount } from './servers/notes-database.ts'

const atOnce = 20
const ratePerS = 200
const plannedPaths = 1000

export interface SignInCost {
  idleP99Ms: number
  busyP99Ms: number
  /** Sign-ins that were finished while the calls were measured. */
  signIns: number
}

/** Latency of notes.get at a fixed rate, with nobody signing in and with twenty people who do so without a pause. */
export async function measureSignIns(durationS: number): Promise<SignInCost> {
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
    const people = new SigningIn(url)
    const busy = await latency(plan)
    return { idleP99Ms: idle.p99Ms, busyP99Ms: busy.p99Ms, signIns: await people.stop() }
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

/** People at the sign-in page, each trying again as soon as the answer has come. */
class SigningIn {
  readonly #running: Promise<void>[]
  #isOver = false
  #count = 0

  constructor(url: string) {
    this.#running = Array.from({ length: atOnce }, () => this.#person(url))
  }

  async #person(url: string): Promise<void> {
    while (!this.#isOver) {
      const page = await fetch(`${url}/signin`)
      const cookie = page.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
      const answer = await fetch(`${url}/signin`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({ csrf_token, ...benchAccount }),
      })
      if (answer.status !== 303) throw new Error(`/signin answered ${answer.status}: ${await answer.text()}`)
      this.#count += 1
    }
  }

  async stop(): Promise<number> {
    this.#isOver = true
    const count = this.#count
    await Promise.all(this.#running)
    return count
  }
}
