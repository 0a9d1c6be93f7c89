import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const token = () => sandbox.accounts[0]?.token ?? ''

async function addFault(world: string, fault: object): Promise<void> {
  const init = { method: 'POST', body: JSON.stringify(fault), headers: { 'content-type': 'application/json' } }
  expect((await fetch(`${sandbox.url}/sandbox/worlds/${world}/faults`, init)).status).toBe(200)
}

/** Creates a task, which has no name: each call that runs makes another one. */
async function create(world: string, key: string, { signal, ...headers }: Record<string, string | AbortSignal> = {}) {
  const response = await fetch(`${sandbox.url}/w/${world}/api/v1/tasks/create`, {
    method: 'POST',
    body: JSON.stringify({ title: 'Water the beans' }),
    headers: {
      authorization: `Bearer ${token()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(headers as Record<string, string>),
    },
    ...(signal && { signal: signal as AbortSignal }),
  })
  const body = (await response.json()) as { code?: string; result?: { id: string } }
  return { status: response.status, isReplay: response.headers.get('idempotency-replayed') === 'true', body }
}

const idsIn = async (world: string) => {
  const client = createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token(), retries: 0 })
  return (await client.tasks.list({})).items.map(({ id }) => id)
}

test('a retry after a fault runs under the same key, whichever the fault was, and is then repeated', async () => {
  for (const fault of [
    { status: 400, example: 'failed_precondition' },
    { status: 400, example: 'not_found' },
    { status: 403 },
    { status: 500 },
    // A success of the document, which nothing was done for.
    { status: 200 },
  ]) {
    const world = `before-${fault.example ?? fault.status}`.replace('_', '-')
    await addFault(world, { kind: 'status', method: 'tasks.create', times: 1, ...fault })
    expect((await create(world, 'one')).status).toBe(fault.status)
    expect(await idsIn(world)).toEqual([])
    const retried = await create(world, 'one')
    expect(retried).toMatchObject({ status: 200, isReplay: false })
    expect(await create(world, 'one')).toMatchObject({
      isReplay: true,
      body: { result: { id: retried.body.result?.id } },
    })
    expect(await idsIn(world)).toEqual([retried.body.result?.id])
  }
})

test('a response that was asked for is not that of the key', async () => {
  expect((await create('prefer', 'one', { prefer: 'code=400, example=not_found' })).body.code).toBe('not_found')
  expect(await create('prefer', 'one')).toMatchObject({ status: 200, isReplay: false })
  expect(await idsIn('prefer')).toHaveLength(1)
})

test('a fault frees only its own key', async () => {
  const kept = await create('others', 'kept')
  await addFault('others', { kind: 'status', method: 'tasks.create', status: 403, times: 1 })
  expect((await create('others', 'freed')).status).toBe(403)
  expect(await create('others', 'kept')).toMatchObject({ isReplay: true, body: kept.body })
})

test('a retry after a response that was cut gets it, although it was carried out once', async () => {
  for (const bytes of [0, 30]) {
    const world = `cut-${bytes}`
    await addFault(world, { kind: 'cut', method: 'tasks.create', bytes, times: 1 })
    await expect(create(world, 'one')).rejects.toThrow()
    const [id] = await idsIn(world)
    expect(await create(world, 'one')).toMatchObject({ status: 200, isReplay: true, body: { result: { id } } })
    expect(await idsIn(world)).toEqual([id])
  }
})

test('a retry after a client has given up a slow call does not do it twice', async () => {
  await addFault('slow', { kind: 'latency', method: 'tasks.create', ms: 300, times: 1 })
  const signal = AbortSignal.timeout(20)
  await expect(create('slow', 'one', { signal })).rejects.toThrow()
  // While the first still runs, the key is taken.
  await expect.poll(async () => (await create('slow', 'one')).status, { interval: 20 }).toBe(200)
  expect(await idsIn('slow')).toHaveLength(1)
  expect(await create('slow', 'one')).toMatchObject({ status: 200, isReplay: true })
})
