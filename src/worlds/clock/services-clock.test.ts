import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const start = Date.parse('2027-03-01T09:00:00Z') / 1000
const usual = () => sandbox.accounts[0]?.token ?? ''

async function post(path: string, body: object, token = usual(), signal?: AbortSignal): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', body: JSON.stringify(body), headers, ...(signal && { signal }) }
  const response = await fetch(`${sandbox.url}${path}`, init)
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response
}

const move = async (world: string, body: object) =>
  (await (await post(`/sandbox/worlds/${world}/clock`, body)).json()) as Record<string, unknown>

/** A stream of a service: its messages so far. */
async function follow(path: string, body: object, token?: string) {
  const leaving = new AbortController()
  const response = await post(path, body, token, leaving.signal)
  const messages: Record<string, any>[] = []
  const state = { messages, isOver: false, close: () => leaving.abort() }
  const read = async () => {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (text + chunk).split('\n')
      text = lines.pop() ?? ''
      messages.push(...lines.filter(Boolean).map((line) => JSON.parse(line)))
    }
  }
  read()
    .catch(() => undefined)
    .finally(() => {
      state.isOver = true
    })
  return state
}

const publish = (world: string, topic: string, text: string) =>
  post(`/w/${world}/v1/events/Stream/Publish`, { topic, payload: Buffer.from(text).toString('base64') })
const hourNs = 3_600_000_000_000
const textsOf = (messages: readonly Record<string, any>[]) =>
  messages.map(({ payload }) => Buffer.from(payload, 'base64').toString())

test('an event that nobody acknowledges is delivered again at each of its times within one move', async () => {
  await move('events', { time: '2027-03-01T09:30:00Z', frozen: true })
  const options = { topic: 'orders', group: 'billing', ackWait: String(hourNs), retryLimit: '2' }
  const consumer = await follow('/w/events/v1/events/Stream/Consume', options)
  await publish('events', 'orders', 'first')
  await expect.poll(() => textsOf(consumer.messages)).toEqual(['first'])
  expect((await move('events', { advance: 'PT30M' })).next).toBe('2027-03-01T10:30:00.000Z')
  await publish('events', 'orders', 'second')
  await expect.poll(() => textsOf(consumer.messages)).toEqual(['first', 'second'])
  expect(await move('events', { advance: 'PT10H' })).toMatchObject({ cut_short: false })
  // At 10:30, 11:00, 11:30 and 12:00; then both are given up.
  const again = ['first', 'second', 'first', 'second']
  await expect.poll(() => textsOf(consumer.messages).slice(2)).toEqual(again)
  expect((await move('events', { advance: 'PT2H' })).next).toBe('2027-03-02T03:23:00.000Z')
  expect(textsOf(consumer.messages)).toHaveLength(6)
  consumer.close()
})

test('what one group has acknowledged is not delivered to it again, while another waits', async () => {
  await move('groups', { frozen: true })
  const options = { topic: 'orders', ackWait: String(hourNs), retryLimit: '1' }
  const groups = ['billing', 'mailing'].map((group) =>
    follow('/w/groups/v1/events/Stream/Consume', { ...options, group }),
  )
  const [billing, mailing] = await Promise.all(groups)
  await publish('groups', 'orders', 'first')
  await expect.poll(() => [billing?.messages.length, mailing?.messages.length]).toEqual([1, 1])
  const acknowledged = { topic: 'orders', group: 'billing', id: billing?.messages[0]?.id, success: true }
  await post('/w/groups/v1/events/Stream/Ack', acknowledged)
  await move('groups', { advance: 'PT5H' })
  await expect.poll(() => mailing?.messages.length).toBe(2)
  expect(billing?.messages).toHaveLength(1)
  billing?.close()
  mailing?.close()
})

test('services that are not renewed expire one after the other, each at its own time', async () => {
  await move('registry', { time: '2027-03-01T09:30:00Z', frozen: true })
  const began = start + 1800
  const watch = await follow('/w/registry/v1/registry/Watch', {})
  const register = (id: string, ttl: number) => {
    const nodes = [{ id, address: '192.0.2.7', port: 80 }]
    return post('/w/registry/v1/registry/Register', { name: 'greeter', nodes, options: { ttl: String(ttl) } })
  }
  await register('a', 60)
  await register('b', 120)
  await move('registry', { advance: 'PT5M' })
  const changes = () => watch.messages.map(({ action, timestamp }) => [action, Number(timestamp) - began])
  await expect.poll(changes).toEqual([
    ['create', 0],
    ['update', 0],
    ['update', 60],
    ['delete', 120],
  ])
  watch.close()
})

test('a stream of a service ends with its token in the move, and is given nothing that was due after that', async () => {
  await move('expiry', { frozen: true })
  const { runtime } = (await sandbox.worlds.get('expiry')).server
  const { id } = await runtime.accounts.get('ada')
  const scope = { services: 'all', capabilities: [] } as const
  const { secret } = await runtime.tokens.create(id, { scope, actions: true, days: 1, name: 'short' })
  const options = { topic: 'orders', group: 'billing', ackWait: String(9 * hourNs) }
  const consumer = await follow('/w/expiry/v1/events/Stream/Consume', options, secret)
  await publish('expiry', 'orders', 'first')
  await expect.poll(() => consumer.messages.length).toBe(1)
  await move('expiry', { advance: 'P2D' })
  await expect.poll(() => consumer.isOver, { timeout: 3000 }).toBe(true)
  // After 9 and 18 hours; the token expired after 24. The last line is the error.
  expect(consumer.messages.map(({ code }) => code)).toEqual([undefined, undefined, undefined, 401])
})
