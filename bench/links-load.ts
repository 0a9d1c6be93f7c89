import { connect, type Socket } from 'node:net'
import { linkCount, linkId } from './links-cases.ts'

/** Visits links over some connections, each of which sends its next request after the response. */
export interface VisitPlan {
  port: number
  connections: number
  durationS: number
  /** `one` link repeatedly, links at `random`, or `all` of them once, without a duration. */
  which: 'one' | 'random' | 'all'
}

export interface VisitResult {
  visits: number
  requestsPerS: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  failures: number
}

const bucketsPerMs = 100
const bucketCount = 1000 * bucketsPerMs

process.once('message', (plan: VisitPlan) => {
  void run(plan).then((result) => process.send?.(result))
})

/** Requests as bytes, built in advance so that the load costs as little as possible while it runs. */
function requestsOf(which: VisitPlan['which']): readonly string[] {
  const request = (id: string) =>
    `GET /u/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\r\n`
  if (which === 'one') return [request(linkId(0))]
  return Array.from({ length: linkCount }, (_, index) => request(linkId(index)))
}

async function run({ port, connections, durationS, which }: VisitPlan): Promise<VisitResult> {
  const requests = requestsOf(which)
  const latencies = new Uint32Array(bucketCount)
  let state = 42
  let sent = 0
  let answered = 0
  let failures = 0
  let maxMs = 0
  const startedAt = performance.now()
  const endsAt = which === 'all' ? Number.POSITIVE_INFINITY : startedAt + durationS * 1000

  function next(now: number): string | undefined {
    if (now >= endsAt || (which === 'all' && sent >= requests.length)) return undefined
    sent += 1
    if (which === 'one') return requests[0]
    if (which === 'all') return requests[sent - 1]
    // Lehmer's generator: the same links in every run.
    state = (state * 48_271) % 0x7fffffff
    return requests[state % requests.length]
  }

  function visitor(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sentAt = 0
      let rest = ''
      const go = (now: number) => {
        const request = next(now)
        if (request === undefined) {
          socket.destroy()
          resolve()
          return
        }
        sentAt = now
        socket.write(request, 'latin1')
      }
      socket.once('connect', () => go(performance.now()))
      socket.once('error', reject)
      socket.on('data', (chunk) => {
        rest += chunk.toString('latin1')
        if (!rest.endsWith('\r\n\r\n')) return
        const now = performance.now()
        if (!rest.startsWith('HTTP/1.1 302 ') || !rest.includes('\r\nLocation: https://ferries.example/')) failures += 1
        rest = ''
        answered += 1
        const tookMs = now - sentAt
        if (tookMs > maxMs) maxMs = tookMs
        const bucket = Math.min(bucketCount - 1, Math.floor(tookMs * bucketsPerMs))
        latencies[bucket] = (latencies[bucket] as number) + 1
        go(now)
      })
    })
  }

  await Promise.all(Array.from({ length: connections }, visitor))
  const tookS = (performance.now() - startedAt) / 1000
  const at = (part: number): number => {
    let seen = 0
    const bucket = latencies.findIndex((count) => {
      seen += count
      return seen >= answered * part
    })
    return (bucket + 1) / bucketsPerMs
  }
  return { visits: answered, requestsPerS: answered / tookS, p50Ms: at(0.5), p99Ms: at(0.99), maxMs, failures }
}
