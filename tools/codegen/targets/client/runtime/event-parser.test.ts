import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventParser, maxEventLength } from './event-parser.ts'

const lineEnd = fc.constantFrom('\n', '\r', '\r\n')
const line = fc.constantFrom('data: "é🥐"', 'data: one', 'data', 'event: a', 'id: 1', 'id', 'retry: 20', ': hi', '', '')
const stream = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }))
  .map(([hasMark, lines]) => Buffer.from((hasMark ? '\uFEFF' : '') + lines.flat().join('')))

function read(chunks: Uint8Array[]) {
  const parser = eventParser()
  const events = chunks.flatMap((chunk) => parser.push(chunk) ?? expect.fail('too long'))
  return { events, lastId: parser.lastId, retryMs: parser.retryMs }
}

test('a stream is read the same wherever it is cut into chunks', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(200)), (bytes, places) => {
      const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
      const chunks = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end))
      expect(read(chunks)).toEqual(read([bytes]))
      expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(read([bytes]))
    }),
  )
})

test('an event that never ends does not fill the memory, and many events are no long one', () => {
  const part = Buffer.from(`data: ${'x'.repeat(1024 * 1024)}\n`)
  const endless = eventParser()
  const pushed = Array.from({ length: maxEventLength / part.length + 1 }, () => endless.push(part))
  expect(pushed.at(-1)).toBeUndefined()
  expect(pushed.at(-2)).toEqual([])
  const many = eventParser()
  for (let count = 0; count <= maxEventLength / part.length; count++)
    expect(many.push(Buffer.concat([part, Buffer.from('\n')]))).toHaveLength(1)
})
