import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { FileRow } from './rows.ts'

/** Where the addresses of files begin. */
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
  }
}
