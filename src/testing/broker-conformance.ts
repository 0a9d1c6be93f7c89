import { describe, expect, test } from 'vitest'
import { brokerBounds } from '../framework/services/broker/bounds.ts'
import type { Broker, BrokerMessage } from '../framework/services/broker/types.ts'

/** Opens an engine. Engines opened with one `shared` carry each other's messages where the engine can. */
export interface BrokerEngines {
  newShared(): Promise<unknown>
  open(shared: unknown): Promise<Broker>
}

const message = (text: string): BrokerMessage => ({ header: {}, body: new Uint8Array(Buffer.from(text)) })

function subscriber(broker: Broker, namespace: string, topic: string, queue?: string) {
  const leaving = new AbortController()
  const subscription = broker.subscribe(namespace, topic, queue, leaving.signal)
  const messages = subscription[Symbol.asyncIterator]()
  const next = async (): Promise<BrokerMessage> => {
    const { value, done } = await messages.next()
    if (done) throw new Error('The subscription has ended')
    return value
  }
  return {
    ready: subscription.ready,
    next,
    async texts(count: number): Promise<string[]> {
      const found: string[] = []
      while (found.length < count) found.push(Buffer.from((await next()).body).toString())
      return found
    },
    leave: () => leaving.abort(),
    raw: messages,
  }
}

/** What every engine of the broker does. */
export function brokerConformance(name: string, engines: BrokerEngines): void {
  describe(name, () => {
    const ns = 'acme'
    const opened = async () => engines.open(await engines.newShared())

    test('a message reaches all who are subscribed, as it was sent and in order; nobody else, and not those who come later', async () => {
      const broker = await opened()
      await broker.publish(ns, 'news', message('before'))
      const [one, two] = [subscriber(broker, ns, 'news'), subscriber(broker, ns, 'news')]
      await Promise.all([one.ready, two.ready])
      const sent = {
        header: { 'Content-Type': 'x/y', 'Ünï\ncode': ' \r\nline ', '': '' },
        body: Uint8Array.from({ length: 256 }, (_, index) => index),
      }
      await broker.publish(ns, 'news', sent)
      await broker.publish(ns, 'news', { header: {}, body: new Uint8Array() })
      for (const each of [one, two]) {
        expect(await each.next()).toEqual(sent)
        expect(await each.next()).toEqual({ header: {}, body: new Uint8Array() })
      }
    })

    test('of those that share a queue one gets each message; those without one get all', async () => {
      const broker = await opened()
      const members = [subscriber(broker, ns, 'jobs', 'q'), subscriber(broker, ns, 'jobs', 'q')]
      const [other, all] = [subscriber(broker, ns, 'jobs', 'other'), subscriber(broker, ns, 'jobs')]
      await Promise.all([...members, other, all].map(({ ready }) => ready))
      const texts = Array.from({ length: 60 }, (_, index) => `m${String(index).padStart(2, '0')}`)
      const taken: string[][] = members.map(() => [])
      const complete = Promise.withResolvers<void>()
      const reading = members.map(async (member, index) => {
        for (;;) {
          taken[index]!.push(...(await member.texts(1)))
          if (taken.flat().length === texts.length) complete.resolve()
        }
      })
      const ended = Promise.allSettled(reading)
      for (const text of texts) await broker.publish(ns, 'jobs', message(text))
      expect(await other.texts(60)).toEqual(texts)
      expect(await all.texts(60)).toEqual(texts)
      await complete.promise
      for (const member of members) member.leave()
      await ended
      expect(taken.flat().sort()).toEqual(texts)
      expect(Math.min(...taken.map(({ length }) => length))).toBeGreaterThan(5)
    })

    test('when a member of a queue leaves, the others get its messages', async () => {
      const broker = await opened()
      const [one, two] = [subscriber(broker, ns, 'jobs', 'q'), subscriber(broker, ns, 'jobs', 'q')]
      await Promise.all([one.ready, two.ready])
      one.leave()
      expect((await one.raw.next()).done).toBe(true)
      const late = subscriber(broker, ns, 'jobs')
      await late.ready
      for (const text of ['a', 'b', 'c']) await broker.publish(ns, 'jobs', message(text))
      expect(await two.texts(3)).toEqual(['a', 'b', 'c'])
    })

    test('topics, queues and namespaces are literal and separate', async () => {
      const broker = await opened()
      const topics = ['a', 'a.b', 'a.>', 'a.*', '*', '>', 'a b', 'ä/β', 'A', '_', '_61', 'a%2e']
      const subscribers = topics.map((topic) => subscriber(broker, ns, topic, topic))
      const foreign = subscriber(broker, 'acme2', 'a')
      await Promise.all([foreign, ...subscribers].map(({ ready }) => ready))
      for (const topic of topics) await broker.publish(ns, topic, message(topic))
      for (const topic of topics) await broker.publish(ns, topic, message('end'))
      await broker.publish('acme2', 'a', message('foreign'))
      for (const [index, topic] of topics.entries()) expect(await subscribers[index]!.texts(2)).toEqual([topic, 'end'])
      expect(await foreign.texts(1)).toEqual(['foreign'])
    })

    test('a subscriber that does not read is disconnected with an error; publishers and others do not wait for it', async () => {
      const broker = await opened()
      const [slow, other] = [subscriber(broker, ns, 'news'), subscriber(broker, ns, 'news')]
      await Promise.all([slow.ready, other.ready])
      const reading = other.texts(brokerBounds.behindMessages + 2)
      for (let i = 0; i < brokerBounds.behindMessages + 2; i++) await broker.publish(ns, 'news', message(`m${i}`))
      expect((await reading).at(-1)).toBe(`m${brokerBounds.behindMessages + 1}`)
      await expect(slow.next()).rejects.toMatchObject({ status: 503, id: 'broker.subscribe' })
    })

    test('a subscriber that lags by too many bytes is cut off as well', async () => {
      const broker = await opened()
      const [slow, other] = [subscriber(broker, ns, 'news'), subscriber(broker, ns, 'news')]
      await Promise.all([slow.ready, other.ready])
      const body = new Uint8Array(brokerBounds.bodyBytes)
      for (let i = 0; i < 9; i++) {
        await broker.publish(ns, 'news', { header: {}, body })
        expect((await other.next()).body.byteLength).toBe(body.byteLength)
      }
      await expect(slow.next()).rejects.toMatchObject({ status: 503 })
    })

    test('subscriptions end with the engine', async () => {
      const broker = await opened()
      const [one, two] = [subscriber(broker, ns, 'news'), subscriber(broker, ns, 'news', 'q')]
      await Promise.all([one.ready, two.ready])
      const ends = [one.raw.next(), two.raw.next()]
      await broker.close()
      expect((await Promise.all(ends)).map(({ done }) => done)).toEqual([true, true])
    })
  })
}
