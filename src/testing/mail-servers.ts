import { SMTPServer } from 'smtp-server'
import { type Certificate, testCertificate, testKey } from './https-stand-in.ts'

/** A message as the stand-in got it. */
export interface TakenMail {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
  /** Whether the connection was encrypted. */
  readonly isEncrypted: boolean
  /** Who has signed in with a password. */
  readonly user: string | undefined
}

export interface MailServerStandIn {
  readonly port: number
  readonly taken: TakenMail[]
  /** The reply that rejects a recipient or a message; undefined to accept it. */
  refuse: ((mail: { to: string; isData: boolean }) => { code: number; text: string } | undefined) | undefined
  /** Called when it has taken a message and before it says so. */
  whenTaken: ((mail: TakenMail) => void | Promise<void>) | undefined
  close(): Promise<void>
}

export interface MailServerOptions {
  /** Who may bring mail; anybody if not given. */
  readonly auth?: { readonly user: string; readonly pass: string }
  /** Encrypted from the first byte, or after STARTTLS. */
  readonly tls?: 'at once' | 'on demand'
  /** That of the stand-ins if not given. */
  readonly certificate?: Certificate
}

/** Another mail server, on loopback: it accepts every message, also repeated ones. */
export async function startMailServer({
  auth,
  tls,
  certificate = { key: testKey, cert: testCertificate },
}: MailServerOptions = {}): Promise<MailServerStandIn> {
  const taken: TakenMail[] = []
  const failing = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: auth === undefined,
    disabledCommands: [...(auth === undefined ? ['AUTH'] : []), ...(tls === 'on demand' ? [] : ['STARTTLS'])],
    secure: tls === 'at once',
    ...(tls !== undefined && certificate),
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
    onData(stream, { envelope, secure, user }, done) {
      const take = async () => {
        const raw = Buffer.concat(await stream.toArray()).toString('utf8')
        const { mailFrom, rcptTo } = envelope
        const to = rcptTo.map(({ address }) => address)
        const refusal = standIn.refuse?.({ to: to[0] ?? '', isData: true })
        if (refusal) throw failing(refusal.code, refusal.text)
        const from = mailFrom === false ? '' : mailFrom.address
        const mail = { from, to, raw, isEncrypted: secure, user: user as string | undefined }
        taken.push(mail)
        await standIn.whenTaken?.(mail)
      }
      take().then(() => done(null, 'taken'), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const standIn: MailServerStandIn = {
    port: (server.server.address() as { port: number }).port,
    taken,
    refuse: undefined,
    whenTaken: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return standIn
}
