import { createHash } from 'node:crypto'
import { oldestAdministrator } from '#runtime/accounts/administrators.ts'
import { accountNamed } from '#runtime/accounts/usernames.ts'
import { newId } from '#runtime/base/ids.ts'
import { isUniqueViolation } from '#runtime/store/store-errors.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { MailDeps } from '../index.ts'
import { isOwn, type Local, type Party } from '../mail-address.ts'
import type { AuthenticationResult, ParsedMessage, SmtpOrigin } from '../parsing/parsed-message.ts'
import * as deliveries from '../rows/deliveries.ts'
import { hasArrived } from '../rows/messages.ts'
import { checkRoom, type Message, searchEntryOf, storeMessage } from '../store-mail.ts'

/** A message that this many servers have relayed is in a loop (RFC 5321, section 6.3). */
const maxHops = 50

/** A mailbox that a message is for. */
export interface Recipient {
  readonly accountId: string
  readonly username: string
  readonly tag: string | undefined
}

export interface Envelope {
  readonly from: SmtpOrigin
  readonly recipients: readonly Recipient[]
  /** Of the sender, if it need not be found out. */
  readonly authentication?: AuthenticationResult
}

/** A negative SMTP reply, with its enhanced status code (RFC 3463). */
export class SmtpRejection extends Error {
  readonly responseCode: number

  constructor(code: number, enhanced: string, sentence: string) {
    super(`${enhanced} ${sentence}`)
    this.responseCode = code
  }
}

type ReceiverDeps = Pick<MailDeps, 'settings' | 'store' | 'blobs' | 'search' | 'bus' | 'parser' | 'clock' | 'sent'>

/** Stores messages from outside in mailboxes. */
export class Receiver {
  readonly #deps: ReceiverDeps
  readonly #domain: string

  constructor(deps: ReceiverDeps, domain: string) {
    this.#deps = deps
    this.#domain = domain
  }

  /**
   * Stores a message for each of its recipients. When it resolves, each of them has it durably and once, even if the
   * message was delivered before.
   *
   * @throws SmtpRejection, RejectedMessage; after any other error the message may be delivered again
   */
  async receive(raw: Buffer, { from, recipients, authentication: known }: Envelope): Promise<void> {
    const domain = this.#domain
    const { message, authentication } = await this.#deps.parser.message(raw, from, known)
    const author: Party = message.from ?? { address: from.sender === '' ? `mailer-daemon@${from.helo}` : from.sender }
    if (isOwn(author.address, domain))
      throw new SmtpRejection(550, '5.7.1', `mail from ${domain} is not accepted from outside`)
    if (authentication.isRejected)
      throw new SmtpRejection(550, '5.7.26', 'the domain of the author does not authorise you to send its mail')
    if (message.hops > maxHops) throw new SmtpRejection(554, '5.4.6', 'message is in a loop')
    if (recipients.some((each) => message.deliveredTo.includes(addressOf(each, domain)))) {
      throw new SmtpRejection(554, '5.4.6', 'message was already delivered here')
    }
    const digest = createHash('sha256').update(raw).digest('hex')
    for (const recipient of recipients) {
      const key = `${digest} ${recipient.tag ?? ''}`
      await this.#storeOnce(raw, { message, authentication, author, from, recipient, key })
    }
  }

