import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, as bytes. */
export interface BrowserKeys {
  /** Its public key: an uncompressed point on P-256, 65 bytes. */
  readonly p256dh: Buffer
  /** The secret that it shares only with us, 16 bytes. */
  readonly auth: Buffer
}

const recordSize = 4096
const saltBytes = 16
const pointBytes = 65
/** The salt, the size of a record, and our public key with its length. */
const headerBytes = saltBytes + 4 + 1 + pointBytes
const tagBytes = 16

/** The longest message: push services accept 4096 bytes, of which one marks the end of the record. */
export const maxMessageBytes = recordSize - headerBytes - tagBytes - 1

/** The random values, for tests with known ones. */
interface Random {
  readonly salt: Buffer
  /** A private key on P-256. */
  readonly privateKey?: Buffer
}

/**
 * Encrypts a message for one browser (RFC 8291): its push service cannot read it. The result is one record of
 * `aes128gcm` (RFC 8188).
 *
 * @throws RangeError if the message is longer than `maxMessageBytes`
 */
export function encryptFor(
  { p256dh, auth }: BrowserKeys,
  message: Buffer,
  { salt, privateKey }: Random = { salt: randomBytes(saltBytes) },
): Buffer {
  if (message.length > maxMessageBytes) throw new RangeError(`The message has more than ${maxMessageBytes} bytes`)
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const publicKey = own.getPublicKey()
  const shared = own.computeSecret(p256dh)
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const key = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32))
  const contentKey = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', key, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The delimiter of the last record; there is no padding after it.
  const sealed = Buffer.concat([
    cipher.update(message),
    cipher.update(Buffer.of(2)),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  const header = Buffer.alloc(saltBytes + 5)
  salt.copy(header)
  header.writeUInt32BE(recordSize, saltBytes)
  header.writeUInt8(publicKey.length, saltBytes + 4)
  return Buffer.concat([header, publicKey, sealed])
}
