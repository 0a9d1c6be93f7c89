import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { gifOfFrames, jpegClaiming, pngClaiming, samplePictures } from '#handlers/images/fixtures/pictures.ts'
import type { Draw, Family } from './draw.ts'

const maxBytes = 512 * 1024
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG of 8 bits, whose data need not fit its header. */
function png(
  width: number,
  height: number,
  data: Buffer,
  { before = [] as Buffer[], colour = 2, interlace = 0 } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colour, 0, 0, interlace], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const zeros = (mebibytes: number) => deflateSync(Buffer.alloc(mebibytes * 1024 * 1024), { level: 9 })
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#208040' }, limitInputPixels: false })
/** A picture of just as many pixels as are accepted, in an odd shape. */
const shapes: readonly (readonly [number, number])[] = [
  [4000, 2000],
  [8_000, 1000],
  [1, 16_000],
  [16_000, 1],
  [2828, 2828],
]

function damaged(draw: Draw, picture: Buffer): Buffer {
  const copy = Buffer.from(picture)
  for (let count = draw.between(1, 50); count > 0; count--)
    copy[draw.between(12, copy.length - 1)] = draw.between(0, 255)
  return draw.one([copy, copy.subarray(0, draw.between(20, copy.length))])
}

type Picture = Buffer | Promise<Buffer>

const pngs: Record<string, Family<Picture>> = {
  'PNG of huge dimensions': (draw) =>
    pngClaiming(draw.one([65_535, 2 ** 31 - 1, 100_000]), draw.one([65_535, 1, 2 ** 31 - 1])),
  'PNG that decompresses to much': (draw) => png(2000, 2000, zeros(draw.between(50, 300))),
  'PNG of large text': (draw) =>
    png(1, 1, deflateSync(Buffer.alloc(4)), {
      before: [chunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), zeros(draw.between(50, 300))]))],
    }),
  'PNG of a large profile': (draw) =>
    png(1, 1, deflateSync(Buffer.alloc(4)), {
      before: [chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), zeros(draw.between(20, 200))]))],
    }),
  'PNG of many chunks': (draw) =>
    png(1, 1, deflateSync(Buffer.alloc(4)), {
      before: Array(draw.between(10_000, 35_000)).fill(chunk('tEXt', Buffer.from('a\0'))),
    }),
  'interlaced PNG': (draw) =>
    plain(...draw.one(shapes))
      .png({ progressive: true })
      .toBuffer(),
  'PNG with a wrong header': (draw) =>
    png(draw.between(0, 3), 0, draw.bytes(1000), { colour: draw.between(0, 9), interlace: draw.between(0, 9) }),
  'animated PNG': (draw) => {
    const control = Buffer.alloc(8)
    control.writeUInt32BE(2 ** 31 - 1)
    return png(1, 1, deflateSync(Buffer.alloc(4)), {
      before: [chunk('acTL', control), ...Array(draw.between(1000, 10_000)).fill(chunk('fcTL', Buffer.alloc(26)))],
    })
  },
}

