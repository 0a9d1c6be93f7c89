import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectEnv, projectNode, serverFlags } from '../tools/setup/commands.mjs'

/** An idle server collects its memory some seconds after its start. */
const settleMs = 5000
const bytesPerKib = 1024
const bytesPerMb = 1_000_000

export interface StartUp {
  /** From the start of the process to the line that says it is listening. */
  listeningMs: number
  /** Resident memory a while later, before any call. Undefined if /proc is missing. */
  idleMb: number | undefined
}

/** Starts the server as `npm start` does, on an existing database, and stops it. */
export async function measureStartUp(): Promise<StartUp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  try {
    await startOnce(dataDir)
    return await startOnce(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<StartUp> {
  const startedAt = performance.now()
  const launcher = join(import.meta.dirname, '../tools/setup/launch.mjs')
  const child = spawn(projectNode, [...serverFlags, launcher, 'src/main.ts'], {
    env: { ...projectEnv(process.env), PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('listens on')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)))
  })
  const listeningMs = performance.now() - startedAt
  await pause(settleMs)
  const idleMb = await residentMb(child.pid as number)
  child.kill('SIGTERM')
  await gone
  return { listeningMs, idleMb }
}

/** Resident memory of a process. Undefined if /proc is missing. */
export async function residentMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kib === undefined ? undefined : (Number(kib) * bytesPerKib) / bytesPerMb
}
