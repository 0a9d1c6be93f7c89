import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { Counter } from '#runtime/base/metrics.ts'
import { BufferedBytes } from '#runtime/limits/buffered-bytes.ts'
import { addressGroup } from '#runtime/limits/client-address.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { QuotaError } from '#runtime/store/store-errors.ts'
import type { MailDeps } from '../index.ts'
import { domainOf, isMailAddress, isOwn, localOf } from '../mail-address.ts'
import { RejectedMessage } from '../parsing/mail-parser.ts'
import { Receiver, type Recipient, SmtpRejection } from './receiver.ts'

const maxRecipients = 50
/** Concurrent connections, in all and from one address. */
const maxConnections = 100
const maxConnectionsPerAddress = 10
/** Unknown recipients that one connection may name: with more it guesses names. */
const maxUnknown = 10
/** How long a connection may be silent. */
const defaultIdleMs = 60_000
/** How long one connection may last. */
const maxSessionMs = 15 * 60_000
/** Bytes of messages in memory, in all and from one address, which may always have one message there. */
const maxHeldBytes = 64 * 1024 * 1024
const maxHeldBytesPerAddress = 32 * 1024 * 1024

export interface SmtpOptions {
  readonly host: string
  readonly port: number
  readonly domain: string
  readonly maxBytes: number
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly receiver: Pick<Receiver, 'receive' | 'mailbox'>
  readonly perHour: Pick<Limiter, 'take'>
  readonly connectionsPerHour: Pick<Limiter, 'take'>
  /** Called with the outcome of each message. */
  readonly count: (outcome: 'stored' | 'refused' | 'deferred') => void
  readonly log: Log
  /** Given in tests only. */
  readonly idleMs?: number
}

/** The state of a connection. */
interface Session {
  readonly address: string
  recipients: Map<string, Recipient>
  unknown: number
  timer: NodeJS.Timeout
}

// The library's own answer to VRFY is a joke. RFC 5321, 3.5.3: 252 says nothing about the mailbox.
SMTPConnection.prototype.handler_VRFY = function answerVrfy(this: SMTPConnection, _command, callback) {
  this.send(252, 'Addresses are not verified here. Send a message to the address')
  callback()
}

/** Receives mail from outside over SMTP (RFC 5321). It relays nothing and accepts no passwords. */
export class SmtpServer {
  readonly #options: SmtpOptions
  readonly #server: SMTPServer
  readonly #sessions = new Map<string, Session>()
  readonly #perAddress = new Map<string, number>()
  readonly #held: BufferedBytes
  readonly #running = new Set<Promise<void>>()

