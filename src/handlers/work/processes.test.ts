import { afterAll, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { calling } from '#testing/asking.ts'
import { type DatabaseSettings, forDrawnDatabase } from '#testing/databases.ts'
import { type MainProcess, startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { runIsParked } from '#testing/parked-run.ts'
import { startTestServer } from '#testing/server.ts'

const wait = { timeout: 30_000, interval: 50 }

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? report)
afterAll(() => provider.stop())

const report: Scripted = { text: JSON.stringify({ status: 'done', summary: 'Done.', evidence: ['it'] }) }
const note = { name: 'call_tool', input: { name: 'notes_add', arguments: { title: 'Ferry', text: 'At nine' } } }

const startProcess = (database: DatabaseSettings) => startMain(database, provider.settings('openai'))

/** An account with its tokens, made by a server that is stopped again. */
async function accountOn(database: DatabaseSettings, username?: string) {
  const server = await startTestServer({ ...database, now: systemTime() })
  const account = await server.account(username)
  const scope = { capabilities: ['agent', 'work', 'inbox'] } as const
  const { token } = await account.withToken({ scope, actions: true })
  await server.stop()
  return { id: account.id, services: account.token as string, product: token as string }
}

async function submit(url: string, token: string, prompt: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/work`, { method: 'POST', headers, body: JSON.stringify({ prompt }) })
  expect(response.status).toBe(200)
  return ((await response.json()) as Result<'work.submit'>).work.id
}

async function workAt(url: string, token: string, query = ''): Promise<Result<'work.read'>> {
  const response = await fetch(`${url}/work${query}`, { headers: { Authorization: `Bearer ${token}` } })
  return (await response.json()) as Result<'work.read'>
}

forDrawnDatabase((name, openTestStore, newDatabase) => {
  test('work whose server is killed is blocked with what was done, and is not repeated', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const first = await startProcess(database)
    answers = [{ tools: [note] }, { stalled: 'And now' }]
    const id = await submit(first.url, ada.product, 'Write a note on the ferry.')
    const steps = async () => (await workAt(first.url, ada.product, `?id=${id}`)).work?.runs[0]?.steps ?? []
    await expect.poll(async () => (await steps()).map(({ ok }) => ok), wait).toEqual([true])
    await first.program.kill()
    const requests = provider.requests.length

    const second = await startProcess(database)
    const found = async () => (await workAt(second.url, ada.product, `?id=${id}`)).work
    await expect.poll(async () => (await found())?.status, wait).toBe('blocked')
    expect(await found()).toMatchObject({
      run_count: 1,
      runs: [
        {
          status: 'blocked',
          error: expect.stringContaining('Check what has been done'),
          steps: [{ method: 'notes.add', ok: true }],
        },
      ],
    })
    const inbox = async () =>
      (await fetch(`${second.url}/inbox`, { headers: { Authorization: `Bearer ${ada.product}` } })).json()
    await expect.poll(inbox, wait).toMatchObject({ items: [{ kind: 'work', is_unread: true }], total: 1 })
    expect(provider.requests.length).toBe(requests)
  }, 120_000)

  test('work whose server is killed when it had only read is done by the next one, unless its token was revoked', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const bob = await accountOn(database, 'bob')
    const first = await startProcess(database)
    const read = { name: 'call_tool', input: { name: 'notes_list', arguments: {} } }
    const from = provider.requests.length
    answers = [{ tools: [read] }, { stalled: 'And now' }]
    const id = await submit(first.url, ada.product, 'Look at the notes.')
    await expect.poll(() => provider.requests.length - from, wait).toBe(2)
    answers = [{ stalled: 'Let me' }]
    const other = await submit(first.url, bob.product, 'Look at them too.')
    await expect.poll(() => provider.requests.length - from, wait).toBe(3)
    await first.program.kill()
    const store = await openTestStore(database)
    await store.run(store.sql('tokens').where({ account_id: bob.id }).update({ revoked_at: 1 }))
    await store.close()

    const second = await startProcess(database)
    const found = async () => (await workAt(second.url, ada.product, `?id=${id}`)).work
    await expect.poll(async () => (await found())?.status, wait).toBe('done')
    expect(await found()).toMatchObject({
      run_count: 2,
      runs: [{ status: 'failed', error: expect.stringContaining('started again'), steps: [] }, { status: 'done' }],
    })
    await second.program.stop()
    const after = await openTestStore(database)
    expect(await after.get(after.sql('work').select('status', 'restarts').where({ id: other }))).toEqual({
      status: 'failed',
      restarts: 1,
    })
    expect(provider.requests.length - from).toBe(4)
  }, 120_000)

  test('work that waits for an approval when its server is killed goes on in another one, and makes the call once', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const first = await startProcess(database)
    answers = [{ tools: [note] }, calling(['notes.delete', { title: 'Ferry' }])]
    const id = await submit(first.url, ada.product, 'Write a note on the ferry, and delete it.')
    const headers = { Authorization: `Bearer ${ada.product}`, 'Content-Type': 'application/json' }
    const approvals = async (url: string) => {
      const response = await fetch(`${url}/api/v1/agent/approvals`, { headers })
      return ((await response.json()) as { result: Result<'agent.approvals'> }).result.items
    }
    await expect.poll(async () => (await approvals(first.url)).map(({ caller }) => caller), wait).toEqual(['work'])
    await runIsParked(openTestStore, database)
    await first.program.kill()

    const second = await startProcess(database)
    const [{ id: approval = '' } = {}] = await approvals(second.url)
    expect((await workAt(second.url, ada.product, `?id=${id}`)).work?.status).toBe('doing')
    const body = JSON.stringify({ id: approval, decision: 'allow' })
    expect((await fetch(`${second.url}/api/v1/agent/decide`, { method: 'POST', headers, body })).status).toBe(200)
    const found = async () => (await workAt(second.url, ada.product, `?id=${id}`)).work
    await expect.poll(async () => (await found())?.status, wait).toBe('done')
    expect(await found()).toMatchObject({
      run_count: 1,
      runs: [
        {
          status: 'done',
          steps: [
            { method: 'notes.add', ok: true },
            { method: 'notes.delete', ok: true },
          ],
        },
      ],
    })
    expect((await approvals(second.url))[0]?.state).toBe('used')
  }, 120_000)

  test('work that has gone on after an approval is continued when its server is killed, and each of its calls is made once', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const from = provider.requests.length
    const first = await startProcess(database)
    const task = calling(['tasks.create', { title: 'Buy a ticket' }])
    answers = [{ tools: [note] }, calling(['notes.delete', { title: 'Ferry' }]), task, { silent: true }]
    const id = await submit(first.url, ada.product, 'Write a note on the ferry, delete it, and buy a ticket.')
    const headers = { Authorization: `Bearer ${ada.product}`, 'Content-Type': 'application/json' }
    const approvals = async (url: string) => {
      const response = await fetch(`${url}/api/v1/agent/approvals`, { headers })
      return ((await response.json()) as { result: Result<'agent.approvals'> }).result.items
    }
    await expect.poll(async () => (await approvals(first.url)).length, wait).toBe(1)
    await runIsParked(openTestStore, database)
    await first.program.kill()

    const second = await startProcess(database)
    const [{ id: approval = '' } = {}] = await approvals(second.url)
    const body = JSON.stringify({ id: approval, decision: 'allow' })
    expect((await fetch(`${second.url}/api/v1/agent/decide`, { method: 'POST', headers, body })).status).toBe(200)
    await expect.poll(() => provider.requests.length - from, wait).toBe(4)
    await second.program.kill()

    const third = await startProcess(database)
    const found = async () => (await workAt(third.url, ada.product, `?id=${id}`)).work
    await expect.poll(async () => (await found())?.status, wait).toBe('done')
    const steps = ['notes.add', 'notes.delete', 'tasks.create'].map((method) => ({ method, ok: true }))
    expect(await found()).toMatchObject({ run_count: 1, result: 'Done.', runs: [{ status: 'done', steps }] })
    expect(provider.requests.length - from).toBe(5)
    const tasks = await fetch(`${third.url}/api/v1/tasks/list`, {
      headers: { Authorization: `Bearer ${ada.services}` },
    })
    const { result } = (await tasks.json()) as { result: Result<'tasks.list'> }
    expect(result.items.map(({ title }) => title)).toEqual(['Buy a ticket'])
    expect((await approvals(third.url)).map(({ state }) => state)).toEqual(['used'])
  }, 120_000)

  // Two servers on one SQLite database are refused.
  if (name === 'sqlite') return
  test('work in progress is cancelled through another server, and makes no further call', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const first = await startProcess(database)
    const from = provider.requests.length
    answers = [{ tools: [note] }, { stalled: 'And now' }]
    const id = await submit(first.url, ada.product, 'Write a note on the ferry.')
    await expect.poll(() => provider.requests.length - from, wait).toBe(2)
    const second = await startProcess(database)
    const headers = { Authorization: `Bearer ${ada.product}`, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ action: 'cancel', id })
    const cancelled = async () => {
      const response = await fetch(`${second.url}/work`, { method: 'POST', headers, body })
      return ((await response.json()) as Result<'work.submit'>).work
    }
    expect(await cancelled()).toMatchObject({ status: 'cancelled', run_count: 1 })
    // The first server has closed the connection on which its model says nothing more.
    await provider.idle()
    const found = (await workAt(first.url, ada.product, `?id=${id}`)).work
    expect(found).toMatchObject({ status: 'cancelled', runs: [{ steps: [{ method: 'notes.add', ok: true }] }] })
    expect(await cancelled()).toEqual(found)
  }, 120_000)

  test('two servers that share the queue run no work twice', async () => {
    const database = await newDatabase()
    const ada = await accountOn(database)
    const servers = [await startProcess(database), await startProcess(database)]
    answers = []
    const before = provider.requests.length
    const count = 20
    const ids = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        submit((servers[index % 2] as MainProcess).url, ada.product, `Piece ${index}`),
      ),
    )
    const url = (servers[0] as MainProcess).url
    const items = async () => (await workAt(url, ada.product, '?limit=100')).items ?? []
    await expect.poll(async () => (await items()).filter(({ status }) => status === 'done').length, wait).toBe(count)
    expect((await items()).map(({ id, run_count: runs }) => [id, runs]).toSorted()).toEqual(
      ids.toSorted().map((id) => [id, 1]),
    )
    const asked = provider.requests.slice(before).map(({ messages }) => messages.at(-1)?.text)
    expect(asked.toSorted()).toEqual(Array.from({ length: count }, (_, index) => `Piece ${index}`).toSorted())
  }, 120_000)
})
