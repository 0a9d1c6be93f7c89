import { describe, expect, test } from 'vitest'
import type { Topic } from '../runtime/base/topic.ts'
import { sharedTopics } from '../testing/publish.ts'
import { serverForTests } from '../testing/server.ts'
import { families } from './families.ts'

const own = families.flatMap(({ publishes = [] }) => publishes)
const topics: readonly Topic<any>[] = [...own, ...sharedTopics]

const server = serverForTests()

describe('what families publish', () => {
  test('has unique names, each declared by one family', () => {
    const names = topics.map(({ name }) => name)
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
    for (const { name, publishes = [] } of families)
      for (const topic of publishes) expect(topic.name.startsWith(`${name}.`)).toBe(true)
  })

  test('includes every subscribed topic: an undeclared one is a misspelling', async () => {
    const { store, bus } = server()
    await bus.settle()
    const rows = await store.all<{ topics: string }>(store.sql('bus_listeners').select('topics'))
    const subscribed = new Set(rows.flatMap((row) => JSON.parse(row.topics) as string[]))
    const known = new Set(topics.map(({ name }) => name))
    expect(subscribed.size).toBeGreaterThan(10)
    expect([...subscribed].filter((name) => !known.has(name))).toEqual([])
  })

  test.each(topics.map((topic) => [topic.name, topic] as const))(
    '%s has an example that its schema accepts',
    (_name, { schema, example }) => {
      expect(schema.safeParse(example).error).toBeUndefined()
    },
  )

  test.each(topics.map((topic) => [topic.name, topic] as const))(
    '%s is accepted by all its subscribers',
    async (_name, topic) => {
      const { store, bus } = server()
      const { id: account } = await server().account()
      await store.write((tx) => bus.publish(tx, topic as Topic, topic.example, { account, key: 'example' }))
      await bus.settle()
      expect(await store.all(store.sql('bus_setbacks').select('listener', 'error'))).toEqual([])
    },
  )
})
