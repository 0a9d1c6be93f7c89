import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectEnv, projectNode, serverFlags } from '../tools/setup/commands.mjs'
import { type LoadPlan, load } from './measure.ts'
import { prepareNotes } from './servers/notes-database.ts'

/** An idle server collects its memory some seconds after its start. */
const settleMs = 5000
const afterLoadMs = 10_000
const bytesPerKib = 1024
const bytesPerMb = 1_000_000

export interface StartUp {
  /** From the start of the process to the line that says it is listening. */
  listeningMs: number
  /** Resident memory a while later, before any call. Undefined if /proc is missing. */
  idleMb: number | undefined
  /** The same ten seconds after the load. */
  afterLoadMb: number | undefined
}

/** The load of a started server; its requests are told the headers of an account. */
export type StartUpLoad = Omit<LoadPlan, 'url' | 'requests'> & {
  readonly requests: (ready: { readonly token: string }) => LoadPlan['requests']
}

/** Starts the server as `npm start` does, on a database with an account that has notes, puts it under a load, and stops it. */
export async function measureStartUp(plan: StartUpLoad): Promise<StartUp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  try {
    const token = await prepareNotes(dataDir)
    await startOnce(dataDir)
    return await startOnce(dataDir, { ...plan, requests: plan.requests({ token }) })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, plan?: Omit<LoadPlan, 'url'>): Promise<StartUp> {
  const startedAt = performance.now()
  const launcher = join(import.meta.dirname, '../tools/setup/launch.mjs')
  const settings = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', LIMIT_ACCOUNT_PER_MINUTE: 'off' }
  const child = spawn(projectNode, [...serverFlags, launcher, 'src/main.ts'], {
    env: { ...projectEnv(process.env), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
      const address = /listens on (\S+)\n/.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)))
  })
  const listeningMs = performance.now() - startedAt
  const pid = child.pid as number
  await pause(settleMs)
  const idleMb = await residentMb(pid)
  let afterLoadMb: number | undefined
  if (plan) {
    await load({ ...plan, url })
    await pause(afterLoadMs)
    afterLoadMb = await residentMb(pid)
  }
  child.kill('SIGTERM')
  await gone
  return { listeningMs, idleMb, afterLoadMb }
}

/** Resident memory of a process. Undefined if /proc is missing. */
export async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kib === undefined ? undefined : (Number(kib) * bytesPerKib) / bytesPerMb
}
