import { expect, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { isWhole } from '#testing/drawn-rows.ts'
import { EventReader } from '#testing/event-reader.ts'
import { startMain } from '#testing/main-process.ts'

const wait = { timeout: 30_000, interval: 20 }
const readerCount = 10
const messageCount = 120
const removals = isWhole ? 200 : 10
const room = 'topic_general'

forDrawnDatabase((name, openTestStore, newDatabase) => {
  /** The processes of an instance, and the headers of people who may call them. */
  async function started(peopleCount: number) {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    // A SQLite database allows only one server.
    const limits = { LIMIT_PUBLIC_WRITES_PER_HOUR: 'off', LIMIT_CHAT_MESSAGES_PER_MINUTE: 'off' }
    const servers = await Promise.all((name === 'sqlite' ? [1] : [1, 2]).map(() => startMain(settings, limits)))
    const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock: systemClock, services: ['chat', 'groups'] })
    const people = await Promise.all(
      Array.from({ length: peopleCount }, async (_, index) => {
        const { id } = await accounts.create({ username: `talker_${index}`, password: 'correct horse battery' })
        const { secret } = await tokens.create(id, {
          scope: { services: ['chat', 'groups'] },
          actions: true,
        })
        return { Authorization: `Bearer ${secret}` }
      }),
    )
    return { servers, people }
  }

  test('every reader gets every message once, in the same order, from all processes', async () => {
    const { servers, people } = await started(readerCount)
    const urlOf = (index: number) => servers[index % servers.length]?.url as string
    const open = (index: number, headers: Record<string, string>) =>
      EventReader.open(`${urlOf(index)}/chat/stream?room=${room}`, headers)
    const readers = await Promise.all(people.map((headers, index) => open(index, headers)))
    await expect.poll(() => readers.every(({ kinds }) => kinds[0] === 'open'), wait).toBe(true)
    // Ten concurrent senders alternate between both processes; one reader disconnects in the middle and returns.
    const statuses: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async (_, sender) => {
        for (let index = sender; index < messageCount; index += 10) {
          const response = await fetch(`${urlOf(index)}/api/v1/chat/send`, {
            method: 'POST',
            headers: { ...people[index % readerCount], 'Content-Type': 'application/json' },
            body: JSON.stringify({ room, message: `m${index}` }),
          })
          statuses.push(response.status)
        }
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const reader of readers) await expect.poll(() => reader.events.length, wait).toBe(messageCount + 1)
    const [first = [], ...others] = readers.map((reader) => reader.all('posted', 'text'))
    expect(first.toSorted()).toEqual(Array.from({ length: messageCount }, (_, index) => `m${index}`).toSorted())
    for (const texts of others) expect(texts).toEqual(first)
    const half = readers[0]?.events[messageCount / 2]?.id as string
    const returned = await open(1, { ...people[0], 'Last-Event-ID': half })
    await expect.poll(() => returned.all('posted', 'text'), wait).toEqual(first.slice(messageCount / 2))
    const stored = await fetch(`${urlOf(0)}/api/v1/chat/messages?room=${room}`)
    const { result } = (await stored.json()) as { result: { messages: { text: string }[] } }
    expect(result.messages.map(({ text }) => text)).toEqual(first.slice(-100))
  }, 120_000)
  test(
    'a removed member gets nothing that is posted after the removal, from any process',
    async () => {
      const { servers, people } = await started(2)
      const [owner = {}, member = {}] = people
      const call = async (index: number, headers: Record<string, string>, path: string, args: object) => {
        const response = await fetch(`${servers[index % servers.length]?.url}/api/v1/${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(args),
        })
        expect(response.status, path).toBe(200)
        return (await response.json()) as { result: { id: string } }
      }
      const { result } = await call(0, owner, 'groups/create', { name: 'Orchard committee' })
      const { id } = result
      for (let round = 0; round < removals; round++) {
        await call(0, owner, 'groups/update', { id, action: 'invite', account: 'talker_1' })
        await call(round, member, 'groups/update', { id, action: 'accept' })
        const readers = await Promise.all(
          servers.map(({ url }) => EventReader.open(`${url}/chat/stream?room=${id}`, member)),
        )
        await expect.poll(() => readers.every(({ kinds }) => kinds[0] === 'open'), wait).toBe(true)
        await call(round, owner, 'groups/update', { id, action: 'remove', account: 'talker_1' })
        await call(round + 1, owner, 'chat/send', { room: id, message: `after ${round}` })
        await expect.poll(() => readers.every(({ isOver }) => isOver), wait).toBe(true)
        expect(readers.flatMap((reader) => reader.all('posted', 'text'))).toEqual([])
      }
    },
    isWhole ? 600_000 : 120_000,
  )
})
