import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Document, operationsOf } from '#runtime/base/openapi.ts'
import { pushServiceForTests } from '../handlers/notify/fixtures/push-service.ts'
import { calling, modelsOfAgent, withCapabilities } from '../testing/asking.ts'
import { EventReader } from '../testing/event-reader.ts'
import { serverForTests } from '../testing/server.ts'

const wait = { timeout: 10_000, interval: 10 }
const push = pushServiceForTests()
const { provider, settings } = await modelsOfAgent()
const server = serverForTests({
  settings: {
    ...settings,
    FETCH_ALLOWED_RANGES: '127.0.0.1',
    get PUSH_BASE_URL() {
      return push().url
    },
  },
})

const file = join(import.meta.dirname, '../../generated/openapi.3.2.yaml')
const document: Document = parse(readFileSync(file, 'utf8'))
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'document', components: document.components })

interface SentEvent {
  readonly event: string
  readonly data: unknown
}

interface KindOfEvent {
  readonly event: { readonly const: string }
  readonly data: { readonly contentSchema: { readonly $ref: string } }
}

/** Fails for an event that the document does not describe. Returns the names of the events. */
function describedIn(operationId: string, events: readonly SentEvent[]): string[] {
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === operationId)
  const itemSchema = placed?.operation.responses['200']?.content?.['text/event-stream']?.itemSchema ?? {}
  const kinds = itemSchema.oneOf as unknown as readonly { properties: KindOfEvent }[]
  return events.map(({ event, data }) => {
    const kind = kinds.find(({ properties }) => properties.event.const === event)?.properties
    const validate = ajv.compile({ $ref: `document${kind?.data.contentSchema.$ref}`, unevaluatedProperties: false })
    expect([event, data, validate(data) ? [] : validate.errors]).toEqual([event, data, []])
    return event
  })
}

describe('the events that a server sends are those of the OpenAPI 3.2 document', () => {
  test('at /agent', async () => {
    const { token } = await withCapabilities(await server().account())
    const ask = async () => {
      const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
      const reader = await EventReader.open(
        `${server().url}/agent`,
        { ...headers, Authorization: `Bearer ${token}` },
        { prompt: 'Notes?' },
      )
      await expect.poll(() => reader.isOver, wait).toBe(true)
      return describedIn('agent.ask', reader.events)
    }
    provider.script(calling(['notes.list', {}]), { text: 'There are none.' })
    expect(new Set(await ask())).toEqual(new Set(['thread', 'started', 'call', 'called', 'text', 'answer']))
    provider.script({ text: 'Half', isCut: true })
    expect((await ask()).at(-1)).toBe('error')
  })

  test('at /chat/stream', async () => {
    const { ok } = await server().account()
    const reader = await EventReader.open(`${server().url}/chat/stream?room=topic_general`)
    await expect.poll(() => reader.kinds, wait).toEqual(['open'])
    await ok('chat.send', { room: 'topic_general', message: 'The lapwings are back on the north field.' })
    await expect.poll(() => reader.kinds, wait).toEqual(['open', 'posted'])
    describedIn('doors.chat_stream', reader.events)
  })

  test('at /work/stream', async () => {
    const account = await server().account()
    const caller = await withCapabilities(account, ['work', 'agent'])
    const headers = { Authorization: `Bearer ${caller.token}` }
    await account.ok('notes.add', { title: 'Ferry', text: 'At nine' })
    const report = { text: JSON.stringify({ status: 'blocked', summary: 'Which?', evidence: [] }) }
    provider.script(calling(['notes.delete', { title: 'Ferry' }]), report)
    const { work } = await caller.ok('work.submit', { prompt: 'Tidy up.' })
    const reader = await EventReader.open(`${server().url}/work/stream?id=${work.id}`, headers)
    await expect.poll(() => reader.kinds, wait).toContain('approval')
    await caller.ok('agent.decide', { id: String(reader.all('approval', 'approval')[0]), decision: 'deny' })
    await expect.poll(() => reader.isOver, wait).toBe(true)
    const kinds = ['open', 'started', 'call', 'approval', 'called', 'ended', 'end']
    expect(describedIn('doors.work_stream', reader.events)).toEqual(kinds)
  })

  test('at /notify/stream', async () => {
    push().nowS = () => Math.floor(server().clock.now() / 1000)
    const account = await server().account()
    const { endpoint, keys } = push().subscribe()
    const row = { id: 'device_1', owner: account.id, label: 'x', endpoint, ...keys, created_at: 1, updated_at: 1 }
    const { store } = server()
    await store.run(store.sql('notify_devices').insert({ ...row, endpoint_sha256: endpoint }))
    const headers = { Authorization: `Bearer ${account.token}` }
    const reader = await EventReader.open(`${server().url}/notify/stream`, headers)
    await account.ok('notify.send', { title: 'One', body: 'b', url: '/settings' })
    await expect.poll(() => reader.kinds, wait).toEqual(['open', 'notification'])
    describedIn('doors.notifications', reader.events)
  })
})
