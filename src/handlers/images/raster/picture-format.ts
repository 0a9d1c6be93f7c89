/** The formats of pictures that are read. */
export const acceptedFormats = 'PNG, JPEG, GIF, WebP or AVIF'

const beginnings = [
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
].map((bytes) => Buffer.from(bytes))
/** Brands are read up to here. */
const maxBrands = 256

/**
 * What is wrong with the format of a picture by its first bytes, as the end of a sentence about the argument; undefined if
 * it may be read.
 */
export function formatFault(bytes: Uint8Array): string | undefined {
  if (beginnings.some((beginning) => beginning.equals(bytes.subarray(0, beginning.length)))) return undefined
  const start = Buffer.from(bytes.subarray(0, maxBrands)).toString('latin1')
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return undefined
  const brands = brandsOf(start)
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return undefined
  // The licences of HEVC keep its decoder out of the image library.
  if (brands.some((brand) => /^he[iv]/.test(brand))) {
    return 'must not be a HEIC picture: export it as JPEG, or set the formats of the iPhone camera to Most Compatible'
  }
  return `must be a ${acceptedFormats}`
}

/** The brands of an ISO base media file (ISO/IEC 14496-12, section 4.3): the major one, and those it is compatible with. */
function brandsOf(start: string): string[] {
  if (start.slice(4, 8) !== 'ftyp') return []
  const size = Buffer.from(start.slice(0, 4), 'latin1').readUInt32BE()
  const [major = '', , ...compatible] = start.slice(8, size).match(/[\s\S]{4}/g) ?? []
  return [major, ...compatible]
}
