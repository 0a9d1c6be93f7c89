import type { FetchMessageObject, MessageAddressObject, MessageStructureObject } from 'imapflow'
import { iso } from '#runtime/base/clock.ts'
import { authorOf } from '../mail-address.ts'
import { attached, lineOf, partiesOf } from '../parsing/header-fields.ts'
import type { ImapMessage } from './imap-types.ts'
import { maxAttachments, maxPeople, maxSubject } from './webmail-message.ts'

const maxNesting = 20
const maxParts = 1000
/** Characters of the id of a message or a thread. */
const maxId = 300

/** A message without its body; undefined if the server does not return its time. */
export function messageOf(fetched: FetchMessageObject, validity: string): ImapMessage | undefined {
  const { uid, envelope = {}, flags, internalDate, bodyStructure } = fetched
  const arrivedMs = new Date(internalDate ?? Number.NaN).getTime()
  if (!(arrivedMs > 0)) return undefined
  const [from] = people(envelope.from)
  const subject = lineOf(textIn(envelope.subject), maxSubject)
  return {
    place: { validity, uid },
    thread: threadOf(fetched) ?? `${validity}-${uid}`,
    ...(from && { from: authorOf(from) }),
    to: people(envelope.to),
    ...(subject !== undefined && { subject }),
    is_unread: !flags?.has('\\Seen'),
    attachments: leavesOf(bodyStructure)
      .filter(isAttached)
      .slice(0, maxAttachments)
      .map((part, index) => attached({ name: nameOf(part), type: textIn(part.type) ?? '', size: sizeOf(part) }, index)),
    created: iso(arrivedMs),
  }
}

function people(addresses: readonly MessageAddressObject[] | undefined) {
  if (!Array.isArray(addresses)) return []
  const known = addresses.slice(0, 4 * maxPeople).map(({ address, name }) => ({
    address: textIn(address) ?? '',
    name: textIn(name) ?? '',
  }))
  return partiesOf(known, maxPeople)
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The first message of the thread, by the references in the headers. */
function threadOf({ headers, envelope }: FetchMessageObject): string | undefined {
  const references = headers
    ?.toString('latin1')
    .slice(0, 20_000)
    .match(/<[^<>\s]{3,900}>/)?.[0]
  return lineOf(references ?? textIn(envelope?.inReplyTo) ?? textIn(envelope?.messageId), maxId)
}

/** The parts without inner parts, in order. A message inside a message is not opened. */
function leavesOf(structure: MessageStructureObject | undefined): MessageStructureObject[] {
  const found: MessageStructureObject[] = []
  const walk = (part: MessageStructureObject, depth: number) => {
    if (found.length >= maxParts || depth > maxNesting) return
    if (part.childNodes?.length && part.type !== 'message/rfc822') {
      for (const inner of part.childNodes) walk(inner, depth + 1)
    } else found.push(part)
  }
  if (structure) walk(structure, 0)
  return found
}

function nameOf({ dispositionParameters, parameters }: MessageStructureObject): string | undefined {
  return textIn(dispositionParameters?.filename) ?? textIn(parameters?.name)
}

/** In bytes; for base64 about the size of the decoded part. */
function sizeOf({ size, encoding }: MessageStructureObject): number {
  if (typeof size !== 'number' || !(size > 0) || !Number.isSafeInteger(size)) return 0
  return /^base64$/i.test(textIn(encoding) ?? '') ? Math.floor((size * 3) / 4) : size
}

function isAttached(part: MessageStructureObject): boolean {
  return part.disposition === 'attachment' || nameOf(part) !== undefined || !/^text\/(?:plain|html)$/i.test(part.type)
}

/** The part that is the body: the first plain text, else the first HTML; never a file. */
export function bodyPartOf(structure: MessageStructureObject | undefined) {
  const texts = leavesOf(structure).filter((part) => !isAttached(part))
  const part = texts.find(({ type }) => /plain$/i.test(type)) ?? texts[0]
  // The only part of a message has no number.
  return part && { number: part.part ?? '1', isHtml: /html$/i.test(part.type) }
}
