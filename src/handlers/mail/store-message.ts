import { inboxItem } from '#handlers/inbox/contracts.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import type { SearchIndex } from '#runtime/search/index.ts'
import type { PreparedEntry, SearchEntry } from '#runtime/search/types.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { mailReceived } from './contracts.ts'
import { isReplySubject, subjectKeyOf } from './mail-address.ts'
import * as rows from './rows/messages.ts'

/** The kind of a message in the search index. */
export const searchKind = 'mail'
const maxSnippet = 140
/** How long a subject alone leads a reply to its thread. */
const threadMs = 60 * 86_400_000
const maxReferences = 50

/** The beginning of a body on one line. */
function snippetOf(text: string): string {
  return shorten(text.slice(0, 2000).replace(/\s+/gu, ' ').trim(), maxSnippet)
}

export type Message = Omit<rows.NewMessage, 'thread' | 'subjectKey' | 'snippet'> & {
  /** The thread of the message that it answers, where that is known. */
  readonly thread?: string | undefined
}

/** What a search finds a message by. */
export function searchEntryOf({ id, owner, from, to, subject, text }: Message): SearchEntry {
  const people = [from, ...to].map(({ name, address }) => `${name ?? ''} ${address}`).join(' ')
  return { kind: searchKind, id, owner, title: `${subject ?? ''} ${people}`, body: text }
}

export interface Mailboxes {
  readonly search: Pick<SearchIndex, 'put'>
  readonly bus: Publisher
}

/**
 * Stores a message with what finds it, and tells others of one that has arrived.
 *
 * @param entry the message as `search.prepare` has prepared it
 */
export async function keep(
  tx: Writer,
  { search, bus }: Mailboxes,
  message: Message,
  entry: PreparedEntry,
): Promise<{ readonly thread: string }> {
  const subjectKey = subjectKeyOf(message.subject)
  const thread = message.thread ?? (await threadOf(tx, message, subjectKey)) ?? newId('thread')
  await rows.insert(tx, { ...message, thread, subjectKey, snippet: snippetOf(message.text) })
  await search.put(tx, entry, 'created')
  if (message.direction === 'incoming') await publish(tx, bus, message, thread)
  return { thread }
}

/** The thread that a message belongs to by its references, or a reply by its subject and who wrote it. */
async function threadOf(reader: Reader, message: Message, subjectKey: string): Promise<string | undefined> {
  const { owner, inReplyTo, references = [], subject, counterpart, now } = message
  const ids = [...new Set([inReplyTo, ...references.slice(-maxReferences)])].filter((id) => id !== undefined)
  const byReference = ids.length > 0 ? await rows.threadOfAny(reader, owner, ids) : undefined
  if (byReference) return byReference.thread
  if (!isReplySubject(subject) || subjectKey === '') return undefined
  const about = rows.threadAbout({ owner, subject: subjectKey, counterpart, since: now - threadMs })
  return (await reader.get<{ thread: string }>(about))?.thread
}

async function publish(tx: Writer, bus: Publisher, message: Message, thread: string): Promise<void> {
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

/** Whether the account has sent it to itself. Outside, anybody can write that they are their own recipient. */
function isOwnCopy({ origin, from, to }: Message): boolean {
  return origin === 'local' && to.some(({ address }) => address.split('+', 1)[0] === from.address)
}
