import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A square picture of black and white pixels as a PNG (ISO/IEC 15948), one bit per pixel.
 *
 * @param width in pixels, also the height
 */
export function monochromePng(width: number, isBlack: (x: number, y: number) => boolean): Buffer {
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
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')])
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
