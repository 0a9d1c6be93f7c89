import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blogServers, readPosts } from './blog.ts'
import { metered, noteCount, noteText, noteTitle, openGet, openPost, requestFor } from './cases.ts'
import { measureChat } from './chat.ts'
import { measureFiles } from './files.ts'
import { measureFirstCalls } from './first-calls.ts'
import { measureGateway } from './gateway.ts'
import { measureGrowth } from './growth.ts'
import { measureJobs } from './jobs.ts'
import { measureLinks } from './links.ts'
import { measureLive } from './live.ts'
import { measureMcp } from './mcp.ts'
import { type CostedLoad, canPin, costedLoad, type LoadPlan, load, median, startServer } from './measure.ts'
import { measureNeighbours } from './neighbours.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureStartUp, type StartUp } from './start-up.ts'
import { measureWorld } from './world.ts'

/** `npm run bench [-- WORD [ATTACK]]`: every ratio from one run, servers in turn, medians. BENCH_ROUNDS and BENCH_SECONDS change its length. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const durationS = Number(process.env.BENCH_SECONDS ?? 5)
const connections = 50
const warmUpS = 2
const plannedRequests = 1000

type Requests = LoadPlan['requests']

interface Contender {
  name: string
  script: string
  /** Environment variables of its own. */
  env?: Record<string, string>
}

interface Case {
  name: string
  goal?: number
  contenders: Contender[]
  requests(ready: Record<string, unknown>): Requests
}

const authorized = (ready: Record<string, unknown>) => ({ authorization: `Bearer ${ready.token}` })

function getNotes(ready: Record<string, unknown>): Requests {
  return Array.from({ length: plannedRequests }, (_, index) => ({
    method: 'GET' as const,
    path: `/api/v1/notes/get?${new URLSearchParams({ title: noteTitle((index * 7919) % noteCount) })}`,
    headers: authorized(ready),
  }))
}

/** Half of the writes create a note at first and rewrite it from then on, half rewrite an existing one. */
function addNotes(ready: Record<string, unknown>): Requests {
  return Array.from({ length: plannedRequests }, (_, index) => ({
    method: 'POST' as const,
    path: '/api/v1/notes/add',
    body: JSON.stringify({ title: noteTitle(index % 2 === 0 ? index : noteCount + index), text: noteText }),
    headers: { ...authorized(ready), 'content-type': 'application/json' },
  }))
}

const openServers = [
  { name: 'onedoor', script: 'onedoor-open.ts' },
  { name: 'fastify 5', script: 'fastify-open.ts' },
]
const notesServers = [
  { name: 'onedoor', script: 'onedoor-notes.ts' },
  { name: 'fastify 5 + knex', script: 'fastify-notes.ts' },
]
const meteredServers = [
  { name: 'with ledger', script: 'onedoor-charged.ts' },
  { name: 'without', script: 'onedoor-uncharged.ts' },
]
const logLevels = ['info', 'warn'].map((level) => ({
  name: `LOG_LEVEL=${level}`,
  script: 'onedoor-notes.ts',
  env: { BENCH_LOG_LEVEL: level },
}))
const cases: Case[] = [
  {
    name: `open GET, validated (${openGet})`,
    goal: 0.9,
    contenders: [...openServers, { name: 'bare node:http', script: 'bare.ts' }],
    requests: () => [requestFor(openGet)],
  },
  {
    name: `open POST, validated (${openPost})`,
    goal: 0.9,
    contenders: openServers,
    requests: () => [requestFor(openPost)],
  },
  { name: 'notes.get, token and SQLite read', goal: 0.95, contenders: notesServers, requests: getNotes },
  { name: 'notes.add, token and durable SQLite write', goal: 0.95, contenders: notesServers, requests: addNotes },
  { name: 'notes.get with a line of log a call, in a file', goal: 0.92, contenders: logLevels, requests: getNotes },
  { name: 'blog.read of 2 KB, from nobody', goal: 0.9, contenders: blogServers, requests: readPosts },
  {
    name: `metered ${metered}, token, price reserved and charged in SQLite`,
    goal: 0.6,
    contenders: meteredServers,
    requests: (ready) => [{ ...requestFor(metered), headers: authorized(ready) }],
  },
]

