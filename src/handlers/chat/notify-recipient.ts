import type { Publisher } from '#runtime/bus/bus.ts'
import type { Writer } from '#runtime/store/types.ts'
import { inboxItem } from '../inbox/contracts.ts'
import { directId } from './find-room.ts'
import { firstReceivedAfter, lastUnreadBefore, placeAt } from './rows/messages.ts'
import { mark } from './rows/rooms.ts'

interface Person {
  readonly id: string
  readonly username: string
}

/** A message of a direct conversation. */
interface DirectMessage {
  readonly id: string
  readonly room: string
  readonly seq: number
  readonly author: Person
  readonly recipient: Person
  readonly text: string
  readonly at: number
}

/** After a day without messages, the next one is published even if earlier ones are unread. */
const quietMs = 86_400_000

/**
 * Publishes a message to its recipient's inbox, unless an earlier one is still unread there: many messages from one person must
 * not displace those of others.
 */
export async function notifyRecipient(bus: Publisher, tx: Writer, message: DirectMessage): Promise<void> {
  const { recipient, room, seq, at } = message
  const earlier = await lastUnreadBefore(tx, { account: recipient.id, room, before: seq })
  if (earlier === undefined || earlier <= at - quietMs) await publish(bus, tx, message)
}

/**
 * Marks a conversation as read that was read in the inbox at a moment, and publishes the first later message, which was held
 * back because earlier ones were unread.
 */
export async function readInInbox(
  bus: Publisher,
  tx: Writer,
  { account, room, at, now }: { account: string; room: string; at: number; now: number },
): Promise<void> {
  const seq = await placeAt(tx, { room, at })
  if (seq === undefined) return
  await mark(tx, { account, room, seq, now })
  const later = await firstReceivedAfter(tx, { account, room, seq })
  if (!later) return
  await publish(bus, tx, {
    ...{ id: later.id, room, seq: Number(later.seq), text: later.text, at: Number(later.created_at) },
    author: { id: later.author, username: later.author_name },
    recipient: { id: account, username: later.recipient_name },
  })
}

function publish(bus: Publisher, tx: Writer, message: DirectMessage): Promise<void> {
  const { id, room, author, recipient, text, at } = message
  const item = {
    account: recipient.id,
    kind: 'chat',
    key: room,
    title: author.username,
    text,
    link: `/chat?room=${encodeURIComponent(directId(author.username, recipient.username))}`,
    from: author.username,
    id,
    party: author.id,
    at,
  } as const
  return bus.publish(tx, inboxItem, item, { account: recipient.id, key: room, at })
}
