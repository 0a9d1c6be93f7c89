import { describe, expect, test, vi } from 'vitest'
import { Slices } from '../base/yield-to-event-loop.ts'
import { ResultStream } from './result-stream.ts'
import { StreamedResult, TextInPieces } from './streamed.ts'

interface Sample {
  items: { id: number; text: string }[]
  total: number
}

/** A result of `count` rows of a thousand characters, ten per page, which counts the read rows. */
function sample(count: number, failAt = Number.POSITIVE_INFINITY) {
  const read = { pages: 0, isClosed: false }
  async function* pages() {
    try {
      for (let at = 0; at < count; at += 10) {
        if (at >= failAt) throw new Error('The disk is gone')
        read.pages += 1
        yield Array.from({ length: Math.min(10, count - at) }, (_, index) => ({
          id: at + index,
          text: 'x'.repeat(1000),
        }))
      }
    } finally {
      read.isClosed = true
    }
  }
  return { read, streamed: new StreamedResult<Sample>({ total: count, items: pages() }) }
}

async function opened(count: number, failAt?: number) {
  const { read, streamed } = sample(count, failAt)
  const stream = await ResultStream.open(streamed, 20_000)
  if (!(stream instanceof ResultStream)) throw new Error('The result is short')
  const onEnd = vi.fn()
  stream.onEnd(onEnd)
  return { read, stream, onEnd }
}

describe('a streamed result', () => {
  test('that is short is the same as one without pages', async () => {
    const whole = await ResultStream.open(sample(12).streamed, 20_000)
    const rows = Array.from({ length: 12 }, (_, id) => ({ id, text: 'x'.repeat(1000) }))
    expect(whole).toEqual({ result: { total: 12, items: rows }, json: JSON.stringify({ total: 12, items: rows }) })
    const none = await ResultStream.open(sample(0).streamed, 20_000)
    expect(none).toEqual({ result: { total: 0, items: [] }, json: '{"total":0,"items":[]}' })
  })

  test('that is long comes complete, in pieces of a bounded size', async () => {
    const { stream, onEnd, read } = await opened(1000)
    let json = ''
    let longest = 0
    for await (const piece of stream) {
      json += piece
      longest = Math.max(longest, piece.length)
    }
    expect(JSON.parse(json)).toMatchObject({ total: 1000, items: { length: 1000, 999: { id: 999 } } })
    expect(longest).toBeLessThan(70_000)
    expect(onEnd.mock.calls).toEqual([['whole']])
    expect(read.isClosed).toBe(true)
  })

  test('is read no further than requested', async () => {
    const { stream, read, onEnd } = await opened(100_000)
    const pieces = stream[Symbol.asyncIterator]()
    for (let piece = 0; piece < 5; piece++) await pieces.next()
    expect(read.pages).toBeLessThan(10)
    await pieces.return(undefined)
    expect([read.isClosed, onEnd.mock.calls]).toEqual([true, [['abandoned']]])
  })

  test('can be closed before it is read, and has then ended', async () => {
    const { stream, read, onEnd } = await opened(1000)
    await stream.close()
    await stream.close()
    expect([read.isClosed, onEnd.mock.calls]).toEqual([true, [['abandoned']]])
  })

  test('whose rows cannot be read ends with the failure and never looks complete', async () => {
    const { stream, onEnd } = await opened(1000, 500)
    let json = ''
    await expect(async () => {
      for await (const piece of stream) json += piece
    }).rejects.toThrow('The disk is gone')
    expect(() => JSON.parse(json)).toThrow(SyntaxError)
    expect(onEnd.mock.calls).toEqual([[{ failure: new Error('The disk is gone') }]])
  })

  test('yields to the event loop between rows whenever a slice is over', async () => {
    let now = 0
    let rests = 0
    const slices = new Slices(
      () => {
        now += 5
        return now
      },
      async () => {
        rests += 1
      },
    )
    await ResultStream.open(sample(50).streamed, 1_000_000, slices)
    expect(rests).toBe(50)
  })

  test('does not yield because its first page was waited for', async () => {
    let now = 0
    let rests = 0
    const rest = async () => void rests++
    async function* late() {
      now += 1000
      yield [{ id: 1, text: 'one' }]
    }
    const slices = new Slices(() => now, rest)
    await ResultStream.open(new StreamedResult<Sample>({ total: 1, items: late() }), 20_000, slices)
    expect(rests).toBe(0)
  })

  test('can be a text, whole if short and in pieces if long, wherever a character is divided', async () => {
    const trees = '🌳"\n'.repeat(50)
    async function* units() {
      for (let at = 0; at < trees.length; at++) yield trees.slice(at, at + 1)
    }
    const streamed = () => new StreamedResult<{ id: number; text: string }>({ id: 1, text: new TextInPieces(units()) })
    expect(await ResultStream.open(streamed(), 20_000)).toMatchObject({ result: { id: 1, text: trees } })
    const stream = await ResultStream.open(streamed(), 10)
    let json = ''
    for await (const piece of stream as ResultStream) json += piece
    expect(JSON.parse(json)).toEqual({ id: 1, text: trees })
  })

  test('has exactly one member in pages', () => {
    expect(() => new StreamedResult<Sample>({ items: [], total: 0 })).toThrow('exactly one member in pages')
  })
})
