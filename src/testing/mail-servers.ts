import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A port of 127.0.0.1 on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/** A message as the stand-in got it. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

export interface MailServerStandIn {
  readonly port: number
  readonly taken: TakenMail[]
  /** What it answers to a recipient or a message in place of taking it; undefined to take it. */
  refuse: ((mail: { to: string; isData: boolean }) => { code: number; text: string } | undefined) | undefined
  close(): Promise<void>
}

/** The mail server of somebody else, on loopback: it takes what it is brought, as often as it is. */
export async function startMailServer({
  auth,
}: {
  auth?: { user: string; pass: string }
} = {}): Promise<MailServerStandIn> {
  const taken: TakenMail[] = []
  const failing = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: auth === undefined,
    disabledCommands: auth === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === auth?.user && password === auth?.pass) return done(null, { user: username })
      done(failing(535, 'wrong password'))
    },
    onRcptTo({ address }, _session, done) {
      const refusal = standIn.refuse?.({ to: address, isData: false })
      done(refusal ? failing(refusal.code, refusal.text) : null)
    },
    onData(stream, { envelope }, done) {
      stream.toArray().then((pieces: Buffer[]) => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const refusal = standIn.refuse?.({ to: to[0] ?? '', isData: true })
        if (refusal) return done(failing(refusal.code, refusal.text))
        const { mailFrom } = envelope
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to,
          raw: Buffer.concat(pieces).toString('utf8'),
        })
        done(null, 'taken')
      }, done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const standIn: MailServerStandIn = {
    port: (server.server.address() as { port: number }).port,
    taken,
    refuse: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return standIn
}
