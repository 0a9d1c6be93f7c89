import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Era, rawMcp } from '#testing/mcp.ts'
import { serverForTests } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'

interface Started {
  readonly signal: AbortSignal
  readonly done: (result: unknown) => void
  readonly failed: (cause: unknown) => void
}
const started: Started[] = []
const server = serverForTests({
  mcp: { patienceMs: 5 },
  handlers: standIns({
    'images.generate': (_args, ctx) =>
      new Promise((done, failed) => {
        const { signal } = ctx as { signal: AbortSignal }
        started.push({ signal, done, failed })
        signal.addEventListener('abort', () => failed(signal.reason))
      }),
  }),
})

const extension = 'io.modelcontextprotocol/tasks'
const capabilities = { extensions: { [extension]: {} } }
const generate = { name: 'images_generate', arguments: exampleArguments('images.generate') }
const last = () => started.at(-1) as Started

function connect(token: string | undefined, declared: object = capabilities, era: Era = 'modern') {
  const mcp = rawMcp(server().url, token, { era, capabilities: declared })
  const taskRequest = async (method: string, taskId: string) =>
    (await mcp.request(method, { taskId }, { headers: { 'mcp-name': taskId } })).message
  return {
    async begin() {
      const before = started.length
      const { message } = await mcp.request('tools/call', generate)
      await vi.waitFor(() => expect(started.length).toBeGreaterThan(before))
      return message.result
    },
    get: async (taskId: string) => taskRequest('tasks/get', taskId),
    cancel: (taskId: string) => taskRequest('tasks/cancel', taskId),
  }
}

async function world() {
  const account = await server().account()
  const available = async () => (await server().ledger.balance(account.id)).available
  return { account, available, before: await available(), ...connect(account.token) }
}

describe('a call that takes long, of a client that supports tasks', () => {
  test('returns a task, whose result can be fetched once the call has ended, and is charged once', async () => {
    const { begin, get, available, before } = await world()
    const task = await begin()
    expect(task).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 900_000, pollIntervalMs: 2000 })
    expect((await get(task.taskId)).result).toMatchObject({ taskId: task.taskId, status: 'working' })
    expect((await get(task.taskId)).result.result).toBeUndefined()
    last().done(exampleResult('images.generate'))
    await vi.waitFor(async () => expect((await get(task.taskId)).result.status).toBe('completed'))
    const { result } = (await get(task.taskId)).result
    expect(result.structuredContent).toEqual(exampleResult('images.generate'))
    expect(before - (await available())).toBe(Number(result._meta['onedoor/credits_charged']) * 1_000_000)
  })

  test('that is cancelled ends, costs nothing and stays cancelled', async () => {
    const { begin, get, cancel, available, before } = await world()
    const { taskId } = await begin()
    expect((await cancel(taskId)).error).toBeUndefined()
    expect(last().signal.aborted).toBe(true)
    last().done(exampleResult('images.generate'))
    await vi.waitFor(async () => expect(await available()).toBe(before))
    expect((await get(taskId)).result).toMatchObject({ status: 'cancelled' })
    expect((await get(taskId)).result.result).toBeUndefined()
  })

  test('is cancelled and forgotten when its task expires', async () => {
    const { begin, get } = await world()
    const { taskId } = await begin()
    server().clock.advance(15 * 60_000)
    expect((await get(taskId)).error).toMatchObject({ code: -32602 })
    expect(last().signal.aborted).toBe(true)
  })

  test('belongs to its token: others get the answer for a task that does not exist', async () => {
    const { account, begin, get } = await world()
    const { taskId } = await begin()
    const same = await account.withToken({ scope: { services: 'all' }, actions: true })
    const stranger = await server().account()
    const missing = (await get('task_none')).error
    for (const token of [same.token, stranger.token]) {
      const other = connect(token)
      expect((await other.get(taskId)).error).toEqual(missing)
      expect((await other.cancel(taskId)).error).toEqual(missing)
    }
    expect(last().signal.aborted).toBe(false)
    last().done(exampleResult('images.generate'))
  })

  test('is waited for as before if the account has five tasks', async () => {
    const { begin } = await world()
    for (let count = 0; count < 5; count++) expect((await begin()).resultType).toBe('task')
    const sixth = begin()
    const before = started.length
    await vi.waitFor(() => expect(started.length).toBe(before + 1))
    for (const each of started) each.done(exampleResult('images.generate'))
    expect((await sixth).structuredContent).toEqual(exampleResult('images.generate'))
  })
})

test.each([
  ['of 2026 that has not declared tasks', 'modern'],
  ['of 2025', 'legacy'],
] as const)('a client %s waits for the result', async (_name, era) => {
  const { token } = await server().account()
  const { begin, get } = connect(token, {}, era)
  const before = started.length
  const waiting = begin()
  await vi.waitFor(() => expect(started.length).toBe(before + 1))
  last().done(exampleResult('images.generate'))
  expect((await waiting).structuredContent).toEqual(exampleResult('images.generate'))
  expect((await get('task_none')).error).toBeDefined()
})

test('the official client fetches the result of a task', async () => {
  const { token } = await server().account()
  const options = { capabilities, versionNegotiation: { mode: 'auto' } } as const
  const client = new Client({ name: 'test', version: '1' }, options)
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server().url}/mcp`), { requestInit: { headers } }))
  try {
    expect(client.getServerCapabilities()?.extensions).toEqual({ [extension]: {} })
    const { taskId } = await connect(token).begin()
    last().done(exampleResult('images.generate'))
    const state = z.looseObject({ status: z.string() })
    const get = () => client.request({ method: 'tasks/get', params: { taskId } }, state)
    await vi.waitFor(async () => expect((await get()).status).toBe('completed'))
  } finally {
    await client.close()
  }
})
