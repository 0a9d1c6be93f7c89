import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import { storableLines } from '#runtime/base/text/storable-text.ts'
import { isMailAddress, type Party } from '../mail-address.ts'
import type { Attached, Automatic } from '../rows/messages.ts'
import { attached, lineOf, partiesOf } from './header-fields.ts'
import { textOfHtml } from './html-text.ts'
import type { InlinePicture, ParsedMessage } from './parsed-message.ts'

const maxNesting = 20
const maxHeadersBytes = 256 * 1024
/** Parts of a message, and attachments among them. */
const maxParts = 1000
const maxAttachments = 100
/** Characters of a text and of its HTML that are stored; the original message has everything. */
const maxBody = 1_000_000
const maxReferences = 50
const maxMessageId = 900
const maxSubject = 1000
/** Reply-To addresses of a message. */
const maxAnswersTo = 10
/** Bytes of the pictures that are shown in a message. */
const maxPicturesBytes = 4 * 1024 * 1024

/** A message in a form that is rejected. The error message is the end of an SMTP reply. */
export class UnreadableMessage extends Error {}

/** @throws UnreadableMessage */
export async function parse(raw: Uint8Array): Promise<Email> {
  checkParts(raw)
  try {
    return await PostalMime.parse(raw, {
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: maxNesting,
      maxHeadersSize: maxHeadersBytes,
      // A message inside a message is an attachment: its text is not the sender's.
      forceRfc822Attachments: true,
    })
  } catch (failure) {
    throw new UnreadableMessage(`message cannot be read: ${(failure as Error).message.slice(0, 120)}`)
  }
}

/**
 * Counts the parts before anything is parsed: the parser takes more than linear time for many parts.
 *
 * @throws UnreadableMessage
 */
function checkParts(raw: Uint8Array): void {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const boundaries = new Set<string>()
  for (const match of text.matchAll(/boundary\s*=\s*(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi)) {
    boundaries.add(`--${match[1] ?? match[2]}`)
    if (boundaries.size > maxParts) throw tooManyParts()
  }
  if (boundaries.size === 0) return
  let parts = 0
  for (let at = text.startsWith('--') ? 0 : text.indexOf('\n--') + 1; at > 0 || (at === 0 && text.startsWith('--')); ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end < 0 ? Math.min(text.length, at + 300) : Math.min(end, at + 300)).trimEnd()
    if (boundaries.has(line)) parts += 1
    if (parts > maxParts) throw tooManyParts()
    at = text.indexOf('\n--', at) + 1
    if (at === 0) break
  }
}

function tooManyParts(): UnreadableMessage {
  return new UnreadableMessage(`message has more than ${maxParts} parts`)
}

/** @throws UnreadableMessage */
export function readMessage(email: Email, raw: Uint8Array): ParsedMessage {
  const froms = email.headers.filter(({ key }) => key === 'from')
  if (froms.length > 1) throw new UnreadableMessage('message has more than one From header')
  // With several, DMARC would check the domain of one and people would see another (RFC 7489, 6.6.1).
  if (froms.some(({ value }) => partiesOf(addressParser(value), 2).length > 1)) {
    throw new UnreadableMessage('message has more than one author in its From header')
  }
  if (email.attachments.length > maxAttachments) {
    throw new UnreadableMessage(`message has more than ${maxAttachments} attachments`)
  }
  const [from] = email.from ? partiesOf([email.from]) : []
  const automatic = automaticOf(email)
  return {
    from,
    to: partiesOf(email.to),
    cc: partiesOf(email.cc),
    answersTo: partiesOf(email.replyTo, maxAnswersTo).filter(({ address }) => isMailAddress(address)),
    subject: lineOf(email.subject, maxSubject),
    messageId: messageIdOf(email.messageId),
    inReplyTo: messageIdOf(email.inReplyTo),
    references: idsIn(email.references).slice(-maxReferences),
    text: bodyOf(email, raw),
    html: email.html === undefined ? undefined : cut(storableLines(email.html)),
    attachments: email.attachments.map(attachedOf),
    automatic,
    deliveredTo: headersOf(email, 'delivered-to').map((value) => value.trim().toLowerCase()),
    hops: headersOf(email, 'received').length,
    bounced: automatic === 'bounce' ? bouncedIn(raw) : [],
  }
}

