import { describe, expect, test } from 'vitest'
import { busy, clientOf, failureOf, limited, serverOf, testClient } from '../testing-client.ts'
import { type ManualClock, manualClock, type Reply } from '../testing-server.ts'
import type { ClientOptions } from './types.ts'

describe('repeats', () => {
  test.each(['get', 'add'] as const)(
    'notes.%s after 502, 503 and 504, each delay twice the previous one',
    async (name) => {
      const replies = [{ status: 502 }, { status: 504 }, busy, { body: { result: { ok: 1 } } }]
      const { client, seen, waits } = await clientOf(replies, { retries: 3 })
      expect(await client.notes[name]({ title: 'x' })).toEqual({ ok: 1 })
      expect(seen).toHaveLength(4)
      expect(waits).toEqual([250, 500, 1000])
    },
  )

  test('a safe call after a broken connection, with the same bytes', async () => {
    const { client, seen } = await clientOf(['cut', {}])
    await client.notes.add({ title: 'x', text: 'y' })
    expect(seen).toHaveLength(2)
    expect(seen[1]?.body).toBe(seen[0]?.body)
  })

  test.each<[string, Reply]>([
    ['a broken connection', 'cut'],
    ['502', { status: 502 }],
    ['503', busy],
    ['504', { status: 504 }],
  ])(
    'a call that acts a second time after %s with the key of the first, by which the server recognises it',
    async (_, reply) => {
      const { client, seen } = await clientOf([reply, {}])
      await client.mail.send({ to: 'x' })
      expect(seen).toHaveLength(2)
      const [first, second] = keysOf(seen)
      expect(first).toMatch(/^[0-9a-f]{32}$/)
      expect(second).toBe(first)
    },
  )

  test('keys: each call that changes or costs something has its own, no other has one', async () => {
    const { client, seen } = await clientOf([{}, {}, {}, {}, {}, {}])
    await client.mail.send({ to: 'x' })
    await client.mail.send({ to: 'x' })
    await client.notes.add({ title: 'x', text: 'y' })
    await client.routes.nearest({ to: 'x' })
    await client.notes.get({ title: 'x' })
    await client.url.resolve({ id: 'x' })
    const keys = keysOf(seen)
    expect(keys.map((key) => key !== undefined)).toEqual([true, true, true, true, false, false])
    expect(new Set(keys.slice(0, 4)).size).toBe(4)
  })

  test('keys: none if nothing is repeated, the given one in any case', async () => {
    const { client, seen } = await clientOf([{}, {}, {}], { retries: 0 })
    await client.mail.send({ to: 'x' })
    await client.mail.send({ to: 'x' }, { idempotencyKey: 'order-17' })
    await client.notes.get({ title: 'x' }, { idempotencyKey: 'order-18' })
    expect(keysOf(seen)).toEqual([undefined, 'order-17', 'order-18'])
  })

  test('a call whose first attempt is still running, if the server says how long to wait', async () => {
    const running = { status: 409, body: { error: 'A call with this key still runs.', code: 'conflict' } }
    const { client, seen, waits } = await clientOf(['cut', { ...running, headers: { 'retry-after': '1' } }, {}])
    await client.mail.send({ to: 'x' })
    expect(seen).toHaveLength(3)
    expect(waits).toEqual([250, 1000])
    const other = await clientOf([running, {}])
    expect(await failureOf(other.client.mail.send({ to: 'x' }))).toMatchObject({ code: 'conflict' })
  })

  test('every call after 429, once the time the server asked for has passed', async () => {
    const { client, seen, waits } = await clientOf([limited, {}])
    await client.mail.send({ to: 'x' })
    expect(seen).toHaveLength(2)
    expect(waits).toEqual([7000])
  })

  test('no call after a lasting error: 400, 401, 500, 501 and a missing setting', async () => {
    const lasting = [400, 401, 403, 404, 409, 500, 501].map((status) => ({ status }))
    const { client, seen } = await clientOf([
      ...lasting,
      { status: 503, body: { error: 'Set X.', code: 'not_configured' } },
      {},
    ])
    for (const count of [...lasting.keys(), lasting.length]) {
      await failureOf(client.notes.get({ title: 'x' }))
      expect(seen).toHaveLength(count + 1)
    }
  })

  test('end after `retries`, with the last failure', async () => {
    const { client, seen } = await clientOf([busy, busy, busy, {}])
    expect(await failureOf(client.notes.get({ title: 'x' }))).toMatchObject({ code: 'unavailable', status: 503 })
    expect(seen).toHaveLength(3)
    await client.notes.get({ title: 'x' }, { retries: 0 })
  })

  test('do not happen if the delay exceeds the time limit', async () => {
    const { client, seen, waits } = await clientOf([limited, {}], { timeoutMs: 7000 })
    expect(await failureOf(client.notes.get({ title: 'x' }))).toMatchObject({ code: 'rate_limited', retryAfterS: 7 })
    expect(seen).toHaveLength(1)
    expect(waits).toEqual([])
  })

  test('a connection that is refused is a `network` failure that names the server', async () => {
    const server = await serverOf()
    await server.close()
    const client = testClient({ baseUrl: server.baseUrl, retries: 0 })
    const error = await failureOf(client.notes.get({ title: 'x' }))
    expect(error).toMatchObject({ code: 'network', status: undefined, operation: 'notes.get' })
    expect(error.message).toContain(server.baseUrl)
    expect(error.message).toContain('ECONNREFUSED')
    expect(error.cause).toBeInstanceOf(Error)
  })
})

