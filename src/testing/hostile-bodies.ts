import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'

const mebibyte = 1024 * 1024

/** An object of different keys: parsing a million of them takes more than a second. */
export const keysOf = (count: number): Buffer =>
  Buffer.from(`{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`)
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const upload = 'multipart/form-data; boundary=b'

interface Sent {
  readonly port: number
  readonly path: string
  readonly type: string
  readonly body: Buffer
  readonly token?: string | undefined
}

/**
 * Sends all of a request, as far as the server lets it. Returns what came until the response was over or the connection
 * closed.
 */
async function send(port: number, pieces: readonly (Buffer | string)[], isOver: (received: string) => boolean) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  // A server that refuses may end the connection by a reset.
  socket.on('error', () => undefined)
  socket.on('data', (text: string) => {
    received += text
    if (isOver(received)) socket.destroy()
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  for (const piece of pieces) socket.write(piece)
  await closed
  return received
}

function headOf({ port, path, type, body, token }: Sent): string {
  const authorization = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: ${json}, text/event-stream\r\n`
  return `${head}${authorization}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
}

const overHttp = async (sent: Sent) => {
  const received = await send(sent.port, [headOf(sent), sent.body], (text) => text.includes('\r\n\r\n'))
  return Number(received.split(' ')[1])
}

/** UNAVAILABLE: the status of a call whose server sends none. */
const unavailable = 14

/** A gRPC-Web call. Returns its gRPC status, which is in the body of the response. */
const overGrpcWeb = async (sent: Sent) => {
  const received = await send(sent.port, [headOf(sent), sent.body], (text) => /grpc-status:\s*\d/i.test(text))
  return Number(/grpc-status:\s*(\d+)/i.exec(received)?.[1] ?? unavailable)
}

/** A gRPC call over HTTP/2. Returns its gRPC status, also if the server only reset its stream. */
const overGrpc = async ({ port, path, type, body, token }: Sent) => {
  const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined)
  const stream = session.request({
    ...{ ':method': 'POST', ':path': path, 'content-type': type, te: 'trailers' },
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  })
  let status = unavailable
  const takeStatus = (headers: Record<string, unknown>) => {
    status = Number(headers['grpc-status'] ?? status)
  }
  stream.on('response', takeStatus).on('trailers', takeStatus)
  // A stream that was reset while it is written to may never report that it is closed.
  const over = new Promise<void>((resolve) => {
    for (const name of ['end', 'close', 'error']) stream.once(name, () => resolve())
  })
  stream.resume().end(body)
  await over
  session.destroy()
  return status
}

/** A message for nobody of this server. Returns the last reply. */
const overSmtp = async ({ port, body }: Sent) => {
  const commands = 'EHLO there.example\r\nMAIL FROM:<a@there.example>\r\nRCPT TO:<nobody@here.example>\r\nDATA\r\n'
  const received = await send(port, [commands, body, '\r\nQUIT\r\n'], (text) => /^(221|421|500 )/m.test(text))
  return Number(/(\d{3}) [^\r]*\r\n$/.exec(received)?.[1])
}

/** A request whose body takes long to parse. */
export interface HostileRequest extends Pick<Sent, 'path' | 'type' | 'body'> {
  /** The port that it is for. */
  readonly door: 'http' | 'gateway' | 'mail'
  /** Sends it. @returns its status: of HTTP, gRPC or SMTP */
  send(to: { readonly port: number; readonly token?: string | undefined }): Promise<number>
  isRefused(status: number): boolean
}

type Over = (sent: Sent) => Promise<number>

/** Such requests for every door. They take some 150 MB. */
export function hostileRequests(): HostileRequest[] {
  const keys = keysOf(1_000_000)
  const fields = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => `k${n}=1`).join('&'))
  const brackets = Buffer.alloc(12 * mebibyte, '[')
  const line = Buffer.alloc(12 * mebibyte, 'x')
  const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`
  const parts = Buffer.from(Array.from({ length: 100_000 }, (_, n) => part(n)).join(''))
  const message = Buffer.concat([Buffer.from([0, 0, 0xb0, 0, 0]), brackets])
  const request = (door: HostileRequest['door'], over: Over, path: string, type: string, body: Buffer) => ({
    ...{ door, path, type, body },
    send: (to: Pick<Sent, 'port' | 'token'>) => over({ ...to, path, type, body }),
    isRefused: (status: number) => (over === overGrpc || over === overGrpcWeb ? status !== 0 : status >= 400),
  })
  return [
    request('http', overHttp, '/api/v1/notes/add', json, keys),
    request('http', overHttp, '/api/v1/notes/add', json, keysOf(50_000)),
    request('http', overHttp, '/api/v1/files/put', json, keys),
    request('http', overHttp, '/api/v1/files/put', json, brackets),
    request('http', overHttp, '/mcp', json, keys),
    request('http', overHttp, '/mcp', json, keysOf(50_000)),
    request('http', overHttp, '/mcp', json, brackets),
    request('http', overHttp, '/signin', form, fields),
    request('http', overHttp, '/signup', form, fields),
    request('http', overHttp, '/settings/files', upload, parts),
    request('http', overHttp, '/settings/links', form, fields),
    request('http', overHttp, '/oauth/token', form, fields),
    request('http', overHttp, '/oauth/register', json, keys),
    request('http', overHttp, '/sms/incoming', form, fields),
    request('http', overHttp, '/nothing/here', json, keys),
    request('gateway', overHttp, '/auth/Auth/Generate', json, keys),
    request('gateway', overHttp, '/nothing/call', json, brackets),
    request('gateway', overGrpcWeb, '/auth.Auth/Generate', 'application/grpc-web+proto', message),
    request('gateway', overHttp, '/auth.Auth/Generate', 'application/proto', brackets),
    request('gateway', overGrpc, '/auth.Auth/Generate', 'application/grpc', message),
    request('mail', overSmtp, '', 'mail', line),
  ]
}
