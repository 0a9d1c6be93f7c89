import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { checkHeaders } from '#testing/check-headers.ts'
import { checkResponse } from '#testing/check-response.ts'
import { EventReader } from '#testing/event-reader.ts'
import { rawMcp } from '#testing/mcp.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''
const worldUrl = (world: string) => `${sandbox.url}/w/${world}`
const clientOf = (world: string) => createClient({ baseUrl: worldUrl(world), token: token(), retries: 0 })

type Body = any

async function faultsOf(
  world: string,
  { body, method, id = '' }: { body?: object; method?: string; id?: string } = {},
) {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const init = { method: method ?? (body ? 'POST' : 'GET'), ...sent }
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/faults${id}`, init)
  return { status: response.status, body: (response.status === 204 ? {} : await response.json()) as Body }
}

/** Calls a method, and checks the response against the document. */
async function called(world: string, id: string, path: string, init: RequestInit & { args?: object } = {}) {
  const { args, ...more } = init
  const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json', ...more.headers }
  const posted = args && { method: 'POST', body: JSON.stringify(args) }
  const response = await fetch(worldUrl(world) + path, { ...posted, ...more, headers })
  const body = (await response.json()) as Body
  checkResponse(id, response.status, body, 'stand-ins')
  checkHeaders(id, response)
  return { status: response.status, headers: response.headers, body }
}

const add = (world: string, headers: Record<string, string> = {}) =>
  called(world, 'notes.add', '/api/v1/notes/add', { args: { title: 'Faulted', text: 'x' }, headers })
const noteCount = async (world: string) => (await clientOf(world).notes.list({})).items.length

test('a call fails as documented after some calls and a number of times, and changes nothing', async () => {
  const fault = { kind: 'status', method: 'notes.add', status: 400, example: 'failed_precondition', after: 1, times: 2 }
  expect((await faultsOf('counted', { body: fault })).body).toMatchObject({ id: 'fault_1', applied: 0 })
  const first = await called('counted', 'notes.add', '/api/v1/notes/add', { args: { title: 'First', text: 'x' } })
  expect(first.status).toBe(200)
  const failed = [await add('counted'), await add('counted')]
  expect(failed.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([400, 'failed_precondition']))
  expect(await noteCount('counted')).toBe(1)
  expect((await add('counted')).status).toBe(200)
  expect(await noteCount('counted')).toBe(2)
  expect((await faultsOf('counted')).body.faults).toMatchObject([{ ...fault, applied: 2 }])
  expect(await noteCount('untouched')).toBe(0)
})

test('a stale token, missing credits and a reached limit have the headers that clients act on', async () => {
  await faultsOf('kinds', { body: { kind: 'status', method: 'notes.add', status: 401, times: 1 } })
  await faultsOf('kinds', { body: { kind: 'status', status: 429, retry_after_s: 7, times: 1 } })
  await faultsOf('kinds', { body: { kind: 'status', status: 402 } })
  expect((await add('kinds')).headers.get('www-authenticate')).toContain('error="invalid_token"')
  const limited = await add('kinds')
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).toBe('7')
  expect(limited.headers.get('ratelimit')).toBe('"account";r=0;t=7')
  // Notes cost nothing, so only metered methods lack credits.
  expect((await add('kinds')).status).toBe(200)
  const balance = () => called('kinds', 'doors.whoami', '/whoami').then(({ body }) => body)
  const before = await balance()
  const shortened = await called('kinds', 'url.create', '/v1/url/Create', {
    args: { destinationURL: 'https://example.com/' },
  })
  expect(shortened.status).toBe(402)
  expect(await balance()).toEqual(before)
})

test('a request asks for a documented response as with Prism, and without it gets the true one', async () => {
  const asked = await add('prefer', { prefer: 'code=429' })
  expect([asked.status, asked.body.code]).toEqual([429, 'rate_limited'])
  expect((await add('prefer', { prefer: 'respond-async, example=not_found' })).body.code).toBe('not_found')
  const example = await add('prefer', { prefer: 'code=200' })
  expect(example.body.result.note.title).toBe('Groceries')
  const unknown = await add('prefer', { prefer: 'code=418' })
  expect(unknown.body).toMatchObject({
    code: 'invalid_argument',
    error: expect.stringContaining('400 (invalid_argument'),
  })
  expect(await noteCount('prefer')).toBe(0)
  expect((await add('prefer', { prefer: 'return=minimal' })).status).toBe(200)
  const legacy = await called('prefer', 'url.create', '/v1/url/Create', {
    args: { destinationURL: 'https://example.com/' },
    headers: { prefer: 'code=409' },
  })
  expect(legacy).toMatchObject({ status: 409, body: { id: 'url.create', code: 409 } })
  const stream = await fetch(`${worldUrl('prefer')}/notify/stream`, { headers: { prefer: 'code=503' } })
  expect([stream.status, ((await stream.json()) as Body).code]).toEqual([503, 'unavailable'])
})

test('a fault of a method happens through MCP too', async () => {
  await faultsOf('mcp', {
    body: { kind: 'status', method: 'notes.add', status: 503, example: 'unavailable', times: 1 },
  })
  const mcp = rawMcp(worldUrl('mcp'), token())
  const failed = await mcp.call('notes_add', { title: 'a', text: 'x' })
  expect(failed.isError).toBe(true)
  expect(failed.content[0]?.text).toContain('unavailable')
  expect(await noteCount('mcp')).toBe(0)
  expect((await mcp.call('notes_add', { title: 'a', text: 'x' })).isError).toBeUndefined()
})

test('a provider that is down makes its methods fail as they do then, and one that is slow delays them', async () => {
  const located = (place: string) => called('providers', 'places.geocode', `/api/v1/places/geocode?address=${place}`)
  const unknown = await faultsOf('providers', { body: { kind: 'provider', provider: 'nobody' } })
  expect(unknown.body.error).toMatch(/provider is nobody; the providers are .*nominatim/)
  expect((await located('Paris')).status).toBe(200)
  await faultsOf('providers', { body: { kind: 'provider', provider: 'nominatim' } })
  const down = await located('Madrid')
  expect([down.status, down.body.code]).toEqual([502, 'upstream_failed'])
  expect(down.headers.get('retry-after')).toBe('15')
  await faultsOf('providers', { method: 'DELETE' })
  await faultsOf('providers', { body: { kind: 'provider', provider: '*', ms: 1 } })
  expect((await located('Madrid')).status).toBe(200)
})

test('a response that is cut loses its end, although the call was carried out', async () => {
  await faultsOf('cut', { body: { kind: 'cut', method: 'notes.add', bytes: 10, times: 1 } })
  const response = await fetch(`${worldUrl('cut')}/api/v1/notes/add`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Cut', text: 'x' }),
  })
  const reader = response.body?.getReader()
  const piece = await reader?.read()
  expect(Buffer.from(piece?.value ?? []).toString()).toBe('{"result":')
  await expect(reader?.read()).rejects.toThrow()
  expect(await noteCount('cut')).toBe(1)
  await faultsOf('cut', { body: { kind: 'cut', bytes: 0, times: 1 } })
  await expect(fetch(`${worldUrl('cut')}/whoami`)).rejects.toThrow()
  expect((await fetch(`${worldUrl('cut')}/health/live`)).status).toBe(200)
})

test('a stream stops without an end, and the next one goes on', async () => {
  await faultsOf('stall', { body: { kind: 'stall', method: 'doors.notifications', bytes: 150, times: 1 } })
  const open = () => EventReader.open(`${worldUrl('stall')}/notify/stream`, { authorization: `Bearer ${token()}` })
  const [stalled, whole] = [await open(), await open()]
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  for (const [index, title] of ['one', 'two', 'three'].entries()) {
    await clientOf('stall').events.create({ title, when: inHours(index + 1) })
  }
  const move = { method: 'POST', body: '{"advance":"PT4H"}', headers: { 'content-type': 'application/json' } }
  await fetch(`${sandbox.url}/sandbox/worlds/stall/clock`, move)
  await vi.waitFor(() => expect(whole.all('notification', 'title')).toEqual(['one', 'two', 'three']))
  expect(stalled.all('notification', 'title').length).toBeLessThan(3)
  expect(stalled.isOver).toBe(false)
})

test('a call that is delayed succeeds, and counts', async () => {
  await faultsOf('slow', { body: { kind: 'latency', ms: 2, spread_ms: 2 } })
  expect((await add('slow')).status).toBe(200)
  expect((await faultsOf('slow')).body.faults).toMatchObject([{ method: '*', applied: 1 }])
})

test('faults that cannot happen are refused with those that can, and removed ones are gone', async () => {
  for (const [fault, message] of [
    [{ kind: 'fire' }, 'must be one of status, latency, cut, stall, provider'],
    [{ kind: 'status' }, 'status is needed'],
    [{ kind: 'status', method: 'notes.ad', status: 400 }, 'did you mean notes.add?'],
    [{ kind: 'status', method: 'notes.add', status: 418 }, 'it documents 200 (example), 400 (invalid_argument'],
    [{ kind: 'status', status: 418 }, 'no method documents'],
    [{ kind: 'status', method: 'doors.whoami', status: 200 }, 'only methods return as a fault'],
    [{ kind: 'cut', bytes: 1, ms: 2 }, 'those have bytes, method, after, times'],
    [{ kind: 'latency', ms: 60_000 }, '/ms must be <= 30000'],
    [{ kind: 'latency', ms: 1, often: true }, 'has no argument often'],
  ] as const) {
    const { status, body } = await faultsOf('refused', { body: fault })
    expect({ status, code: body.code }, message).toEqual({ status: 400, code: 'invalid_argument' })
    expect(body.error).toContain(message)
  }
  expect((await faultsOf('refused')).body).toEqual({ faults: [] })
  const { body } = await faultsOf('refused', { body: { kind: 'status', status: 500 } })
  expect((await add('refused')).status).toBe(500)
  expect((await faultsOf('refused', { method: 'DELETE', id: `/${body.id}` })).status).toBe(204)
  expect((await faultsOf('refused', { method: 'DELETE', id: `/${body.id}` })).status).toBe(400)
  expect((await add('refused')).status).toBe(200)
})

test('faults outlive parking, and end with their world', async () => {
  await faultsOf('outlive', { body: { kind: 'status', status: 500 } })
  await sandbox.worlds.park(-1)
  expect((await add('outlive')).status).toBe(500)
  await fetch(`${sandbox.url}/sandbox/worlds/outlive`, { method: 'DELETE' })
  expect((await add('outlive')).status).toBe(200)
})