  private constructor(options: SmtpOptions, tls: { cert: Buffer; key: Buffer } | undefined) {
    this.#options = options
    const perSubject = Math.max(maxHeldBytesPerAddress, options.maxBytes)
    this.#held = new BufferedBytes({ perProcess: maxHeldBytes, perSubject })
    this.#server = new SMTPServer({
      name: options.domain,
      banner: 'Onedoor',
      size: options.maxBytes,
      rejectOversized: true,
      authOptional: true,
      disabledCommands: ['AUTH', ...(tls ? [] : ['STARTTLS'])],
      disableReverseLookup: true,
      hideDSN: true,
      hideREQUIRETLS: true,
      maxClients: maxConnections,
      maxRecipients,
      maxAllowedUnauthenticatedCommands: false,
      maxCommandLength: 2048,
      socketTimeout: options.idleMs ?? defaultIdleMs,
      closeTimeout: 2000,
      logger: false,
      ...tls,
      onConnect: (session, callback) => void this.#connected(session).then(() => callback(), callback),
      onClose: (session, callback) => {
        this.#closed(session)
        callback?.()
      },
      onMailFrom: (address, session, callback) => {
        try {
          this.#from(address.address, session)
          callback()
        } catch (failure) {
          callback(failure as Error)
        }
      },
      onRcptTo: (address, session, callback) =>
        void this.#to(address.address, session).then(() => callback(), callback),
      onData: (stream, session, callback) => {
        const work = this.#data(stream, session).then(
          () => callback(null, '2.0.0 stored'),
          (failure: Error) => callback(failure),
        )
        const tracked = work.finally(() => this.#running.delete(tracked))
        this.#running.add(tracked)
      },
    })
    // Clients that disconnect are normal.
    this.#server.on('error', (err) => options.log.debug({ err }, 'mail connection failed'))
  }

  /** Listens on the port. Rejects with a sentence for the operator. */
  static async open(options: SmtpOptions): Promise<SmtpServer> {
    const { tls } = options
    const files = tls && { cert: await pem('MAIL_TLS_CERT', tls.cert), key: await pem('MAIL_TLS_KEY', tls.key) }
    const server = new SmtpServer(options, files)
    await server.#listen()
    return server
  }

  #listen(): Promise<void> {
    const { host, port } = this.#options
    return new Promise((resolve, reject) => {
      const failed = (failure: NodeJS.ErrnoException) =>
        reject(new Error(`MAIL_PORT ${port} on ${host} cannot be used (${failure.code}). Set another port.`))
      this.#server.server.once('error', failed)
      this.#server.listen(port, host, () => {
        this.#server.server.off('error', failed)
        resolve()
      })
    })
  }

  /** Accepts no more mail. Messages that have arrived completely are stored. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
    await Promise.allSettled(this.#running)
  }

  async #connected(session: SMTPServerSession): Promise<void> {
    const address = addressGroup(plain(session.remoteAddress))
    const open = this.#perAddress.get(address) ?? 0
    if (open >= maxConnectionsPerAddress)
      throw new SmtpRejection(421, '4.7.0', 'too many connections from your address')
    // Counted first: connections that wait for the database must not let in more.
    this.#perAddress.set(address, open + 1)
    const timer = setTimeout(() => this.#endOf(session.id), maxSessionMs)
    timer.unref()
    this.#sessions.set(session.id, { address, recipients: new Map(), unknown: 0, timer })
    await takeOrReject(this.#options.connectionsPerHour, address, 'too many connections from your address')
  }

  #closed(session: SMTPServerSession): void {
    const known = this.#sessions.get(session.id)
    if (!known) return
    this.#sessions.delete(session.id)
    clearTimeout(known.timer)
    const left = (this.#perAddress.get(known.address) ?? 1) - 1
    if (left > 0) this.#perAddress.set(known.address, left)
    else this.#perAddress.delete(known.address)
  }

  #endOf(id: string): void {
    for (const connection of this.#server.connections) {
      if (connection.session.id === id) connection.send(421, '4.4.2 connection timed out')
      if (connection.session.id === id) connection.close()
    }
  }

  #sessionOf(session: SMTPServerSession): Session {
    const known = this.#sessions.get(session.id)
    if (!known) throw new SmtpRejection(421, '4.3.0', 'connection is closed')
    return known
  }

  #from(sender: string, session: SMTPServerSession): void {
    const known = this.#sessionOf(session)
    known.recipients = new Map()
    if (sender === '') return
    if (!isMailAddress(sender)) throw new SmtpRejection(553, '5.1.7', 'sender is not a valid address')
    if (isOwn(sender, this.#options.domain)) {
      throw new SmtpRejection(550, '5.7.1', `mail from ${this.#options.domain} is not accepted from outside`)
    }
  }

  async #to(address: string, session: SMTPServerSession): Promise<void> {
    const known = this.#sessionOf(session)
    const at = address.lastIndexOf('@')
    // A bare postmaster has to be accepted (RFC 5321, section 4.5.1).
    const isOffice = at < 0 && address.toLowerCase() === 'postmaster'
    if (!isOffice && domainOf(address) !== this.#options.domain) {
      throw new SmtpRejection(550, '5.7.1', 'this server does not relay mail')
    }
    if (known.unknown >= maxUnknown) throw new SmtpRejection(421, '4.7.0', 'too many unknown recipients')
    const local = localOf(at < 0 ? address : address.slice(0, at))
    const recipient = local && (await this.#options.receiver.mailbox(local))
    if (!recipient) {
      known.unknown += 1
      throw new SmtpRejection(550, '5.1.1', 'no such mailbox')
    }
    // Of several addresses of one mailbox only the first counts: nobody needs the same message twice.
    if (!known.recipients.has(recipient.accountId)) known.recipients.set(recipient.accountId, recipient)
  }

  async #data(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const known = this.#sessionOf(session)
    const { receiver, perHour, count, log } = this.#options
    const held = { address: known.address, bytes: 0 }
    try {
      const raw = await this.#collect(stream, held)
      checkLines(raw)
      await takeOrReject(perHour, known.address, 'too many messages from your address')
      const { mailFrom } = session.envelope
      const from = {
        ip: plain(session.remoteAddress),
        helo: String(session.hostNameAppearsAs || session.clientHostname || '').slice(0, 255),
        sender: mailFrom === false ? '' : mailFrom.address,
      }
      await receiver.receive(raw, { from, recipients: [...known.recipients.values()] })
      count('stored')
      log.info({ recipients: known.recipients.size, bytes: raw.length }, 'mail received')
    } catch (failure) {
      const rejection = this.#rejectionFor(failure)
      count(rejection.responseCode >= 500 ? 'refused' : 'deferred')
      throw rejection
    } finally {
      this.#held.remove(held.address, held.bytes)
      // The rest is read and dropped, so that the client reads the reply.
      stream.resume()
    }
  }

  async #collect(stream: SMTPServerDataStream, held: { address: string; bytes: number }): Promise<Buffer> {
    const pieces: Buffer[] = []
    let rejection: SmtpRejection | undefined
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (rejection) continue
      if (stream.sizeExceeded || held.bytes + piece.length > this.#options.maxBytes) {
        rejection = new SmtpRejection(552, '5.3.4', `message is larger than ${this.#options.maxBytes} bytes`)
      } else if (this.#held.add(held.address, piece.length)) {
        held.bytes += piece.length
        pieces.push(piece)
      } else {
        rejection = new SmtpRejection(452, '4.3.1', 'too much mail is arriving; try again later')
      }
      if (rejection) pieces.length = 0
    }
    if (rejection) throw rejection
    return Buffer.concat(pieces)
  }

  #rejectionFor(failure: unknown): SmtpRejection {
    if (failure instanceof SmtpRejection) return failure
    if (failure instanceof RejectedMessage) return new SmtpRejection(554, '5.6.0', failure.message)
    if (failure instanceof QuotaError) return new SmtpRejection(452, '4.2.2', 'the mailbox is full')
    if (failure instanceof ApiError && failure.code === 'failed_precondition') {
      return new SmtpRejection(452, '4.2.2', 'the mailbox is full')
    }
    this.#options.log.warn({ err: failure }, 'storing mail failed')
    return new SmtpRejection(451, '4.3.0', 'message could not be stored; try again later')
  }
}

/**
 * Rejects line ends other than CRLF: servers that interpret them differently can be made to see one message as two.
 *
 * @throws SmtpRejection
 */
