import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blogServers, readPosts } from './blog.ts'
import { metered, noteCount, noteText, noteTitle, openGet, openPost, requestFor } from './cases.ts'
import { findCards, listNotes, listPosts, listServers } from './lists.ts'
import { type CostedLoad, costedLoad, type LoadPlan, load, median, startServer } from './measure.ts'

const connections = 50
const warmUpS = 2
const plannedRequests = 1000

type Requests = LoadPlan['requests']
type Ready = Record<string, unknown>

interface Contender {
  readonly name: string
  readonly script: string
  readonly env?: Record<string, string>
  /** Instead of the case's. */
  readonly requests?: (ready: Ready) => Requests
}

/** Requests to the first contender, compared with the same to the others; the goal is for the first of those. */
interface Case {
  readonly name: string
  readonly goal: number
  readonly contenders: readonly [Contender, Contender, ...Contender[]]
  readonly requests: (ready: Ready) => Requests
  /** Whether the others return the result of the first, without its work. */
  readonly isResultShared?: boolean
}

const authorized = (ready: Ready) => ({ authorization: `Bearer ${ready.token}` })
const titleOf = (index: number) => noteTitle((index * 7919) % noteCount)
const many = (request: (index: number) => Requests[number]): Requests =>
  Array.from({ length: plannedRequests }, (_, index) => request(index))

/** Reads of the notes of the measured account. */
export function getNotes(ready: Ready): Requests {
  return many((index) => ({
    method: 'GET',
    path: `/api/v1/notes/get?${new URLSearchParams({ title: titleOf(index) })}`,
    headers: authorized(ready),
  }))
}

/** Half of the writes create a note at first and rewrite it from then on, half rewrite an existing one. */
export function addNotes(ready: Ready): Requests {
  return many((index) => ({
    method: 'POST',
    path: '/api/v1/notes/add',
    body: JSON.stringify({ title: noteTitle(index % 2 === 0 ? index : noteCount + index), text: noteText }),
    headers: { ...authorized(ready), 'content-type': 'application/json' },
  }))
}

function getNotesAsTool(ready: Ready): Requests {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  }
  return many((id) => {
    const params = { name: 'notes_get', arguments: { title: titleOf(id) }, _meta: meta }
    const headers = {
      ...authorized(ready),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': params.name,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })
    return { method: 'POST', path: '/mcp', headers, body }
  })
}

const notes = { name: 'onedoor', script: 'onedoor-notes.ts' }
const fastifyNotes = { name: 'fastify 5 + knex', script: 'fastify-notes.ts' }
const open = { name: 'onedoor', script: 'onedoor-open.ts' }
const fastifyOpen = { name: 'fastify 5', script: 'fastify-open.ts' }

/** Open methods served from cached provider data, with arguments whose results are small. */
const cached: readonly (readonly [id: string, args: Record<string, unknown>])[] = [
  ['hazards.quakes', { min: 6 }],
  ['markets.quote', { symbol: 'BTC' }],
  ['flights.airport', { code: 'LHR' }],
  ['prayer.times', { lat: 51.5, lon: -0.12, tz: 'Europe/London' }],
]

/** Example payloads instead of providers, without limits. */
const fromExamples = { GATEWAY_PORT: 'off', PROVIDERS: 'examples', LIMIT_ANONYMOUS_PER_MINUTE: '999999999' }

