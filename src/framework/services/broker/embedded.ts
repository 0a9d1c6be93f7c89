import type { Feed } from '#runtime/live/feed.ts'
import { messageFeed } from './bounds.ts'
import type { Broker, BrokerMessage } from './types.ts'

interface Topic {
  readonly members: Set<Feed<BrokerMessage>>
  /** By queue; the first gets the next message. */
  readonly queues: Map<string, Feed<BrokerMessage>[]>
}

/** Messages within this process. */
export function embeddedBroker(): Broker {
  const topics = new Map<string, Topic>()

  function leave(key: string, queue: string | undefined, member: Feed<BrokerMessage>): void {
    const topic = topics.get(key)
    if (!topic) return
    if (queue === undefined) {
      topic.members.delete(member)
    } else {
      const members = (topic.queues.get(queue) ?? []).filter((each) => each !== member)
      if (members.length > 0) topic.queues.set(queue, members)
      else topic.queues.delete(queue)
    }
    if (topic.members.size === 0 && topic.queues.size === 0) topics.delete(key)
  }

  return {
    async publish(namespace, name, message) {
      const topic = topics.get(JSON.stringify([namespace, name]))
      if (!topic) return
      // Iterates over copies: a push may disconnect and remove a subscriber.
      for (const member of [...topic.members]) member.push(message)
      for (const [queue, [next, ...rest]] of [...topic.queues]) {
        if (!next) continue
        topic.queues.set(queue, [...rest, next])
        next.push(message)
      }
    },
    subscribe(namespace, name, queue, signal) {
      const key = JSON.stringify([namespace, name])
      const member = messageFeed(name, signal, () => leave(key, queue, member))
      if (!signal.aborted) {
        const topic: Topic = topics.get(key) ?? { members: new Set(), queues: new Map() }
        topics.set(key, topic)
        if (queue === undefined) topic.members.add(member)
        else topic.queues.set(queue, [...(topic.queues.get(queue) ?? []), member])
      }
      return { ready: Promise.resolve(), [Symbol.asyncIterator]: () => member[Symbol.asyncIterator]() }
    },
    async close() {
      for (const { members, queues } of [...topics.values()])
        for (const member of [...members, ...[...queues.values()].flat()]) member.end()
    },
  }
}
