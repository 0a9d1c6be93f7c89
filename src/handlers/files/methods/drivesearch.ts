import type { Handler } from '#generated/server/handlers.ts'
import type { FilesDeps } from '../index.ts'
import { drivePage, fileFields } from '../providers/google-drive.ts'
import { withDriveAccess } from '../providers/google-drive-access.ts'
import { driveFileOf } from '../results.ts'

export default (deps: FilesDeps): Handler<'files.drivesearch'> =>
  async ({ query = '', cursor, limit }, ctx) => {
    const words = query.trim()
    const found = await withDriveAccess(deps, ctx, 'search', (headers) =>
      deps.drive.call(ctx, {
        method: 'GET',
        path: '/drive/v3/files',
        query: {
          q: expressionOf(words),
          pageSize: limit,
          pageToken: cursor,
          // Drive sorts searches for words by relevance, and rejects any other order.
          orderBy: words === '' ? 'modifiedTime desc' : undefined,
          fields: `nextPageToken,files(${fileFields})`,
          includeItemsFromAllDrives: true,
          supportsAllDrives: true,
        },
        headers,
        reader: { json: drivePage },
      }),
    )
    const { files, nextPageToken: next } = found
    return { items: files.map(driveFileOf), ...(next === undefined ? {} : { next_cursor: next }) }
  }

/** The search for words in names and contents, in the language of Drive's `q`; for all files without words. */
function expressionOf(words: string): string {
  const files = `trashed = false and mimeType != 'application/vnd.google-apps.folder'`
  if (words === '') return files
  // In a literal, only backslash and apostrophe have a meaning.
  const literal = `'${words.replace(/[\\']/g, '\\$&')}'`
  return `${files} and (name contains ${literal} or fullText contains ${literal})`
}
