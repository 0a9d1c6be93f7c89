import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { connect as encrypted } from 'node:tls'
import { testCertificate } from './https-stand-in.ts'

/** A connection to a mail server on which a test writes any bytes. */
export interface SmtpConnection {
  /** Sends a line, without its end, and returns the answer: its lines joined. */
  say(line: string): Promise<string>
  /** Sends bytes as they are. */
  write(bytes: string | Buffer): void
  /** The next answer; empty when the server has closed. */
  answer(): Promise<string>
  /** Encrypts the connection after the server has agreed to STARTTLS, if it has the certificate of the stand-ins. */
  encrypt(): Promise<void>
  close(): void
}

/** Connects and reads the greeting. */
export async function smtpTo(
  port: number,
  from = '127.0.0.1',
): Promise<SmtpConnection & { readonly greeting: string }> {
  let socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from })
  let input = readingOf(socket)
  const answer = async () => {
    const answered: string[] = []
    for (;;) {
      const { value, done } = await input.lines.next()
      if (done) return answered.join('\n')
      answered.push(value)
      if (/^\d{3} /.test(value)) return answered.join('\n')
    }
  }
  const greeting = await answer()
  return {
    greeting,
    answer,
    write: (bytes) => void socket.write(bytes),
    say(line) {
      socket.write(`${line}\r\n`)
      return answer()
    },
    async encrypt() {
      input.close()
      socket = encrypted({ socket, ca: testCertificate, servername: 'localhost' })
      input = readingOf(socket)
      await once(socket, 'secureConnect')
    },
    close: () => void socket.destroy(),
  }
}

function readingOf(socket: Socket) {
  socket.on('error', () => undefined)
  const reader = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })
  return { lines: reader[Symbol.asyncIterator](), close: () => reader.close() }
}

/** A message to be brought, with its lines as they are. */
export interface Brought {
  readonly from?: string
  readonly to: readonly string[]
  readonly data: string | Buffer
}

/** Brings a message, and returns the last answer: the first that is not the expected one. */
export async function bring(port: number, brought: Brought): Promise<string> {
  const sender = new SmtpSender(port)
  try {
    return await sender.bring(brought)
  } finally {
    sender.close()
  }
}

/** Brings one message after the other over one connection: a server that waits for early talkers greets each with a delay. */
export class SmtpSender {
  readonly #port: number
  readonly #from: string
  #connection: SmtpConnection | undefined

  /** @param from the address of this machine that it connects from */
  constructor(port: number, from = '127.0.0.1') {
    this.#port = port
    this.#from = from
  }

  /** @returns the last answer: the first that is not the expected one */
  async bring({ from = 'ann@sender.example', to, data }: Brought): Promise<string> {
    const connection = await this.#connected()
    for (const step of [`MAIL FROM:<${from}>`, ...to.map((each) => `RCPT TO:<${each}>`), 'DATA']) {
      const answer = await connection.say(step)
      if (!/^[23]/.test(answer)) return this.#after(answer)
    }
    connection.write(data)
    return this.#after(await connection.say('\r\n.'))
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  async #connected(): Promise<SmtpConnection> {
    if (this.#connection) {
      await this.#connection.say('RSET')
      return this.#connection
    }
    const connection = await smtpTo(this.#port, this.#from)
    const answer = await connection.say('EHLO mx.sender.example')
    if (!answer.startsWith('250')) throw new Error(`The greeting was refused: ${connection.greeting} ${answer}`)
    this.#connection = connection
    return connection
  }

  /** A server that says 421 closes the connection. */
  #after(answer: string): string {
    if (answer === '' || answer.startsWith('421')) this.close()
    return answer
  }
}

/** Lines joined as mail has them. */
export function lines(...texts: string[]): string {
  return texts.join('\r\n')
}
