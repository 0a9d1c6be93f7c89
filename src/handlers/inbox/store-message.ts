import { isOpenAccount } from '#runtime/accounts/usernames.ts'
import { isId, newId } from '#runtime/base/ids.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { isMarked } from '#runtime/store/marks.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { Role } from './contracts.ts'
import * as rows from './rows.ts'

/** Messages of an account that are stored. */
export const maxMessages = 5000
/** Messages of one thread that are stored. */
export const maxInThread = 500

const maxSnippet = 180

/** A message for a thread. */
export interface NewMessage extends rows.ThreadKey {
  /** Another account, with which the thread is deleted. */
  readonly party?: string | undefined
  readonly subject: string
  /** Whether the subject replaces the one that the thread has. */
  readonly isRenaming: boolean
  readonly link?: string | undefined
  readonly id: string
  readonly role: Role
  readonly from: string
  readonly text: string
  readonly is_truncated: boolean
  /** Whether its texts, with the subject, may be by others. */
  readonly by_others: boolean
  /** Whether its owner has already seen it elsewhere. */
  readonly is_read?: boolean | undefined
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

/**
 * Adds a message to its thread, which the first message creates. Messages by others make the thread unread, unless
 * the owner has already seen them. A message that is
 * stored already, or that belongs to a closed account, changes nothing.
 */
export async function storeMessage(tx: Writer, message: NewMessage): Promise<void> {
  const { owner, kind, key, party, at } = message
  for (const id of [owner, party]) if (id !== undefined && !(await isOpenAccount(tx, id))) return
  const found = await tx.get<{ id: string }>(rows.findByKey({ owner, kind, key }))
  const thread = found?.id ?? (await createThread(tx, message))
  const { id, role, from, text, is_truncated, by_others, is_read = false } = message
  const added = await tx.run(rows.addMessage({ thread, id, owner, role, from, text, is_truncated, by_others, at }))
  if (added.changes === 0) return
  await tx.run(rows.changeMessageCount({ id: thread, by: 1 }))
  const subject = message.isRenaming ? message.subject : null
  const latest = { id: thread, at, from, snippet: snippetOf(text), subject, link: message.link ?? null, by_others }
  await tx.run(rows.showLatest(latest))
  if (role !== 'owner' && !is_read) await tx.run(rows.setUnread({ owner, id: thread, unread: true }))
  await makeRoom(tx, owner, thread)
}

/** A thread that is one in its own family has the same id here, so that a conversation can be continued there. */
async function createThread(tx: Writer, message: NewMessage): Promise<string> {
  const { owner, kind, key, party = null, subject, link = null, from, by_others, at } = message
  const id = isId('thread', key) ? key : newId('thread')
  await tx.run(rows.addThread({ id, owner, kind, key, party, subject, link, from, by_others, now: at }))
  return id
}

/** The beginning of a message on one line. */
function snippetOf(text: string): string {
  return shorten(oneLine(firstCharacters(text, 4 * maxSnippet)).replace(/\s+/gu, ' '), maxSnippet)
}

/** Deletes the oldest messages of a thread that is too long, then whole threads of the account, the longest inactive first. */
async function makeRoom(tx: Writer, owner: string, current: string): Promise<void> {
  const excess = (await totalOf(tx, rows.countInThread({ id: current }))) - maxInThread
  if (excess > 0) {
    await tx.run(rows.deleteOldestMessages({ thread: current, count: excess }))
    await tx.run(rows.changeMessageCount({ id: current, by: -excess }))
  }
  let beyond = (await totalOf(tx, rows.countMessages({ owner }))) - maxMessages
  while (beyond > 0) {
    const oldest = await tx.get<{ id: string; message_count: number | string }>(
      rows.longestInactive({ owner, except: current }),
    )
    if (!oldest) return
    await tx.run(rows.deleteThread({ id: oldest.id }))
    beyond -= Number(oldest.message_count)
  }
}

/** Deletes a message of a thread if it exists, and the thread with its last one. */
export async function deleteMessage(tx: Writer, key: rows.ThreadKey, id: string): Promise<void> {
  const thread = (await tx.get<{ id: string }>(rows.findByKey(key)))?.id
  if (thread === undefined) return
  const shown = await tx.get<rows.MessageRow>(rows.latestMessage({ thread }))
  if ((await tx.run(rows.deleteMessage({ thread, id }))).changes === 0) return
  await tx.run(rows.changeMessageCount({ id: thread, by: -1 }))
  const latest = await tx.get<rows.MessageRow>(rows.latestMessage({ thread }))
  if (!latest) await tx.run(rows.deleteThread({ id: thread }))
  else if (shown?.id === id) {
    const { from, text, created_at: at } = latest
    const by_others = isMarked(latest)
    await tx.run(rows.showEarlier({ id: thread, from, snippet: snippetOf(text), by_others, at: Number(at) }))
  }
}