export const cases: readonly Case[] = [
  {
    name: `open GET, validated (${openGet})`,
    goal: 0.85,
    contenders: [open, fastifyOpen, { name: 'bare node:http', script: 'bare.ts' }],
    requests: () => [requestFor(openGet)],
  },
  {
    name: `open POST, validated (${openPost})`,
    goal: 0.9,
    contenders: [open, fastifyOpen],
    requests: () => [requestFor(openPost)],
  },
  { name: 'notes.get, token and SQLite read', goal: 0.95, contenders: [notes, fastifyNotes], requests: getNotes },
  {
    name: 'notes.add, token and durable SQLite write',
    goal: 0.95,
    contenders: [notes, fastifyNotes],
    requests: addNotes,
  },
  {
    name: 'notes.get with a log line for each call, in a file',
    goal: 0.8,
    contenders: [
      { ...notes, env: { BENCH_LOG_LEVEL: 'info' } },
      { name: 'LOG_LEVEL=warn', script: notes.script },
    ],
    requests: getNotes,
  },
  {
    name: 'notes.get as a tool over MCP',
    goal: 0.15,
    contenders: [
      { ...notes, requests: getNotesAsTool },
      { name: 'over HTTP', script: notes.script },
    ],
    requests: getNotes,
  },
  { name: 'blog.read of 2 KB, without an account', goal: 0.9, contenders: blogServers, requests: readPosts },
  ...(
    [
      ['notes.list of 50 notes', listNotes],
      ['contacts.find among 200 cards', findCards],
      ['blog.list of 10 posts, without an account', listPosts],
    ] as const
  ).map(([name, requests]): Case => ({ name: `short: ${name}`, goal: 1.5, contenders: listServers, requests })),
  {
    name: `metered ${metered}, token, price reserved and charged in SQLite`,
    goal: 0.6,
    contenders: [
      { name: 'onedoor', script: 'onedoor-metered.ts' },
      { name: 'without ledger', script: 'onedoor-metered.ts', env: { BENCH_FREE: 'yes' } },
    ],
    requests: (ready) => [{ ...requestFor(metered), headers: authorized(ready) }],
  },
  ...cached.map(
    ([id, args]): Case => ({
      name: `world: ${id} from the cache`,
      goal: 0.85,
      isResultShared: true,
      contenders: [
        { name: 'onedoor', script: 'onedoor.ts', env: fromExamples },
        { name: 'same result', script: open.script, requests: () => [requestFor(openGet)] },
      ],
      requests: () => [requestFor(id, args)],
    }),
  ),
]

/** Measures one case: the contenders in turn, as often as there are rounds; prints medians. */
export async function measureCase(
  { name, goal, contenders, requests, isResultShared = false }: Case,
  rounds: number,
  durationS: number,
): Promise<void> {
  const results = contenders.map(() => [] as CostedLoad[])
  for (let round = 0; round < rounds; round++) {
    let shared: string | undefined
    for (const [index, contender] of contenders.entries()) {
      const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
      const env = { DATA_DIR: dataDir, ...contender.env, ...(shared !== undefined && { BENCH_RESULT: shared }) }
      const server = await startServer(contender.script, env, { output: join(dataDir, 'log') })
      try {
        const url = `http://127.0.0.1:${server.ready.port}`
        const plan = { url, requests: (contender.requests ?? requests)(server.ready), connections }
        if (isResultShared) shared ??= await resultOf(`${url}${plan.requests[0]?.path}`)
        await load({ ...plan, durationS: warmUpS })
        results[index]?.push(await costedLoad(server, { ...plan, durationS }))
      } finally {
        await server.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    }
  }
  report(name, goal, contenders, results)
}

async function resultOf(url: string): Promise<string> {
  const response = await fetch(url)
  const body = (await response.json()) as { result?: unknown }
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${JSON.stringify(body)}`)
  return JSON.stringify(body.result)
}

function report(name: string, goal: number, contenders: Case['contenders'], results: readonly CostedLoad[][]): void {
  const medians = results.map((all) => ({
    rate: median(all.map(({ requestsPerS }) => requestsPerS)),
    cpuUs: median(all.map(({ cpuUs }) => cpuUs)),
    p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
    each: all.map(({ requestsPerS }) => Math.round(requestsPerS)).join(', '),
  }))
  const [ours, peer] = medians as [(typeof medians)[number], (typeof medians)[number]]
  console.log(name)
  for (const [index, { rate, cpuUs, p99Ms, each }] of medians.entries()) {
    const ratios = `  ratio ${(ours.rate / rate).toFixed(2)}, ${(cpuUs / ours.cpuUs).toFixed(2)} by processor time`
    console.log(
      `  ${contenders[index]?.name.padEnd(18)}${String(Math.round(rate)).padStart(7)} requests/s (${each})  p99 ${p99Ms} ms, ${Math.round(cpuUs)} µs of processor each${index > 0 ? ratios : ''}`,
    )
  }
  const verdict = ours.rate / peer.rate >= goal ? 'met' : 'missed'
  console.log(`  goal: at least ${goal.toFixed(2)} of ${contenders[1].name}: ${verdict}\n`)
}
