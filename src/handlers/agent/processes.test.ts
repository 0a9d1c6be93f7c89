import { afterAll, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { calling } from '#testing/asking.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { runIsParked } from '#testing/parked-run.ts'
import { startTestServer } from '#testing/server.ts'

const wait = { timeout: 90_000, interval: 50 }

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? { text: 'It is gone.' })
afterAll(() => provider.stop())

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  /** A run whose process was killed while it waited for an approval, which is allowed in a second process. */
  async function resumedElsewhere(...laterAnswers: Scripted[]) {
    const database = await newDatabase()
    const before = await startTestServer({ ...database, now: systemTime() })
    const ada = await before.account()
    await ada.ok('notes.add', { title: 'Tent', text: 'Green' })
    const scope = { capabilities: ['agent', 'inbox'] } as const
    const { token } = await ada.withToken({ scope, actions: true })
    await before.stop()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const post = (url: string, body: object) => fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const read = async <Body>(url: string) => (await fetch(url, { headers })).json() as Promise<Body>
    const approvals = async (url: string) =>
      (await read<{ result: Result<'agent.approvals'> }>(`${url}/api/v1/agent/approvals`)).result.items
    const start = (clock: string) => startMain(database, { ...provider.settings('openai'), ONEDOOR_CLOCK: clock })
    const earlier = provider.requests.length
    const requests = () => provider.requests.length - earlier

    const first = await startMain(database, provider.settings('openai'))
    answers = [calling(['notes.list', {}], ['notes.delete', { title: 'Tent' }]), ...laterAnswers]
    const lost = post(`${first.url}/agent`, { prompt: 'Tidy up my notes.' }).catch(() => undefined)
    await expect.poll(async () => (await approvals(first.url)).length, wait).toBe(1)
    await runIsParked(openTestStore, database)
    await first.program.kill()
    await lost

    // The lease of the thread is over.
    const second = await start('+90s')
    const [{ id = '' } = {}] = await approvals(second.url)
    expect((await post(`${second.url}/api/v1/agent/decide`, { id, decision: 'allow' })).status).toBe(200)
    await expect.poll(async () => (await approvals(second.url))[0]?.state, wait).toBe('used')
    /** Resolves when the thread has the answer. */
    async function replied(url: string) {
      const inbox = () => read<Result<'inbox.read'>>(`${url}/inbox`)
      const item = { subject: 'Tidy up my notes.', snippet: 'It is gone.', is_unread: true }
      await expect.poll(inbox, wait).toMatchObject({ items: expect.arrayContaining([expect.objectContaining(item)]) })
      return provider.requests.at(-1)?.messages.map(({ text }) => text) ?? []
    }
    return { second, start, replied, requests, approvals, ada }
  }

  test('a run that waits for an approval goes on in another process when its own was killed, and makes the call once', async () => {
    const { second, replied, requests } = await resumedElsewhere()
    const messages = await replied(second.url)
    // The results of the first process are in the conversation of the second.
    expect(messages).toContain('Tidy up my notes.')
    expect(messages.join('\n')).toContain('Tent')
    expect(requests()).toBe(2)
  }, 300_000)

  test('a run that has gone on after an approval is continued when its process is killed, and each of its calls is made once', async () => {
    const { second, start, replied, requests, approvals, ada } = await resumedElsewhere(
      calling(['tasks.create', { title: 'Buy a tent' }]),
      { silent: true },
    )
    await expect.poll(requests, wait).toBe(3)
    await second.program.kill()
    const third = await start('+240s')
    const messages = await replied(third.url)
    expect(messages.join('\n')).toContain('Buy a tent')
    expect(requests()).toBe(4)
    const response = await fetch(`${third.url}/api/v1/tasks/list`, {
      headers: { Authorization: `Bearer ${ada.token}` },
    })
    const { result } = (await response.json()) as { result: Result<'tasks.list'> }
    expect(result.items.map(({ title }) => title)).toEqual(['Buy a tent'])
    expect((await approvals(third.url)).map(({ state }) => state)).toEqual(['used'])
  }, 300_000)
})
