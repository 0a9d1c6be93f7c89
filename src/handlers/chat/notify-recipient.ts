import type { Publisher } from '#runtime/bus/bus.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Writer } from '#runtime/store/types.ts'
import { inboxItem } from '../inbox/contracts.ts'
import { directId } from './rooms.ts'
import { mark } from './rows/rooms.ts'

/** A message of a direct conversation. */
interface Message {
  readonly id: string
  readonly room: string
  readonly seq: number
  readonly author: { readonly id: string; readonly username: string }
  readonly recipient: { readonly id: string; readonly username: string }
  readonly text: string
  readonly at: number
}

/** After so long without a message in a conversation, the next one is told of although earlier ones are unread. */
const silenceMs = 86_400_000

type Unread = { account: string; room: string; before: number }

/** The message that its recipient has not read and that came last before another one. */
const unreadBefore = statement<Unread>((sql, param) =>
  sql('chat_messages')
    .select('created_at')
    .where('room', param('room'))
    .where('seq', '<', param('before'))
    .whereRaw('seq > coalesce((select read_seq from chat_marks where account = ? and room = ?), 0)', [
      param('account'),
      param('room'),
    ])
    .orderBy('seq', 'desc')
    .limit(1),
)

/**
 * Tells the recipient's inbox of a message, unless it has been told of an earlier one that is still unread: so many messages
 * of one person do not displace what has come from others.
 */
export async function tellRecipient(bus: Publisher, tx: Writer, message: Message): Promise<void> {
  const { recipient, room, seq, at } = message
  const earlier = await tx.get<{ created_at: number | string }>(
    unreadBefore({ account: recipient.id, room, before: seq }),
  )
  if (earlier && Number(earlier.created_at) > at - silenceMs) return
  await tell(bus, tx, message)
}

function tell(bus: Publisher, tx: Writer, { id, room, author, recipient, text, at }: Message): Promise<void> {
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

type Moment = { room: string; at: number }

const lastUntil = statement<Moment>((sql, param) =>
  sql('chat_messages')
    .select('seq')
    .where('room', param('room'))
    .where('created_at', '<=', param('at'))
    .orderBy('seq', 'desc')
    .limit(1),
)

type Later = { account: string; room: string; seq: number }

const firstLater = statement<Later>((sql, param) =>
  sql('chat_messages as m')
    .join('accounts as a', 'a.id', 'm.author')
    .join('accounts as r', 'r.id', 'm.recipient')
    .select('m.id', 'm.seq', 'm.text', 'm.created_at', 'm.author')
    .select({ author_name: 'a.username', recipient_name: 'r.username' })
    .where('m.room', param('room'))
    .where('m.recipient', param('account'))
    .where('m.seq', '>', param('seq'))
    .whereNull('a.closed_at')
    .orderBy('m.seq')
    .limit(1),
)

interface LaterRow {
  id: string
  seq: number | string
  text: string
  created_at: number | string
  author: string
  author_name: string
  recipient_name: string
}

/**
 * Remembers that an account has read a conversation in its inbox. What came after that is told of at last: there were unread
 * messages when it came.
 *
 * @param read `at` is when, in epoch milliseconds
 */
export async function readInInbox(
  bus: Publisher,
  tx: Writer,
  { account, room, at, now }: Moment & { account: string; now: number },
): Promise<void> {
  const last = await tx.get<{ seq: number | string }>(lastUntil({ room, at }))
  if (!last) return
  const seq = Number(last.seq)
  await mark(tx, { account, room, seq, now })
  const later = await tx.get<LaterRow>(firstLater({ account, room, seq }))
  if (!later) return
  await tell(bus, tx, {
    ...{ id: later.id, room, seq: Number(later.seq), text: later.text, at: Number(later.created_at) },
    author: { id: later.author, username: later.author_name },
    recipient: { id: account, username: later.recipient_name },
  })
}
