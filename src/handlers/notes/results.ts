import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { originOf } from '#runtime/kit/origin.ts'
import type { NoteRow } from './rows/notes.ts'

export type Note = Result<'notes.get'>

export function noteOf(row: NoteRow): Note {
  const { id, title, text, created_at, updated_at } = row
  return { id, title, text, created: iso(created_at), updated: iso(updated_at), ...originOf(row) }
}

/** The same error for a missing note and for that of another account. */
export function noSuchNote(title: string): ApiError {
  return new ApiError(
    'not_found',
    `You have no note with the title "${oneLine(title)}". Use notes.list to see your titles.`,
  )
}
