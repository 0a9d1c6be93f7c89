import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { testCertificate, testKey, trustTestCertificate } from './https-stand-in.ts'

/** A server that speaks IMAP as a test wants it to. */
export interface LyingImap {
  readonly port: number
  /** What it got, without the passwords' meaning: the lines of all connections. */
  readonly lines: readonly string[]
  /** Connections that are open now, and the most that ever were. */
  readonly open: number
  readonly most: number
  close(): Promise<void>
}

/** One answer to a command: what is written, and how. */
export type ImapAnswer = (tag: string, command: string, socket: Socket) => string | undefined

/** Answers as a server with an inbox of one message would, where a test says nothing else. */
export const usualAnswers: ImapAnswer = (tag, command) => {
  const [name = ''] = command.toUpperCase().split(' ')
  const done = `${tag} OK done\r\n`
  if (name === 'CAPABILITY') return `* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\n${done}`
  if (name === 'EXAMINE')
    return `* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n${done}`
  if (/^UID SEARCH/i.test(command)) return `* SEARCH 1\r\n${done}`
  return done
}

interface LyingOptions {
  readonly greeting?: string
  /** Without TLS. */
  readonly isPlain?: boolean
}

/** @param answer undefined says nothing */
export async function startLyingImap(
  answer: ImapAnswer,
  { greeting = '* OK ready\r\n', isPlain = false }: LyingOptions = {},
): Promise<LyingImap> {
  trustTestCertificate()
  const lines: string[] = []
  const sockets = new Set<Socket>()
  let most = 0
  const serve = (socket: Socket) => {
    sockets.add(socket)
    most = Math.max(most, sockets.size)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    if (!greeting.startsWith('* OK')) return void socket.end(greeting)
    socket.write(greeting)
    let rest = ''
    socket.on('data', (data) => {
      const [...whole] = (rest + data.toString('latin1')).split('\r\n')
      rest = whole.pop() ?? ''
      for (const line of whole) {
        lines.push(line)
        const [, tag = '', command = ''] = /^(\S+) ?(.*)$/s.exec(line) ?? []
        const said = answer(tag, command, socket)
        if (said !== undefined && !socket.destroyed) socket.write(said)
      }
    })
  }
  const server = isPlain
    ? createPlainServer(serve)
    : createServer({ key: testKey, cert: testCertificate }, serve).on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    get open() {
      return sockets.size
    },
    get most() {
      return most
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
