import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { decrypted, encrypting } from './backup-encryption.ts'

const key = Buffer.alloc(32, 1)
const headerBytes = 65
const chunk = 65_552

async function encrypt(content: Buffer): Promise<Buffer> {
  return buffer(Readable.from([content.subarray(0, 10), content.subarray(10)]).pipe(encrypting(key)))
}

async function decrypt(bytes: Buffer, used: Uint8Array | undefined = key): Promise<Buffer> {
  const pieces = bytes.length === 0 ? [] : [bytes.subarray(0, 100_000), bytes.subarray(100_000)]
  return buffer(Readable.from(await decrypted(Readable.from(pieces), 'one.backup', used)))
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])('%d bytes are encrypted and decrypted', async (length) => {
  const content = randomBytes(length)
  const sealed = await encrypt(content)
  expect(sealed.length).toBe(headerBytes + length + 16 * Math.max(1, Math.ceil(length / 65_536)))
  expect((await decrypt(sealed)).equals(content)).toBe(true)
  expect((await encrypt(content)).equals(sealed)).toBe(false)
})

test('what is not encrypted is passed on without a key, and rejected with one', async () => {
  for (const content of [Buffer.from('short'), randomBytes(200_000)]) {
    const passed = await decrypted(Readable.from([content]), 'one.backup', undefined)
    expect((await buffer(Readable.from(passed))).equals(content)).toBe(true)
    await expect(decrypt(content)).rejects.toThrow(
      'one.backup is not an encrypted backup. If you trust it, run the command without BACKUP_KEY.',
    )
  }
})

describe('an encrypted text', async () => {
  const whole = await encrypt(randomBytes(150_000))
  const chunks = [0, 1, 2].map((index) =>
    whole.subarray(headerBytes + index * chunk, headerBytes + (index + 1) * chunk),
  )
  const header = whole.subarray(0, headerBytes)

  test('with any changed byte is rejected', async () => {
    for (let position = 17; position < whole.length; position += 1 + Math.floor(whole.length / 60)) {
      const damaged = Buffer.from(whole)
      damaged[position] = (damaged[position] ?? 0) ^ 1
      await expect(decrypt(damaged), String(position)).rejects.toThrow()
    }
  })

  test.each([
    ['cut after a chunk', [0, 1]],
    ['cut after the first chunk', [0]],
    ['without its first chunk', [1, 2]],
    ['with chunks in another order', [1, 0, 2]],
    ['with a chunk twice', [0, 1, 1, 2]],
    ['with a chunk after the last', [0, 1, 2, 0]],
    ['without chunks', []],
  ])('%s is rejected', async (_what, order) => {
    await expect(decrypt(Buffer.concat([header, ...order.map((index) => chunks[index] as Buffer)]))).rejects.toThrow()
  })

  test('cut anywhere is rejected', async () => {
    for (const length of [20, headerBytes - 1, headerBytes + 5, whole.length - 1, whole.length - 17]) {
      await expect(decrypt(whole.subarray(0, length)), String(length)).rejects.toThrow()
    }
  })

  test('needs its key, and says so', async () => {
    await expect(decrypted(Readable.from([whole]), 'one.backup', undefined)).rejects.toThrow(
      'one.backup is encrypted. Set BACKUP_KEY to the key with which it was created.',
    )
    await expect(decrypt(whole, Buffer.alloc(32, 2))).rejects.toThrow(
      'one.backup was encrypted with a key other than BACKUP_KEY. Set BACKUP_KEY to that key.',
    )
  })
})
