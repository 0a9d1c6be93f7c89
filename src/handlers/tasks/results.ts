import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { originOf } from '#runtime/kit/origin.ts'
import type { EntryRow, TaskRow } from './rows.ts'

type Entry = Result<'tasks.list'>['items'][number]

/** A task as lists show it; empty fields are absent. */
export function entryOf(row: EntryRow): Entry {
  return { ...shared(row), ...(row.snippet === null ? {} : { snippet: row.snippet }) }
}

/** A task in full; empty fields are absent. */
export function taskOf(row: TaskRow): Result<'tasks.read'> {
  return {
    ...shared(row),
    ...(row.detail === null ? {} : { detail: row.detail }),
    ...(row.result === null ? {} : { result: row.result }),
  }
}

function shared(row: Omit<EntryRow, 'snippet' | 'is_done' | 'rank'>): Omit<Entry, 'snippet'> {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    assignee: row.assignee,
    ...(row.due_at === null ? {} : { due: iso(row.due_at) }),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/** The same error for an unknown id and for the task of another account. */
export function noSuchTask(id: string): ApiError {
  return new ApiError('not_found', `You have no task with the id "${id}". Use tasks.list to list your tasks.`)
}
