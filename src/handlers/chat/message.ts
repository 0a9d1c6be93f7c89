import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { MessageRow } from './rows/messages.ts'

export type Message = Result<'chat.messages'>['messages'][number]

/** Everything that is neither text nor a line break nor a tab: C0 and C1 controls and DEL. */
const control = /[\p{Cc}]/u

/**
 * A message as it is stored: line breaks are one character.
 *
 * @throws ApiError invalid_argument for other control characters, which terminals would obey
 */
export function messageText(text: string): string {
  const stored = text.replace(/\r\n?/g, '\n')
  if (!control.test(stored.replace(/[\n\t]/g, ''))) return stored
  throw invalidArgument('message', 'must not hold control characters other than line breaks and tabs')
}

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
