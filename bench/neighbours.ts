import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeServer, freePort, openOnLoopback } from '#testing/loopback.ts'
import { ensureChromium } from '../tools/setup/programs.mjs'
import { noteTitle } from './cases.ts'
import { endless, whole } from './hostile/sites.ts'
import { residentBytes, startServer } from './measure.ts'
import { browserAttack } from './neighbours-doors.ts'
import { type Attack, type AttackResult, attackNames, sandboxAttack } from './neighbours-load.ts'
import type { LongestTurn } from './servers/longest-turn.ts'

const goalP99Ms = 250
const goalMb = 600
const mebibyte = 1024 * 1024
const jsonType = { 'content-type': 'application/json' }
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
  /** How many other calls of neighbours, which held nothing, failed. */
  readonly turnedAway: number
  /** The most that the main thread of the server worked in one turn of the event loop. */
  readonly workMs: number
}

/**
 * The effect of an attack at default limits: the latency of notes.get for others, the memory of the server, and whether
 * there is room for those who hold nothing.
 *
 * @param durationS how long each attack lasts
 * @param only restricts the attacks to names that contain this
 */
export async function measureNeighbours(durationS: number, only = ''): Promise<void> {
  console.log(
    `notes.get of others under attack, ${durationS} s for each (goals: p99 ${goalP99Ms} ms, ${goalMb} MB, no 503)`,
  )
  const filled = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const attacked: Measured[] = []
  process.env.BROWSER_PATH ??= await ensureChromium()
  try {
    await (await startServer('onedoor-neighbours.ts', { DATA_DIR: filled }, { isPinned: false })).stop()
    const idle = await measureOne(undefined, filled, durationS)
    print(idle)
    for (const name of attackNames.filter((each) => each.includes(only))) {
      const result = await measureOne(name, filled, durationS)
      print(result)
      console.log(`    p99 ${(result.p99Ms / idle.p99Ms).toFixed(2)} times that without an attack`)
      attacked.push(result)
    }
  } finally {
    await rm(filled, { recursive: true, force: true })
  }
  const worst = Math.max(...attacked.map(({ p99Ms }) => p99Ms))
  const peak = Math.max(...attacked.map(({ peakMb }) => peakMb))
  console.log(`  worst p99 ${worst.toFixed(0)} ms: ${worst <= goalP99Ms ? 'met' : 'missed'}`)
  console.log(`  most memory ${peak.toFixed(0)} MB: ${peak <= goalMb ? 'met' : 'missed'}`)
  const turnedAway = attacked.reduce((sum, each) => sum + each.turnedAway, 0)
  console.log(`  ${turnedAway} calls of others that held nothing failed: ${turnedAway === 0 ? 'met' : 'missed'}\n`)
}

function print({ name, p50Ms, p99Ms, maxMs, failures, peakMb, statuses, turnedAway, workMs }: Measured): void {
  const [p50, p99, max] = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1))
  const isMet = p99Ms <= goalP99Ms && peakMb <= goalMb && turnedAway === 0
  const failed = failures === 0 ? '' : `, ${failures} failed`
  const others = turnedAway === 0 ? '' : `, ${turnedAway} other calls failed`
  console.log(`  ${name}`)
  console.log(
    `    p50 ${p50} ms, p99 ${p99} ms, max ${max} ms${failed}${others}, ${peakMb.toFixed(0)} MB, ` +
      `${workMs.toFixed(0)} ms of work in a turn  ${isMet ? 'met' : 'missed'}`,
  )
  if (statuses !== '') console.log(`    responses to the attack: ${statuses}`)
}

/** One attack, or idle time, on a separate server that starts with the data in `filled`. */
async function measureOne(name: string | undefined, filled: string, durationS: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  await cp(filled, dataDir, { recursive: true })
  const mailPort = await freePort()
  const settings = {
    ...{ DATA_DIR: dataDir, FETCH_ALLOWED_RANGES: '127.0.0.1/32', MAIL_DOMAIN: 'here.example', MAIL_HOST: '127.0.0.1' },
    ...{ MAIL_PORT: String(mailPort), TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: '0'.repeat(32) },
    ...{ SMS_FROM: '+15005550006' },
  }
  const server = await startServer('onedoor-neighbours.ts', settings, { isPinned: false })
  const site = createServer(({ url = '' }, res) => (sites[url] ?? plain)(res))
  const siteUrl = await openOnLoopback(site)
  const { attacker: token, attackers: tokens, ...ready } = server.ready as unknown as Ready
  const url = `http://127.0.0.1:${server.ready.port}`
  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(server.pid))
  }, 50)
  try {
    const { session, gatewayUrl, reading } = ready
    // The first visitor of a door waits until its code is loaded, with or without an attack.
    for (const address of [`${url}/signin`, `${url}/mcp`, `${gatewayUrl}/auth/Auth/Generate`]) {
      await (await fetch(address, { method: 'POST', body: '{}', headers: jsonType })).arrayBuffer()
    }
    if (name === sandboxAttack) await (await fetch(`${url}/sandbox/openapi.json`)).arrayBuffer()
    const attack = name && startAttack({ name, url, gatewayUrl, mailPort, siteUrl, token, tokens, session })
    if (attack) await pause(settleMs)
    await server.send({}, 'workMs')
    const newcomers = name && beginCalls(url, { siteUrl, tokens: reading, readsPage: name === browserAttack })
    const latency = await readNotes(url, reading, durationS)
    const turnedAway = newcomers ? await newcomers() : 0
    const { workMs } = (await server.send({}, 'workMs')) as LongestTurn
    const statuses = attack ? await stopAttack(attack) : ''
    return { name: name ?? 'without an attack', ...latency, peakMb: peak / 1e6, statuses, turnedAway, workMs }
  } finally {
    clearInterval(watch)
    await server.stop()
    await closeServer(site)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** What the server script reports. */
interface Ready {
  readonly reading: readonly string[]
  readonly gatewayUrl: string
  readonly attacker: string
  readonly attackers: readonly string[]
  readonly session: string
}

const plain = whole('<p>fine</p>', { 'content-type': 'text/html' })
const sites: Readonly<Record<string, typeof plain>> = {
  '/endless': endless('text/html', '<p>begun', true),
  '/busy': whole('<p>begun<script>setTimeout(() => { for (;;); })</script>', { 'content-type': 'text/html' }),
}

/**
 * Each second a neighbour opens a stream and stores a file of 1 MiB; once, one reads a page if that is asked for.
 *
 * @returns ends the calls, and returns how many of them failed
 */
function beginCalls(
  url: string,
  { siteUrl, tokens, readsPage }: { siteUrl: string; tokens: readonly string[]; readsPage: boolean },
): () => Promise<number> {
  const over = new AbortController()
  let turnedAway = 0
  const call = async (path: string, token: string | undefined, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && jsonType) }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { headers, ...sent }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.status !== 200) turnedAway += 1
  }
  const everySecond = async () => {
    const content = 'x'.repeat(mebibyte)
    for (let count = 0; !over.signal.aborted; count++) {
      const token = tokens[count % tokens.length]
      await call('/chat/stream?room=topic_general', token)
      await call('/api/v1/files/put', token, { name: `${count}.txt`, content })
      await pause(1000, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const query = new URLSearchParams({ url: `${siteUrl}/plain` })
  const calls = Promise.all([everySecond(), readsPage && call(`/api/v1/browser/read?${query}`, tokens[0])])
  return async () => {
    over.abort()
    await calls
    return turnedAway
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