function checkLines(raw: Buffer): void {
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (raw[at - 1] !== 13) throw new SmtpRejection(554, '5.6.11', 'bare line feeds are not accepted')
  }
  for (let at = raw.indexOf(13); at >= 0; at = raw.indexOf(13, at + 1)) {
    if (raw[at + 1] !== 10) throw new SmtpRejection(554, '5.6.11', 'bare carriage returns are not accepted')
  }
}

async function takeOrReject(limiter: Pick<Limiter, 'take'>, subject: string, sentence: string): Promise<void> {
  const verdict = await limiter.take(subject)
  if (verdict && !verdict.isAllowed)
    throw new SmtpRejection(421, '4.7.0', `${sentence}; try again in ${verdict.resetS} seconds`)
}

/** The IPv4 address of a client on an IPv6 socket. */
function plain(address: string): string {
  const mapped = /^::ffff:([0-9.]+)$/i.exec(address)?.[1]
  return mapped !== undefined && isIP(mapped) === 4 ? mapped : address
}

async function pem(setting: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (failure) {
    throw new Error(`${setting} ${path} cannot be read (${(failure as NodeJS.ErrnoException).code}).`)
  }
}

/** Receives mail on MAIL_PORT until the family closes. Rejects with a sentence for the operator. */
export async function openSmtpServer(deps: MailDeps): Promise<void> {
  const { settings, log, limits, metrics, stack } = deps
  const { mailDomain: domain, mailPort: port, mailHost, mailTlsCert: cert, mailTlsKey: key, mailMaxBytes } = settings
  if (port === undefined || domain === undefined) return
  const perAddress = { per: 'address', quota: settings.mailInPerHour, windowMs: 3_600_000 } as const
  const outcomes = new Counter({
    name: 'onedoor_mail_received_total',
    help: 'Mail from other servers by outcome: stored, refused permanently, or deferred until the sender tries again',
    labelNames: ['outcome'] as const,
    registers: [metrics],
  })
  const server = await SmtpServer.open({
    host: mailHost,
    port,
    domain,
    maxBytes: mailMaxBytes,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    receiver: new Receiver(deps, domain),
    perHour: limits.swift({ name: 'mail-in', unit: 'messages', ...perAddress }),
    connectionsPerHour: limits.swift({ name: 'mail-connections', unit: 'connections', ...perAddress }),
    count: (outcome) => outcomes.inc({ outcome }),
    log,
  })
  stack.defer(() => server.close())
}
