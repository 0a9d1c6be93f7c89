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
  // Before the clock starts: a million requests take a while to build.
  const requests = requestsOf(which)
  const startedAt = performance.now()
  const endsAt = which === 'all' ? Number.POSITIVE_INFINITY : startedAt + durationS * 1000
  const next = requestQueue(which, requests, endsAt)
  const tally = new Tally()
  await Promise.all(Array.from({ length: connections }, () => visit(port, next, tally)))
  const tookS = (performance.now() - startedAt) / 1000
  return {
    visits: tally.visits,
    requestsPerS: tally.visits / tookS,
    p50Ms: tally.percentileMs(0.5),
    p99Ms: tally.percentileMs(0.99),
    maxMs: tally.maxMs,
    failures: tally.failures,
  }
}

/** Returns a function that returns the next request, or undefined when the run is over. */
function requestQueue(
  which: VisitPlan['which'],
  requests: readonly string[],
  endsAt: number,
): (now: number) => string | undefined {
  let state = 42
  let sent = 0
  return (now) => {
    if (now >= endsAt || (which === 'all' && sent >= requests.length)) return undefined
    sent += 1
    if (which === 'one') return requests[0]
    if (which === 'all') return requests[sent - 1]
    // Lehmer's generator: the same links in every run.
    state = (state * 48_271) % 0x7fffffff
    return requests[state % requests.length]
  }
}

/** Visits links over one connection until none is left. */
function visit(port: number, next: (now: number) => string | undefined, tally: Tally): Promise<void> {
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
      tally.count(now - sentAt, rest)
      rest = ''
      go(now)
    })
  })
}

/** Counts responses and their latencies, in a histogram so that memory does not grow with the load. */
class Tally {
  visits = 0
  failures = 0
  maxMs = 0
  readonly #latencies = new Uint32Array(bucketCount)

  count(tookMs: number, response: string): void {
    const isRedirect = response.startsWith('HTTP/1.1 302 ')
    if (!isRedirect || !response.includes('\r\nLocation: https://ferries.example/')) this.failures += 1
    this.visits += 1
    if (tookMs > this.maxMs) this.maxMs = tookMs
    const bucket = Math.min(bucketCount - 1, Math.floor(tookMs * bucketsPerMs))
    this.#latencies[bucket] = (this.#latencies[bucket] as number) + 1
  }

  /** The upper bound of the latencies of this share of the visits, from 0 to 1. */
  percentileMs(share: number): number {
    let seen = 0
    const bucket = this.#latencies.findIndex((count) => {
      seen += count
      return seen >= this.visits * share
    })
    return (bucket + 1) / bucketsPerMs
  }
}
