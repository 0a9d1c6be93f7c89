import type { FilesHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { Exchange } from '#runtime/outbound/exchange.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import {
  driveFile,
  drivePage,
  driveProvider,
  fileFields,
  type GoogleFile,
  googleDrive,
  searchOf,
} from './providers/google-drive.ts'
import { driveFailure } from './providers/google-drive-failure.ts'
import { boundedText, maxTextBytes, type TextForm, textFormOf, textTypeOf } from './providers/google-drive-text.ts'

const idleMs = 10_000

type DriveFile = Result<'files.drivesearch'>['items'][number]

/** The methods that read a connected cloud drive. */
export function createDrive({
  connections,
  outbound,
}: Pick<FamilyWorld, 'connections' | 'outbound'>): Pick<FilesHandlers<Context>, 'drivesearch' | 'driveread'> {
  const provider = outbound.provider(driveProvider)

  function withAccess<T>(ctx: Context, asked: 'search' | 'file', use: (bearer: Bearer) => Promise<T>): Promise<T> {
    const asker = { signal: ctx.signal, subject: ctx.subject, accountId: ctx.account.id }
    return connections
      .access(asker, googleDrive, (token) => use({ authorization: `Bearer ${token}` }))
      .catch((failure: unknown) => {
        throw driveFailure(failure, asked)
      })
  }

  return {
    drivesearch({ query = '', page, limit }, ctx) {
      const q = searchOf(query)
      return withAccess(ctx, 'search', async (headers) => {
        const found = await provider.call(ctx, {
          method: 'GET',
          path: '/drive/v3/files',
          query: {
            q,
            pageSize: limit,
            pageToken: page,
            // Drive sorts searches for words by how well they match, and refuses any other order.
            orderBy: query.trim() === '' ? 'modifiedTime desc' : undefined,
            fields: `nextPageToken,files(${fileFields})`,
            includeItemsFromAllDrives: true,
            supportsAllDrives: true,
          },
          headers,
          reader: { json: drivePage },
        })
        const { nextPageToken: cursor } = found
        return { items: found.files.map(fileOf), ...(cursor === undefined ? {} : { next_cursor: cursor }) }
      })
    },

    driveread({ id }, ctx) {
      return withAccess(ctx, 'file', async (headers) => {
        const file = await provider.call(ctx, {
          method: 'GET',
          path: `/drive/v3/files/${encodeURIComponent(id)}`,
          query: { fields: fileFields, supportsAllDrives: true },
          headers,
          reader: { json: driveFile },
        })
        const form = textFormOf(file.mimeType)
        // A range of an empty file cannot be asked for.
        if (file.size === '0') return { ...fileOf(file), text_type: textTypeOf(form), text: '', is_truncated: false }
        const answer = await opened(provider, ctx, { id, form, headers })
        const text = await boundedText(answer, answer.headers['content-type'])
        return { ...fileOf(file), text_type: textTypeOf(form), ...text }
      })
    },
  }
}

type Bearer = { readonly authorization: string }

/** The text of a file, as far as it is read. */
function opened(
  provider: Provider,
  ctx: Context,
  { id, form, headers }: { id: string; form: TextForm; headers: Bearer },
): Promise<Exchange> {
  const path = `/drive/v3/files/${encodeURIComponent(id)}`
  const isExport = 'exportAs' in form
  return provider.stream(ctx, {
    method: 'GET',
    path: isExport ? `${path}/export` : path,
    query: isExport ? { mimeType: form.exportAs } : { alt: 'media', supportsAllDrives: true },
    // One byte more tells whether there is more. A range of packed bytes could not be unpacked.
    headers: isExport ? headers : { ...headers, range: `bytes=0-${maxTextBytes}`, 'accept-encoding': 'identity' },
    accept: ['*/*'],
    idleMs,
    maxBytes: Number.MAX_SAFE_INTEGER,
  })
}

function fileOf({ id, name, mimeType, size, modifiedTime, webViewLink }: GoogleFile): DriveFile {
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
