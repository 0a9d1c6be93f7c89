import { expect, test } from 'vitest'
import { type GrpcJsClient, grpcJsRefusal } from '#testing/grpc-js-client.ts'
import { forEachMessaging, type MessagingDoor } from '#testing/messaging-door.ts'

interface Event {
  id: string
  topic: string
  metadata: Record<string, string>
  payload: Buffer
  timestamp: string
}

forEachMessaging((door) => {
  const client = (...of: Parameters<MessagingDoor['client']>) => door().client(...of)
  const space = () => door().space()

  const waitMs = 400
  const consume = { topic: 'orders', group: 'billing', ack_wait: String(waitMs * 1_000_000) }
  const publishTo = (stream: GrpcJsClient) => (text: string) =>
    stream.call('Publish', { topic: 'orders', payload: Buffer.from(text) })

  /** The time for acknowledgements passes: by the test's clock, or with NATS by waiting for the delivery. */
  async function pass(): Promise<void> {
    door().clock.advance(waitMs)
    await door().messaging.events.poll()
  }

  test('two consumers of a group share the events, each of which is acknowledged once', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const consumers = [client('events.Stream', admin), client('events.Stream', admin)].map((each) =>
      each.stream<Event>('Consume', consume),
    )
    await Promise.all(consumers.map(({ opened }) => opened))
    const got: string[] = []
    const complete = Promise.withResolvers<void>()
    for (const consumer of consumers) {
      const read = async (): Promise<void> => {
        for (;;) {
          const event = await consumer.next()
          await stream.call('Ack', { topic: 'orders', group: 'billing', id: event.id, success: true })
          got.push(event.payload.toString())
          if (got.length === 20) complete.resolve()
        }
      }
      read().catch(() => undefined)
    }
    const texts = Array.from({ length: 20 }, (_, index) => `e${String(index).padStart(2, '0')}`)
    for (const text of texts) await publishTo(stream)(text)
    await complete.promise
    expect(got.toSorted()).toEqual(texts)
  })

  test('existing clients acknowledge on the stream on which they consume, and never end its request', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const consumer = client('events.Stream', admin).halfOpen<Event>('Consume', {
      ...consume,
      offset: '-62135596800',
      retry_limit: '-1',
    })
    await consumer.opened
    await publishTo(stream)('refused')
    const first = await consumer.next()
    consumer.send('Ack', { id: first.id, success: false })
    const again = await consumer.next()
    expect(again.id).toBe(first.id)
    consumer.send('Ack', { id: again.id, success: true })
    // A malformed message, and one about an unknown event, change nothing.
    consumer.send('Publish', { topic: '', payload: Buffer.from('x') })
    consumer.send('Ack', { id: 'event_nothing', success: true })
    await publishTo(stream)('next')
    expect((await consumer.next()).payload.toString()).toBe('next')
    await pass()
    await publishTo(stream)('last')
    const left = [await consumer.next(), await consumer.next()].map(({ payload }) => payload.toString())
    expect(left.toSorted()).toEqual(['last', 'next'])
  })

  test('the events of a consumer that dies in the middle of its stream go to another one', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const dying = client('events.Stream', admin)
    const dead = dying.stream<Event>('Consume', consume)
    await dead.opened
    await stream.call('Publish', {
      topic: 'orders',
      metadata: { a: 'b' },
      payload: Buffer.from('x'),
      timestamp: '77',
    })
    const lost = await dead.next()
    expect(lost).toMatchObject({ topic: 'orders', metadata: { a: 'b' }, payload: Buffer.from('x'), timestamp: '77' })
    dead.cancel()
    dying.close()
    const heir = client('events.Stream', admin).stream<Event>('Consume', consume)
    await heir.opened
    const again = heir.next()
    await pass()
    expect(await again).toEqual(lost)
  })

  test('a consumer that never acknowledges has its events given up and counted, and gets the next ones', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const consumer = client('events.Stream', admin).stream<Event>('Consume', { ...consume, retry_limit: '1' })
    await consumer.opened
    await publishTo(stream)('poison')
    expect((await consumer.next()).payload.toString()).toBe('poison')
    const second = consumer.next()
    await pass()
    expect((await second).payload.toString()).toBe('poison')
    const third = consumer.next()
    await pass()
    await publishTo(stream)('good')
    expect((await third).payload.toString()).toBe('good')
    const count = async () =>
      (await door().metrics.getSingleMetric('onedoor_events_given_up_total')?.get())?.values[0]?.value
    await expect.poll(count, { timeout: 5000 }).toBe(1)
  })

  test('without a group every consumer gets every event and acknowledges nothing', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const all = [client('events.Stream', admin), client('events.Stream', admin)].map((each) =>
      each.stream<Event>('Consume', { topic: 'orders' }),
    )
    await Promise.all(all.map(({ opened }) => opened))
    await publishTo(stream)('a')
    const events = await Promise.all(all.map((each) => each.next()))
    expect(events.map(({ payload }) => payload.toString())).toEqual(['a', 'a'])
    const ack = stream.call('Ack', { topic: 'orders', group: 'g', id: events[0]!.id, success: true })
    expect(await grpcJsRefusal(ack)).toMatchObject({ code: 404, id: 'events.stream.ack' })
  })

  test('events are read back and stored for reading; only administrators of the namespace have access', async () => {
    const { admin, user, namespace } = await space()
    const stream = client('events.Stream', admin)
    const kept = client('events.Store', admin)
    for (const text of ['a', 'b', 'c']) await publishTo(stream)(text)
    const event = { id: 'mine', topic: 'orders', payload: Buffer.from('d'), metadata: {}, timestamp: '5' }
    await kept.call('Write', { event, ttl: '60' })
    const { events } = await kept.call<{ events: Event[] }>('Read', { topic: 'orders', limit: 2, offset: 2 })
    expect(events.map(({ payload }) => payload.toString())).toEqual(['c', 'd'])
    expect(events[1]).toEqual(event)
    const taken = await grpcJsRefusal(kept.call('Write', { event, ttl: '60' }))
    expect(taken).toMatchObject({ code: 409, id: 'events.store.write' })
    for (const [token, code] of [
      [user, 403],
      [undefined, 401],
    ] as const) {
      const [streams, reads] = [client('events.Stream', token, namespace), client('events.Store', token, namespace)]
      const refused = [
        streams.call('Publish', { topic: 't' }),
        streams.stream('Consume', { topic: 't' }).next(),
        streams.call('Ack', { topic: 't', group: 'g', id: 'x' }),
        reads.call('Read', { topic: 't' }),
        reads.call('Write', { event }),
      ]
      for (const refusal of await Promise.all(refused.map(grpcJsRefusal))) expect(refusal).toMatchObject({ code })
    }
  })

  test('invalid requests are rejected with a sentence', async () => {
    const { admin } = await space()
    const stream = client('events.Stream', admin)
    const kept = client('events.Store', admin)
    const refused: [Promise<unknown>, number][] = [
      [stream.call('Publish', { topic: '' }), 400],
      [stream.call('Publish', { topic: 't', timestamp: '-1' }), 400],
      [stream.call('Publish', { topic: 't', payload: Buffer.alloc(1024 * 1024 + 1) }), 413],
      [stream.stream('Consume', { topic: 't', ack_wait: '5' }).next(), 400],
      [stream.stream('Consume', { topic: 't', offset: '9000000000000' }).next(), 400],
      [stream.stream('Consume', { topic: 't', retry_limit: '100000' }).next(), 400],
      [stream.call('Ack', { topic: 't', group: '', id: 'x' }), 400],
      [kept.call('Write', {}), 400],
      [kept.call('Write', { event: { topic: 't' }, ttl: '9999999' }), 400],
      [kept.call('Read', { topic: 't', offset: '99999999999999' }), 400],
    ]
    const refusals = await Promise.all(refused.map(([call]) => grpcJsRefusal(call)))
    for (const [index, [, code]] of refused.entries()) expect(refusals[index]).toMatchObject({ code })
  })
})
