import { readFileSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { freePort } from '#testing/loopback.ts'
import { startMain } from '#testing/main-process.ts'

const mebibyte = 1024 * 1024
/** What parsing any of these bodies takes is several times as long. */
const mostMs = 400

/** Different keys: parsing a million of them takes more than a second. */
const keysOf = (count: number) => Buffer.from(`{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join()}}`)
const keys = keysOf(1_000_000)
const fields = Buffer.from(Array.from({ length: 1_000_000 }, (_, n) => `k${n}=1`).join('&'))
const brackets = Buffer.alloc(12 * mebibyte, '[')
const line = Buffer.alloc(12 * mebibyte, 'x')
const parts = Buffer.from(
  Array.from({ length: 100_000 }, (_, n) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`).join(
    '',
  ),
)
const message = Buffer.concat([Buffer.from([0, 0, 0xb0, 0, 0]), brackets])

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

/** Milliseconds that a thread has used of a processor. */
function usedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * 10
}

forOneDatabase((_name, openTestStore, newDatabase) => {
  async function started() {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock: systemClock, services: ['notes', 'files'] })
    const { id } = await accounts.create({ username: 'somebody', password: 'correct horse battery' })
    const tokenOf = async (actions: boolean) =>
      (await tokens.create(id, { scope: { kind: 'services', services: ['notes', 'files'] }, actions })).secret
    const [gatewayPort, mailPort] = [await freePort(), await freePort()]
    const { url, program } = await startMain(settings, {
      ...{ GATEWAY_PORT: `${gatewayPort}`, MAIL_PORT: `${mailPort}`, MAIL_DOMAIN: 'here.example' },
      ...{ TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: '0'.repeat(32), SMS_FROM: '+15005550006' },
    })
    const callers = {
      nobody: undefined,
      stranger: 'x'.repeat(40),
      reader: await tokenOf(false),
      writer: await tokenOf(true),
    }
    return { url, port: Number(new URL(url).port), gatewayPort, mailPort, pid: program.pid, callers }
  }

  test.skipIf(process.platform !== 'linux')(
    'no door spends more than a moment of the main thread on a hostile body',
    async () => {
      const { url, port, gatewayPort, mailPort, pid, callers } = await started()
      const http = [
        { path: '/api/v1/notes/add', type: json, body: keys },
        { path: '/api/v1/notes/add', type: json, body: keysOf(50_000) },
        { path: '/api/v1/files/put', type: json, body: keys },
        { path: '/api/v1/files/put', type: json, body: brackets },
        { path: '/mcp', type: json, body: keys },
        { path: '/mcp', type: json, body: keysOf(50_000) },
        { path: '/mcp', type: json, body: brackets },
        { path: '/signin', type: form, body: fields },
        { path: '/signup', type: form, body: fields },
        { path: '/settings/files', type: upload, body: parts },
        { path: '/settings/links', type: form, body: fields },
        { path: '/oauth/token', type: form, body: fields },
        { path: '/oauth/register', type: json, body: keys },
        { path: '/sms/incoming', type: form, body: fields },
        { path: '/nothing/here', type: json, body: keys },
      ].map((sent) => ({ ...sent, over: overHttp, port }))
      const gateway = [
        { over: overHttp, path: '/auth/Auth/Generate', type: json, body: keys },
        { over: overHttp, path: '/nothing/call', type: json, body: brackets },
        { over: overGrpcWeb, path: '/auth.Auth/Generate', type: 'application/grpc-web+proto', body: message },
        { over: overHttp, path: '/auth.Auth/Generate', type: 'application/proto', body: brackets },
        { over: overGrpc, path: '/auth.Auth/Generate', type: 'application/grpc', body: message },
      ].map((sent) => ({ ...sent, port: gatewayPort }))
      const smtp = [{ over: overSmtp, path: '', type: 'mail', body: line, port: mailPort }]

      const faults: unknown[] = []
      for (const { over, ...sent } of [...http, ...gateway, ...smtp]) {
        for (const [name, token] of Object.entries(callers)) {
          const before = usedMs(pid)
          const status = await over({ ...sent, token })
          // Afterwards nothing of it is left to do.
          expect((await fetch(`${url}/health/live`)).status).toBe(200)
          const usedForIt = usedMs(pid) - before
          const isRefused = over === overGrpc || over === overGrpcWeb ? status !== 0 : status >= 400
          if (usedForIt > mostMs || !isRefused) faults.push([sent.path, sent.type, name, status, usedForIt])
        }
      }
      expect(faults).toEqual([])
    },
    120_000,
  )
})
