import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { type NatsServer, startNats } from '#testing/nats-server.ts'
import { record } from '#testing/registry-conformance.ts'
import { openNatsEngines } from '../nats-engines.ts'
import { connectNats } from './jetstream.ts'

const log = { warn: () => undefined }
const payload = (text: string) => new Uint8Array(Buffer.from(text))

async function engines(url: string, token?: string) {
  const clock = manualClock()
  const opened = await openNatsEngines({ url, token, prefix: 'onedoor', clock, log, retentionMs: 3_600_000 })
  onTestFinished(async () => {
    await Promise.all([opened.registry.close(), opened.events.close(), opened.broker.close()])
    await opened.nats.close()
  })
  return opened
}

describe('while the NATS server is unavailable', () => {
  let server: NatsServer
  beforeAll(async () => {
    server = await startNats()
  })
  afterAll(() => server.stop())

  test('calls fail at once with 503; when it is back, calls, subscriptions, watches and consumers continue with what was stored', async () => {
    const { registry, events, broker } = await engines(server.url)
    const signal = new AbortController().signal
    const options = { topic: 't', group: 'g', autoAck: false, ackWaitMs: 60_000, retryLimit: 0 }
    const consumption = events.consume('acme', options, signal)
    const watch = registry.watch('acme', undefined, signal)
    const subscription = broker.subscribe('acme', 't', undefined, signal)
    await Promise.all([consumption.ready, watch.ready, subscription.ready])
    await registry.register('acme', record(), 90)
    await events.publish('acme', { topic: 't', metadata: {}, payload: payload('before') })
    const consumed = consumption[Symbol.asyncIterator]()
    const changes = watch[Symbol.asyncIterator]()
    const messages = subscription[Symbol.asyncIterator]()
    const first = await consumed.next()
    expect((await changes.next()).value).toMatchObject({ action: 'create' })
    const [nextEvent, nextChange, nextMessage] = [consumed.next(), changes.next(), messages.next()]

    await server.halt()
    const calls: [string, () => Promise<unknown>][] = [
      ['broker.publish', () => broker.publish('acme', 't', { header: {}, body: payload('lost') })],
      ['broker.subscribe', () => broker.subscribe('acme', 't', undefined, signal).ready],
      ['events.stream.publish', () => events.publish('acme', { topic: 't', metadata: {}, payload: payload('lost') })],
      ['events.stream.consume', () => events.consume('acme', options, signal).ready],
      ['events.store.read', () => events.read('acme', 't', { limit: 1, offset: 0 })],
      ['registry.register', () => registry.register('acme', record(), 90)],
      ['registry.getservice', () => registry.get('acme', 'greeter')],
      ['registry.watch', () => registry.watch('acme', undefined, signal).ready],
    ]
    for (const [id, call] of calls) {
      await expect
        .poll(() =>
          call().then(
            () => 'done',
            (error: { status: number }) => error.status,
          ),
        )
        .toBe(503)
      await expect(call()).rejects.toMatchObject({ status: 503, id, retryAfterS: 1 })
    }

    await server.resume()
    const published = () => events.publish('acme', { topic: 't', metadata: {}, payload: payload('after') })
    const isBack = () =>
      published().then(
        () => true,
        () => false,
      )
    await expect.poll(isBack, { timeout: 20_000 }).toBe(true)
    expect(Buffer.from((await nextEvent).value!.payload).toString()).toBe('after')
    await events.ack('acme', { topic: 't', group: 'g', id: first.value!.id, success: true })
    expect(await registry.get('acme', 'greeter')).toEqual([record()])
    await registry.register('acme', record({ version: '2' }), 90)
    expect((await nextChange).value).toMatchObject({ action: 'create', service: { version: '2' } })
    await broker.publish('acme', 't', { header: {}, body: payload('hello') })
    expect(Buffer.from((await nextMessage).value!.body).toString()).toBe('hello')
    const kept = await events.read('acme', 't', { limit: 10, offset: 0 })
    expect(kept.map((event) => Buffer.from(event.payload).toString())).toEqual(['before', 'after'])
  }, 60_000)
})

describe('a NATS server that cannot be used keeps the server from starting, with a sentence', () => {
  test.each([
    ['that cannot be reached', 'nats://127.0.0.1:9', /NATS_URL: no connection to 127\.0\.0\.1:9 .*Start the server/],
    ['that is not a NATS server', undefined, /NATS_URL: no connection to /],
  ])('one %s', async (_, url, sentence) => {
    const { createServer } = await import('node:net')
    const stranger = createServer((socket) => socket.end('220 smtp\r\n'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void stranger.close())
    const { port } = stranger.address() as { port: number }
    await expect(connectNats({ url: url ?? `nats://127.0.0.1:${port}`, log })).rejects.toThrow(sentence)
  })

  test('one that requires other credentials, and accepts those', async () => {
    const server = await startNats(['authorization { user: od, password: "p@ss:word" }'])
    onTestFinished(() => server.stop())
    const address = server.url.slice('nats://'.length)
    for (const url of [server.url, `nats://od:wrong@${address}`])
      await expect(connectNats({ url, log })).rejects.toThrow(/rejects the credentials.*NATS_TOKEN/)
    const nats = await connectNats({ url: `nats://od:p%40ss%3Aword@${address}`, log })
    await nats.close()
  })

  test('one that requires a token', async () => {
    const server = await startNats(['authorization { token: "sesame" }'])
    onTestFinished(() => server.stop())
    await expect(connectNats({ url: server.url, log })).rejects.toThrow(/rejects the credentials/)
    const { registry } = await engines(server.url, 'sesame')
    await registry.register('acme', record(), 90)
    expect(await registry.list('acme')).toHaveLength(1)
  })

  test('one without JetStream', async () => {
    const server = await startNats([], { jetStream: false })
    onTestFinished(() => server.stop())
    await expect(connectNats({ url: server.url, log })).rejects.toThrow(/NATS_URL: .*has no JetStream.*-js/)
  })
})

test('messages too large for the NATS server are rejected with 413, and nothing breaks', async () => {
  const server = await startNats(['max_payload: 64KB'])
  onTestFinished(() => server.stop())
  const { registry, events, broker } = await engines(server.url)
  const large = new Uint8Array(64 * 1024)
  const refusal = { status: 413, message: expect.stringContaining('max_payload') }
  await expect(broker.publish('a', 't', { header: {}, body: large })).rejects.toMatchObject(refusal)
  await expect(events.publish('a', { topic: 't', metadata: {}, payload: large })).rejects.toMatchObject(refusal)
  const described = record({ metadata: { descriptors: 'x'.repeat(70_000) } })
  await expect(registry.register('a', described, 90)).rejects.toMatchObject(refusal)
  await registry.register('a', record(), 90)
  expect(await registry.list('a')).toHaveLength(1)
})
