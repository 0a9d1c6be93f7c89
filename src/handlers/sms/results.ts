import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { MessageRow } from './rows/messages.ts'

type Message = Result<'sms.send'>['message']
type Source = Result<'sms.source'>

/** A message as `sms.send` and `sms.history` return it. */
export function messageOf(row: MessageRow): Message {
  const { id, direction, other_number, text, channel, status, segments, error } = row
  return {
    ...{ id, direction, other_number, text, channel, status, segments: Number(segments) },
    created: iso(row.created_at),
    ...(error !== null && { error }),
    updated: iso(row.updated_at),
  }
}

/** A message in the format shared by mail, SMS and chat. */
export function sourceOf(row: MessageRow): Source {
  const { id, direction, other_number: other, own_number: own, text, channel, status, error } = row
  const isOwn = direction === 'outgoing'
  const delivery = status === 'delivered' || status === 'failed' ? status : 'queued'
  return {
    ...{ id, thread: other, direction, from: isOwn ? own : other, to: [isOwn ? other : own], text, channel },
    ...(isOwn && { delivery }),
    ...(isOwn && error !== null && { delivery_error: error }),
    created: iso(row.created_at),
  }
}
