import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** A connection to a mail server on which a test writes any bytes. */
export interface SmtpConnection {
  /** Sends a line, without its end, and returns the answer: its lines joined. */
  say(line: string): Promise<string>
  /** Sends bytes as they are. */
  write(bytes: string | Buffer): void
  /** The next answer; empty when the server has closed. */
  answer(): Promise<string>
  close(): void
}

/** Connects and reads the greeting. */
export async function smtpTo(
  port: number,
  from = '127.0.0.1',
): Promise<SmtpConnection & { readonly greeting: string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => undefined)
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]()
  const answer = async () => {
    const answered: string[] = []
    for (;;) {
      const { value, done } = await lines.next()
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
    close: () => void socket.destroy(),
  }
}

/** Brings a message, with its lines as they are, and returns the last answer: the first that is not the expected one. */
export async function bring(
  port: number,
  { from = 'ann@sender.example', to, data }: { from?: string; to: readonly string[]; data: string | Buffer },
): Promise<string> {
  const connection = await smtpTo(port)
  try {
    const steps = ['EHLO mx.sender.example', `MAIL FROM:<${from}>`, ...to.map((each) => `RCPT TO:<${each}>`), 'DATA']
    for (const step of steps) {
      const answer = await connection.say(step)
      if (!/^[23]/.test(answer)) return answer
    }
    connection.write(data)
    return await connection.say('\r\n.')
  } finally {
    connection.close()
  }
}

/** Lines joined as mail has them. */
export function lines(...texts: string[]): string {
  return texts.join('\r\n')
}
