import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { EventReader } from '#testing/event-reader.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { RecordedCalls } from './recorded-calls.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const token = (account = 0) => sandbox.accounts[account]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token(), retries: 0 })
const at = (world: string, path: string) => `${sandbox.url}/sandbox/worlds/${world}/${path}`

interface Entry {
  readonly id: number
  readonly method?: string
  readonly [name: string]: unknown
}
interface Page {
  readonly calls: readonly Entry[]
  readonly next_before?: number
  readonly dropped: number
}

async function listed(world: string, query = ''): Promise<Page> {
  const response = await fetch(at(world, `calls${query}`))
  expect(response.status).toBe(200)
  return (await response.json()) as Page
}

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

test('a call is recorded with who made it, its arguments, result and time, and without its token', async () => {
  await clientOf('facts').notes.add({ title: 'Ferry', text: 'x' })
  const page = await listed('facts')
  expect(page).toMatchObject({ dropped: 0 })
  expect(page.calls).toEqual([
    {
      id: 1,
      method: 'notes.add',
      door: 'http',
      caller: 'ada',
      arguments: expect.objectContaining({ title: 'Ferry', text: 'x' }),
      status: 200,
      result: { result: expect.objectContaining({ is_new: true }) },
      left_out: [],
      time: expect.stringMatching(/^2027-03-01T09:/),
      duration_ms: expect.any(Number),
    },
  ])
  expect(JSON.stringify(page)).not.toContain(token())
})

test('failures of every kind and calls from every door are in the list', async () => {
  const world = `${sandbox.url}/w/doors`
  const authorization = `Bearer ${token(1)}`
  await post(`${world}/api/v1/notes/add`, { title: 7 }, { authorization })
  await post(`${world}/api/v1/notes/add`, { title: 'x', text: 'x' }, { authorization: 'Bearer od_wrong' })
  await post(`${world}/api/v1/notes/nothing`, {}, { authorization })
  await post(
    `${world}/mcp`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes_list', arguments: {} } },
    { authorization, accept: 'application/json, text/event-stream' },
  )
  const { calls } = await listed('doors')
  expect(calls.map(({ method, door, caller, status, code }) => [method, door, caller, status, code])).toEqual([
    ['notes.list', 'mcp', 'omar', 200, undefined],
    [undefined, 'http', undefined, 404, 'unknown_method'],
    ['notes.add', 'http', undefined, 401, 'unauthenticated'],
    ['notes.add', 'http', 'omar', 400, 'invalid_argument'],
  ])
  expect(calls[3]).toMatchObject({ arguments: { title: 7 } })
})

test('the list is paged, and filtered by method and status', async () => {
  const { notes } = clientOf('pages')
  for (const title of ['one', 'two', 'three']) await notes.add({ title, text: 'x' })
  await notes.list({})
  const first = await listed('pages', '?limit=2')
  expect([first.calls.map(({ id }) => id), first.next_before]).toEqual([[4, 3], 3])
  const second = await listed('pages', `?limit=2&before=${first.next_before}`)
  expect([second.calls.map(({ id }) => id), second.next_before]).toEqual([[2, 1], undefined])
  expect((await listed('pages', '?method=notes.list')).calls.map(({ id }) => id)).toEqual([4])
  expect((await listed('pages', '?status=400')).calls).toEqual([])
  expect((await fetch(at('pages', 'calls?limit=0'))).status).toBe(400)
})

test('calls are kept while their world is parked, apart from those of others, and deleted with it', async () => {
  await clientOf('kept').notes.list({})
  await sandbox.worlds.park(-1)
  expect((await listed('kept')).calls).toHaveLength(1)
  expect((await listed('other')).calls).toEqual([])
  await sandbox.worlds.delete('kept')
  expect((await listed('kept')).calls).toEqual([])
})

test('a stream sends each call as it ends, continues after the last that was read, and ends with its world', async () => {
  const { notes } = clientOf('live')
  await notes.list({})
  const stream = await EventReader.open(at('live', 'calls/stream'))
  await notes.add({ title: 'Ferry', text: 'x' })
  await vi.waitFor(() => expect(stream.events).toHaveLength(1))
  expect(stream.events[0]).toMatchObject({ id: '2', event: 'call', data: { method: 'notes.add', status: 200 } })
  const again = await EventReader.open(at('live', 'calls/stream'), { 'last-event-id': '0' })
  await vi.waitFor(() => expect(again.events.map(({ id }) => id)).toEqual(['1', '2']))
  await sandbox.worlds.delete('live')
  await vi.waitFor(() => expect([stream.isOver, again.isOver]).toEqual([true, true]))
})

test('more than twenty open streams of a world are refused, and one that is closed makes room', async () => {
  const open = () => EventReader.open(at('many', 'calls/stream'))
  const streams = await Promise.all(Array.from({ length: 20 }, open))
  expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect((await fetch(at('many', 'calls/stream'))).status).toBe(429)
  streams[0]?.close()
  await vi.waitFor(async () => expect((await open()).response.status).toBe(200))
})

test('at most 1,000 calls and 4 MiB are kept, and of a call no arguments or result of more than 64 kB', () => {
  const call = { method: 'notes.add', door: 'http', caller: 'ada', status: 200, code: undefined } as const
  const facts = { ...call, isStreamed: false, atMs: 0, isFrozen: false, realMs: 0, durationMs: 1 }
  const many = new RecordedCalls()
  for (let count = 0; count < 1003; count++) many.add({ ...facts, args: '{}', result: '{}' })
  expect([many.all.length, many.dropped, many.all[0]?.id, many.after(1001).length]).toEqual([1000, 3, 4, 2])
  const large = new RecordedCalls()
  const text = JSON.stringify('x'.repeat(60_000))
  for (let count = 0; count < 100; count++) large.add({ ...facts, args: '{}', result: text })
  expect(large.all).toHaveLength(Math.floor((4 * 1024 * 1024) / (text.length + 2)))
  large.add({ ...facts, args: JSON.stringify('x'.repeat(65_536)), result: '{}' })
  expect(large.all.at(-1)).toMatchObject({ args: undefined, result: '{}', leftOut: ['arguments'] })
})
