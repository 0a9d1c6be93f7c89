import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * An encrypted backup, in the STREAM construction (Hoang, Reyhanitabar, Rogaway and Vizár, 2015):
 *
 * - 17 bytes: `onedoor sealed 1\n`;
 * - 32 bytes: a random salt;
 * - 16 bytes: a check value, which distinguishes a wrong key from damage;
 * - chunks of at most 64 KiB, each encrypted with AES-256-GCM and followed by its tag of 16 bytes. The nonce is the number
 *   of the chunk in 11 bytes, big-endian, and a byte that is 1 for the last chunk and 0 for the others.
 *
 * The key of the file and the check value are the 48 bytes of HKDF-SHA-256 (RFC 5869) of the key, with the salt, for
 * `onedoor backup 1`. So no nonce is used twice with a key, and chunks cannot be moved, left out or added.
 */
const magic = Buffer.from('onedoor sealed 1\n')
const saltBytes = 32
const checkBytes = 16
const headerBytes = magic.length + saltBytes + checkBytes
const chunkBytes = 65_536
const tagBytes = 16

function keysOf(key: Uint8Array, salt: Uint8Array): { readonly fileKey: Buffer; readonly check: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, 'onedoor backup 1', 32 + checkBytes))
  return { fileKey: bytes.subarray(0, 32), check: bytes.subarray(32) }
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts what is written to it. @param key 32 bytes */
export function encrypting(key: Uint8Array): Transform {
  const salt = randomBytes(saltBytes)
  const { fileKey, check } = keysOf(key, salt)
  let waiting = Buffer.alloc(0)
  let chunk = 0
  function sealed(content: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonceOf(chunk, isLast))
    chunk += 1
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
  }
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, piece])
      // The last chunk is written at the end, so one is always left for it.
      while (waiting.length > chunkBytes) {
        this.push(sealed(waiting.subarray(0, chunkBytes), false))
        waiting = waiting.subarray(chunkBytes)
      }
      done()
    },
    flush(done) {
      done(null, sealed(waiting, true))
    },
  })
  stream.push(Buffer.concat([magic, salt, check]))
  return stream
}

/**
 * The content of a backup: of an encrypted one with a key, of another without. Anyone who can write where backups are stored
 * could otherwise replace an encrypted one with their own.
 *
 * @param name of the backup, for errors
 * @param key BACKUP_KEY
 * @returns pieces; reading them fails where the content is damaged or cut off
 * @throws Error with a sentence if the key is missing, not needed or another one
 */
export async function decrypted(
  source: AsyncIterable<Uint8Array>,
  name: string,
  key: Uint8Array | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const reader = new Pieces(source)
  const header = await reader.atMost(headerBytes)
  if (!header.subarray(0, magic.length).equals(magic)) {
    if (!key) return reader.rest(header)
    throw new Error(`${name} is not an encrypted backup. If you trust it, run the command without BACKUP_KEY.`)
  }
  if (!key) throw new Error(`${name} is encrypted. Set BACKUP_KEY to the key with which it was created.`)
  const { fileKey, check } = keysOf(key, header.subarray(magic.length, magic.length + saltBytes))
  const stated = header.subarray(magic.length + saltBytes)
  if (stated.length === checkBytes && !timingSafeEqual(stated, check)) {
    throw new Error(`${name} was encrypted with a key other than BACKUP_KEY. Set BACKUP_KEY to that key.`)
  }
  return chunksOf(reader, fileKey)
}

async function* chunksOf(reader: Pieces, fileKey: Buffer): AsyncGenerator<Buffer> {
  let next = await reader.atMost(chunkBytes + tagBytes)
  for (let chunk = 0; ; chunk++) {
    const content = next
    next = await reader.atMost(chunkBytes + tagBytes)
    const isLast = next.length === 0
    const decipher = createDecipheriv('aes-256-gcm', fileKey, nonceOf(chunk, isLast), { authTagLength: tagBytes })
    decipher.setAuthTag(content.subarray(-tagBytes))
    yield Buffer.concat([decipher.update(content.subarray(0, -tagBytes)), decipher.final()])
    if (isLast) return
  }
}

/** Reads a source in pieces of a given length. */
class Pieces {
  readonly #source: AsyncIterator<Uint8Array>
  #left = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Fewer bytes only at the end. */
  async atMost(length: number): Promise<Buffer> {
    const found = [this.#left]
    let count = this.#left.length
    while (count < length) {
      const { value, done } = await this.#source.next()
      if (done) break
      found.push(Buffer.from(value))
      count += value.length
    }
    const all = Buffer.concat(found)
    this.#left = all.subarray(length)
    return all.subarray(0, length)
  }

  async *rest(start: Buffer): AsyncGenerator<Uint8Array> {
    yield start
    yield this.#left
    for (;;) {
      const { value, done } = await this.#source.next()
      if (done) return
      yield value
    }
  }
}
