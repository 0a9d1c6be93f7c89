import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGet, requestFor } from './cases.ts'
import { type CostedLoad, costedLoad, load, median, startServer } from './measure.ts'

const goal = 0.85
const warmUpS = 2

/** Methods that answer from what a provider said before, with arguments whose results are small. */
const methods: readonly (readonly [id: string, args: Record<string, unknown>])[] = [
  ['hazards.quakes', { min: 6 }],
  ['markets.quote', { symbol: 'BTC' }],
  ['flights.airport', { code: 'LHR' }],
  ['prayer.times', { lat: 51.5, lon: -0.12, tz: 'Europe/London' }],
]

interface Round {
  readonly ours: CostedLoad
  readonly open: CostedLoad
  readonly resultBytes: number
}

/** Open methods of the world from the cache, against the open GET that returns the very same result without any work. */
export async function measureWorld(rounds: number, durationS: number, connections: number): Promise<void> {
  console.log(`open methods of the world from the cache, against ${openGet} by a handler that returns the same result`)
  for (const [id, args] of methods) {
    const all: Round[] = []
    for (let round = 0; round < rounds; round++) all.push(await measureOnce(id, args, { durationS, connections }))
    const rate = (key: 'ours' | 'open') => median(all.map((each) => each[key].requestsPerS))
    const each = all.map(({ ours, open }) => (ours.requestsPerS / open.requestsPerS).toFixed(2)).join(', ')
    const cost = (key: 'ours' | 'open') => median(all.map((round) => round[key].cpuUs))
    const ratio = rate('ours') / rate('open')
    console.log(
      `  ${id.padEnd(18)}${Math.round(rate('ours'))} requests/s, ${openGet} ${Math.round(rate('open'))}, both ${all[0]?.resultBytes} bytes`,
    )
    console.log(
      `    ratio ${ratio.toFixed(2)} (${each}), ${(cost('open') / cost('ours')).toFixed(2)} by processor time (${cost('ours').toFixed(0)} µs against ${cost('open').toFixed(0)}), goal: at least ${goal.toFixed(2)}: ${ratio >= goal ? 'met' : 'missed'}`,
    )
  }
  console.log('')
}

type Plan = { readonly durationS: number; readonly connections: number }

async function measureOnce(id: string, args: Record<string, unknown>, plan: Plan): Promise<Round> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onedoor-bench-'))
  try {
    const request = requestFor(id, args)
    let result = ''
    const ours = await measured('onedoor-world.ts', { DATA_DIR: dataDir }, request, plan, async (url) => {
      const response = await fetch(url + request.path)
      const body = (await response.json()) as { result?: unknown }
      if (response.status !== 200) throw new Error(`${id} returned ${response.status}: ${JSON.stringify(body)}`)
      result = JSON.stringify(body.result)
    })
    const open = await measured('onedoor-open.ts', { BENCH_RESULT: result }, requestFor(openGet), plan)
    return { ours, open, resultBytes: Buffer.byteLength(result) }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** @param before looks at the server before it is measured, with its address */
async function measured(
  script: string,
  env: Record<string, string>,
  request: ReturnType<typeof requestFor>,
  { durationS, connections }: Plan,
  before: (url: string) => Promise<void> = async () => {},
): Promise<CostedLoad> {
  const server = await startServer(script, env)
  try {
    const plan = { url: `http://127.0.0.1:${server.ready.port}`, requests: [request], connections }
    await before(plan.url)
    await load({ ...plan, durationS: warmUpS })
    return await costedLoad(server, { ...plan, durationS })
  } finally {
    await server.stop()
  }
}
