import type { Args, ChatHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import type { Context } from '#runtime/calls/context.ts'
import { longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { takeOne } from '#runtime/kit/take-one.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import type { Live } from '#runtime/live/types.ts'
import { listRooms } from './list.ts'
import { messageOf, messageText } from './message.ts'
import { tellRecipient } from './notify-recipient.ts'
import { channelOf, directId, type Room, type Rooms } from './rooms.ts'
import { countRefs, findPlace, findSource, insert, pageOfRefs, readLatest } from './rows/messages.ts'
import { findRoom, keptInPublic, latestPublic, mark, type RoomRow, takePlace } from './rows/rooms.ts'

export interface ChatServices {
  readonly rooms: Rooms
  readonly live: Pick<Live, 'publish'>
  readonly bus: Publisher
  /** Messages in groups and direct conversations. */
  readonly perMinute: Pick<Limiter, 'take'>
}

/** The methods of the chat. */
export function createChat(services: ChatServices): ChatHandlers<Context> {
  const { rooms } = services
  const send = createSend(services)
  return {
    rooms: ({ limit = 20 }, ctx) => listRooms(rooms, ctx, limit),
    messages: (args, ctx) => messages(rooms, args, ctx),
    send,

    async source({ id }, ctx) {
      const account = ctx.account.id
      const row = await findSource(ctx.store, account, id)
      if (!row)
        throw new ApiError('not_found', `You have no message with the id ${quote(id)}; chat.sources lists yours.`)
      const isOwn = row.author === account
      return {
        id: row.id,
        thread: row.recipient_name === null ? row.room : directId(row.author_name, row.recipient_name),
        direction: isOwn ? 'outgoing' : 'incoming',
        from: row.author_name,
        to: row.recipient_name === null ? [] : [row.recipient_name],
        text: row.text,
        channel: 'chat',
        ...(isOwn && { delivery: 'delivered' }),
        created: iso(row.created_at),
      }
    },

    async sources({ limit = 20, offset, cursor }, ctx) {
      const account = ctx.account.id
      const start = startOf({ offset, cursor }, ['text'])
      const [found, counted] = await Promise.all([
        pageOfRefs(ctx.store, account, { last: start.last, offset: start.offset, limit }),
        countRefs(ctx.store, account),
      ])
      const keyOf = (row: (typeof found)[number]) => [row.id]
      return longPageOf(found, { limit, start, counted, keyOf }, (row) => ({
        id: row.id,
        created: iso(row.created_at),
      }))
    },
  }
}

async function messages(
  rooms: Rooms,
  { room: asked, before }: Args<'chat.messages'>,
  ctx: Context,
): Promise<Result<'chat.messages'>> {
  const room = asked === undefined ? await latestRoom(rooms, ctx) : await rooms.find(asked, ctx.viewer)
  const stored = room && (await findRoom(ctx.store, room.key))
  // A conversation that has not begun says nothing of whether there is such a person.
  if (!room || (room.kind === 'direct' && !stored)) throw noSuchRoom(asked)
  if (!stored) return { room: room.id, messages: [], omitted: 0 }
  const end = before === undefined ? Number.MAX_SAFE_INTEGER : await findPlace(ctx.store, room.key, before)
  if (end === undefined)
    throw new ApiError('not_found', `The room has no message with the id ${quote(before as string)}.`)
  const part = { room: room.key, after: firstKept(room, stored), before: end }
  const { rows, omitted } = await readLatest(ctx.store, part)
  return { room: room.id, messages: rows.map((row) => messageOf(row, room.id)), omitted }
}

/** The public room with the latest message. */
async function latestRoom(rooms: Rooms, ctx: Context): Promise<Room | undefined> {
  for (const { id } of await ctx.store.all<RoomRow>(latestPublic({ limit: 10 }))) {
    const room = await rooms.find(id, undefined)
    if (room) return room
  }
  return undefined
}

/** The place after which messages are kept: what the purge has not come to yet is not shown either. */
function firstKept({ isPublic }: Room, { last_seq }: RoomRow): number {
  return isPublic ? Math.max(0, Number(last_seq) - keptInPublic) : 0
}

function createSend({ rooms, live, bus, perMinute }: ChatServices): ChatHandlers<Context>['send'] {
  // Those who post in one room at the same time take turns: on PostgreSQL they would undo each other's transactions.
  const inTurn = createSerialByKey()
  return async ({ room: asked, message }, ctx) => {
    const { account } = ctx
    const text = messageText(message)
    const room = await rooms.find(asked, account)
    if (!room || room.other?.canReceive === false) throw noSuchRoom(asked)
    if (room.refusal !== undefined) throw new ApiError('failed_precondition', room.refusal)
    if (room.isPublic) await ctx.publishes()
    else await takeOne(perMinute, ctx)
    const now = ctx.clock.now()
    return inTurn.run(room.key, () =>
      ctx.store.write(async (tx) => {
        const seq = await takePlace(tx, {
          id: room.key,
          kind: room.kind,
          title: room.kind === 'direct' ? '' : room.title,
          public: room.isPublic,
          opener: room.other ? account.id : null,
          other: room.other?.id ?? null,
          now,
        })
        const row = { id: newId('chat'), text, by_agent: ctx.origin === 'agent', created_at: now }
        const { id, by_agent } = row
        const recipient = room.other?.id ?? null
        await insert(tx, { id, room: room.key, seq, author: account.id, recipient, by_agent, text, now })
        await mark(tx, { account: account.id, room: room.key, seq, now })
        if (room.other) {
          const other = { id: room.other.id, username: room.title }
          await tellRecipient(bus, tx, { id, room: room.key, seq, author: account, recipient: other, text, at: now })
        }
        const sent = messageOf({ ...row, author: account.username }, room.id)
        await live.publish(tx, { channel: channelOf(room), event: 'posted', data: sent, owner: account.id })
        return ctx.returns({ message: sent })
      }, room.key),
    )
  }
}

/** The same for a room that does not exist and for one that the caller may not see. */
export function noSuchRoom(asked: string | undefined): ApiError {
  return new ApiError(
    'not_found',
    asked === undefined
      ? 'There is no message in a public room yet; chat.rooms lists the rooms.'
      : `There is no room ${quote(asked)} that you can see; chat.rooms lists those there are.`,
  )
}
