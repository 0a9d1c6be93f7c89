import { crc32, deflateSync } from 'node:zlib'
import type { Examples } from '#runtime/outbound/description.ts'

const size = 256
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** For any tile from zoom level 7: the picture of a grid instead of a map. */
export const ordnanceSurveyExamples: Examples = ({ path }) => {
  const [, z] = /^\/maps\/raster\/v1\/zxy\/(?:Road|Outdoor|Light)_3857\/(\d+)\/\d+\/\d+\.png$/.exec(path) ?? []
  if (z === undefined) return undefined
  if (Number(z) < 7) return { status: 404, json: { message: 'Not found' } }
  return { body: grid(), contentType: 'image/png' }
}

/** A PNG of 256 by 256 grey levels: pale, with darker lines every 64 pixels. */
function grid(): Buffer {
  const rows = Array.from({ length: size }, (_, y) => {
    const line = Buffer.alloc(size + 1, y % 64 === 0 ? 0xb0 : 0xee)
    line[0] = 0
    for (let x = 0; x < size; x += 64) line[x + 1] = 0xb0
    return line
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