/** The bytes of an attachment. @param index from 0 */
export function attachmentBytes(email: Email, index: number): Uint8Array | undefined {
  const found = email.attachments[index]
  return found && bytesOf(found)
}

/** The pictures that the HTML names by `cid:`, up to the bound. */
export function inlinePictures(email: Email): InlinePicture[] {
  const found: InlinePicture[] = []
  let left = maxPicturesBytes
  for (const each of email.attachments) {
    const id = each.contentId?.replace(/^<|>$/g, '')
    if (id === undefined || !/^image\/(?:png|jpeg|gif|webp|avif)$/i.test(each.mimeType)) continue
    const bytes = bytesOf(each)
    left -= bytes.byteLength
    if (left < 0) break
    found.push({ id, address: `data:${each.mimeType.toLowerCase()};base64,${Buffer.from(bytes).toString('base64')}` })
  }
  return found
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

function attachedOf(attachment: Attachment, index: number): Attached {
  const { filename, mimeType } = attachment
  return attached({ name: filename ?? undefined, type: mimeType, size: bytesOf(attachment).byteLength }, index)
}

function headersOf(email: Email, key: string): string[] {
  return email.headers.filter((header) => header.key === key).map(({ value }) => value)
}

/** The kind of machine that wrote it (RFC 3834; RFC 2919 and 2369; headers of common programs). */
function automaticOf(email: Email): Automatic | undefined {
  const has = (key: string) => headersOf(email, key).length > 0
  const type = headersOf(email, 'content-type')[0] ?? ''
  if (/multipart\/report/i.test(type) && /delivery-status/i.test(type)) return 'bounce'
  if (/^\s*<>\s*$/.test(headersOf(email, 'return-path')[0] ?? '')) return 'bounce'
  if (has('list-id') || has('list-unsubscribe') || has('list-post')) return 'list'
  const precedence = (headersOf(email, 'precedence')[0] ?? '').trim().toLowerCase()
  if (precedence === 'bulk' || precedence === 'list' || precedence === 'junk') return 'list'
  const submitted = (headersOf(email, 'auto-submitted')[0] ?? 'no').trim().toLowerCase()
  if (
    !submitted.startsWith('no') ||
    has('x-autoreply') ||
    has('x-auto-response-suppress') ||
    precedence === 'auto_reply'
  )
    return 'auto'
  const author = email.from && 'address' in email.from ? (email.from.address ?? '') : ''
  return /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+@-]|$)/i.test(author) ? 'auto' : undefined
}

/** The plain part, the text of the HTML part, or everything after the headers if no parts are found. */
function bodyOf(email: Email, raw: Uint8Array): string {
  const found = email.text?.trim() ? email.text : undefined
  if (found === undefined && email.html !== undefined)
    return cut(textOfHtml(storableLines(email.html).slice(0, 4 * maxBody)))
  const isLost = email.attachments.length === 0 && /^multipart\//i.test(headersOf(email, 'content-type')[0] ?? '')
  return cut(storableLines(found ?? (isLost ? afterHeaders(raw) : '')).replace(/\n+$/, ''))
}

function afterHeaders(raw: Uint8Array): string {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0 ? '' : bytes.toString('utf8', end + 4, end + 4 + 4 * maxBody).trim()
}

function cut(text: string): string {
  return text.length > maxBody
    ? `${text.slice(0, maxBody).toWellFormed()}\n[cut: the rest is in the original message]`
    : text
}

function idsIn(text: string | undefined): string[] {
  return (text ?? '').slice(0, 50_000).match(/<[^<>\s]{3,900}>/g) ?? []
}

function messageIdOf(text: string | undefined): string | undefined {
  const [first] = idsIn(text)
  return first !== undefined && first.length <= maxMessageId ? first : undefined
}

/** The Message-IDs in the report of a bounce, including that of the returned message. */
function bouncedIn(raw: Uint8Array): string[] {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, 256 * 1024)).toString('latin1')
  const ids = [...text.matchAll(/^(?:message-id|in-reply-to|references|original-message-id):\s*(<[^<>\s]{3,300}>)/gim)]
  return [...new Set(ids.map(([, id = '']) => id))].slice(0, 20)
}

/** Whether the domain of an author can be verified. */
export function isVerifiable(from: Party | undefined): from is Party {
  return from !== undefined && isMailAddress(from.address)
}
