import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteCount, noteTitle } from './cases.ts'
import {
  type CostedLoad,
  costedLoad,
  type LoadPlan,
  load,
  median,
  processorUs,
  residentBytes,
  startServer,
} from './measure.ts'

const goal = 0.5
const plannedRequests = 1000
const warmUpS = 2
const streams = 500
const perAccount = 20
/** Below the bound of one address. */
const perAddress = 125
const settleMs = 3000
const version = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
}

type Requests = LoadPlan['requests']

function headersOf(token: string, method: string, name?: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
}

function olderHeaders(token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
}

const titleOf = (index: number) => noteTitle((index * 7919) % noteCount)
const overHttp = (token: string): Requests =>
  Array.from({ length: plannedRequests }, (_, index) => ({
    method: 'GET' as const,
    path: `/api/v1/notes/get?${new URLSearchParams({ title: titleOf(index) })}`,
    headers: { authorization: `Bearer ${token}` },
  }))
const asTool = (token: string): Requests =>
  Array.from({ length: plannedRequests }, (_, id) => {
    const params = { name: 'notes_get', arguments: { title: titleOf(id) }, _meta: meta }
    return {
      method: 'POST' as const,
      path: '/mcp',
      headers: headersOf(token, 'tools/call', params.name),
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
    }
  })
/** A call of a revision of 2025, within a session, as clients make it. */
const asOlderTool = (token: string, sessionId?: string): Requests =>
  Array.from({ length: plannedRequests }, (_, id) => ({
    method: 'POST' as const,
    path: '/mcp',
    headers: { ...olderHeaders(token), ...(sessionId !== undefined && { 'mcp-session-id': sessionId }) },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'notes_get', arguments: { title: titleOf(id) } },
    }),
  }))

/** What a call costs as a tool, against the same call over HTTP, and what open streams cost while nothing happens. */
export async function measureMcp(rounds: number, durationS: number, connections: number): Promise<void> {
  const forms = [
    { name: 'HTTP', requests: overHttp },
    { name: 'MCP 2026-07-28', requests: asTool },
    { name: 'MCP 2025-11-25', requests: (token: string) => asOlderTool(token) },
    {
      name: '  in a session',
      requests: async (token: string, port: number) =>
        asOlderTool(token, await beginSession({ port, host: '127.0.0.1', path: '/mcp' }, token)),
    },
  ]
  const results = forms.map(() => [] as CostedLoad[])
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer('onedoor-notes.ts', { DATA_DIR: dataDir }, { output: join(dataDir, 'log') })
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [index, { requests }] of forms.entries()) {
        const url = `http://127.0.0.1:${server.ready.port}`
        const plan = { url, requests: await requests(String(server.ready.token), server.ready.port), connections }
        await load({ ...plan, durationS: warmUpS })
        results[index]?.push(await costedLoad(server, { ...plan, durationS }))
      }
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log('notes.get with a token, over HTTP and as a tool')
  const rates = results.map((all) => median(all.map(({ requestsPerS }) => requestsPerS)))
  for (const [index, { name }] of forms.entries()) {
    const cpuUs = median((results[index] ?? []).map((each) => each.cpuUs))
    const failures = (results[index] ?? []).reduce((sum, each) => sum + each.failures, 0)
    const ratio = ((rates[index] as number) / (rates[0] as number)).toFixed(2)
    console.log(
      `  ${name.padEnd(16)}${String(Math.round(rates[index] as number)).padStart(7)} requests/s, ${Math.round(cpuUs)} µs of processor each, ${failures} failed, ${ratio} of HTTP`,
    )
  }
  const reached = Math.min(...rates.slice(1)) / (rates[0] as number)
  console.log(`  goal: at least ${goal.toFixed(2)} of HTTP in each form: ${reached >= goal ? 'met' : 'missed'}`)
  await measureStreams(durationS)
}

async function measureStreams(durationS: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer('onedoor-live.ts', { DATA_DIR: dataDir, ACCOUNTS: String(streams / perAccount) })
  const open: IncomingMessage[] = []
  try {
    const { port, tokens } = server.ready as unknown as { port: number; tokens: string[] }
    // The first request loads the endpoint, which is no cost of a stream.
    ;(await openStream(port, tokens[0] ?? '', 0)).destroy()
    await pause(settleMs)
    const idleCpu = await processorPercent(server.pid, durationS)
    const before = await residentBytes(server.pid)
    for (let index = 0; index < streams; index++) {
      open.push(await openStream(port, tokens[Math.floor(index / perAccount)] ?? '', Math.floor(index / perAddress)))
    }
    await pause(settleMs)
    const heldCpu = await processorPercent(server.pid, durationS)
    const kbPerStream = ((await residentBytes(server.pid)) - before) / streams / 1000
    console.log(
      `  ${streams} open streams of ${tokens.length} accounts, each of a session of its own, on which nothing happens:`,
    )
    console.log(
      `  processor ${heldCpu.toFixed(1)} % with them, ${idleCpu.toFixed(1)} % without; ${kbPerStream.toFixed(0)} kB of memory each\n`,
    )
  } finally {
    for (const response of open) response.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Begins a session and opens its stream, as clients of the revisions of 2025 do. */
async function openStream(port: number, token: string, address: number): Promise<IncomingMessage> {
  const to = { port, host: '127.0.0.1', localAddress: `127.0.0.${2 + address}`, path: '/mcp', agent: false }
  const headers = { ...olderHeaders(token), 'mcp-session-id': await beginSession(to, token) }
  const [response] = (await once(get({ ...to, headers }), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`)
  response.on('error', () => {}).resume()
  return response
}

async function beginSession(to: RequestOptions, token: string): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  const begun = request({ ...to, method: 'POST', headers: olderHeaders(token) })
  begun.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  const [response] = (await once(begun, 'response')) as [IncomingMessage]
  response.resume()
  return String(response.headers['mcp-session-id'])
}

async function processorPercent(pid: number, durationS: number): Promise<number> {
  const before = await processorUs(pid)
  await pause(durationS * 1000)
  return ((await processorUs(pid)) - before) / (durationS * 10_000)
}
