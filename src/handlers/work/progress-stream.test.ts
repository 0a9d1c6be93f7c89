import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calling, withCapabilities } from '#testing/asking.ts'
import { EventReader } from '#testing/event-reader.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { forEachServer } from '#testing/server.ts'
import { FairLimiter } from '../../runtime/base/fair-limiter.ts'

const wait = { timeout: 20_000, interval: 20 }
const stalled: Scripted = { stalled: 'Let me' }
const provider = await startModelProvider(() => stalled)
afterEach(() => provider.idle())
afterAll(() => provider.stop())
const done: Scripted = { text: JSON.stringify({ status: 'done', summary: 'Done.', evidence: ['it'] }) }
const over = { event: 'end', data: { reason: 'over' } }

forEachServer(
  (server) => {
    async function person() {
      const account = await server().account()
      const all = await withCapabilities(account, ['work', 'agent'])
      const headers = { Authorization: `Bearer ${all.token}` }
      return {
        ...{ account, all },
        submit: async () => (await all.ok('work.submit', { prompt: 'Tidy up.' })).work.id,
        follow: (id: string, after?: string) =>
          EventReader.open(`${server().url}/work/stream?id=${id}`, {
            ...headers,
            ...(after !== undefined && { 'Last-Event-ID': after }),
          }),
        refused: async (id: string) => {
          const response = await fetch(`${server().url}/work/stream?id=${id}`, { headers })
          return { status: response.status, body: (await response.json()) as { code: string; error: string } }
        },
      }
    }

    const ended = async (reader: EventReader): Promise<string[]> => {
      await expect.poll(() => reader.isOver, wait).toBe(true)
      return reader.kinds
    }

    describe('GET /work/stream', () => {
      test('sends the calls, approvals and end of the work as they happen, and ends with the work', async () => {
        const { account, all, submit, follow } = await person()
        await account.ok('notes.add', { title: 'Ferry', text: 'At nine' })
        provider.script(calling(['notes.list', {}], ['notes.delete', { title: 'Ferry' }]), done)
        const id = await submit()
        const reader = await follow(id)
        await expect.poll(() => reader.all('approval', 'method'), wait).toEqual(['notes.delete'])
        const [approval = ''] = reader.all('approval', 'approval') as string[]
        // The arguments are for those who may read approvals.
        expect(reader.all('approval', 'card')).toEqual([undefined])
        await all.ok('agent.decide', { id: approval, decision: 'allow' })
        const kinds = ['open', 'started', 'call', 'called', 'call', 'approval', 'called', 'ended', 'end']
        expect(await ended(reader)).toEqual(kinds)
        expect(reader.all('called', 'method')).toEqual(['notes.list', 'notes.delete'])
        const steps = (await all.ok('work.read', { id })).work?.runs[0]?.steps
        expect(reader.events.filter(({ event }) => event === 'called').map(({ data }) => data)).toEqual(
          steps?.map((step, at) => ({ ...step, run: 1, number: at + 1 })),
        )
        expect(reader.events.slice(-2)).toEqual([
          { id: expect.any(String), event: 'ended', data: { run: 1, status: 'done' } },
          over,
        ])
      })

      test('continues after Last-Event-ID, and replays what is stored of work that has ended', async () => {
        const { all, submit, follow } = await person()
        provider.script(calling(['notes.list', {}]), stalled)
        const id = await submit()
        const lost = await follow(id)
        await expect.poll(() => lost.kinds, wait).toEqual(['open', 'started', 'call', 'called'])
        lost.close()
        const reader = await follow(id, lost.events[2]?.id)
        await expect.poll(() => reader.kinds, wait).toEqual(['open', 'called'])
        await all.ok('work.submit', { action: 'cancel', id })
        expect(await ended(reader)).toEqual(['open', 'called', 'ended', 'end'])
        expect(reader.all('ended', 'status')).toEqual(['cancelled'])
        expect(await ended(await follow(id))).toEqual(['open', 'started', 'call', 'called', 'ended', 'end'])
        expect(await ended(await follow(id, reader.events[2]?.id))).toEqual(['open', 'end'])
        server().clock.advance(2 * 3_600_000)
        expect(await ended(await follow(id, reader.events[2]?.id))).toEqual(['reset', 'end'])
      })

      test('goes on with work that is run again', async () => {
        const { all, submit, follow } = await person()
        const asks = { text: JSON.stringify({ status: 'blocked', summary: 'Which?', evidence: [] }) }
        provider.script(asks, stalled)
        const id = await submit()
        const first = await follow(id)
        expect(await ended(first)).toEqual(['open', 'started', 'ended', 'end'])
        expect(first.all('ended', 'error')).toEqual(['Which?'])
        await all.ok('work.submit', { action: 'retry', id })
        const second = await follow(id)
        await expect.poll(() => second.all('started', 'run'), wait).toEqual([1, 2])
        await all.ok('work.submit', { action: 'cancel', id })
        expect(await ended(second)).toEqual(['open', 'started', 'ended', 'started', 'ended', 'end'])
        expect(second.all('ended', 'run')).toEqual([1, 2])
      })

      test("finds another account's work as little as work that does not exist", async () => {
        const [ada, bob] = [await person(), await person()]
        provider.script(done)
        const id = await ada.submit()
        const [foreign, missing] = [await bob.refused(id), await bob.refused('work_none')]
        expect([foreign.status, foreign.body.code]).toEqual([400, 'not_found'])
        expect({ ...foreign.body, error: foreign.body.error.replace(id, 'work_none') }).toEqual(missing.body)
        await ended(await ada.follow(id))
      })

      test.each([
        ['', 'must be the id of a piece of work'],
        ['work_a&id=work_b', 'must be given once'],
        ['x'.repeat(201), 'must have at most 200 characters'],
      ])('refuses the id %j', async (id, message) => {
        const { status, body } = await (await person()).refused(id)
        expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
      })

      test('a HEAD request opens no stream', async () => {
        const { all, submit, refused } = await person()
        const id = await submit()
        const headers = { Authorization: `Bearer ${all.token}` }
        for (let times = 0; times <= 20; times++) {
          const head = await fetch(`${server().url}/work/stream?id=${id}`, { method: 'HEAD', headers })
          expect([head.status, head.headers.get('content-type')]).toEqual([
            200,
            expect.stringContaining('text/event-stream'),
          ])
        }
        expect((await refused('work_none')).status).toBe(400)
        await all.ok('work.submit', { action: 'cancel', id })
      })

      test('is refused when the account, or the server, has too many open streams', async () => {
        const { all, submit, follow, refused } = await person()
        const id = await submit()
        const { tryTake } = FairLimiter.prototype
        // The limiter of streams alone: connections have another.
        const full = vi.spyOn(FairLimiter.prototype, 'tryTake').mockImplementation(function (this: FairLimiter, each) {
          return this.bounds.maxRunning === 5000 ? undefined : tryTake.call(this, each)
        })
        onTestFinished(() => full.mockRestore())
        expect(await refused(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        full.mockRestore()
        for (let open = 0; open < 20; open++) await follow(id)
        expect(await refused(id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
        await all.ok('work.submit', { action: 'cancel', id })
      })

      test('needs a token that covers work, and ends when it is revoked', async () => {
        const { account, all, submit, follow } = await person()
        const id = await submit()
        const ask = async (headers: Record<string, string>) =>
          (await fetch(`${server().url}/work/stream?id=${id}`, { headers })).status
        expect(await ask({})).toBe(401)
        expect(await ask({ Authorization: `Bearer ${account.token}` })).toBe(403)
        const reader = await follow(id)
        await expect.poll(() => reader.kinds, wait).toContain('started')
        await all.ok('work.submit', { action: 'cancel', id })
        await ended(reader)
        const waiting = await submit()
        const open = await follow(waiting)
        await expect.poll(() => open.kinds, wait).toContain('started')
        const { store } = server()
        await store.run(store.sql('tokens').where({ account_id: account.id }).update({ revoked_at: 1 }))
        await expect.poll(() => open.isOver, wait).toBe(true)
        expect(open.events.at(-1)).toEqual({ event: 'end', data: { reason: 'lost' } })
        const browser = await account.inBrowser()
        await browser.ok('work.submit', { action: 'cancel', id: waiting })
      })
    })
  },
  { settings: provider.settings('openai') },
)
