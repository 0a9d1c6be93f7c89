import { afterAll, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { calling } from '#testing/asking.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startMain, systemTime } from '#testing/main-process.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { startTestServer } from '#testing/server.ts'

const wait = { timeout: 30_000, interval: 50 }

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? { text: 'It is gone.' })
afterAll(() => provider.stop())

forDrawnDatabase((_dialect, _openTestStore, newDatabase) => {
  test('a run that waits for an approval goes on in another process when its own was killed, and makes the call once', async () => {
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

    const first = await startMain(database, provider.settings('openai'))
    answers = [calling(['notes.list', {}], ['notes.delete', { title: 'Tent' }])]
    const lost = post(`${first.url}/agent`, { prompt: 'Tidy up my notes.' }).catch(() => undefined)
    await expect.poll(async () => (await approvals(first.url)).length, wait).toBe(1)
    await first.program.kill()
    await lost

    // The lease of the thread is over.
    const second = await startMain(database, { ...provider.settings('openai'), ONEDOOR_CLOCK: '+90s' })
    const [{ id = '' } = {}] = await approvals(second.url)
    expect((await post(`${second.url}/api/v1/agent/decide`, { id, decision: 'allow' })).status).toBe(200)
    await expect.poll(async () => (await approvals(second.url))[0]?.state, wait).toBe('used')
    const inbox = () => read<Result<'inbox.read'>>(`${second.url}/inbox`)
    const replied = { subject: 'Tidy up my notes.', snippet: 'It is gone.', is_unread: true }
    await expect.poll(inbox, wait).toMatchObject({ items: expect.arrayContaining([expect.objectContaining(replied)]) })
    // The results of the first process are in the conversation of the second.
    const last = provider.requests.at(-1)?.messages.map(({ text }) => text) ?? []
    expect(last).toContain('Tidy up my notes.')
    expect(last.join('\n')).toContain('Tent')
    expect(provider.requests.length).toBe(2)
  }, 120_000)
})
