import type { Handler } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import { takeOne } from '#runtime/kit/take-one.ts'
import type { Writer } from '#runtime/store/types.ts'
import { channelOf, type Room } from '../find-room.ts'
import type { ChatDeps } from '../index.ts'
import { notifyRecipient } from '../notify-recipient.ts'
import { type Message, messageOf, noSuchRoom } from '../results.ts'
import { insert } from '../rows/messages.ts'
import { mark, takePlace } from '../rows/rooms.ts'

export default (deps: ChatDeps): Handler<'chat.send'> => {
  const { rooms, perMinute } = deps
  // Simultaneous messages in one room are stored one by one: on PostgreSQL their transactions would conflict.
  const serial = createSerialByKey()
  return async ({ room: id, message }, ctx) => {
    const { account: author } = ctx
    const text = normalized(message)
    const room = await rooms.find(id, author)
    if (!room || room.other?.canReceive === false) throw noSuchRoom(id)
    if (room.readOnlyReason !== undefined) throw new ApiError('failed_precondition', room.readOnlyReason)
    if (room.isPublic) await ctx.publishes()
    else await takeOne(perMinute, ctx)
    const post = { room, author, text, by_agent: ctx.origin === 'agent', now: ctx.clock.now() }
    return serial.run(room.key, () =>
      ctx.store.write(async (tx) => ctx.returns({ message: await store(deps, tx, post) }), room.key),
    )
  }
}

/** C0 and C1 control characters and DEL. */
const control = /[\p{Cc}]/u

/**
 * The text to store, with line feeds as line breaks.
 *
 * @throws ApiError invalid_argument for other control characters, which terminals would obey
 */
function normalized(text: string): string {
  const stored = text.replace(/\r\n?/g, '\n')
  if (!control.test(stored.replace(/[\n\t]/g, ''))) return stored
  throw invalidArgument('message', 'must not contain control characters other than line breaks and tabs')
}

interface Post {
  readonly room: Room
  readonly author: { readonly id: string; readonly username: string }
  readonly text: string
  readonly by_agent: boolean
  readonly now: number
}

/** Stores a message, marks it as read by its author, and publishes it to the room's streams and the recipient's inbox. */
async function store(
  { bus, live }: ChatDeps,
  tx: Writer,
  { room, author, text, by_agent, now }: Post,
): Promise<Message> {
  const { key, kind, title, isPublic, other } = room
  const seq = await takePlace(tx, {
    ...{ id: key, kind, title: kind === 'direct' ? '' : title, public: isPublic, now },
    ...{ opener: other ? author.id : null, other: other?.id ?? null },
  })
  const id = newId('chat')
  await insert(tx, { id, room: key, seq, author: author.id, recipient: other?.id ?? null, by_agent, text, now })
  await mark(tx, { account: author.id, room: key, seq, now })
  if (other) {
    const recipient = { id: other.id, username: title }
    await notifyRecipient(bus, tx, { id, room: key, seq, author, recipient, text, at: now })
  }
  const sent = messageOf({ id, author: author.username, text, by_agent, created_at: now }, room.id)
  await live.publish(tx, { channel: channelOf(room), event: 'posted', data: sent, owner: author.id })
  return sent
}
