import autocannon from 'autocannon'
import type { LoadPlan } from './measure.ts'

/** Runs one load in a separate process, so that it can be pinned to a different core than the server. */
process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => process.send?.(result))
})

async function run({ url, requests, connections, durationS }: LoadPlan) {
  // Every connection sends its own share in turn; autocannon builds the bytes of each request once.
  const result = await autocannon({
    url,
    connections,
    duration: durationS,
    requests,
    ...(requests.length === 1 ? requests[0] : {}),
  })
  return {
    requests: result.requests.total,
    requestsPerS: result.requests.average,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
