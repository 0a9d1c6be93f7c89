import type { Point } from '#runtime/base/geo.ts'

const firstCharacter = 63
const chunkBits = 5
const moreFollows = 0x20

/**
 * Encodes points in Google's encoded polyline format: each coordinate as its difference from the previous one.
 *
 * @param precision decimals of a degree
 */
export function encodePolyline(points: readonly Point[], precision = 5): string {
  const factor = 10 ** precision
  let text = ''
  let [lastLat, lastLon] = [0, 0]
  for (const point of points) {
    const [lat, lon] = [Math.round(point.lat * factor), Math.round(point.lon * factor)]
    text += encoded(lat - lastLat) + encoded(lon - lastLon)
    lastLat = lat
    lastLon = lon
  }
  return text
}

function encoded(difference: number): string {
  // Multiplied instead of shifted: a difference of 360 degrees with precision 6 has more than 29 bits.
  let rest = difference < 0 ? -2 * difference - 1 : 2 * difference
  let text = ''
  while (rest >= moreFollows) {
    text += String.fromCharCode((moreFollows | (rest % moreFollows)) + firstCharacter)
    rest = Math.floor(rest / 2 ** chunkBits)
  }
  return text + String.fromCharCode(rest + firstCharacter)
}

/**
 * Decodes an encoded polyline.
 *
 * @throws RangeError for other text
 */
export function decodePolyline(text: string, precision = 5): Point[] {
  const factor = 10 ** precision
  const points: Point[] = []
  let [lat, lon] = [0, 0]
  for (let at = 0; at < text.length; ) {
    const [north, afterLat] = decoded(text, at)
    const [east, afterLon] = decoded(text, afterLat)
    at = afterLon
    lat += north
    lon += east
    points.push({ lat: lat / factor, lon: lon / factor })
  }
  return points
}

/** The difference that begins at a character, and the start of the next one. */
function decoded(text: string, from: number): [difference: number, next: number] {
  let value = 0
  let scale = 1
  for (let at = from; ; at++) {
    const bits = text.charCodeAt(at) - firstCharacter
    if (!(bits >= 0 && bits < 64) || scale > 2 ** 40) throw new RangeError('This is not an encoded polyline')
    value += (bits % moreFollows) * scale
    scale *= 2 ** chunkBits
    if (bits < moreFollows) return [value % 2 === 0 ? value / 2 : -(value + 1) / 2, at + 1]
  }
}