function keysOf(seen: { headers: NodeJS.Dict<string | string[]> }[]) {
  return seen.map(({ headers }) => headers['idempotency-key'])
}

describe('the end of a call', () => {
  async function slowCall(reply: Reply, options: Partial<ClientOptions> = {}, call: object = {}) {
    const server = await serverOf(reply)
    const clock = manualClock()
    const client = testClient({ baseUrl: server.baseUrl, ...options }, { clock, random: () => 0 })
    const failure = failureOf(client.notes.get({ title: 'x' }, call))
    await server.arrived(1)
    return { clock, failure, seen: server.seen }
  }

  test('comes after 60 seconds by default, and is not repeated', async () => {
    const { clock, failure, seen } = await slowCall('hang')
    expect(clock.pending()).toEqual([60_000])
    clock.advance(60_000)
    const error = await failure
    expect(error).toMatchObject({ code: 'timeout', status: undefined, operation: 'notes.get' })
    expect(error.message).toBe('notes.get took longer than 60000 ms.')
    expect(seen).toHaveLength(1)
    expect(clock.pending()).toEqual([])
  })

  test('comes at the time limit of the call rather than of the client', async () => {
    const { clock, failure } = await slowCall('hang', { timeoutMs: 5000 }, { timeoutMs: 100 })
    clock.advance(100)
    expect(await failure).toMatchObject({ code: 'timeout' })
  })

  test('comes at once with the reason of its signal', async () => {
    const end = new AbortController()
    const { clock, failure } = await slowCall('hang', {}, { signal: end.signal })
    const reason = new Error('The page was left')
    end.abort(reason)
    expect(await failure).toBe(reason)
    expect(clock.pending()).toEqual([])
  })

  test('comes by signal even while waiting for a repeat', async () => {
    const end = new AbortController()
    const { clock, failure, seen } = await slowCall(busy, {}, { signal: end.signal })
    await expect.poll(() => clock.pending()).toEqual([250, 60_000])
    end.abort()
    expect(await failure).toMatchObject({ name: 'AbortError' })
    expect(clock.pending()).toEqual([])
    expect(seen).toHaveLength(1)
  })

  test('comes before anything is sent if the signal has already fired', async () => {
    const { client, seen } = await clientOf([{}])
    expect(await failureOf(client.notes.get({ title: 'x' }, { signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    })
    expect(seen).toHaveLength(0)
  })

  test('comes even if the given fetch ignores signals', async () => {
    const clock = manualClock()
    const fetch = () => new Promise<Response>(() => {})
    const client = testClient({ baseUrl: 'http://onedoor.example', fetch }, { clock, random: () => 0 })
    const failure = failureOf(client.notes.get({ title: 'x' }))
    clock.advance(60_000)
    expect(await failure).toMatchObject({ code: 'timeout' })
  })

  test.each<[string, (clock: ManualClock, end: AbortController) => void, object]>([
    ['its time limit', (clock) => clock.advance(60_000), { code: 'timeout', operation: 'files.put' }],
    ['its signal', (_, end) => end.abort(), { name: 'AbortError' }],
  ])('comes by %s while it reads a stream to upload, which is cancelled', async (_, act, expected) => {
    const clock = manualClock()
    const fetch = () => expect.fail('a request was sent')
    const end = new AbortController()
    const client = testClient({ baseUrl: 'http://onedoor.example', fetch }, { clock, random: () => 0 })
    let isCancelled = false
    const content = new ReadableStream({
      cancel: () => {
        isCancelled = true
      },
    })
    const failure = failureOf(client.files.put({ content }, { signal: end.signal }))
    expect(clock.pending()).toEqual([60_000])
    act(clock, end)
    expect(await failure).toMatchObject(expected)
    await expect.poll(() => isCancelled).toBe(true)
    expect(clock.pending()).toEqual([])
  })

  test('comes at a body of more than 256 MiB, which is not read on, nor asked for again', async () => {
    const piece = new Uint8Array(1024 * 1024)
    const state = { requests: 0, pieces: 0, isCancelled: false }
    const fetch = async () => {
      state.requests++
      const pull = (body: ReadableStreamDefaultController) => {
        state.pieces++
        if (state.pieces > 300) body.close()
        else body.enqueue(piece)
      }
      const cancel = () => {
        state.isCancelled = true
      }
      return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { status: 503 })
    }
    const client = testClient({ baseUrl: 'http://onedoor.example', fetch })
    const error = await failureOf(client.notes.get({ title: 'x' }))
    expect(error).toMatchObject({ code: 'bad_response', status: 503, operation: 'notes.get' })
    expect(state).toEqual({ requests: 1, pieces: 257, isCancelled: true })
  })
})
