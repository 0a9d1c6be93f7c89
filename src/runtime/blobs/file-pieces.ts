import type { FileHandle } from 'node:fs/promises'
import type { ByteRange } from './types.ts'

const pieceBytes = 256 * 1024
/** How many pairs of buffers are reused by the next readers. */
const maxSparePairs = 16

type Pair = readonly [Uint8Array, Uint8Array]

/** Buffers shared by consecutive readers: allocating memory for each piece costs more than reading it. */
const sparePairs: Pair[] = []

/**
 * The bytes of a file; the next piece is read while one is used. Each is valid until the next one is requested. The file is
 * closed at the end.
 *
 * @param range undefined for the whole file
 * @throws Error if the file ends before the range does; errors of reading it
 */
export async function* filePieces(file: FileHandle, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const pair = sparePairs.pop() ?? [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)]
  let reading: Promise<Uint8Array> | undefined
  try {
    let at = range?.start ?? 0
    const end = range ? range.end + 1 : (await file.stat()).size
    const read = async (buffer: Uint8Array) => {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at)
      if (bytesRead === 0) throw new Error(`the file ends ${end - at} bytes too early`)
      at += bytesRead
      return buffer.subarray(0, bytesRead)
    }
    if (at < end) reading = read(pair[0])
    for (let count = 1; reading; count++) {
      const piece = await reading
      reading = at < end ? read(pair[count % 2] as Uint8Array) : undefined
      // A reader that stops does not wait for it.
      reading?.catch(() => undefined)
      yield piece
    }
  } finally {
    await reading?.catch(() => undefined)
    if (sparePairs.length < maxSparePairs) sparePairs.push(pair)
    await file.close()
  }
}
