import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { MailDeps } from './index.ts'
import { authorOf, type Party } from './mail-address.ts'
import type { Attached, MessageRow, SummaryRow } from './rows/messages.ts'

type Summary = Result<'mail.inbox'>['items'][number]
type Stored = Result<'mail.source'>

/** Where attachments are downloaded. */
export const filesPrefix = '/mail/files/'

export function attachedIn({ attachments }: Pick<SummaryRow, 'attachments'>): Attached[] {
  return JSON.parse(attachments) as Attached[]
}

export function recipientsIn({ recipients }: Pick<SummaryRow, 'recipients'>): Party[] {
  return JSON.parse(recipients) as Party[]
}

function copiesIn({ copies }: Pick<SummaryRow, 'copies'>): Party[] | undefined {
  return copies === null ? undefined : (JSON.parse(copies) as Party[])
}

/** The Message-IDs of the thread so far, the oldest first. */
export function referencesIn({ refs }: Pick<SummaryRow, 'refs'>): string[] {
  return refs === null ? [] : (JSON.parse(refs) as string[])
}

function filesOf(row: SummaryRow, baseUrl: string): Summary['attachments'] {
  return attachedIn(row).map((file, index) => ({
    ...file,
    ...(row.blob_id !== null && { url: `${baseUrl}${filesPrefix}${row.id}/${index + 1}` }),
  }))
}

/** A message without its body. @param baseUrl the public address, without a slash at its end */
export function summaryOf(row: SummaryRow, baseUrl: string): Summary {
  const cc = copiesIn(row)
  return {
    id: row.id,
    from: authorOf({ address: row.from_address, ...(row.from_name !== null && { name: row.from_name }) }),
    to: recipientsIn(row),
    ...(cc && { cc }),
    ...(row.answers_to !== null && { answers_to: JSON.parse(row.answers_to) as Party[] }),
    thread: row.thread,
    ...(row.verified !== null && { sender_verified: asBoolean(row.verified) }),
    ...(row.subject !== null && { subject: row.subject }),
    snippet: row.snippet,
    ...(row.tag !== null && { tag: row.tag }),
    is_unread: asBoolean(row.unread),
    unread: asBoolean(row.unread),
    attachments: filesOf(row, baseUrl),
    created: iso(row.created_at),
  }
}

/** A whole message in the format that mail, SMS and chat share. */
export function storedOf(row: MessageRow, baseUrl: string): Stored {
  const references = referencesIn(row)
  const attachments = filesOf(row, baseUrl)
  return {
    id: row.id,
    thread: row.thread,
    direction: row.direction,
    from: row.from_address,
    to: recipientsIn(row).map(({ address }) => address),
    ...(row.copies !== null && { cc: copiesIn(row)?.map(({ address }) => address) ?? [] }),
    ...(row.subject !== null && { subject: row.subject }),
    text: row.text,
    ...(row.html !== null && { html: row.html }),
    ...(attachments.length > 0 && { attachments }),
    channel: 'mail',
    ...(row.message_id !== null && { message_id: row.message_id }),
    ...(row.in_reply_to !== null && { in_reply_to: row.in_reply_to }),
    ...(references.length > 0 && { references }),
    ...(row.verified !== null && { sender_verified: asBoolean(row.verified) }),
    ...(row.delivery !== null && { delivery: row.delivery }),
    ...(row.delivery_error !== null && { delivery_error: row.delivery_error }),
    created: iso(row.created_at),
  }
}

/** A message on one line, with the id by which it can be read. */
export function lineOf({
  id,
  from,
  subject,
  is_unread: isUnread,
  attachments,
  sender_verified: verified,
}: Summary): string {
  const notes = [
    isUnread && 'unread',
    attachments.length > 0 && `${attachments.length} attachment${attachments.length === 1 ? '' : 's'}`,
    verified === false && 'sender not verified',
  ].filter(Boolean)
  return `${from.name ?? from.address}: ${subject ?? '(no subject)'}${notes.length > 0 ? ` (${notes.join(', ')})` : ''} [${id}]`
}

/** Where mail for an account arrives. */
export function infoOf(
  { settings: { mailDomain: domain }, receivesOutside }: Pick<MailDeps, 'settings' | 'receivesOutside'>,
  username: string,
  tag?: string,
): Result<'mail.info'> {
  const handle = username
  const plus = tag === undefined ? username : `${username}+${tag}`
  if (domain === undefined) {
    const text = `Mail to ${plus} from other accounts on this server arrives here. The server has no mail domain (MAIL_DOMAIN), so you have no address for mail from outside.`
    return { handle, receives_outside: false, text }
  }
  const address = `${plus}@${domain}`
  const text = receivesOutside
    ? `Mail to ${address} arrives here, including mail from outside.`
    : `Mail to ${address} from other accounts on this server arrives here. Mail from outside does not arrive, because MAIL_PORT is off.`
  return { handle, address, domain, receives_outside: receivesOutside, text }
}

/** The same error for an unknown id and for a message of another account. @param lists the method that lists messages */
export function messageNotFound(id: string, lists = 'mail.inbox', end = ''): ApiError {
  return new ApiError(
    'not_found',
    `You have no message with the id ${quote(id)}. Use ${lists} to list your messages.${end}`,
  )
}
