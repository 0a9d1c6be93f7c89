import type { Handler } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Exchange } from '#runtime/outbound/exchange.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import type { FilesDeps } from '../index.ts'
import { driveFile, fileFields } from '../providers/google-drive.ts'
import { type Bearer, withDriveAccess } from '../providers/google-drive-access.ts'
import { boundedText, maxTextBytes, type TextForm, textFormOf } from '../providers/google-drive-text.ts'
import { driveFileOf } from '../results.ts'

const idleMs = 10_000

export default (deps: FilesDeps): Handler<'files.driveread'> =>
  ({ id }, ctx) =>
    withDriveAccess(deps, ctx, 'file', async (headers) => {
      const path = `/drive/v3/files/${encodeURIComponent(id)}`
      const file = await deps.drive.call(ctx, {
        method: 'GET',
        path,
        query: { fields: fileFields, supportsAllDrives: true },
        headers,
        reader: { json: driveFile },
      })
      const form = textFormOf(file.mimeType)
      const result = { ...driveFileOf(file), text_type: form.type }
      // Drive rejects a range of an empty file.
      if (file.size === '0') return { ...result, text: '', is_truncated: false }
      const response = await openText(deps.drive, ctx, { path, form, headers })
      return { ...result, ...(await boundedText(response, response.headers['content-type'])) }
    })

/** Requests the beginning of a file as text. */
function openText(
  drive: Provider,
  ctx: Context,
  { path, form: { type, isConverted }, headers }: { path: string; form: TextForm; headers: Bearer },
): Promise<Exchange> {
  return drive.stream(ctx, {
    method: 'GET',
    path: isConverted ? `${path}/export` : path,
    query: isConverted ? { mimeType: type } : { alt: 'media', supportsAllDrives: true },
    // One byte more shows whether there is more. A range of compressed bytes could not be decompressed.
    headers: isConverted ? headers : { ...headers, range: `bytes=0-${maxTextBytes}`, 'accept-encoding': 'identity' },
    accept: ['*/*'],
    idleMs,
    maxBytes: Number.MAX_SAFE_INTEGER,
  })
}
