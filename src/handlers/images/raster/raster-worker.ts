import sharp from 'sharp'
import { answerWork } from '#runtime/base/supervised-work.ts'
import type { Raster, RasterFault, RasterJob, RasterReply, ReadingJob } from './raster-job.ts'

/**
 * The process that decodes pictures: anything that a picture makes the decoders do happens here and not in the server. It gets
 * one picture after the other.
 */
sharp.concurrency(1)
sharp.cache(false)
// No other decoder is ever used, however the bytes begin.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

const sides = { medium: 1024, thumbnail: 320 }
/** In pixels; our own drawings are far smaller. */
const maxDrawing = 4_000_000
/** The decoder of AVIF holds a whole picture several times, so larger ones would need more memory than a process may take. */
const maxAvifPixels = 8_000_000
const timeLimitS = 25

/** `heif` is AVIF here. */
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'heif'])
/** The others become JPEG if they are opaque. */
const losslessFormats: ReadonlySet<string> = new Set(['png', 'gif'])

answerWork((job: RasterJob): Promise<RasterReply> => {
  const work = job.kind === 'read' ? read(job) : draw(job.svg)
  return work.catch((): RasterFault => ({ fault: 'damaged' }))
})

async function read({ bytes, maxPixels, storedPixels }: ReadingJob): Promise<Raster | RasterFault> {
  // Reads the header only.
  const {
    format = '',
    width,
    height,
    hasAlpha,
    autoOrient,
  } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!formats.has(format)) return { fault: 'format' }
  const most = format === 'heif' ? Math.min(maxPixels, maxAvifPixels) : maxPixels
  if (width * height > most) return { fault: 'pixels', width, height, maxPixels: most }
  const share = Math.min(1, Math.sqrt(storedPixels / (width * height)))
  const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .autoOrient()
    .timeout({ seconds: timeLimitS })
  const reduced =
    share < 1
      ? upright.resize({ width: Math.floor(autoOrient.width * share), height: Math.floor(autoOrient.height * share) })
      : upright
  // This drops metadata and colour profiles: the colours are converted to sRGB.
  const isPng = hasAlpha || losslessFormats.has(format)
  const encoded = isPng ? reduced.png() : reduced.jpeg({ quality: 90 })
  return withCopies(await encoded.toBuffer({ resolveWithObject: true }), isPng ? 'image/png' : 'image/jpeg')
}

async function draw(svg: string): Promise<Raster> {
  const drawn = sharp(Buffer.from(svg), { limitInputPixels: maxDrawing }).timeout({ seconds: timeLimitS })
  return withCopies(await drawn.png().toBuffer({ resolveWithObject: true }), 'image/png')
}

interface Encoded {
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

async function withCopies({ data: full, info: { width, height } }: Encoded, type: Raster['type']): Promise<Raster> {
  const copy = async (side: number, from: Uint8Array) =>
    Math.max(width, height) <= side
      ? undefined
      : await sharp(from, { limitInputPixels: width * height })
          .resize({ width: side, height: side, fit: 'inside' })
          .webp({ quality: 80 })
          .toBuffer()
  const medium = await copy(sides.medium, full)
  return { type, width, height, full, medium, thumbnail: await copy(sides.thumbnail, full) }
}
