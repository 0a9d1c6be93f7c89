import { describe, expect, test } from 'vitest'
import { failureOf, testClient } from '../testing-client.ts'
import { manualClock } from '../testing-server.ts'
import type { ServerEvent } from './types.ts'

/** A connection whose bytes a test sends. */
function connection() {
  let sink: ReadableStreamDefaultController<Uint8Array> | undefined
  const state = { isClosed: false, headers: new Headers() }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sink = controller
    },
    cancel: () => {
      state.isClosed = true
    },
  })
  return {
    state,
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (text: string) => sink?.enqueue(Buffer.from(text)),
  }
}

/** A client whose requests get these connections, one after the other. */
function clientOn(...connections: ReturnType<typeof connection>[]) {
  const clock = manualClock()
  const left = [...connections]
  const fetch = async (_: string, { headers, signal }: RequestInit) => {
    const next = left.shift() ?? expect.fail('one connection too many')
    signal?.throwIfAborted()
    next.state.headers = new Headers(headers)
    return next.response
  }
  const client = testClient({ baseUrl: 'http://onedoor.example', fetch }, { clock, random: () => 0 })
  return { client, clock, left }
}

const event = (id: number) => `id: ${id}\nevent: posted\ndata: ${id}\n\n`
const posted = (id: number): ServerEvent => ({ id: String(id), event: 'posted', data: id })
const ended = { done: true, value: undefined }

describe('a stream', () => {
  test('ends without an error when its signal is aborted, and closes its connection', async () => {
    const line = connection()
    const { client, clock } = clientOn(line)
    const end = new AbortController()
    const events = client.notify.stream({}, { signal: end.signal })
    line.send(event(1))
    expect(await events.next()).toEqual({ done: false, value: posted(1) })
    const next = events.next()
    end.abort(new Error('The page was left'))
    expect(await next).toEqual(ended)
    expect(line.state.isClosed).toBe(true)
    expect(clock.pending()).toEqual([])
  })

  test('yields nothing after its signal is aborted, also of what has arrived', async () => {
    const [line, other] = [connection(), connection()]
    const { client } = clientOn(line, other)
    line.send(event(1) + event(2))
    other.send('event: started\ndata: {}\n\nevent: text\ndata: {}\n\n')
    const methods = [client.notify.stream, client.agent.ask_named.events]
    for (const method of methods) {
      const end = new AbortController()
      const events = method({ name: 'x', prompt: 'Hi' }, { signal: end.signal })
      expect((await events.next()).done).toBe(false)
      end.abort()
      expect(await events.next()).toEqual(ended)
    }
    expect([line.state.isClosed, other.state.isClosed]).toEqual([true, true])
  })

  test('ends without a request when its signal was aborted before', async () => {
    const { client, left } = clientOn(connection())
    expect(await client.notify.stream({}, { signal: AbortSignal.abort() }).next()).toEqual(ended)
    expect(left).toHaveLength(1)
  })

  test('ends without an error when its signal is aborted while it waits to reconnect', async () => {
    const line = connection()
    const { client, clock, left } = clientOn(line, connection())
    const end = new AbortController()
    const next = client.notify.stream({}, { signal: end.signal }).next()
    line.send('event: end\ndata: {"reason":"stopping"}\n\n')
    await expect.poll(() => clock.pending()).toEqual([250])
    end.abort()
    expect(await next).toEqual(ended)
    expect(clock.pending()).toEqual([])
    expect(left).toHaveLength(1)
  })

  test('closes its connection when the loop is left', async () => {
    const line = connection()
    const { client, clock } = clientOn(line)
    line.send(event(1))
    for await (const found of client.notify.stream()) {
      expect(found).toEqual(posted(1))
      break
    }
    expect(line.state.isClosed).toBe(true)
    expect(clock.pending()).toEqual([])
  })

  test('that is silent for timeoutMs is closed, and continues on a new connection', async () => {
    const [silent, next] = [connection(), connection()]
    const { client, clock } = clientOn(silent, next)
    const events = client.notify.stream({}, { timeoutMs: 40_000 })
    silent.send(event(1))
    await events.next()
    next.send(event(2))
    const second = events.next()
    await expect.poll(() => clock.pending()).toEqual([40_000])
    clock.advance(40_000)
    await expect.poll(() => clock.pending()).toEqual([250])
    expect(silent.state.isClosed).toBe(true)
    clock.advance(250)
    expect(await second).toEqual({ done: false, value: posted(2) })
    expect(next.state.headers.get('last-event-id')).toBe('1')
    await events.return()
  })

  test('that sends comments is not silent', async () => {
    const line = connection()
    const { client, clock } = clientOn(line)
    const events = client.notify.stream({}, { timeoutMs: 40_000 })
    const first = events.next()
    await expect.poll(() => clock.pending()).toEqual([40_000])
    clock.advance(30_000)
    line.send(':\n\n')
    await expect.poll(() => clock.pending()).toEqual([40_000])
    clock.advance(30_000)
    line.send(event(1))
    expect(await first).toEqual({ done: false, value: posted(1) })
    await events.return()
  })

  test('with an event that never ends fails instead of filling the memory', async () => {
    const line = connection()
    const { client } = clientOn(line)
    const first = failureOf(client.notify.stream().next())
    for (let count = 0; count < 17; count++) line.send(`data: ${'x'.repeat(1024 * 1024)}\n`)
    expect(await first).toMatchObject({ code: 'bad_response', status: 200 })
    expect(line.state.isClosed).toBe(true)
  })
})

