import { describe, expect, test } from 'vitest'
import { inboxGone, inboxItem } from '../handlers/inbox/contracts.ts'
import { conversationDeleted, conversationMessage } from '../handlers/recall/contracts.ts'
import type { Topic } from '../runtime/base/topic.ts'
import { serverForTests } from '../testing/server.ts'
import { families } from './families.ts'

const announced: Topic<any>[] = families.flatMap(({ publishes = [] }) => [...publishes])
/** Topics of several families. */
const shared = [conversationMessage, conversationDeleted, inboxItem, inboxGone]

/** What is listened for although no family publishes it yet. This list may only become shorter. */
const awaited = ['prayer.reminded', 'videos.published', 'videos.withdrawn']

const server = serverForTests()

describe('what families publish', () => {
  test('has names of their own, each announced by one family', () => {
    const names = announced.map(({ name }) => name)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    for (const { name, publishes = [] } of families)
      for (const topic of publishes) expect(topic.name.startsWith(`${name}.`)).toBe(true)
  })

  test('is what others listen for: a topic that nobody publishes is a misspelling', async () => {
    const { store, bus } = server()
    await bus.settle()
    const rows = await store.all<{ topics: string }>(store.sql('bus_listeners').select('topics'))
    const heard = new Set(rows.flatMap(({ topics }) => JSON.parse(topics) as string[]))
    const known = new Set([...announced, ...shared].map(({ name }) => name))
    expect(heard.size).toBeGreaterThan(10)
    expect([...heard].filter((name) => !known.has(name)).toSorted()).toEqual(
      awaited.filter((name) => !known.has(name)).toSorted(),
    )
  })

  test.each([...announced, ...shared].map((topic) => [topic.name, topic] as const))(
    '%s has an example that its schema takes',
    (_name, { schema, example }) => {
      expect(schema.safeParse(example).error).toBeUndefined()
    },
  )

  test.each([...announced, ...shared].map((topic) => [topic.name, topic] as const))(
    '%s is understood by everybody who hears it',
    async (_name, topic) => {
      const { store, bus } = server()
      const { id: account } = await server().account()
      await store.write((tx) => bus.publish(tx, topic as Topic, topic.example, { account, key: 'example' }))
      await bus.settle()
      expect(await store.all(store.sql('bus_setbacks').select('listener', 'error'))).toEqual([])
    },
  )
})
