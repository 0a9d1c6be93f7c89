import { expect, test } from 'vitest'
import { grpcJsRefusal } from '#testing/grpc-js-client.ts'
import { forEachMessaging, type MessagingDoor } from '#testing/messaging-door.ts'

forEachMessaging((door) => {
  const client = (...of: Parameters<MessagingDoor['client']>) => door().client(...of)
  const space = () => door().space()

  test('a subscriber is notified once it is subscribed, and gets what any account of the namespace publishes', async () => {
    const { user, admin } = await space()
    const other = await space()
    const topic = { topic: 'news' }
    const streams = [client('broker.Broker', user), client('broker.Broker', other.admin)].map((each) =>
      each.stream<{ header: object; body: Buffer }>('Subscribe', topic),
    )
    await Promise.all(streams.map(({ opened }) => opened))
    const message = { header: { kind: 'x' }, body: Buffer.from('hello') }
    await client('broker.Broker', other.user).call('Publish', { ...topic, message: { body: Buffer.from('theirs') } })
    await client('broker.Broker', admin).call('Publish', { ...topic, message })
    expect(await streams[0]!.next()).toEqual(message)
    expect((await streams[1]!.next()).body.toString()).toBe('theirs')
  })

  test('members of a queue share its messages, even after one of them has left', async () => {
    const { user } = await space()
    const [one, two] = [client('broker.Broker', user), client('broker.Broker', user)]
    const [first, second] = [one, two].map((each) =>
      each.stream<{ body: Buffer }>('Subscribe', { topic: 't', queue: 'q' }),
    ) as [ReturnType<typeof one.stream<{ body: Buffer }>>, ReturnType<typeof one.stream<{ body: Buffer }>>]
    await Promise.all([first.opened, second.opened])
    const broker = client('broker.Broker', user)
    const publish = (text: string) => broker.call('Publish', { topic: 't', message: { body: Buffer.from(text) } })
    first.cancel()
    one.close()
    const got: string[] = []
    const reading = (async () => {
      for (;;) got.push((await second.next()).body.toString())
    })()
    reading.catch(() => undefined)
    // The server learns of the other one's end some time later: from then on this one gets them all.
    let sent = 0
    await expect
      .poll(
        async () => {
          const from = got.length
          for (let i = 0; i < 4; i++) await publish(`m${sent++}`)
          await expect.poll(() => got.at(-1)).toBe(`m${sent - 1}`)
          return got.length - from
        },
        { timeout: 10_000 },
      )
      .toBe(4)
  })

  test('a caller with too many subscriptions gets no more until some end', async () => {
    const { user } = await space()
    const broker = client('broker.Broker', user)
    const open = Array.from({ length: 100 }, (_, index) => broker.stream('Subscribe', { topic: `t${index}` }))
    await Promise.all(open.map(({ opened }) => opened))
    const oneMore = () => broker.stream('Subscribe', { topic: 'more' })
    expect(await grpcJsRefusal(oneMore().next())).toMatchObject({ code: 429, id: 'broker.subscribe' })
    open[7]!.cancel()
    await expect
      .poll(
        () =>
          oneMore()
            .opened.then(() => true)
            .catch(() => false),
        { timeout: 10_000 },
      )
      .toBe(true)
  })

  test('invalid requests are rejected with a sentence', async () => {
    const { user, namespace } = await space()
    const broker = client('broker.Broker', user)
    const refusals: [object, number][] = [
      [{ topic: '' }, 400],
      [{ topic: 'x'.repeat(257) }, 400],
      [{ topic: 'a\0b' }, 400],
      [{ topic: 't', message: { body: Buffer.alloc(1024 * 1024 + 1) } }, 413],
      [{ topic: 't', message: { header: { a: 'b'.repeat(20_000) } } }, 413],
    ]
    for (const [request, code] of refusals)
      expect(await grpcJsRefusal(broker.call('Publish', request as Record<string, unknown>))).toMatchObject({
        code,
        id: 'broker.publish',
      })
    expect(await grpcJsRefusal(broker.stream('Subscribe', { topic: '' }).next())).toMatchObject({ code: 400 })
    const nobody = client('broker.Broker', undefined, namespace)
    expect(await grpcJsRefusal(nobody.call('Publish', { topic: 't' }))).toMatchObject({ code: 401 })
  })
})
