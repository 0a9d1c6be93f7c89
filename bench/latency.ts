import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** Calls at a fixed rate, however long responses take: latencies are not hidden by callers that wait for each other. */
export interface LatencyPlan {
  url: string
  paths: string[]
  headers: Record<string, string>
  ratePerS: number
  durationS: number
}

process.once('message', (plan: LatencyPlan) => {
  void run(plan).then((result) => process.send?.(result))
})

async function run({ url, paths, headers, ratePerS, durationS }: LatencyPlan) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const latenciesMs: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let count = 0; count < ratePerS * durationS; count++) {
    const dueMs = startedAt + (count * 1000) / ratePerS
    while (performance.now() < dueMs) await pause(Math.max(0, dueMs - performance.now()))
    running.push(call(`${url}${paths[count % paths.length]}`, headers, agent, dueMs, latenciesMs))
  }
  await Promise.all(running)
  agent.destroy()
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

function call(
  url: string,
  headers: Record<string, string>,
  agent: Agent,
  dueMs: number,
  latenciesMs: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`${url} returned ${response.statusCode}`))
        latenciesMs.push(performance.now() - dueMs)
        resolve()
      })
    })
      .on('error', reject)
      .end()
  })
}
