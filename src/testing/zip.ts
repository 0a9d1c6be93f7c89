import { inflateRawSync } from 'node:zlib'

/**
 * Reads the files that the central directory of a zip archive lists, as text by name.
 *
 * @throws Error when the archive is cut off or not a zip
 */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0) throw new Error('Not a zip archive, or a truncated one')
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory of this zip archive is broken')
    const [method, size, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const [extraLength, noteLength] = [zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const file = zip.readUInt32LE(at + 42)
    const start = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28)
    const bytes = zip.subarray(start, start + size)
    files.set(name, (method === 8 ? inflateRawSync(bytes) : bytes).toString())
    at += 46 + nameLength + extraLength + noteLength
  }
  return files
}
