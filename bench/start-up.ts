import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectEnv } from '../tools/setup/commands.mjs'
import { median, residentBytes } from './measure.ts'
import { prepareNotes } from './servers/notes-database.ts'

const goals = { responseMs: 400, residentMb: 140 }
const settleMs = 10_000
const root = join(import.meta.dirname, '..')

/** Starts the server by the command of `npm start`, on an existing database; its memory is Linux's alone. */
export async function measureStarts(rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  try {
    await prepareNotes(dataDir)
    // The first start makes what later ones use.
    await startOnce(dataDir)
    const starts = []
    for (let round = 0; round < rounds; round++) starts.push(await startOnce(dataDir))
    console.log('start of the server on an existing database')
    for (const [key, what, unit] of [
      ['responseMs', 'first response after', 'ms'],
      ['residentMb', 'resident ten seconds later', 'MB'],
    ] as const) {
      const figure = median(starts.map((start) => start[key]))
      const verdict = figure <= goals[key] ? 'met' : 'missed'
      console.log(`  ${what} ${Math.round(figure)} ${unit}, goal: at most ${goals[key]}: ${verdict}`)
    }
    console.log('')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<{ responseMs: number; residentMb: number }> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const startedAt = performance.now()
  const child = spawn(scripts.start, {
    shell: true,
    cwd: root,
    env: { ...projectEnv(process.env), PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /listens on (\S+)\n/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code} before it listened`)))
  })
  const response = await fetch(`${url}/health/ready`)
  if (response.status !== 200) throw new Error(`/health/ready returned ${response.status}`)
  const responseMs = performance.now() - startedAt
  await pause(settleMs)
  const residentMb = (await residentBytes(child.pid as number)) / 1_000_000
  child.kill('SIGTERM')
  await exited
  return { responseMs, residentMb }
}
