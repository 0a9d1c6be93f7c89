import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '#runtime/store/open.ts'
import { median, processorUs, residentBytes, startServer } from './measure.ts'

const streams = 500
const perAccount = 20
/** Below the bound of one address. */
const perAddress = 125
const settleMs = 3000
const endGoalMs = 1000

interface Measured {
  /** Of one processor, while nothing happens; in percent. */
  readonly idleCpu: number
  readonly heldCpu: number
  /** Resident memory of one stream. */
  readonly kbPerStream: number
  /** From the revocation of a token by another process to the end of the last of its streams, in milliseconds. */
  readonly endMs: number
}

/** What 500 open streams cost while nothing happens: processor time and memory of the server. */
export async function measureLive(rounds: number, durationS: number): Promise<void> {
  const all: Measured[] = []
  for (let round = 0; round < rounds; round++) all.push(await measureOnce(durationS))
  const of = (key: keyof Measured) => median(all.map((each) => each[key]))
  console.log(`${streams} open streams of ${streams / perAccount} accounts, on which nothing happens`)
  console.log(
    `  processor ${of('heldCpu').toFixed(1)} % with them, ${of('idleCpu').toFixed(1)} % without; ${of('kbPerStream').toFixed(0)} kB of memory each`,
  )
  const endMs = of('endMs')
  console.log(
    `  a token revoked by another process ends its ${perAccount} streams in ${endMs.toFixed(0)} ms, goal ${endGoalMs}: ${endMs <= endGoalMs ? 'met' : 'missed'}\n`,
  )
}

async function measureOnce(durationS: number): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const server = await startServer('onedoor-live.ts', { DATA_DIR: dataDir, ACCOUNTS: String(streams / perAccount) })
  const open: IncomingMessage[] = []
  try {
    const { port, tokens } = server.ready as unknown as { port: number; tokens: string[] }
    await pause(settleMs)
    const idleCpu = await processorPercent(server.pid, durationS)
    const before = await residentBytes(server.pid)
    for (let index = 0; index < streams; index++) {
      open.push(await openStream(port, tokens[Math.floor(index / perAccount)] ?? '', Math.floor(index / perAddress)))
    }
    await pause(settleMs)
    const heldCpu = await processorPercent(server.pid, durationS)
    const kbPerStream = ((await residentBytes(server.pid)) - before) / streams / 1000
    const endMs = await timeToEnd(dataDir, open.slice(0, perAccount))
    return { idleCpu, heldCpu, kbPerStream, endMs }
  } finally {
    for (const response of open) response.destroy()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Revokes the token of the first account behind the server's back. */
async function timeToEnd(dataDir: string, streamsOfFirst: readonly IncomingMessage[]): Promise<number> {
  const store = await openStore({ dataDir })
  try {
    const ended = Promise.all(streamsOfFirst.map((stream) => once(stream, 'end')))
    const first = store.sql('accounts').select('id').where({ username: 'bench_0' })
    const startedAt = performance.now()
    await store.run(store.sql('tokens').whereIn('account_id', first).update({ revoked_at: 1 }))
    await ended
    return performance.now() - startedAt
  } finally {
    await store.close()
  }
}

async function openStream(port: number, token: string, address: number): Promise<IncomingMessage> {
  const request = get({
    port,
    host: '127.0.0.1',
    localAddress: `127.0.0.${2 + address}`,
    path: '/notify/stream',
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was refused with ${response.statusCode}`)
  response.on('error', () => {}).resume()
  return response
}

async function processorPercent(pid: number, durationS: number): Promise<number> {
  const before = await processorUs(pid)
  await pause(durationS * 1000)
  return ((await processorUs(pid)) - before) / (durationS * 10_000)
}
