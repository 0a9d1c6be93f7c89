import { TextDecoder } from 'node:util'
import { iso } from '#runtime/base/clock.ts'
import { decodeText } from '#runtime/outbound/charset.ts'
import { authorOf } from '../mail-address.ts'
import { attached, lineOf, partiesOf } from '../parsing/header-fields.ts'
import type { GmailMessage, GmailPart } from './gmail.ts'
import { type BodyPart, maxAttachments, maxPeople, maxSubject, type Summary } from './webmail-message.ts'

/** The longest header that is read. */
const maxHeader = 20_000
const maxNesting = 20
const maxParts = 1000

export interface HeaderReader {
  addresses(text: string): Parameters<typeof partiesOf>[0]
  /** Decodes encoded words (RFC 2047). */
  words(text: string): string
}

/** Loads the parser of headers, which an idle server does not hold. */
export async function loadHeaderReader(): Promise<HeaderReader> {
  const { addressParser, decodeWords } = await import('postal-mime')
  return { addresses: (text) => addressParser(text), words: decodeWords }
}

/**
 * A message without its body.
 *
 * @param subject the address of the account, if known, by which a browser opens the right one of several accounts
 */
export function summaryOf(message: GmailMessage, reader: HeaderReader, subject: string | undefined): Summary {
  const { id, threadId, labelIds, internalDate, payload } = message
  const header = (name: string) =>
    payload.headers?.find((each) => each.name.toLowerCase() === name)?.value.slice(0, maxHeader)
  const people = (name: string) => partiesOf(reader.addresses(header(name) ?? ''), maxPeople)
  const [from] = people('from')
  const line = lineOf(reader.words(header('subject') ?? ''), maxSubject)
  const isUnread = labelIds.includes('UNREAD')
  const user = subject === undefined ? '' : `?authuser=${encodeURIComponent(subject)}`
  return {
    id,
    thread: threadId,
    ...(from && { from: authorOf(from) }),
    to: people('to'),
    ...(line !== undefined && { subject: line }),
    is_unread: isUnread,
    unread: isUnread,
    attachments: leavesOf(payload)
      .filter(({ filename }) => filename !== undefined && filename !== '')
      .slice(0, maxAttachments)
      .map(({ filename, mimeType = '', body }, index) =>
        attached({ name: reader.words(filename ?? ''), type: mimeType, size: body?.size ?? 0 }, index),
      ),
    url: `https://mail.google.com/mail/${user}#all/${encodeURIComponent(id)}`,
    created: iso(Number(internalDate)),
  }
}

/** The parts without inner parts, in order. A message inside a message is not opened. */
function leavesOf(payload: GmailPart): GmailPart[] {
  const found: GmailPart[] = []
  const walk = (part: GmailPart, depth: number) => {
    if (found.length >= maxParts || depth > maxNesting) return
    if (part.parts?.length && part.mimeType !== 'message/rfc822') {
      for (const inner of part.parts) walk(inner, depth + 1)
    } else found.push(part)
  }
  walk(payload, 0)
  return found
}

/** The part that is the body: the first plain text, else the first HTML; never a file. */
export function bodyPartOf(payload: GmailPart): GmailPart | undefined {
  const texts = leavesOf(payload).filter(({ filename }) => filename === undefined || filename === '')
  return (
    texts.find(({ mimeType }) => mimeType?.toLowerCase() === 'text/plain') ??
    texts.find(({ mimeType }) => mimeType?.toLowerCase() === 'text/html')
  )
}

/** @param data from Gmail, in base64url */
export function bodyOf(part: GmailPart, data: string): BodyPart {
  const contentType = part.headers?.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? part.mimeType
  const isHtml = part.mimeType?.toLowerCase() === 'text/html'
  return { isHtml, text: textOf(Buffer.from(data, 'base64url'), contentType), isCut: false }
}

const escapeByte = 0x1b

/**
 * Gmail converts most texts to UTF-8 and keeps their headers, so the declared charset applies only to bytes that are not UTF-8,
 * or that switch charsets by escapes, as ISO-2022-JP does.
 */
function textOf(bytes: Uint8Array, contentType: string | undefined): string {
  try {
    if (!bytes.includes(escapeByte)) return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Another charset.
  }
  try {
    return decodeText(bytes, contentType)
  } catch {
    return decodeText(bytes, undefined)
  }
}
