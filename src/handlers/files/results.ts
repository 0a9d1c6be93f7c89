import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { GoogleFile } from './providers/google-drive.ts'
import type { FileRow } from './rows.ts'

/** The path below which files are served. */
export const filePrefix = '/files/'

/**
 * A file as results show it.
 *
 * @param owner username of the account that stored it
 * @param baseUrl the public address of the server
 */
export function fileOf(row: FileRow, owner: string, baseUrl: string): Result<'files.put'> {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    size_bytes: Number(row.bytes),
    sha256: row.checksum,
    public: asBoolean(row.public),
    owner,
    url: `${baseUrl}${filePrefix}${row.id}`,
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/** A file of a connected drive as results show it; what Google does not know is absent. */
export function driveFileOf(file: GoogleFile): Result<'files.drivesearch'>['items'][number] {
  const { id, name, mimeType, size, modifiedTime, webViewLink } = file
  const changedMs = Date.parse(modifiedTime ?? '')
  return {
    id,
    name,
    type: mimeType,
    ...(size === undefined ? {} : { size_bytes: Number(size) }),
    ...(webViewLink !== undefined && URL.canParse(webViewLink) ? { url: webViewLink } : {}),
    ...(Number.isNaN(changedMs) ? {} : { updated: iso(changedMs) }),
  }
}

/** The same error for an unknown id and for another account's file. */
export function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no file with the id "${id}". Use files.list to list your files.`)
}
