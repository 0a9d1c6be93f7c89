import { afterAll, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
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

forDrawnDatabase((_name, _openTestStore, newDatabase) => {
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
})
