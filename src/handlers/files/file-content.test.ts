import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allOf } from '#testing/all-of.ts'
import { base64Of, contentOfBase64, contentOfText, TextCheck, textsOf } from './file-content.ts'

const bytesIn = async (source: AsyncIterable<Uint8Array>) => Buffer.concat(await allOf(copies(source)))

/** Pieces that stay valid. */
async function* copies(source: AsyncIterable<Uint8Array>) {
  for await (const piece of source) yield Uint8Array.from(piece)
}

async function* inPieces(bytes: Uint8Array, ends: readonly number[]) {
  let at = 0
  for (const end of [...ends].map((each) => each % (bytes.length + 1)).sort((a, b) => a - b)) {
    yield bytes.subarray(at, end)
    at = end
  }
  yield bytes.subarray(at)
}

const cuts = fc.array(fc.nat(), { maxLength: 6 })
/** Text with characters of every length in UTF-8. */
const text = fc.string({ unit: fc.constantFrom('a', 'é', '買', '🌳', '\u0000', '\ufeff', '\n'), maxLength: 40 })

test('base64 is decoded to what was encoded, and its size is known beforehand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const { bytes: size, source } = contentOfBase64(Buffer.from(bytes).toString('base64'))
      expect(size).toBe(bytes.length)
      expect(await bytesIn(source)).toEqual(Buffer.from(bytes))
    }),
  )
})

test('long base64 and long text are converted in pieces without losing any', async () => {
  const bytes = Buffer.alloc(3_000_001, 'orchard')
  const { source } = contentOfBase64(bytes.toString('base64'))
  const pieces = await allOf(copies(source))
  expect(pieces.length).toBeGreaterThan(4)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  const trees = '🌳'.repeat(300_001)
  const sent = contentOfText(`x${trees}`)
  expect(sent.bytes).toBe(1 + 4 * 300_001)
  expect((await bytesIn(sent.source)).toString()).toBe(`x${trees}`)
})

test.each([
  ['a length that is no multiple of four', 'abc'],
  ['a space', 'ab d'],
  ['a line break', 'YWJj\nYWI'],
  ['the base64url alphabet', '-_-_'],
  ['an equals sign inside', 'YQ==YQ=='],
  ['only equals signs', '===='],
  ['three equals signs', 'Y==='],
  ['bits behind the last byte', 'YR=='],
  ['bits behind the last two bytes', 'YWJ='],
  ['a data URL', 'data:text/plain;base64,YQ==Y'],
  ['other letters', 'ÄÄÄÄ'],
])('base64 with %s is rejected', async (_, wrong) => {
  const decoding = async () => bytesIn(contentOfBase64(wrong).source)
  await expect(decoding()).rejects.toMatchObject({
    code: 'invalid_argument',
    details: [{ path: 'content', message: expect.stringContaining('must be base64 (RFC 4648)') }],
  })
})

test('text is base64 exactly if it is four by four in the alphabet, even where Node accepts more', async () => {
  const unit = fc.constantFrom(...'AQgw+/-_= .\n\0Äd'.split(''))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 12 }), async (sent) => {
      const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/.test(
        sent,
      )
      const decoded = (async () => bytesIn(contentOfBase64(sent).source))()
      if (isBase64) expect((await decoded).toString('base64')).toBe(sent)
      else await expect(decoded).rejects.toMatchObject({ code: 'invalid_argument' })
    }),
    { numRuns: 2000 },
  )
})

test('bytes are text exactly if they are UTF-8 without U+0000, wherever they are split', async () => {
  const given = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    text.map((each) => new Uint8Array(Buffer.from(each))),
    text.map((each) => new Uint8Array(Buffer.from(each)).slice(0, -1)),
  )
  await fc.assert(
    fc.asyncProperty(given, cuts, async (bytes, ends) => {
      const check = new TextCheck()
      expect(await bytesIn(check.watch(inPieces(bytes, ends)))).toEqual(Buffer.from(bytes))
      expect(check.isText).toBe(isUtf8(bytes) && !bytes.includes(0))
    }),
    { numRuns: 500 },
  )
})

test('text and base64 are written in pieces that together are the whole', async () => {
  await fc.assert(
    fc.asyncProperty(text, cuts, async (each, ends) => {
      const bytes = Buffer.from(each)
      expect((await allOf(textsOf(inPieces(bytes, ends)))).join('')).toBe(each)
      expect((await allOf(base64Of(inPieces(bytes, ends)))).join('')).toBe(bytes.toString('base64'))
    }),
    { numRuns: 300 },
  )
})
