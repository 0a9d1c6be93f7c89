import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallPlan, CallResult } from './gateway-load.ts'
import { type BenchServer, call, type LoadResult, load, median, processorUs, startServer } from './measure.ts'

/** By processor time: the service shares a core with the load, and limits the rate before the gateway does. */
const goal = 0.5
const warmUpS = 2
/** Fifty concurrent calls in all. */
const plan: Omit<CallPlan, 'port' | 'token' | 'durationS'> = {
  path: '/acme.echo.v1.Echo/Call',
  connections: 10,
  callsAtOnce: 5,
}

/** With the measured process's processor time per call, in microseconds; NaN if /proc is missing. */
type Measured = CallResult & { cpuUs: number }

interface Round {
  direct: Measured
  through: Measured
  json: LoadResult
}

/** One after the other on the same core: the service itself, then the gateway with the service on the load's core. */
async function measureOnce(durationS: number): Promise<Round> {
  const alone = await startServer('grpc-echo.ts')
  const direct = await called(alone, { ...plan, port: alone.ready.port, token: undefined, durationS })
  await alone.stop()

  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  const service = await startServer('grpc-echo.ts', {}, { besideLoad: true })
  const gateway = await startServer('onedoor-gateway.ts', { DATA_DIR: dataDir, ECHO_PORT: String(service.ready.port) })
  try {
    const { port, token } = gateway.ready as { port: number; token: string }
    const through = await called(gateway, { ...plan, port, token, durationS })
    const json = await load({
      url: `http://127.0.0.1:${port}`,
      requests: [
        {
          method: 'POST',
          path: '/echo/call',
          body: JSON.stringify({ name: 'x'.repeat(100) }),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        },
      ],
      connections: plan.connections * plan.callsAtOnce,
      durationS,
    })
    return { direct, through, json }
  } finally {
    await Promise.all([gateway.stop(), service.stop()])
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function called({ pid }: BenchServer, calls: CallPlan): Promise<Measured> {
  await call({ ...calls, durationS: warmUpS })
  const before = await processorUs(pid)
  const result = await call(calls)
  const cpuUs = ((await processorUs(pid)) - before) / (result.callsPerS * calls.durationS)
  return { ...result, cpuUs }
}

/** The cost of the gateway for a gRPC call, compared with a direct call; the same as JSON for information. */
export async function measureGateway(rounds: number, durationS: number): Promise<void> {
  const all: Round[] = []
  for (let round = 0; round < rounds; round++) all.push(await measureOnce(durationS))
  console.log('gRPC unary echo through the gateway: token, rules and limits checked on every call')
  for (const [name, key] of [
    ['through the gateway', 'through'],
    ['connect-node itself', 'direct'],
  ] as const) {
    const p99 = median(all.map((round) => round[key].p99Ms))
    const each = all.map((round) => Math.round(round[key].callsPerS)).join(', ')
    console.log(
      `  ${name.padEnd(22)}${Math.round(rateOf(all, key))} calls/s (${each})  p99 ${p99.toFixed(1)} ms  ${Math.round(costOf(all, key))} us of processor a call`,
    )
  }
  const direct = rateOf(all, 'direct')
  const ratio = costOf(all, 'direct') / costOf(all, 'through')
  console.log(
    `  ratio ${(rateOf(all, 'through') / direct).toFixed(2)}, ${ratio.toFixed(2)} by processor time, goal: at least ${goal.toFixed(2)} by processor time: ${ratio >= goal ? 'met' : 'missed'}`,
  )
  const json = median(all.map((round) => round.json.requestsPerS))
  console.log(`  as JSON over HTTP/1.1 ${Math.round(json)} requests/s: ${(json / direct).toFixed(2)} of it, no goal\n`)
}

function rateOf(all: readonly Round[], key: 'direct' | 'through'): number {
  return median(all.map((round) => round[key].callsPerS))
}

function costOf(all: readonly Round[], key: 'direct' | 'through'): number {
  return median(all.map((round) => round[key].cpuUs))
}
