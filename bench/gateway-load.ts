import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from 'node:http2'

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
  /** The first failure: gRPC status and message, and the stream's reset code. */
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
  const failures: string[] = []
  const sessions = Array.from({ length: connections }, () => connect(`http://127.0.0.1:${port}`))
  const startedAt = performance.now()
  const endsAt = startedAt + durationS * 1000
  const callers = sessions.flatMap((session) =>
    Array.from({ length: callsAtOnce }, async () => {
      while (performance.now() < endsAt && failures.length === 0) {
        const calledAt = performance.now()
        const failure = await call(session, headers)
        if (failure === undefined) latencies.push(performance.now() - calledAt)
        else failures.push(failure)
      }
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
    failures: failures.length,
    ...(failures[0] && { failure: failures[0] }),
  }
}

/** Makes one call. Resolves with the failure: gRPC status and message, and the stream's reset code. */
function call(session: ClientHttp2Session, headers: OutgoingHttpHeaders): Promise<string | undefined> {
  return new Promise((resolve) => {
    const stream = session.request(headers)
    let size = 0
    let status = ''
    let outcome = 'no response'
    stream.on('response', (received) => {
      outcome = `${received['grpc-status'] ?? ''} ${received['grpc-message'] ?? ''}`
    })
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    stream.on('trailers', (trailers) => {
      status = String(trailers['grpc-status'])
      outcome = `${status} ${trailers['grpc-message'] ?? ''}`
    })
    stream.on('error', () => stream.close(constants.NGHTTP2_CANCEL))
    stream.on('close', () => {
      const isWhole = status === '0' && size === frame.length
      resolve(isWhole ? undefined : `${outcome}, reset ${stream.rstCode}`)
    })
    stream.end(frame)
  })
}
