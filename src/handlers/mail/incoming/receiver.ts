import { createHash } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { isUniqueViolation } from '#runtime/store/errors.ts'
import type { Store } from '#runtime/store/types.ts'
import { isOwn, type Party } from '../mail-address.ts'
import type { MailReader } from '../parsing/mail-parser.ts'
import type { ReadMessage, Sending, Verdict } from '../parsing/parsed-message.ts'
import * as rows from '../rows/messages.ts'
import { checkRoom } from '../send.ts'
import { keep, type Mailboxes, type Message, searchEntryOf } from '../store-message.ts'
import { SmtpRefusal } from './smtp-rejection.ts'

/** A message that so many servers have passed on goes round in a circle (RFC 5321, section 6.3). */
const maxHops = 50

/** A mailbox that a message is for. */
export interface Recipient {
  readonly accountId: string
  readonly username: string
  readonly tag: string | undefined
}

export interface Envelope {
  readonly from: Sending
  readonly recipients: readonly Recipient[]
}

export interface ReceiverOptions {
  readonly world: Pick<FamilyWorld, 'store' | 'blobs' | 'search' | 'bus'>
  readonly reader: MailReader
  readonly clock: Clock
  readonly domain: string
  readonly maxBytes: number
  /** Tells of mail that was sent from here and came back. */
  readonly bounced: (
    tx: Parameters<Parameters<Store['write']>[0]>[0],
    bounce: { account: string; messageIds: readonly string[]; text: string },
  ) => Promise<void>
}

/** Puts messages from outside into mailboxes. */
export class Receiver {
  readonly #options: ReceiverOptions

  constructor(options: ReceiverOptions) {
    this.#options = options
  }

  /**
   * Stores a message for each of its recipients: when it resolves they all have it durably, once each, also if the same message
   * was brought before.
   *
   * @throws SmtpRefusal, RefusedMessage; anything else means that it may be brought again
   */
  async take(raw: Buffer, { from, recipients }: Envelope): Promise<void> {
    const { reader, domain } = this.#options
    const { message, verdict } = await reader.message(raw, from)
    const author: Party = message.from ?? { address: from.sender === '' ? `mailer-daemon@${from.helo}` : from.sender }
    if (isOwn(author.address, domain))
      throw new SmtpRefusal(550, '5.7.1', `addresses of ${domain} do not send from outside`)
    if (verdict.isRejected)
      throw new SmtpRefusal(550, '5.7.26', 'the domain of the author does not let you send for it')
    if (message.hops > maxHops) throw new SmtpRefusal(554, '5.4.6', 'message goes round in a circle')
    if (recipients.some((each) => message.deliveredTo.includes(addressOf(each, domain)))) {
      throw new SmtpRefusal(554, '5.4.6', 'message was delivered here before')
    }
    const digest = createHash('sha256').update(raw).digest('hex')
    for (const recipient of recipients) {
      await this.#store(raw, { message, verdict, author, from, recipient, key: `${digest} ${recipient.tag ?? ''}` })
    }
  }

  async #store(raw: Buffer, arrived: Arrived): Promise<void> {
    const { world } = this.#options
    const { accountId } = arrived.recipient
    const known = world.store.sql('mail_messages').select('id').where({ owner: accountId, arrival_key: arrived.key })
    if (await world.store.get(known)) return
    try {
      await this.#put(raw, arrived)
    } catch (failure) {
      // Brought twice at the same time.
      if (!isUniqueViolation(failure) || !(await world.store.get(known))) throw failure
    }
  }

  async #put(raw: Buffer, arrived: Arrived): Promise<void> {
    const { world, clock, domain, maxBytes, bounced } = this.#options
    const { accountId, tag } = arrived.recipient
    const { message, verdict, author } = arrived
    const head = headOf(arrived, domain, clock.now())
    const stored: Message = {
      id: newId('mail'),
      owner: accountId,
      direction: 'incoming',
      origin: 'foreign',
      from: author,
      to: message.to,
      cc: message.cc,
      answersTo: answersTo(message, author),
      subject: message.subject,
      counterpart: author.address.toLowerCase(),
      tag,
      unread: true,
      attachments: message.attachments,
      messageId: message.messageId,
      inReplyTo: message.inReplyTo,
      references: message.references,
      verified: verdict.isVerified,
      checks: verdict.checks,
      automatic: message.automatic ?? (arrived.from.sender === '' ? 'bounce' : undefined),
      arrivalKey: arrived.key,
      rawBytes: head.length + raw.length,
      text: message.text,
      html: message.html,
      now: clock.now(),
    }
    const entry = await world.search.prepare(searchEntryOf(stored))
    const blob = {
      owner: accountId,
      bytes: head.length + raw.length,
      maxBytes: maxBytes + 64 * 1024,
      argument: 'message',
    }
    await world.blobs.put({ ...blob, source: piecesOf(head, raw) }, async (tx, { id: blobId }) => {
      await checkRoom(tx, accountId, 'theirs')
      await keep(tx, world as Mailboxes, { ...stored, blobId }, entry)
      if (message.bounced.length > 0) {
        await bounced(tx, { account: accountId, messageIds: message.bounced, text: stored.text })
      }
    })
  }

  /** The mailbox of a recipient; undefined if this server has none of that name. */
  async mailbox(local: {
    readonly username: string
    readonly tag: string | undefined
  }): Promise<Recipient | undefined> {
    const { store } = this.#options.world
    const { username, tag } = local
    const isOffice = username === 'postmaster' || username === 'abuse'
    const query = isOffice ? rows.firstAdmin({}) : rows.mailboxOf({ username })
    const row = await store.get<{ id: string; username: string }>(query)
    return row && { accountId: row.id, username: isOffice ? username : row.username, tag }
  }
}

/** Where answers go, if that is not just the author. */
function answersTo({ answersTo: asked }: ReadMessage, author: Party): readonly Party[] | undefined {
  const isAuthor = ({ address }: Party) => address.toLowerCase() === author.address.toLowerCase()
  return asked.every(isAuthor) ? undefined : asked
}

interface Arrived {
  readonly message: ReadMessage
  readonly verdict: Verdict
  readonly author: Party
  readonly from: Sending
  readonly recipient: Recipient
  readonly key: string
}

function addressOf({ username, tag }: Recipient, domain: string): string {
  return `${username}${tag === undefined ? '' : `+${tag}`}@${domain}`
}

/** The lines that the last server puts before a message (RFC 5321, section 4.4). */
function headOf({ from, recipient, verdict }: Arrived, domain: string, now: number): Buffer {
  const date = new Date(now).toUTCString().replace('GMT', '+0000')
  const name = from.helo.replace(/[^\w.:[\]-]/g, '').slice(0, 255) || 'unknown'
  return Buffer.from(
    [
      `Return-Path: <${from.sender}>`,
      `Delivered-To: ${addressOf(recipient, domain)}`,
      `Authentication-Results: ${domain}; ${verdict.checks.replace(/[^ -~]/g, '').replaceAll(';', ',')}`,
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
