import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { beforeNewest } from '#runtime/kit/long-page.ts'
import type { Room, Rooms } from '../find-room.ts'
import type { ChatDeps } from '../index.ts'
import { messageOf, noSuchRoom } from '../results.ts'
import { findPlace, readLatest } from '../rows/messages.ts'
import { findRoom, latestPublic, maxInPublic, type RoomRow } from '../rows/rooms.ts'

export default ({ rooms }: ChatDeps): Handler<'chat.messages'> =>
  async ({ room: id, before }, ctx) => {
    const room = id === undefined ? await latestRoom(rooms, ctx) : await rooms.find(id, ctx.viewer)
    const stored = room && (await findRoom(ctx.store, room.key))
    // A direct conversation without messages must not reveal whether the other person exists.
    if (!room || (room.kind === 'direct' && !stored)) throw noSuchRoom(id)
    if (!stored) return { room: room.id, messages: [], omitted: 0 }
    const end = before === undefined ? Number.MAX_SAFE_INTEGER : await findPlace(ctx.store, room.key, before)
    if (end === undefined)
      throw new ApiError('not_found', `The room has no message with the id ${quote(before as string)}.`)
    const part = { room: room.key, after: lastExpired(room, stored), before: end }
    const { rows, omitted } = await readLatest(ctx.store, part)
    return { room: room.id, messages: rows.map((row) => messageOf(row, room.id)), omitted }
  }

/** The public room with the latest message. */
async function latestRoom(rooms: Rooms, ctx: Context): Promise<Room | undefined> {
  const [last_at, newest] = beforeNewest
  for (const { id } of await ctx.store.all<RoomRow>(latestPublic({ last_at, id: newest, limit: 10 }))) {
    const room = await rooms.find(id, undefined)
    if (room) return room
  }
  return undefined
}

/** The place up to which messages are not shown, even if the purge has not deleted them yet. */
function lastExpired({ isPublic }: Room, { last_seq }: RoomRow): number {
  return isPublic ? Math.max(0, Number(last_seq) - maxInPublic) : 0
}
