import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The version of the format, in front of the sealed text. */
const VERSION = 'v1'

/** The length of a key in bytes. */
export const KEY_BYTES = 32

/** Why a sealed text cannot be opened. */
export class SealError extends Error {
  readonly reason: 'another key' | 'damaged'

  constructor(reason: SealError['reason']) {
    super(`It was sealed with ${reason === 'another key' ? reason : 'this key and has been changed since'}.`)
    this.name = 'SealError'
    this.reason = reason
  }
}

/** Encrypts texts with one key. */
export interface Seal {
  /**
   * Encrypts with AES-256-GCM and a new nonce.
   *
   * @param place what the text is bound to: it can only be opened with the same place
   */
  seal(text: string, place: readonly string[]): string
  /** The original text. @throws SealError */
  open(sealed: string, place: readonly string[]): string
}

/** @param key KEY_BYTES bytes */
export function sealWith(key: Uint8Array): Seal {
  // Distinguishes keys without revealing anything about them.
  const keyId = createHmac('sha256', key).update('onedoor config key').digest('base64url').slice(0, 12)
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(place))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, keyId, bytes.toString('base64')].join('.')
    },
    open(sealed, place) {
      const [version, sealedWith, base64 = ''] = sealed.split('.')
      if (version === VERSION && sealedWith !== keyId) throw new SealError('another key')
      const bytes = Buffer.from(base64, 'base64')
      if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('damaged')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(boundTo(place))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8')
        return text + decipher.final('utf8')
      } catch {
        throw new SealError('damaged')
      }
    },
  }
}

/** As JSON, so that no two places have the same bytes. */
function boundTo(place: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(place))
}
