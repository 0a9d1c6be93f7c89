import { crc32, deflateSync } from 'node:zlib'
import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { modulesOf, type QrOptions, qrSvg } from '#runtime/graphics/qr-code.ts'
import { findLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'

export default ({ addresses }: UrlDeps): Handler<'url.qr'> =>
  async ({ format = 'svg', size = 512, margin = 4, errorCorrection = 'medium', ...named }, ctx) => {
    const shortURL = addresses.shortUrl((await findLink(named, addresses, ctx)).id)
    const options = { size, margin, errorCorrection }
    if (format === 'svg') {
      return {
        shortURL,
        contentType: 'image/svg+xml',
        encoding: 'text',
        content: String(await qrSvg(shortURL, options)),
      }
    }
    const content = (await qrPng(shortURL, options)).toString('base64')
    return { shortURL, contentType: 'image/png', encoding: 'base64', content }
  }

/**
 * A text's QR code as a PNG picture, each module the same whole number of pixels, so that every edge is sharp.
 *
 * @throws ApiError invalid_argument when `size` leaves less than one pixel per module
 */
export async function qrPng(text: string, options: QrOptions): Promise<Buffer> {
  const rows = await modulesOf(text, options)
  const scale = Math.floor(options.size / rows.length)
  if (scale === 0) {
    throw invalidArgument(
      'size',
      `must be at least ${rows.length}, the number of modules in the code, including its margin`,
    )
  }
  const width = rows.length * scale
  return monochromePng(width, (x, y) => rows[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true)
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A square picture of black and white pixels as a PNG (ISO/IEC 15948), one bit per pixel.
 *
 * @param width in pixels, also the height
 */
function monochromePng(width: number, isBlack: (x: number, y: number) => boolean): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  // One bit per pixel, greyscale; the default compression, filter and interlace method are 0.
  header[8] = 1
  const lineBytes = 1 + Math.ceil(width / 8)
  const lines = Buffer.alloc(width * lineBytes)
  for (let y = 0; y < width; y++) {
    // The first byte of a line names its filter: none.
    const start = y * lineBytes + 1
    for (let x = 0; x < width; x++) {
      if (!isBlack(x, y)) lines[start + (x >> 3)] = (lines[start + (x >> 3)] as number) | (0x80 >> (x & 7))
    }
  }
  return Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
