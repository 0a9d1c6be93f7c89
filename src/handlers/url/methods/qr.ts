import { crc32, deflateSync } from 'node:zlib'
import type { ErrorCorrection } from 'qr'
import type { Handler } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { html } from '#runtime/base/html.ts'
import { findLink } from '../find-link.ts'
import type { UrlDeps } from '../index.ts'

export default ({ addresses }: UrlDeps): Handler<'url.qr'> =>
  async ({ format = 'svg', size = 512, margin = 4, errorCorrection = 'medium', ...named }, ctx) => {
    const shortURL = addresses.shortUrl((await findLink(named, addresses, ctx)).id)
    const options = { size, margin, errorCorrection }
    if (format === 'svg') {
      return { shortURL, contentType: 'image/svg+xml', encoding: 'text', content: await qrSvg(shortURL, options) }
    }
    const content = (await qrPng(shortURL, options)).toString('base64')
    return { shortURL, contentType: 'image/png', encoding: 'base64', content }
  }

/** How to draw a QR code. */
interface QrOptions {
  /** Width and height in pixels. */
  readonly size: number
  /** Width of the quiet zone in modules. */
  readonly margin: number
  readonly errorCorrection: ErrorCorrection
}

/** The modules of a text's QR code with its quiet zone, row by row; true is dark. */
async function modulesOf(text: string, { margin, errorCorrection }: QrOptions): Promise<boolean[][]> {
  const { default: encodeQR } = await import('qr')
  // The library always draws a quiet zone, so the one module of it is cut off.
  const code = encodeQR(text, 'raw', { ecc: errorCorrection, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1))
  const blank = (length: number) => Array<boolean>(length).fill(false)
  const edge = Array.from({ length: margin }, () => blank(code.length + 2 * margin))
  return [...edge, ...code.map((row) => [...blank(margin), ...row, ...blank(margin)]), ...edge]
}

/** A text's QR code as an SVG drawing: black on white, `size` pixels wide unless it is styled otherwise. */
export async function qrSvg(text: string, options: QrOptions): Promise<string> {
  const rows = await modulesOf(text, options)
  const width = rows.length
  const runs = rows.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return String(
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${options.size}" height="${options.size}" viewBox="0 0 ${width} ${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${width}v${width}H0z"/><path fill="#000" d="${runs.join('')}"/></svg>`,
  )
}

/** The runs of dark modules in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  let start = 0
  for (let x = 0; x <= row.length; x++) {
    if (row[x]) continue
    if (x > start) runs.push([start, x - start])
    start = x + 1
  }
  return runs
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
