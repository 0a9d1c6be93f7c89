import { type ClientHttp2Session, connect, constants } from 'node:http2'

/** gRPC calls: the number of connections, and of concurrent calls on each. */
export interface CallPlan {
  port: number
  path: string
  token: string | undefined
  connections: number
  callsAtOnce: number
  durationS: number
}

export interface CallResult {
  callsPerS: number
  p50Ms: number
  p99Ms: number
  failures: number
  /** The response to the first of them. */
  failure?: string
}

/** A framed message with a name of a hundred letters. */
const message = Buffer.concat([Buffer.from([0x0a, 100]), Buffer.alloc(100, 'x')])
const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message])

/** Runs one load in a separate process, so that it can be pinned to a different core than the server. */
process.once('message', (plan: CallPlan) => {
  void run(plan).then((result) => process.send?.(result))
})

/** Plain HTTP/2 instead of a client library: the servers are measured, not the client. */
async function run({ port, path, token, connections, callsAtOnce, durationS }: CallPlan): Promise<CallResult> {
  const headers = {
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc+proto',
    te: 'trailers',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const latencies: number[] = []
  let failures = 0
  let failure: string | undefined

  function call(session: ClientHttp2Session): Promise<void> {
    return new Promise((resolve) => {
      const startedAt = performance.now()
      const stream = session.request(headers)
      let size = 0
      let status = ''
      let told = 'no answer'
      stream.on('response', (answer) => {
        told = `${answer['grpc-status'] ?? ''} ${answer['grpc-message'] ?? ''}`
      })
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      stream.on('trailers', (trailers) => {
        status = String(trailers['grpc-status'])
        told = `${status} ${trailers['grpc-message'] ?? ''}`
      })
      stream.on('error', () => stream.close(constants.NGHTTP2_CANCEL))
      stream.on('close', () => {
        if (status === '0' && size === frame.length) latencies.push(performance.now() - startedAt)
        else {
          failures += 1
          failure ??= `${told}, reset ${stream.rstCode}`
        }
        resolve()
      })
      stream.end(frame)
    })
  }

  const sessions = Array.from({ length: connections }, () => connect(`http://127.0.0.1:${port}`))
  const startedAt = performance.now()
  const endsAt = startedAt + durationS * 1000
  const callers = sessions.flatMap((session) =>
    Array.from({ length: callsAtOnce }, async () => {
      while (performance.now() < endsAt && failures === 0) await call(session)
    }),
  )
  await Promise.all(callers)
  const elapsedS = (performance.now() - startedAt) / 1000
  for (const session of sessions) session.close()
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    callsPerS: latencies.length / elapsedS,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
    ...(failure && { failure }),
  }
}
