import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A response as it came over the wire, byte for byte where that matters. */
export interface RawResponse {
  readonly status: number
  /** Names in lower case; of a repeated header the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A connection on which a test writes any bytes, well-formed or not. */
export interface RawConnection {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /**
   * The next response on the connection, in order.
   *
   * @param toHead the response answers a HEAD request and has no body, regardless of its headers
   * @throws Error when the server closes the connection before the end of one, with the part received
   */
  response(toHead?: boolean): Promise<RawResponse>
  /** Resolves once the server has closed the connection or reset it. */
  closed(): Promise<void>
  close(): void
}

/** Opens a connection to the server at this address. */
export async function rawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let over = false
  let wake = () => {}
  const end = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      wake()
    })
    const finish = () => {
      over = true
      wake()
      resolve()
    }
    socket.on('end', finish).on('close', finish)
    // A server may end a connection by a reset; the data before it still counts.
    socket.on('error', finish)
  })

  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    async response(toHead = false) {
      for (;;) {
        const parsed = parse(received, toHead)
        if (parsed) {
          received = received.subarray(parsed.length)
          return parsed.response
        }
        if (over)
          throw new Error(
            `The connection ended without a whole response; so far: ${JSON.stringify(received.toString())}`,
          )
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    closed: () => end,
    close: () => void socket.destroy(),
  }
}

/**
 * One request on a new connection.
 *
 * @param bytes the whole request, head and body
 */
export async function rawExchange(url: string, bytes: string | Buffer): Promise<RawResponse> {
  const connection = await rawConnection(url)
  try {
    connection.write(bytes)
    return await connection.response()
  } finally {
    connection.close()
  }
}

/** The head of a request. Host is there unless the headers name one. */
export function requestHead(verb: string, target: string, headers: Record<string, string | number> = {}): string {
  const lines = Object.entries({ Host: 'test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${verb} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

function parse(bytes: Buffer, toHead: boolean): { response: RawResponse; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  const bodyStart = headEnd + 4
  if (status === 100) {
    const next = parse(bytes.subarray(bodyStart), toHead)
    return next && { ...next, length: next.length + bodyStart }
  }
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  if (headers['transfer-encoding'] === 'chunked' && !toHead) return chunked(bytes, bodyStart, { status, headers })
  const length = toHead || status === 304 ? 0 : Number(headers['content-length'] ?? 0)
  if (bytes.length < bodyStart + length) return undefined
  const body = bytes.subarray(bodyStart, bodyStart + length).toString()
  return { response: { status, headers, body }, length: bodyStart + length }
}

function chunked(bytes: Buffer, bodyStart: number, head: Omit<RawResponse, 'body'>) {
  const parts: Buffer[] = []
  let at = bodyStart
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
    if (size === 0) return { response: { ...head, body: Buffer.concat(parts).toString() }, length: at }
  }
}
