import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { MessageRow } from './rows/messages.ts'

export type Message = Result<'chat.messages'>['messages'][number]

/** A stored message as readers of the room see it. */
export function messageOf(row: Omit<MessageRow, 'seq'>, room: string): Message {
  return {
    id: row.id,
    room,
    author: row.author,
    text: row.text,
    is_agent: asBoolean(row.by_agent),
    created: iso(row.created_at),
  }
}

/** The same error for a room that does not exist and for one the caller may not see. */
export function noSuchRoom(id: string | undefined): ApiError {
  return new ApiError(
    'not_found',
    id === undefined
      ? 'No public room has messages yet. Use chat.rooms to list the rooms.'
      : `The room ${quote(id)} does not exist, or you cannot see it. Use chat.rooms to list the rooms that you can see.`,
  )
}
