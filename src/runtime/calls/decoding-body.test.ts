import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PiecePool, pooledPieceBytes } from '../base/buffer-pool.ts'
import { parseBody } from './arguments.ts'
import { DecodingBody } from './decoding-body.ts'

/** The value of a body, or its error message. */
async function meaningOf(read: () => unknown): Promise<unknown> {
  try {
    return { value: await read() }
  } catch (failure) {
    return { refused: (failure as Error).message }
  }
}

/** The body as it is read piece by piece, with the argument put back, and whether it was decoded on arrival. */
async function readIn(bytes: Buffer, ends: readonly number[], pool = new PiecePool()) {
  const decoding = new DecodingBody('content', pool)
  let at = 0
  for (const end of [...ends.map((each) => each % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    decoding.add(Buffer.from(bytes.subarray(at, end)))
    at = end
  }
  const { body, decoded } = await decoding.end()
  if (decoded) (body as Record<string, unknown>)[decoded.name] = decoded.text
  return { body, decoded, decoding }
}

const cuts = fc.array(fc.nat(), { maxLength: 8 })
const base64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'))
/** Parts of bodies, right and wrong, of which those about `content` are frequent. */
const part = fc.oneof(
  base64.map((text) => `"content":"${text}"`),
  base64.map((text) => `"content" \r\n: \t"${text}"`),
  base64.map((text) => `"content":"${text.slice(1)}"`),
  base64.map((text) => `"name":"\\"content\\":\\"${text}"`),
  base64.map((text) => `"x":{"content":"${text}"}`),
  base64.map((text) => `"content":"${text}"`.replace('content', 'con\\u0074ent')),
  fc.constantFrom(
    '"content":"a-_a"',
    '"content":"YQ==YQ=="',
    '"content":"YR=="',
    '"content":"YQ\\u003d="',
    '"content":"é"',
    '"content":"ab\ncd"',
    '"content":7',
    '"content":null',
    '"content":"YWJj',
    '"content"',
    '"__proto__":1',
    '"name":"買"',
    '"name":"\ufeff"',
    '}',
    '{',
    ',',
  ),
)
const bodyText = fc.oneof(
  fc.array(part, { maxLength: 4 }).map((parts) => `{${parts.join(',')}}`),
  fc.array(part, { maxLength: 4 }).map((parts) => `\ufeff { ${parts.join(' , ')} } `),
  fc.array(part, { maxLength: 3 }).map((parts) => parts.join('')),
)

test('a body has the same value or error, wherever it is divided', async () => {
  await fc.assert(
    fc.asyncProperty(bodyText, cuts, async (text, ends) => {
      const bytes = Buffer.from(text)
      const inPieces = await meaningOf(async () => (await readIn(bytes, ends)).body)
      expect(inPieces).toEqual(await meaningOf(() => parseBody(bytes)))
    }),
    { numRuns: 3000 },
  )
})

test('bytes that are not UTF-8 are rejected, also next to a decoded text', async () => {
  const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.of(0xff), Buffer.from('","content":"YWJj"}')])
  await expect(readIn(bytes, [12, 24])).rejects.toThrow('The body is not UTF-8 text')
})

test('base64 is decoded on arrival, regardless of what comes before and after it', async () => {
  const long = Buffer.alloc(2 * pooledPieceBytes + 1, 'orchard')
  const sent = { name: 'a.bin', content: long.toString('base64'), encoding: 'base64' }
  const { body, decoded } = await readIn(Buffer.from(JSON.stringify(sent)), [5, 70_000, 70_001, 600_003])
  expect(decoded).toMatchObject({ name: 'content', bytes: long.length, chars: sent.content.length })
  expect(Buffer.concat([...(decoded?.pieces() ?? [])]).equals(long)).toBe(true)
  expect(body).toEqual(sent)
})

test.each([
  ['comes twice', '{"content":"YWJj","content":"YWJk"}'],
  ['is another argument', '{"name":"x","data":"YWJj"}'],
  ['is in another object', '{"x":{"content":"YWJj"}}'],
  ['begins late', `{"name":"${'n'.repeat(20_000)}","content":"YWJj"}`],
  ['is not base64', '{"content":"plain text"}'],
  ['has stray bits', '{"content":"YWK="}'],
])('a text that %s is read like any other', async (_, text) => {
  const bytes = Buffer.from(text)
  const { body, decoded } = await readIn(bytes, [9, 14, 17])
  expect(decoded).toBeUndefined()
  expect(body).toEqual(await parseBody(bytes))
})

test('memory is reused once the call has ended, and its bytes can no longer be read', async () => {
  const pool = new PiecePool()
  const bytes = Buffer.from(JSON.stringify({ content: Buffer.alloc(pooledPieceBytes + 3).toString('base64') }))
  const { decoded, decoding } = await readIn(bytes, [], pool)
  expect(pool.unused).toBe(0)
  decoding.release()
  expect(pool.unused).toBe(2)
  expect(() => decoded?.text).toThrow('after its call had ended')
  expect(() => [...(decoded?.pieces() ?? [])]).toThrow('after its call had ended')
  decoding.release()
  decoding.add(bytes)
  expect(pool.unused).toBe(2)
})

test('text that turns out not to be base64 releases its memory at once', async () => {
  const pool = new PiecePool()
  const content = `${Buffer.alloc(pooledPieceBytes).toString('base64')}-`
  const bytes = Buffer.from(JSON.stringify({ content }))
  expect((await readIn(bytes, [100_000, bytes.length - 4], pool)).body).toEqual({ content })
  expect(pool.unused).toBeGreaterThan(0)
})

test('little memory stays unused', () => {
  const pool = new PiecePool()
  pool.give(Array.from({ length: 100 }, () => Buffer.alloc(0)))
  expect(pool.unused).toBe(32)
})
