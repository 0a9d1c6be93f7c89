import type { CallArgs } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { callBounds, formBounds, readRaster, type SentBounds } from './raster/raster.ts'
import type { Studio } from './raster/raster-processes.ts'
import type { ListedRow } from './rows/images.ts'
import { keepPicture } from './store-picture.ts'

/** Stores the picture of a call, or of the form that came with it. */
export async function uploadPicture(
  world: Pick<FamilyWorld, 'blobs'> & { readonly studio: Studio },
  { data, description }: CallArgs<'images.upload'>,
  ctx: Context,
): Promise<ListedRow> {
  const { attached } = ctx
  const bounds = attached ? formBounds : callBounds
  const bytes = attached ? await collected(attached, bounds) : bytesOfBase64(data, bounds)
  const raster = await readRaster(bytes, {
    studio: world.studio,
    subject: ctx.account.id,
    signal: ctx.signal,
    maxPixels: bounds.maxPixels,
    argument: 'data',
  })
  const picture = { origin: 'uploaded', title: null, prompt: null, description: description?.trim() || null } as const
  return keepPicture(world, ctx, raster, picture)
}

/** @throws ApiError invalid_argument for anything but base64 as RFC 4648, section 4, has it */
function bytesOfBase64(text: string, { maxBytes }: SentBounds): Buffer {
  const bytes = Buffer.from(text, 'base64')
  // Node takes the alphabet of base64url, too, and leaves out what is in neither.
  if (bytes.toString('base64') !== text) throw invalidArgument('data', 'must be base64 (RFC 4648), padded')
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

function tooLarge(maxBytes: number) {
  return invalidArgument('data', `must be at most ${maxBytes / 1024} KB (${maxBytes} bytes) when it is decoded`)
}
