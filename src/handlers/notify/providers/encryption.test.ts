import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encryptFor, maxMessageBytes } from './encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('a message is encrypted as in the example of RFC 8291', () => {
  const encrypted = encryptFor(
    {
      p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    Buffer.from('When I grow up, I want to be a watermelon'),
    { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw') },
  )
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('every message can be decrypted by its browser alone, and no two look the same', () => {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = Buffer.alloc(16, 7)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (content) => {
      const [body, other] = [1, 2].map(() => encryptFor({ p256dh: browser.getPublicKey(), auth }, Buffer.from(content)))
      if (!body || !other) throw new Error('unreachable')
      expect(body.equals(other)).toBe(false)
      const sender = body.subarray(21, 86)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
      const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32))
      const salt = body.subarray(0, 16)
      const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      expect(plain).toEqual(Buffer.concat([content, Buffer.of(2)]))
    }),
    { numRuns: 30 },
  )
})

test('the longest message fills the 4096 bytes that push services take, and a longer one is refused', () => {
  const browser = createECDH('prime256v1')
  const keys = { p256dh: browser.generateKeys(), auth: Buffer.alloc(16) }
  expect(encryptFor(keys, Buffer.alloc(maxMessageBytes))).toHaveLength(4096)
  expect(() => encryptFor(keys, Buffer.alloc(maxMessageBytes + 1))).toThrow(RangeError)
})