const others: Record<string, Family<Picture>> = {
  'GIF of many frames': (draw) =>
    gifOfFrames(draw.between(1000, 2800), draw.between(1000, 2800), draw.between(1000, 15_000)),
  'GIF of a huge screen': (draw) => gifOfFrames(65_535, 65_535, draw.between(1, 100)),
  'GIF without an end': (draw) =>
    Buffer.concat([gifOfFrames(100, 100, 1).subarray(0, 19), Buffer.alloc(draw.between(100_000, 500_000), 0x21)]),
  'JPEG of huge dimensions': async (draw) => jpegClaiming(await samplePictures.photo(), 65_500, draw.one([1, 65_500])),
  'progressive JPEG': async (draw) =>
    plain(...draw.one(shapes))
      .jpeg({ progressive: true })
      .toBuffer(),
  'JPEG of many scans': async (draw) => {
    const jpeg = await plain(2800, 2800).jpeg({ progressive: true, quality: 1 }).toBuffer()
    const at = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
    const scan = jpeg.subarray(at, jpeg.length - 2)
    const count = Math.min(draw.between(100, 2000), Math.floor((maxBytes - jpeg.length) / scan.length))
    return Buffer.concat([jpeg.subarray(0, at), ...Array<Buffer>(count).fill(scan), Buffer.from([0xff, 0xd9])])
  },
  'JPEG of many segments': async (draw) => {
    const jpeg = await samplePictures.photo(64, 64)
    const segment = Buffer.from([0xff, 0xe1, 0, 8, ...Buffer.from('Exif\0\0')])
    return Buffer.concat([
      jpeg.subarray(0, 2),
      ...Array<Buffer>(draw.between(1000, 40_000)).fill(segment),
      jpeg.subarray(2),
    ])
  },
  'WebP of odd shape': (draw) =>
    plain(...draw.one(shapes))
      .webp({ effort: 0, lossless: draw.one([true, false]) })
      .toBuffer(),
  'WebP of huge dimensions': (draw) => {
    const head = Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1')
    return Buffer.concat([head, draw.bytes(10_000)])
  },
  'animated WebP': (draw) =>
    sharp(Buffer.alloc(64 * 64 * draw.between(100, 255) * 3, 1), {
      raw: { width: 64, height: 64 * 100, channels: 3, pageHeight: 64 },
    })
      .webp({ loop: 0, effort: 0 })
      .toBuffer(),
  'AVIF of odd shape': (draw) =>
    plain(...draw.one(shapes))
      .avif({ effort: 0 })
      .toBuffer(),
  'AVIF of huge dimensions': async (draw) => {
    const avif = Buffer.from(await samplePictures.avif())
    const at = avif.indexOf('ispe')
    avif.writeUInt32BE(draw.one([2 ** 31 - 1, 65_535]), at + 8)
    avif.writeUInt32BE(draw.one([2 ** 31 - 1, 65_535]), at + 12)
    return avif
  },
  'damaged JPEG': async (draw) => damaged(draw, await samplePictures.photo()),
  'damaged PNG': async (draw) => damaged(draw, await samplePictures.png(500, 500)),
  'damaged GIF': async (draw) => damaged(draw, await samplePictures.gif()),
  'damaged WebP': async (draw) => damaged(draw, await samplePictures.webp(0.5)),
  'damaged AVIF': async (draw) => damaged(draw, await samplePictures.avif()),
}

const disguised: Record<string, Family<Picture>> = {
  'GIF that is a script': (draw) =>
    Buffer.from(`GIF89a/*${'x'.repeat(draw.between(10, 100_000))}*/=1;alert(1)//\x3b`, 'latin1'),
  'PNG that is an archive': async (draw) =>
    Buffer.concat([await samplePictures.png(), Buffer.from('PK\x03\x04'), draw.bytes(100_000)]),
  'SVG that expands': (draw) =>
    Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'a'.repeat(draw.between(100, 100_000))}">]>` +
        `<svg xmlns="http://www.w3.org/2000/svg"><text>${'&a;'.repeat(50_000)}</text></svg>`,
    ),
  'script of an image library': (draw) =>
    Buffer.from(
      draw.one([
        'push graphic-context\nfill url(https://x.example/"|ls)',
        '%!PS\n{}loop',
        '<image><read filename="/etc/passwd"/></image>',
      ]),
    ),
  'gzip bomb': (draw) => gzipSync(Buffer.alloc(draw.between(50, 200) * 1024 * 1024)),
  'beginning alone': (draw) =>
    Buffer.concat([
      draw.one([signature, Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('GIF89a')]),
      draw.bytes(draw.between(0, 200_000)),
    ]),
  'too many bytes': (draw) => Buffer.concat([signature, draw.bytes(draw.between(530_000, 600_000))]),
}

/** Pictures that are hostile to a decoder. */
export const pictureFamilies: Readonly<Record<string, Family<Picture>>> = { ...pngs, ...others, ...disguised }
