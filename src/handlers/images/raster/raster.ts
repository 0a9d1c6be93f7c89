import { invalidArgument } from '#runtime/base/errors.ts'
import type { StoredBlob } from '#runtime/blobs/blobs.ts'
import { acceptedFormats, formatFault } from './picture-format.ts'
import type { Raster } from './raster-job.ts'
import type { RasterProcesses } from './raster-processes.ts'

/** The largest picture that may be sent. */
export interface SentBounds {
  readonly maxBytes: number
  readonly maxPixels: number
}

/** In the arguments of a call. */
export const callBounds: SentBounds = { maxBytes: 512 * 1024, maxPixels: 8_000_000 }
/** In a form. It is scaled down to the pixels of a call. */
export const formBounds: SentBounds = { maxBytes: 8 * 1024 * 1024, maxPixels: 24_000_000 }

interface ReadOptions {
  readonly subject: string
  readonly signal: AbortSignal
  readonly maxPixels: number
  /** The argument that the bytes came in, as errors name it. */
  readonly argument: string
}

/**
 * Decodes a picture that was sent, turns it upright and drops its metadata.
 *
 * @throws ApiError invalid_argument for another format, for too many pixels and for damage; unavailable
 */
export async function readRaster(
  bytes: Uint8Array,
  rasters: RasterProcesses,
  { subject, signal, maxPixels, argument }: ReadOptions,
): Promise<Raster> {
  // Most other files are recognised without a process.
  const refused = formatFault(bytes)
  if (refused !== undefined) throw invalidArgument(argument, refused)
  const job = { kind: 'read', bytes, maxPixels, storedPixels: callBounds.maxPixels } as const
  const reply = await rasters.run(subject, job, signal)
  if (!('fault' in reply)) return reply
  if (reply.fault === 'pixels') {
    const [has, most] = [reply.width * reply.height, reply.maxPixels].map(
      (pixels) => `${(pixels / 1e6).toFixed(1)} million`,
    )
    throw invalidArgument(
      argument,
      `must have at most ${most} pixels, but has ${has} (${reply.width} by ${reply.height})`,
    )
  }
  const message = reply.fault === 'format' ? `must be a ${acceptedFormats}` : 'must not be a damaged picture'
  throw invalidArgument(argument, message)
}

/** The picture and its copies, in the order in which they are stored. */
export function partsOf({ full, medium, thumbnail }: Raster): Uint8Array[] {
  return [full, medium, thumbnail].filter((part) => part !== undefined)
}

/** The columns that describe a picture and where its copies are. */
export function columnsOf(raster: Raster, { sha256 }: Pick<StoredBlob, 'sha256'>) {
  const { type, width, height, full, medium, thumbnail } = raster
  return {
    type,
    width,
    height,
    bytes: full.length,
    medium_bytes: medium?.length ?? 0,
    thumbnail_bytes: thumbnail?.length ?? 0,
    checksum: sha256,
  }
}
