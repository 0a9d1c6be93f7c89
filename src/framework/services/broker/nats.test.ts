import { expect, test } from 'vitest'
import { brokerConformance } from '#testing/broker-conformance.ts'
import { natsForTests, newPrefix } from '#testing/nats.ts'
import { natsBroker } from './nats.ts'

const connected = natsForTests()

brokerConformance('the broker on NATS', {
  newShared: async () => newPrefix(),
  open: async (prefix) => natsBroker(await connected(), prefix as string),
})

test('all subscriptions of a process to a topic get the same message, sent by NATS once, as long as one is left', async () => {
  const nats = await connected()
  const broker = natsBroker(nats, newPrefix())
  const sent = (text: string) => ({ header: {}, body: new Uint8Array(Buffer.from(text)) })
  const join = async (queue?: string) => {
    const leaving = new AbortController()
    const subscription = broker.subscribe('acme', 'news', queue, leaving.signal)
    const messages = subscription[Symbol.asyncIterator]()
    await subscription.ready
    return { leave: () => leaving.abort(), next: async () => (await messages.next()).value }
  }
  const received = () => nats.connection.stats().inMsgs
  const [first, second, third] = [await join(), await join(), await join()]
  const before = received()
  await broker.publish('acme', 'news', sent('one'))
  const message = await first.next()
  expect(message).toEqual(sent('one'))
  expect(await second.next()).toBe(message)
  expect(await third.next()).toBe(message)
  await nats.connection.flush()
  expect(received() - before).toBe(1)

  first.leave()
  second.leave()
  await broker.publish('acme', 'news', sent('two'))
  expect(await third.next()).toEqual(sent('two'))
  third.leave()
  await broker.publish('acme', 'news', sent('lost'))
  await nats.connection.flush()
  expect(received() - before).toBe(2)

  const [late, member] = [await join(), await join('queue')]
  await broker.publish('acme', 'news', sent('three'))
  expect([await late.next(), await member.next()]).toEqual([sent('three'), sent('three')])
  await nats.connection.flush()
  expect(received() - before).toBe(4)
})
