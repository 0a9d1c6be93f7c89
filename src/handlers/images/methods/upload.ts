import type { Handler } from '#generated/server/handlers.ts'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { ImagesDeps } from '../index.ts'
import { callBounds, formBounds, readRaster, type SentBounds } from '../raster/raster.ts'
import { imageOf } from '../results.ts'
import { storePicture } from '../store-picture.ts'

/** The picture comes as the argument, or in a form. */
export default (deps: ImagesDeps): Handler<'images.upload'> =>
  async ({ data, description }, ctx) => {
    const { attached, account, signal } = ctx
    const bounds = attached ? formBounds : callBounds
    const bytes = attached ? await collected(attached, bounds) : bytesOfBase64(data, bounds)
    const { maxPixels } = bounds
    const raster = await readRaster(bytes, deps.rasters, { subject: account.id, signal, maxPixels, argument: 'data' })
    const picture = { origin: 'uploaded', title: null, prompt: null, description: description?.trim() || null } as const
    return imageOf(await storePicture(deps, ctx, raster, picture), account.id, deps.baseUrl)
  }

/** @throws ApiError invalid_argument for anything but base64 as in RFC 4648, section 4 */
function bytesOfBase64(text: string, { maxBytes }: SentBounds): Buffer {
  const bytes = Buffer.from(text, 'base64')
  // Node also accepts the alphabet of base64url, and ignores what is in neither.
  if (bytes.toString('base64') !== text) throw invalidArgument('data', 'must be padded base64 (RFC 4648)')
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  return bytes
}

async function collected(source: AsyncIterable<Uint8Array>, { maxBytes }: SentBounds): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(maxBytes: number): ApiError {
  return invalidArgument('data', `must be at most ${maxBytes / 1024} KiB (${maxBytes} bytes) once decoded`)
}
