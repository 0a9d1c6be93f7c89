import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type * as rows from './rows.ts'

type View = Result<'inbox.read'>
type Thread = NonNullable<View['items']>[number]
type Message = NonNullable<View['thread']>['messages'][number]

/** A thread as lists show it. */
export function threadOf(row: rows.ThreadRow): Thread {
  return {
    id: row.id,
    kind: row.kind === 'events' ? 'reminder' : row.kind,
    subject: row.subject,
    from: row.from,
    snippet: row.snippet,
    is_unread: asBoolean(row.unread),
    unread: asBoolean(row.unread),
    ...(row.link === null ? {} : { link: row.link }),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

export function messageOf(row: rows.MessageRow): Message {
  return {
    id: row.id,
    role: row.role,
    from: row.from,
    text: row.text,
    is_truncated: asBoolean(row.is_truncated),
    created: iso(row.created_at),
    ...originOf(row),
  }
}

/** The same error for an unknown id and for another account's. */
export function noSuchThread(id: string): ApiError {
  return new ApiError('not_found', `Your inbox has no thread with the id ${quote(id)}. GET /inbox lists your threads.`)
}