async function measureOnce({ script, env }: Contender, requests: Case['requests']): Promise<CostedLoad> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer(script, { DATA_DIR: dataDir, ...env }, { output: join(dataDir, 'log') })
  try {
    const plan = { url: `http://127.0.0.1:${server.ready.port}`, requests: requests(server.ready), connections }
    await load({ ...plan, durationS: warmUpS })
    return await costedLoad(server, { ...plan, durationS })
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureCase({ name, goal, contenders, requests }: Case): Promise<void> {
  const results = contenders.map(() => [] as CostedLoad[])
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) results[index]?.push(await measureOnce(contender, requests))
  }
  const rates = results.map((all) => median(all.map(({ requestsPerS }) => requestsPerS)))
  const costs = results.map((all) => median(all.map(({ cpuUs }) => cpuUs)))
  console.log(name)
  for (const [index, contender] of contenders.entries()) {
    const rate = rates[index] as number
    const each = (results[index] ?? []).map(({ requestsPerS }) => Math.round(requestsPerS)).join(', ')
    const p99 = median((results[index] ?? []).map(({ p99Ms }) => p99Ms))
    const cpuUs = costs[index] as number
    const ratio =
      index === 0
        ? ''
        : `  onedoor is ${((rates[0] as number) / rate).toFixed(2)} of it, ${(cpuUs / (costs[0] as number)).toFixed(2)} by processor time`
    console.log(
      `  ${contender.name.padEnd(18)}${String(Math.round(rate)).padStart(7)} requests/s (${each})  p99 ${p99} ms, ${Math.round(cpuUs)} µs of processor each${ratio}`,
    )
  }
  const peer = (rates[0] as number) / (rates[1] as number)
  if (goal !== undefined)
    console.log(`  goal: at least ${goal.toFixed(2)} of ${contenders[1]?.name}: ${peer >= goal ? 'met' : 'missed'}`)
  console.log('')
}

async function measureStarts(): Promise<void> {
  const starts: StartUp[] = []
  const plan = { requests: getNotes, connections, durationS }
  for (let round = 0; round < rounds; round++) starts.push(await measureStartUp(plan))
  const memory = (which: 'idleMb' | 'afterLoadMb', goal: number) => {
    const figures = starts.flatMap(({ [which]: mb }) => (mb === undefined ? [] : [mb]))
    return figures.length > 0
      ? `${Math.round(median(figures))} MB (goal: at most ${goal})`
      : 'not readable on this system'
  }
  console.log('start of the server process on an existing database')
  console.log(
    `  listening after ${Math.round(median(starts.map((start) => start.listeningMs)))} ms (goal: at most 250)`,
  )
  console.log(`  idle memory ${memory('idleMb', 100)}`)
  console.log(`  memory ten seconds after ${durationS} s of notes.get ${memory('afterLoadMb', 250)}`)
}

async function measureSignInCost(): Promise<void> {
  const costs = []
  for (let round = 0; round < rounds; round++) costs.push(await measureSignIns(durationS))
  const idle = median(costs.map(({ idleP99Ms }) => idleP99Ms))
  const busy = median(costs.map(({ busyP99Ms }) => busyP99Ms))
  const signIns = median(costs.map((cost) => cost.signIns))
  console.log('notes.get at 200 requests/s while twenty people sign in continuously')
  console.log(
    `  p99 ${idle.toFixed(1)} ms when nobody does, ${busy.toFixed(1)} ms meanwhile (${signIns} sign-ins in ${durationS} s)`,
  )
  console.log(`  ratio ${(busy / idle).toFixed(1)}, goal: at most 3.0: ${busy / idle <= 3 ? 'met' : 'missed'}\n`)
}

const only = process.argv[2]
const pinning = canPin ? 'server and load on a core each' : 'not pinned to cores, because taskset is missing'
console.log(`${rounds} rounds of ${durationS} s, ${connections} connections, ${pinning}\n`)
for (const each of cases) if (!only || each.name.includes(only)) await measureCase(each)
if (!only || 'files'.includes(only)) await measureFiles(rounds, durationS)
if (!only || 'first calls'.includes(only)) await measureFirstCalls(rounds, connections)
if (!only || 'gateway'.includes(only)) await measureGateway(rounds, durationS)
if (!only || 'growth'.includes(only)) await measureGrowth()
if (!only || 'jobs'.includes(only)) await measureJobs()
if (!only || 'links'.includes(only)) await measureLinks(rounds, durationS, connections)
if (!only || 'live'.includes(only)) await measureLive(rounds, durationS)
if (!only || 'chat'.includes(only)) await measureChat(Number(process.env.BENCH_SECONDS ?? 60))
if (!only || 'mcp'.includes(only)) await measureMcp(rounds, durationS, connections)
if (!only || 'neighbours'.includes(only)) await measureNeighbours(durationS, process.argv[3])
if (!only || 'sign-ins'.includes(only)) await measureSignInCost()
if (!only || 'start'.includes(only)) await measureStarts()
if (!only || 'world'.includes(only)) await measureWorld(rounds, durationS, connections)
