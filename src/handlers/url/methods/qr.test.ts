import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrSvg } from '#runtime/graphics/qr-code.ts'
import { serverForTests } from '#testing/server.ts'
import { qrPng } from './qr.ts'

interface Picture {
  width: number
  isBlack(x: number, y: number): boolean
}

/** Reads the only kind of PNG that is created here. */
function pictureOfPng(png: Buffer): Picture {
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const header = chunks.get('IHDR') as Buffer
  const width = header.readUInt32BE(0)
  expect([header.readUInt32BE(4), ...header.subarray(8)]).toEqual([width, 1, 0, 0, 0, 0])
  const lines = inflateSync(chunks.get('IDAT') as Buffer)
  const lineBytes = 1 + Math.ceil(width / 8)
  expect([lines.length, chunks.has('IEND')]).toEqual([width * lineBytes, true])
  return {
    width,
    isBlack: (x, y) => (((lines[y * lineBytes + 1 + (x >> 3)] as number) >> (7 - (x & 7))) & 1) === 0,
  }
}

/** Draws the runs of the SVG's dark path, `scale` pixels a module. */
function pictureOfSvg(svg: string, scale: number): Picture {
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const dark = new Set<string>()
  for (const [, x, y, length, , back] of svg.matchAll(/M(\d+) (\d+)h(\d+)(v1h-)(\d+)z/g)) {
    expect(back).toBe(length)
    for (let step = 0; step < Number(length); step++) dark.add(`${Number(x) + step} ${y}`)
  }
  return {
    width: modules * scale,
    isBlack: (x, y) => dark.has(`${Math.floor(x / scale)} ${Math.floor(y / scale)}`),
  }
}

/** The text that a reader of QR codes finds in the picture. */
function textIn({ width, isBlack }: Picture): string {
  const data = new Uint8Array(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) if (isBlack(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return decodeQR({ width, height: width, data })
}

const options = { size: 512, margin: 4, errorCorrection: 'medium' } as const

test('both pictures are read as the address that they encode', async () => {
  const address = fc.stringMatching(/^https:\/\/[a-z]{1,20}\.example\/u\/[A-Za-z0-9_-]{1,64}$/)
  const corrections = fc.constantFrom('low', 'medium', 'quartile', 'high')
  await fc.assert(
    fc.asyncProperty(address, corrections, fc.integer({ min: 256, max: 700 }), async (text, errorCorrection, size) => {
      const drawn = { ...options, size, errorCorrection }
      const png = pictureOfPng(await qrPng(text, drawn))
      expect(png.width).toBeLessThanOrEqual(size)
      expect(textIn(png)).toBe(text)
      expect(textIn(pictureOfSvg(String(await qrSvg(text, drawn)), 4))).toBe(text)
    }),
    { numRuns: 12 },
  )
})

test('the quiet zone has the requested width', async () => {
  const text = 'https://onedoor.example/u/winter'
  for (const margin of [0, 4, 16]) {
    const { width, isBlack } = pictureOfPng(await qrPng(text, { ...options, margin }))
    const modules = Number(/viewBox="0 0 (\d+)/.exec(String(await qrSvg(text, { ...options, margin })))?.[1])
    const edge = margin * (width / modules)
    expect(isBlack(edge, edge)).toBe(true)
    if (edge > 0) expect(isBlack(edge - 1, edge)).toBe(false)
  }
})

const server = serverForTests({ settings: { BASE_URL: 'https://onedoor.example' } })

test('the operation returns the picture with its media type', async () => {
  const ann = await server().account()
  const { shortURL } = await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/' })
  const svg = await ann.ok('url.qr', { shortURL })
  expect(svg).toMatchObject({ shortURL, contentType: 'image/svg+xml', encoding: 'text' })
  expect(svg.content).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="512" height="512" /)
  expect(textIn(pictureOfSvg(svg.content, 4))).toBe(shortURL)
  const png = await ann.ok('url.qr', { shortURL, format: 'png', size: 300 })
  expect(png).toMatchObject({ shortURL, contentType: 'image/png', encoding: 'base64' })
  expect(textIn(pictureOfPng(Buffer.from(png.content, 'base64')))).toBe(shortURL)
})
