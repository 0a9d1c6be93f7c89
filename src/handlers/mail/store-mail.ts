import { inboxItem } from '#handlers/inbox/contracts.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { PreparedEntry, SearchEntry } from '#runtime/search/types.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { mailReceived } from './contracts.ts'
import type { MailDeps } from './index.ts'
import { isReplySubject, subjectKeyOf } from './mail-address.ts'
import * as rows from './rows/messages.ts'

/** The kind of messages in the search index. */
export const searchKind = 'mail'
/** Messages that a mailbox holds, sent and received. */
const maxMessages = 50_000
const maxSnippet = 140
/** How long the subject alone assigns a reply to a thread. */
const threadMs = 60 * 86_400_000
const maxReferences = 50

function snippetOf(text: string): string {
  return shorten(text.slice(0, 2000).replace(/\s+/gu, ' ').trim(), maxSnippet)
}

export type Message = Omit<rows.NewMessage, 'thread' | 'subjectKey' | 'snippet'> & {
  /** The thread of the message that it answers, if known. */
  readonly thread?: string | undefined
}

export function searchEntryOf({ id, owner, from, to, subject, text }: Message): SearchEntry {
  const people = [from, ...to].map(({ name, address }) => `${name ?? ''} ${address}`).join(' ')
  return { kind: searchKind, id, owner, title: `${subject ?? ''} ${people}`, body: text }
}

/**
 * Stores a message, adds it to the search index, and publishes it if it is incoming.
 *
 * @param entry the message, prepared by `search.prepare`
 */
export async function storeMessage(
  tx: Writer,
  { search, bus }: Pick<MailDeps, 'search' | 'bus'>,
  message: Message,
  entry: PreparedEntry,
): Promise<void> {
  const subjectKey = subjectKeyOf(message.subject)
  const thread = message.thread ?? (await threadOf(tx, message, subjectKey)) ?? newId('thread')
  await rows.insert(tx, { ...message, thread, subjectKey, snippet: snippetOf(message.text) })
  await search.put(tx, entry, 'created')
  if (message.direction === 'incoming') await publish(tx, bus, message, thread)
}

/** The thread of a message by its references; for a reply also by its subject and its author. */
async function threadOf(reader: Reader, message: Message, subjectKey: string): Promise<string | undefined> {
  const { owner, inReplyTo, references = [], subject, counterpart, now } = message
  const ids = [...new Set([inReplyTo, ...references.slice(-maxReferences)])].filter((id) => id !== undefined)
  const byReference = ids.length > 0 ? await rows.threadOfAny(reader, owner, ids) : undefined
  if (byReference) return byReference.thread
  if (!isReplySubject(subject) || subjectKey === '') return undefined
  const about = rows.threadAbout({ owner, subject: subjectKey, counterpart, since: now - threadMs })
  return (await reader.get<{ thread: string }>(about))?.thread
}

async function publish(tx: Writer, bus: MailDeps['bus'], message: Message, thread: string): Promise<void> {
  const { id, owner, from, subject, tag, origin, verified, automatic, now } = message
  const isLocal = origin === 'local'
  await bus.publish(
    tx,
    mailReceived,
    {
      id,
      thread,
      from: from.address.slice(0, 300),
      ...(subject !== undefined && { subject: oneLine(subject).slice(0, 1000) }),
      ...(tag !== undefined && { tag }),
      is_local: isLocal,
      ...(verified !== undefined && { sender_verified: verified }),
      may_wake: automatic === undefined && !isOwnCopy(message) && (isLocal || verified === true),
    },
    { key: thread, account: owner, at: now },
  )
  await bus.publish(
    tx,
    inboxItem,
    {
      account: owner,
      kind: 'mail',
      key: thread,
      title: subject ?? '(no subject)',
      text: message.text,
      link: `/mail?id=${id}`,
      from: from.address.slice(0, 300),
      id,
      role: isOwnCopy(message) ? 'owner' : 'other',
      at: now,
    },
    { key: thread, account: owner, at: now },
  )
}

/** Whether the account has sent it to itself. In a message from outside, anyone can claim that. */
function isOwnCopy({ origin, from, to }: Message): boolean {
  return origin === 'local' && to.some(({ address }) => address.split('+', 1)[0] === from.address)
}

/** @throws ApiError failed_precondition if the mailbox is full */
export async function checkRoom(reader: Reader, owner: string, whose: 'yours' | 'theirs'): Promise<void> {
  if ((await totalOf(reader, rows.countAll({ owner }))) < maxMessages) return
  const subject = whose === 'yours' ? 'Your mailbox' : "The recipient's mailbox"
  throw new ApiError(
    'failed_precondition',
    `${subject} has reached the limit of ${maxMessages.toLocaleString('en')} messages. Nothing was sent. Some messages must be deleted first.`,
  )
}
