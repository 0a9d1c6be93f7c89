import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requestHead } from '#testing/raw-http.ts'
import { serverForTests } from '#testing/server.ts'
import { standIns } from '#testing/stand-ins.ts'
import { call, grant, pipeline } from '../../testing/pipeline.ts'
import { bodyOf } from './response.ts'
import { ResultStream } from './result-stream.ts'
import { StreamedResult } from './streamed.ts'

const note = (index: number) => ({
  id: `note_${index}`,
  title: `Note ${index}`,
  text: 'x'.repeat(1000),
  created: '2026-11-21T09:30:00.000Z',
  updated: '2026-11-21T09:30:00.000Z',
})

/** How many notes there are, and the one whose page cannot be read. */
let count = 0
let failAt = Number.POSITIVE_INFINITY
const closed = { count: 0, waiting: [] as (() => void)[] }
let begun = 0

async function* pages() {
  begun += 1
  try {
    for (let at = 0; at < count; at += 10) {
      if (at >= failAt) throw new Error('relation "notes" is gone')
      yield Array.from({ length: Math.min(10, count - at) }, (_, index) => note(at + index))
    }
  } finally {
    closed.count += 1
    for (const done of closed.waiting.splice(0)) done()
  }
}

const handlers = standIns({ 'notes.list': (() => new StreamedResult({ items: pages() })) as never })

describe('over HTTP', () => {
  const lines: string[] = []
  const server = serverForTests({ handlers, onLogLine: (line) => void lines.push(line) })

  test.each([0, 1, 63, 64, 65, 2000])('%d rows arrive completely, as the document says', async (rows) => {
    count = rows
    const ann = await server().account()
    const { items } = await ann.ok('notes.list', {})
    expect(items).toEqual(Array.from({ length: rows }, (_, index) => note(index)))
  })

  test('a failure before the first row is an error like any other; one in the middle cuts the response off', async () => {
    const ann = await server().account()
    count = 2000
    failAt = 0
    expect(await ann.fails('notes.list', {})).toMatchObject({ status: 500, body: { code: 'internal' } })
    failAt = 1000
    const headers = { Authorization: `Bearer ${ann.token}` }
    const response = await fetch(`${server().url}/api/v1/notes/list`, { headers })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
    failAt = Number.POSITIVE_INFINITY
    const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call failed')
    expect(failed).toMatchObject([{ operation: 'notes.list' }, { operation: 'notes.list' }])
    expect(JSON.stringify(failed[1])).toContain('is gone')
  })

  test('an account with four unread responses gets no fifth, and another account is not delayed', async () => {
    const [ann, bob] = [await server().account(), await server().account()]
    count = 100_000
    const before = closed.count
    const sockets = Array.from({ length: 4 }, () => {
      const socket = connect(Number(new URL(server().url).port), '127.0.0.1')
      socket.write(requestHead('GET', '/api/v1/notes/list', { Authorization: `Bearer ${ann.token}` }))
      return socket
    })
    for (const socket of sockets) {
      await once(socket, 'readable')
    }
    const refused = await ann.fails('notes.list', {})
    expect([refused.status, refused.body.code, refused.headers.get('Retry-After')]).toEqual([429, 'rate_limited', '1'])
    expect(refused.body.error).toContain('4 long responses')
    expect(refused.headers.get('RateLimit')).toBe('"in-flight";r=0;t=1')
    // Repeated calls do not read anything for rejected results.
    const begunBefore = begun
    for (let time = 0; time < 5; time++) expect((await ann.fails('notes.list', {})).status).toBe(429)
    expect(begun).toBe(begunBefore)
    count = 500
    expect((await bob.ok('notes.list', {})).items).toHaveLength(500)
    // When clients disconnect the reading stops, and they no longer count.
    for (const socket of sockets) socket.destroy()
    while (closed.count < before + 5) await new Promise<void>((resolve) => closed.waiting.push(resolve))
    expect((await ann.ok('notes.list', {})).items).toHaveLength(500)
  })
})

describe('in the pipeline', () => {
  const listing = (changes = {}) => ({
    ...call({ verb: 'GET', path: '/api/v1/notes/list', authorization: 'Bearer all' }),
    readArguments: () => ({ path: undefined, query: {}, body: undefined }),
    ...changes,
  })

  test('a caller that does not accept a stream gets the whole result, up to 32 MiB', async () => {
    const { calls } = pipeline(handlers)
    count = 500
    const outcome = await calls.take(listing())
    expect(bodyOf(outcome)).toEqual({ result: { items: Array.from({ length: 500 }, (_, index) => note(index)) } })
    const account = { kind: 'account', via: 'session', account: grant.account, sessionId: 'session_1' } as const
    const known = { operationId: 'notes.list', args: {}, caller: account, requestId: 'a' } as const
    expect((await calls.run(known)).error).toBeUndefined()
    count = 40_000
    const before = closed.count
    expect((await calls.run(known)).error).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('32 MiB'),
    })
    expect(closed.count).toBe(before + 1)
  })

  test('a stream is recorded once, when it has ended', async () => {
    const { calls, lines } = pipeline(handlers)
    count = 500
    const outcome = await calls.take(listing({ acceptsStream: true }))
    if (outcome.error || !(outcome.stream instanceof ResultStream)) throw new Error('The result was not streamed')
    expect(lines).toEqual([])
    for await (const _ of outcome.stream) expect(lines).toEqual([])
    expect(lines).toMatchObject([{ operation: 'notes.list', code: 'ok' }])
    const left = await calls.take(listing({ acceptsStream: true }))
    if (left.error || !left.stream) throw new Error('The result was not streamed')
    await left.stream.close()
    expect(lines[1]).toMatchObject({ operation: 'notes.list', code: 'cancelled' })
  })
})
