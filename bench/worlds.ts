import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { mockCommand } from '../contract-tests/prism/prism.ts'
import { memoryFolder } from '../src/runtime/base/memory-folder.ts'
import { folderBytes } from '../src/worlds/world/folder-size.ts'
import { projectEnv, root } from '../tools/setup/commands.mjs'
import { ensureInstalled } from '../tools/setup/install.mjs'
import { median, processorUs, residentBytes } from './measure.ts'

/** How many worlds are open at once by default. */
const open = 200
const parked = 20
/** A test that a world is made for takes at least as long. */
const betweenMs = 100

/** The command behind `npm run onedoor -- sandbox`. */
const sandbox = ['tools/setup/launch.mjs', 'src/cli.ts', 'sandbox', '--port', '0', '--json']
const express = [
  '--eval',
  "require('express')().get('/', (_, res) => res.json({})).listen(0, '127.0.0.1', () => console.log('listening'))",
]

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly line: string
  readonly readyMs: number
  readonly processorMs: number
}

/** Starts a program of Node and waits for the line that says it is ready. */
async function start(args: readonly string[], ready: RegExp): Promise<Started> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: projectEnv(process.env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid as number
  for await (const line of createInterface({ input: child.stdout })) {
    if (!ready.test(line)) continue
    const readyMs = performance.now() - startedAt
    const processorMs = (await processorUs(pid)) / 1000
    child.stdout.resume()
    return { child, pid, line, readyMs, processorMs }
  }
  throw new Error(`node ${args.join(' ')} ended before it was ready`)
}

/** @returns milliseconds until it has ended */
async function stop({ child }: Started): Promise<number> {
  const exited = once(child, 'exit')
  const startedAt = performance.now()
  child.kill('SIGTERM')
  await exited
  return performance.now() - startedAt
}

function report(what: string, figure: number, unit: string, goal?: number): void {
  const verdict = goal === undefined ? '' : `, goal: at most ${goal}: ${figure <= goal ? 'met' : 'missed'}`
  console.log(`  ${what} ${figure.toFixed(figure < 100 ? 1 : 0)} ${unit}${verdict}`)
}

/** What a sandbox costs: its start beside those of a mock and of a bare server, its worlds, and its end. */
export async function measureWorlds(rounds: number): Promise<void> {
  await ensureInstalled(join(root, 'contract-tests'))
  console.log('start of the sandbox')
  for (const [name, args, ready, goal] of [
    ['onedoor sandbox', sandbox, /accounts/, 1000],
    ['Prism', mockCommand(0), /is listening/, undefined],
    ['express', express, /listening/, undefined],
  ] as const) {
    // The first start makes what later ones use.
    const starts = []
    for (let round = 0; round <= rounds; round++) {
      const started = await start(args, ready)
      await stop(started)
      if (round > 0) starts.push(started)
    }
    report(`${name}: ready after`, median(starts.map(({ readyMs }) => readyMs)), 'ms', goal)
    report(`${name}: processor time until then`, median(starts.map(({ processorMs }) => processorMs)), 'ms')
  }
  console.log('worlds of a sandbox')
  await measureOne(await start(sandbox, /accounts/))
  console.log('')
}

async function measureOne(started: Started): Promise<void> {
  const { pid } = started
  const { url, accounts } = JSON.parse(started.line) as { url: string; accounts: { token: string }[] }
  const headers = { authorization: `Bearer ${accounts[0]?.token}` }
  const call = async (index: number): Promise<number> => {
    const startedAt = performance.now()
    const response = await fetch(`${url}/w/world-${index}/api/v1/notes/list`, { headers })
    if (response.status !== 200) throw new Error(`world ${index}: notes.list returned ${response.status}`)
    await response.arrayBuffer()
    return performance.now() - startedAt
  }
  const callAll = async (from: number, count: number, pauseMs = 0): Promise<number[]> => {
    const times = []
    for (let index = from; index < from + count; index++) {
      times.push(await call(index))
      await pause(pauseMs)
    }
    return times
  }
  report('first call of the first world', await call(0), 'ms')
  const before = await processorUs(pid)
  const times = await callAll(1, open / 2, betweenMs)
  report(`first call of a further world, ${betweenMs} ms after the one before`, median(times), 'ms', 30)
  report('processor time for it', ((await processorUs(pid)) - before) / 1000 / times.length, 'ms')
  report('first call of a further world, at once', median(await callAll(open / 2 + 1, open / 2 - 1)), 'ms')
  report(`resident memory with ${open} open worlds`, (await residentBytes(pid)) / 1_000_000, 'MB', 500)
  report('files of all', (await folderBytes(await folderOf(pid))) / 1_000_000, 'MB')
  // Parks as many of the oldest.
  await callAll(open, parked)
  report('a parked world', (await parkedBytes(await folderOf(pid))) / 1000, 'kB', 500)
  // Makes room for them, so that none has to be parked meanwhile.
  for (let index = open; index < open + parked; index++) {
    await fetch(`${url}/sandbox/worlds/world-${index}`, { method: 'DELETE' })
  }
  report('first call of a parked world', median(await callAll(0, parked)), 'ms')
  report(`end of a sandbox with ${open} open worlds`, await stop(started), 'ms', 2000)
}

async function folderOf(pid: number): Promise<string> {
  const parent = memoryFolder()
  const name = (await readdir(parent)).find((each) => each.startsWith('onedoor-sandbox-') && each.includes(`-${pid}-`))
  if (name === undefined) throw new Error(`${parent} has no folder of the sandbox`)
  return join(parent, name)
}

/** The bytes of the largest parked world. */
async function parkedBytes(folder: string): Promise<number> {
  const sizes = []
  for (const name of await readdir(folder)) {
    const files = await readdir(join(folder, name))
    if (files.some((file) => file.endsWith('.gz'))) sizes.push(await folderBytes(join(folder, name)))
  }
  if (sizes.length === 0) throw new Error('no world is parked')
  return Math.max(...sizes)
}
