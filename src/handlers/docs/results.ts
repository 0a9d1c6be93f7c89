import type { Result } from '#generated/server/handlers.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { underTitle } from '../../runtime/base/text/markdown.ts'
import { asBoolean } from '../../runtime/store/values.ts'
import type { DocumentRow, EntryRow } from './rows.ts'

/** A document as lists show it. */
export function entryOf(row: EntryRow): Result<'docs.list'>['items'][number] {
  return {
    id: row.id,
    title: row.title,
    snippet: row.snippet,
    length: row.length,
    public: asBoolean(row.public),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/**
 * A document in full.
 *
 * @param reader account id of the caller
 */
export function documentOf(row: DocumentRow, reader: string): Result<'docs.read'> {
  return {
    id: row.id,
    title: row.title,
    content: row.content,
    text: underTitle(row.title, row.content),
    public: asBoolean(row.public),
    author: row.author,
    mine: row.owner === reader,
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...(row.owner === reader ? originOf(row) : {}),
  }
}

/** The same error for an unknown id and for the document of another account. */
export function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no document with the id "${id}". Use docs.list to list your documents.`)
}
