import type { Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { originOf } from '../../runtime/kit/origin.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { ConversationRow, MessageRow } from './rows.ts'

type Summary = Result<'recall.list'>['items'][number]
export type Message = Result<'recall.conversation'>['messages'][number]

export function summaryOf(row: ConversationRow): Summary {
  return {
    id: row.id,
    subject: row.subject,
    client: row.client,
    ...(row.agent === null ? {} : { agent: row.agent }),
    message_count: Number(row.message_count),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

export function messageOf(row: MessageRow): Message {
  return {
    id: row.id,
    role: row.role,
    ...(row.from === null ? {} : { from: row.from }),
    text: row.text,
    is_truncated: asBoolean(row.is_truncated),
    created: iso(row.created_at),
  }
}