describe('the progress of a call', () => {
  test('that falls silent is a failure, and is not sent again', async () => {
    const line = connection()
    const { client, clock, left } = clientOn(line, connection())
    const failure = failureOf(client.agent.ask_named.events({ name: 'x', prompt: 'Hi' }).next())
    await expect.poll(() => clock.pending()).toEqual([60_000])
    clock.advance(60_000)
    const error = await failure
    expect(error).toMatchObject({ code: 'network', operation: 'agent.ask_named' })
    expect(error.message).toBe('agent.ask_named lost its connection: it was silent for 60000 ms.')
    expect(error.requestId).toMatch(/^[0-9a-f]{32}$/)
    expect(left).toHaveLength(1)
  })

  test('ends the call when the loop is left or the signal is aborted', async () => {
    const [first, second] = [connection(), connection()]
    const { client } = clientOn(first, second)
    first.send('event: started\ndata: {}\n\n')
    for await (const _ of client.agent.ask_named.events({ name: 'x', prompt: 'Hi' })) break
    expect(first.state.isClosed).toBe(true)
    const end = new AbortController()
    const next = client.agent.ask_named.events({ name: 'x', prompt: 'Hi' }, { signal: end.signal }).next()
    await expect.poll(() => second.state.headers.has('accept')).toBe(true)
    end.abort()
    expect(await next).toEqual(ended)
    expect(second.state.isClosed).toBe(true)
  })
})

describe('a download', () => {
  test('may take longer than the time limit once its response has begun', async () => {
    const line = connection()
    const { client, clock } = clientOn(line)
    const response = await client.files.download({ id: 'file_01' })
    expect(clock.pending()).toEqual([])
    clock.advance(3_600_000)
    line.send('Hello')
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString()).toBe('Hello')
  })

  test('that falls silent while it is read fails after timeoutMs, and ends its request', async () => {
    const line = connection()
    const { client, clock } = clientOn(line)
    const reader = (await client.files.download({ id: 'file_01' }, { timeoutMs: 40_000 })).body?.getReader()
    line.send('Hel')
    await reader?.read()
    clock.advance(3_600_000)
    const next = failureOf(reader?.read() ?? expect.fail('no body'))
    await expect.poll(() => clock.pending()).toEqual([40_000])
    clock.advance(40_000)
    expect(await next).toMatchObject({ code: 'network', operation: 'files.download' })
    expect((await next).message).toBe('files.download lost its connection: it was silent for 40000 ms.')
    expect(line.state.isClosed).toBe(true)
    expect(clock.pending()).toEqual([])
  })

  test('fails with the reason of its signal while it is read, and ends its request when it is left', async () => {
    const [aborted, left] = [connection(), connection()]
    const { client, clock } = clientOn(aborted, left)
    const end = new AbortController()
    const text = failureOf((await client.files.download({ id: 'file_01' }, { signal: end.signal })).text())
    await expect.poll(() => clock.pending()).toEqual([60_000])
    const reason = new Error('The page was left')
    end.abort(reason)
    expect(await text).toBe(reason)
    await (await client.files.download({ id: 'file_01' })).body?.cancel()
    expect([aborted.state.isClosed, left.state.isClosed]).toEqual([true, true])
    expect(clock.pending()).toEqual([])
  })

  test('passes the signal of the call to `fetch` for as long as its body is read', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const fetch = async (_: string, { signal }: RequestInit) => {
      signals.push(signal)
      return new Response('Hello')
    }
    const end = new AbortController()
    const client = testClient({ baseUrl: 'http://onedoor.example', fetch })
    await client.files.download({ id: 'file_01' }, { signal: end.signal })
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    end.abort()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})
