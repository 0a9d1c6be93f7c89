import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { serverOf } from '../testing-client.ts'
import { withEncodedBytes } from './bytes.ts'
import type { Bytes } from './types.ts'

const never = new AbortController().signal
const put = { content: { encoding: 'base64' } }

describe('bytes', () => {
  const kinds: [string, (bytes: Uint8Array<ArrayBuffer>) => Bytes][] = [
    ['a Uint8Array', (bytes) => bytes],
    ['a Buffer', (bytes) => Buffer.from(bytes)],
    ['part of a larger buffer', (bytes) => new Uint8Array([9, ...bytes, 9]).subarray(1, bytes.length + 1)],
    ['an ArrayBuffer', (bytes) => bytes.buffer],
    ['a Blob', (bytes) => new Blob([bytes])],
    ['a stream', (bytes) => new Blob([bytes]).stream()],
    ['a File', (bytes) => new File([bytes], 'a.bin')],
  ]

  test.each(kinds)('of %s are sent as base64, with the argument that says so', async (_, make) => {
    const anyBytes = fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(bytes))
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const content = Buffer.from(bytes).toString('base64')
        expect(await withEncodedBytes(put, { name: 'a.bin', content: make(bytes) }, never)).toEqual({
          name: 'a.bin',
          content,
          encoding: 'base64',
        })
      }),
    )
  })

  test('of a large file are all sent', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 'Onedoor')
    const { content } = await withEncodedBytes(put, { content: bytes }, never)
    expect(content === bytes.toString('base64')).toBe(true)
  })

  test('are encoded by the methods whose arguments are base64, and nowhere else', async () => {
    const server = await serverOf({}, {}, {})
    const onedoor = createClient({ baseUrl: server.baseUrl })
    const bytes = new Uint8Array([0, 255, 254])
    await onedoor.files.put({ name: 'a.bin', content: bytes })
    await onedoor.images.upload({ data: new Blob([bytes]), name: 'A' } as never)
    await onedoor.files.put({ name: 'a.txt', content: 'Text' })
    expect(server.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { name: 'a.bin', content: 'AP/+', encoding: 'base64' },
      { data: 'AP/+', name: 'A' },
      { name: 'a.txt', content: 'Text' },
    ])
  })

  test('given once are not replaced in the arguments of the caller', async () => {
    const args = { content: new Uint8Array([1]) }
    await withEncodedBytes(put, args, never)
    expect(args).toEqual({ content: new Uint8Array([1]) })
  })
})
