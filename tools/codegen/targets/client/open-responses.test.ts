import { expect, test } from 'vitest'
import { createClient, type ServerEvent } from '#generated/client/index.js'
import { modelsOfAgent, withCapabilities } from '#testing/asking.ts'
import { serverForTests } from '#testing/server.ts'

const { provider, settings } = await modelsOfAgent()
const server = serverForTests({ settings })

test('a stream of the server continues after its last event', async () => {
  const ada = await server().account()
  const onedoor = createClient({ baseUrl: server().url, token: ada.token, retries: 5 })
  const room = 'topic_gardening'
  const stream = onedoor.chat.stream({ room })
  expect((await stream.next()).value).toMatchObject({ event: 'open' })
  await ada.ok('chat.send', { room, message: 'Not until the ground freezes.' })
  const { value: first } = await stream.next()
  expect(first).toMatchObject({ event: 'posted', data: { text: 'Not until the ground freezes.', room } })
  await stream.return()
  await ada.ok('chat.send', { room, message: 'Tulips, then.' })
  const later: ServerEvent[] = []
  for await (const event of onedoor.chat.stream({ room }, { lastEventId: first?.id })) {
    later.push(event)
    if (event.event === 'posted') break
  }
  expect(later.at(-1)).toMatchObject({ event: 'posted', data: { text: 'Tulips, then.' } })
  expect(later.filter(({ event }) => event === 'posted')).toHaveLength(1)
})

test('a run of the agent reports its progress up to the answer, and a refused one fails as a call does', async () => {
  const ada = await withCapabilities(await server().account(), ['agent', 'inbox'])
  const onedoor = createClient({ baseUrl: server().url, token: ada.token })
  provider.script({ text: 'At 21:15.' })
  const events: ServerEvent[] = []
  for await (const event of onedoor.agent.ask.events({ prompt: 'When is the last ferry?' })) events.push(event)
  expect(events.map(({ event }) => event)).toContain('started')
  expect(events.at(-1)).toMatchObject({ event: 'answer', data: { text: 'At 21:15.' } })
  const refused = onedoor.agent.ask.events({ prompt: 'Hi', thread: 'thread_none' }).next()
  await expect(refused).rejects.toMatchObject({ code: 'not_found', requestId: expect.stringMatching(/./) })
})

test('bytes of a stream are stored, and downloaded as they were', async () => {
  const ada = await server().account()
  const onedoor = createClient({ baseUrl: server().url, token: ada.token })
  const bytes = Buffer.from([0, 255, 1, 254])
  const { id } = await onedoor.files.put({ name: 'a.bin', content: new Blob([bytes]).stream() })
  const response = await onedoor.files.download({ id })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
  const stranger = createClient({ baseUrl: server().url })
  await expect(stranger.files.download({ id })).rejects.toMatchObject({ status: 404, requestId: expect.any(String) })
})
