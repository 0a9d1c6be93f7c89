import { afterAll, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { calling } from '#testing/asking.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { runIsParked } from '#testing/parked-run.ts'
import { startTestServer } from '#testing/server.ts'

const wait = { timeout: 60_000, interval: 50 }

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? { text: 'It is done.' })
afterAll(() => provider.stop())

async function call<Body>(url: string, token: string, body?: object): Promise<Body> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(url, init)
  expect(response.status).toBe(200)
  return (await response.json()) as Body
}

forDrawnDatabase((_name, openTestStore, newDatabase) => {
  test('a prompt whose server is killed is not repeated, and the inbox asks the owner to check', async () => {
    const database = await newDatabase()
    const before = provider.requests.length
    const maker = await startTestServer({ ...database, now: systemTime() })
    const account = await maker.account()
    const scope = { capabilities: ['inbox'] } as const
    const inbox = (await account.withToken({ scope })).token as string
    const token = (await account.withToken({ scope: { services: 'all' }, actions: true })).token as string
    await maker.stop()

    const first = await startMain(database, provider.settings('openai'))
    const note = { title: 'Ferry', text: 'At nine' }
    answers = [{ tools: [{ name: 'call_tool', input: { name: 'notes_add', arguments: note } }] }, { stalled: 'And' }]
    const when = new Date(Date.now() + 1500).toISOString()
    const event = { title: 'Ferry', when, prompt: 'Write a note on the ferry.' }
    await call(`${first.url}/api/v1/events/create`, token, event)
    await expect.poll(() => provider.requests.length - before, wait).toBe(2)
    await first.program.kill()

    const second = await startMain(database, provider.settings('openai'))
    const read = () => call<Result<'inbox.read'>>(`${second.url}/inbox`, inbox)
    const snippet = async () => (await read()).items?.find(({ kind }) => kind === 'reminder')?.snippet
    await expect.poll(snippet, wait).toContain('the server stopped while the agent was working')
    const { result } = await call<{ result: { text: string } }>(`${second.url}/api/v1/notes/get?title=Ferry`, token)
    expect(result.text).toBe('At nine')
    expect(provider.requests.length - before).toBe(2)
    provider.script()
  }, 120_000)

  test('a prompt that waits for an approval when its server is killed goes on in another one, and makes the call once', async () => {
    const database = await newDatabase()
    const maker = await startTestServer({ ...database, now: systemTime() })
    const account = await maker.account()
    await account.ok('notes.add', { title: 'Ferry', text: 'At nine' })
    const scope = { capabilities: ['agent', 'inbox'] } as const
    const product = (await account.withToken({ scope, actions: true })).token as string
    const token = (await account.withToken({ scope: { services: 'all' }, actions: true })).token as string
    await maker.stop()

    const first = await startMain(database, provider.settings('openai'))
    answers = [{ tools: [{ name: 'call_tool', input: { name: 'notes_delete', arguments: { title: 'Ferry' } } }] }]
    const when = new Date(Date.now() + 1500).toISOString()
    await call(`${first.url}/api/v1/events/create`, token, { title: 'Ferry', when, prompt: 'Delete the note.' })
    type Approvals = { result: Result<'agent.approvals'> }
    const approvals = async (url: string) =>
      (await call<Approvals>(`${url}/api/v1/agent/approvals`, product)).result.items
    await expect.poll(async () => (await approvals(first.url)).map(({ caller }) => caller), wait).toEqual(['event'])
    await runIsParked(openTestStore, database)
    await first.program.kill()

    const second = await startMain(database, provider.settings('openai'))
    const [{ id = '' } = {}] = await approvals(second.url)
    await call(`${second.url}/api/v1/agent/decide`, product, { id, decision: 'allow' })
    const snippets = async () =>
      (await call<Result<'inbox.read'>>(`${second.url}/inbox`, product)).items?.map(({ snippet }) => snippet).join('\n')
    await expect.poll(snippets, wait).toContain('It is done.')
    expect((await approvals(second.url)).map(({ state }) => state)).toEqual(['used'])
    const notes = await call<{ result: Result<'notes.list'> }>(`${second.url}/api/v1/notes/list`, token)
    expect(notes.result.items).toEqual([])
    expect(await snippets()).not.toContain('server stopped')
  }, 120_000)

  test('a prompt that has gone on after an approval is continued when its server is killed, and each of its calls is made once', async () => {
    const database = await newDatabase()
    const from = provider.requests.length
    const maker = await startTestServer({ ...database, now: systemTime() })
    const account = await maker.account()
    await account.ok('notes.add', { title: 'Ferry', text: 'At nine' })
    const scope = { capabilities: ['agent', 'inbox'] } as const
    const product = (await account.withToken({ scope, actions: true })).token as string
    const token = (await account.withToken({ scope: { services: 'all' }, actions: true })).token as string
    await maker.stop()

    const first = await startMain(database, provider.settings('openai'))
    const task = calling(['tasks.create', { title: 'Buy a ticket' }])
    answers = [calling(['notes.delete', { title: 'Ferry' }]), task, { silent: true }]
    const when = new Date(Date.now() + 1500).toISOString()
    await call(`${first.url}/api/v1/events/create`, token, { title: 'Ferry', when, prompt: 'Delete the note.' })
    type Approvals = { result: Result<'agent.approvals'> }
    const approvals = async (url: string) =>
      (await call<Approvals>(`${url}/api/v1/agent/approvals`, product)).result.items
    await expect.poll(async () => (await approvals(first.url)).length, wait).toBe(1)
    await runIsParked(openTestStore, database)
    const [{ id = '' } = {}] = await approvals(first.url)
    // The run goes on in the process in which it has waited.
    await call(`${first.url}/api/v1/agent/decide`, product, { id, decision: 'allow' })
    await expect.poll(() => provider.requests.length - from, wait).toBe(3)
    await first.program.kill()

    const second = await startMain(database, provider.settings('openai'))
    const snippets = async () =>
      (await call<Result<'inbox.read'>>(`${second.url}/inbox`, product)).items?.map(({ snippet }) => snippet).join('\n')
    await expect.poll(snippets, wait).toContain('It is done.')
    expect(await snippets()).not.toContain('server stopped')
    expect(provider.requests.length - from).toBe(4)
    const tasks = await call<{ result: Result<'tasks.list'> }>(`${second.url}/api/v1/tasks/list`, token)
    expect(tasks.result.items.map(({ title }) => title)).toEqual(['Buy a ticket'])
    expect((await approvals(second.url)).map(({ state }) => state)).toEqual(['used'])
  }, 120_000)
})
