import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'
import { exampleArguments } from '#testing/stand-ins.ts'
import { type Method, referenceOf } from './model.ts'

const methods = referenceOf(await apiDocument(), () => true).flatMap((family) => family.methods)
const reads = methods.filter(({ verb, isDoor, capability }) => verb === 'GET' && !isDoor && capability === undefined)
/** Statuses of what a test server does not have: a model, a mailbox, a provider of messages. */
const lacking = new Set([501, 502, 503, 504])

let dataDir: string
let server: TestServer
let ada: TestAccount

beforeAll(async () => {
  dataDir = await newDataDir()
  // Years ahead: no example may depend on the day on which it was written.
  server = await startTestServer({ dataDir, settings: { PROVIDERS: 'examples' }, now: '2035-11-21T09:30:00.000Z' })
  ada = await server.account()
})

afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function replayed({ id }: Method): Promise<[string, number]> {
  const { status } = await ada.call(id as OperationId, exampleArguments(id as OperationId))
  return [id, status]
}

test('an example of a GET without a note can be sent as it is', async () => {
  const plain = reads.filter(({ exampleNote }) => !exampleNote)
  const found: [string, number][] = []
  for (const method of plain) found.push(await replayed(method))
  expect(found.filter(([, status]) => status !== 200 && !lacking.has(status))).toEqual([])
  expect(found.filter(([, status]) => status === 200).length).toBeGreaterThan(40)
})

test('an example that another one makes can be sent after it', async () => {
  const after = methods.flatMap((method) => {
    const maker = /^First send the example of `(.+)`\.$/.exec(method.exampleNote ?? '')?.[1]
    return maker === undefined ? [] : [{ method, maker }]
  })
  expect(after.map(({ method }) => method.id)).toEqual(['notes.delete', 'notes.get', 'blog.read', 'apps.test'])
  for (const { method, maker } of after) {
    await ada.ok(maker as OperationId, exampleArguments(maker as OperationId) as never)
    expect(await replayed(method)).toEqual([method.id, 200])
  }
})

test('an example with an id or a host of the document is marked', () => {
  const notes = new Map(methods.map(({ id, exampleNote }) => [id, exampleNote]))
  expect(notes.get('events.read')).toBe('The value of `id` is an example. Use one from `events.create`.')
  expect(notes.get('mail.markread')).toBe('The value of `ids` is an example. Use one from `mail.inbox`.')
  expect(notes.get('apps.read')).toBe('The value of `slug` is an example. Use one from `apps.create`.')
  expect(notes.get('browser.read')).toBe('The host in `url` does not exist. Use the address of a real page.')
  const madeIds = methods.filter(
    ({ isDoor, args }) => !isDoor && /"\w+_01k9/.test(JSON.stringify(args.map((each) => each.example))),
  )
  expect(madeIds.length).toBeGreaterThan(20)
  expect(madeIds.filter(({ exampleNote }) => !exampleNote).map(({ id }) => id)).toEqual([])
})

test('the note stands below the example, for people and for models', async () => {
  const read = async (path: string) => (await fetch(server.url + path)).text()
  expect(await read('/docs/notes/get')).toMatch(/<p class="note">First send the example of <[^>]+><code>notes\.add/)
  expect(await read('/docs/notes.md')).toContain('```\n\nFirst send the example of `notes.add`.\n')
})