  async #storeOnce(raw: Buffer, arrival: Arrival): Promise<void> {
    const { store } = this.#deps
    const { accountId } = arrival.recipient
    if (await hasArrived(store, accountId, arrival.key)) return
    try {
      await this.#store(raw, arrival)
    } catch (failure) {
      // Delivered twice at the same time.
      if (!isUniqueViolation(failure) || !(await hasArrived(store, accountId, arrival.key))) throw failure
    }
  }

  async #store(raw: Buffer, arrival: Arrival): Promise<void> {
    const { settings, search, blobs, clock } = this.#deps
    const { accountId } = arrival.recipient
    const head = headOf(arrival, this.#domain, clock.now())
    const bytes = head.length + raw.length
    const message = { ...messageOf(arrival, clock.now()), rawBytes: bytes }
    const entry = await search.prepare(searchEntryOf(message))
    const blob = { owner: accountId, bytes, maxBytes: settings.mailMaxBytes + 64 * 1024, argument: 'message' }
    await blobs.put({ ...blob, source: piecesOf(head, raw) }, async (tx, { id: blobId }) => {
      await checkRoom(tx, accountId, 'theirs')
      await storeMessage(tx, this.#deps, { ...message, blobId }, entry)
      const { bounced } = arrival.message
      if (bounced.length > 0) await this.#recordBounce(tx, accountId, bounced, message.text)
    })
  }

  /** The mailbox of a recipient; undefined if this server does not have it. */
  async mailbox({ username, tag }: Local): Promise<Recipient | undefined> {
    const { store } = this.#deps
    if (username === 'postmaster' || username === 'abuse') {
      const admin = await oldestAdministrator(store)
      return admin && { accountId: admin.id, username, tag }
    }
    const account = await accountNamed(store, username)
    return account && { accountId: account.id, username: account.username, tag }
  }

  /**
   * Records that mail of an account bounced after a server had accepted it. Only a bounce that names the Message-ID of
   * a sent message counts, because only its receivers know that. Nothing is refunded, because they could request it.
   */
  async #recordBounce(tx: Writer, owner: string, messageIds: readonly string[], text: string): Promise<void> {
    const { clock, sent } = this.#deps
    const error = `The message was returned: ${text.replace(/\s+/g, ' ').trim().slice(0, 400)}`
    for (const { id } of await deliveries.sentAs(tx, owner, messageIds)) {
      const change = { id, delivery: 'failed', error, from: 'delivered', now: clock.now() } as const
      if (await deliveries.setDelivery(tx, change)) sent.inc({ outcome: 'returned' })
    }
  }
}

interface Arrival {
  readonly message: ParsedMessage
  readonly authentication: AuthenticationResult
  readonly author: Party
  readonly from: SmtpOrigin
  readonly recipient: Recipient
  /** Identifies the message in its mailbox. */
  readonly key: string
}

function messageOf({ message, authentication, author, from, recipient, key }: Arrival, now: number): Message {
  return {
    id: newId('mail'),
    owner: recipient.accountId,
    direction: 'incoming',
    origin: 'foreign',
    from: author,
    to: message.to,
    cc: message.cc,
    answersTo: answersTo(message, author),
    subject: message.subject,
    counterpart: author.address.toLowerCase(),
    tag: recipient.tag,
    unread: true,
    attachments: message.attachments,
    messageId: message.messageId,
    inReplyTo: message.inReplyTo,
    references: message.references,
    verified: authentication.isVerified,
    checks: authentication.checks,
    automatic: message.automatic ?? (from.sender === '' ? 'bounce' : undefined),
    arrivalKey: key,
    text: message.text,
    html: message.html,
    now,
  }
}

/** Where replies go, unless only to the author. */
function answersTo({ answersTo: requested }: ParsedMessage, author: Party): readonly Party[] | undefined {
  const isAuthor = ({ address }: Party) => address.toLowerCase() === author.address.toLowerCase()
  return requested.every(isAuthor) ? undefined : requested
}

function addressOf({ username, tag }: Recipient, domain: string): string {
  return `${username}${tag === undefined ? '' : `+${tag}`}@${domain}`
}

/** The lines that the last server puts before a message (RFC 5321, section 4.4). */
function headOf({ from, recipient, authentication }: Arrival, domain: string, now: number): Buffer {
  const date = new Date(now).toUTCString().replace('GMT', '+0000')
  const name = from.helo.replace(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown'
  return Buffer.from(
    [
      `Return-Path: <${from.sender}>`,
      `Delivered-To: ${addressOf(recipient, domain)}`,
      `Authentication-Results: ${domain}; ${authentication.checks.replace(/[^ -~]/g, '').replaceAll(';', ',')}`,
      `Received: from ${name} ([${from.ip}]) by ${domain} with ESMTP;\r\n ${date}`,
      '',
    ].join('\r\n'),
  )
}

async function* piecesOf(head: Buffer, raw: Buffer): AsyncGenerator<Uint8Array> {
  yield head
  const step = 256 * 1024
  for (let at = 0; at < raw.length; at += step) yield raw.subarray(at, at + step)
}
