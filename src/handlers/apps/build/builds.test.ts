import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#runtime/base/ids.ts'
import { documentSaying, writtenApp } from '#testing/built-apps.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import { maxKept, maxUnfinished, maxUnfinishedOfAll } from './build-queue.ts'
import { maxRecoveries } from './build-runner.ts'

const CREDIT = 1_000_000
const prompt = 'A tip splitter: bill, tip in percent, number of people; converts currencies of the markets'

/** The next answers of the model. After them, it writes valid apps. */
let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? writtenApp(documentSaying('Hello')))
beforeEach(() => {
  answers = []
})
afterEach(() => provider.idle())
afterAll(() => provider.stop())

const wrong = documentSaying('Hello', "mu.service('notes', 'delete', { id: 'note_1' })")

forEachServer(
  (server) => {
    const spent = async ({ id }: TestAccount) => {
      const { balance, reserved } = await server().ledger.balance(id)
      return [1000 - balance / CREDIT, reserved / CREDIT]
    }
    const asked = () => provider.requests.at(-1)?.messages.map(({ text }) => text) ?? []

    async function built(account: TestAccount, args: Record<string, unknown> = {}) {
      const { id } = await account.ok('apps.build', { prompt, ...args })
      await server().jobs.settle()
      return account.ok('apps.buildstatus', { id })
    }

    async function insertBuilds(count: number, row: (index: number) => Record<string, unknown>): Promise<void> {
      const { store, clock } = server()
      const now = clock.now()
      for (let index = 0; index < count; index++) {
        await store.run(
          store.sql('app_builds').insert({
            id: newId('build'),
            ...{ state: 'failed', prompt: 'x', prompt_digest: 'x', created_at: now, updated_at: now },
            ...{ attempts: 0, recoveries: 0, tries: 1, run: 0, cost: 0 },
            ...row(index),
          }),
        )
      }
    }

    describe('a build', () => {
      test('returns at once, is then written, checked and saved as a private app, and charged when it is complete', async () => {
        const ada = await server().account()
        const now = new Date(server().clock.now()).toISOString()
        answers = [{ stalled: '{"name"' }]
        const request = provider.nextRequest()
        const accepted = await ada.ok('apps.build', { prompt })
        expect(accepted).toEqual({
          id: expect.stringMatching(/^build_[0-9a-z]{26}$/),
          ...{
            status: 'queued',
            state: 'queued',
            prompt,
            snippet: prompt,
            cost_credits: 0,
            attempts: 0,
            recoveries: 0,
          },
          status_url: `${server().url}/api/v1/apps/buildstatus?id=${accepted.id}`,
          ...{ created: now, updated: now, is_new: true },
        })
        await request
        expect(await ada.ok('apps.buildstatus', { id: accepted.id })).toMatchObject({
          status: 'generating',
          attempts: 1,
        })
        expect(await spent(ada)).toEqual([0, 19])
        const again = await server().account()
        const done = await built(again)
        expect(done).toMatchObject({
          ...{ status: 'complete', cost_credits: 19, attempts: 1, is_tried: false },
          ...{ slug: 'tip-splitter', name: 'Tip splitter', url: `${server().url}/apps/tip-splitter` },
        })
        expect(await spent(again)).toEqual([19, 0])
        expect((await server().ledger.entries(again.id))[0]).toMatchObject({
          kind: 'charge',
          operationId: 'apps.build',
        })
        const read = await again.ok('apps.read', { slug: done.id })
        expect(read).toMatchObject({
          build: done,
          html: documentSaying('Hello'),
          app: {
            ...{ slug: 'tip-splitter', public: false, description: 'Splits a bill between friends.' },
            ...{ tags: ['money', 'restaurants'], icon: expect.stringContaining('🧮') },
            origin: { kind: 'build', build: done.id },
          },
        })
        const { prompt: _prompt, ...listed } = done
        expect(await again.ok('apps.builds', {})).toEqual({ items: [listed] })
      })

      test('gives the model the rules, the methods that apps may call, and examples of those it seems to need', async () => {
        await built(await server().account())
        const { instructions, messages } = provider.requests.at(-1) ?? { instructions: '', messages: [] }
        expect(messages).toEqual([{ role: 'user', text: `Write this app:\n${prompt}` }])
        expect(instructions).toContain(
          "connect-src, frame-src, worker-src, object-src, form-action and base-uri 'none'",
        )
        expect(instructions).toContain('\nmarkets.convert(amount?, from, to, date?): ')
        expect(instructions).toContain('\nnotes.add(title, text) [asks]')
        expect(instructions).toContain("mu.service('markets', 'convert', {")
        expect(instructions).not.toMatch(/^(?:apps|agent|inbox|work)\./m)
        expect(instructions).not.toMatch(/^notes\.delete/m)
      })

      test('that has faults is corrected at no extra cost', async () => {
        const ada = await server().account()
        answers = [writtenApp(wrong), writtenApp(documentSaying('x').replace('</html>\n', '')), { text: 'no JSON' }]
        const { id } = await ada.ok('apps.build', { prompt })
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({ state: 'complete', attempts: 3 })
        const [first, written, correction] = asked()
        expect(first).toContain(prompt)
        expect(written).toContain('<p id=\\"out\\">x</p>')
        expect(correction).toContain('does not end with </html>')
        expect(await spent(ada)).toEqual([19, 0])
      })

      test('that stays faulty fails after three attempts with the reason, costs nothing, and is built again by a repeat', async () => {
        const ada = await server().account()
        answers = Array.from({ length: 3 }, () => writtenApp(wrong))
        const failed = await built(ada, { request_key: 'k' })
        expect(failed).toMatchObject({ state: 'failed', attempts: 3, cost_credits: 0 })
        expect(failed.error).toContain('is withheld from apps')
        expect(await spent(ada)).toEqual([0, 0])
        expect((await ada.ok('apps.collection', {})).items).toEqual([])
        const repeated = await built(ada, { request_key: 'k' })
        expect(repeated).toMatchObject({ state: 'complete' })
        expect(repeated.id).not.toBe(failed.id)
        expect(await spent(ada)).toEqual([19, 0])
      })

      test('of more than 256 KiB is sent back to be made shorter', async () => {
        const ada = await server().account()
        answers = [writtenApp(documentSaying('🌊'.repeat(66_000)))]
        expect(await built(ada)).toMatchObject({ state: 'complete', attempts: 2 })
        expect(asked().at(-1)).toContain('Make it shorter')
      })

      test('fails at once if the model refuses, and is retried later if the model is unavailable', async () => {
        const ada = await server().account()
        answers = [{ text: '', finish: 'refusal' }]
        expect(await built(ada)).toMatchObject({
          ...{ state: 'failed', attempts: 1 },
          error: expect.stringContaining('refused'),
        })
        answers = [{ status: 500 }]
        const { id } = await ada.ok('apps.build', { prompt: 'Another one' })
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({ state: 'queued', attempts: 1 })
        server().clock.advance(60_000)
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({ state: 'complete', attempts: 2 })
        expect(await spent(ada)).toEqual([19, 0])
      })

      test('fails after three attempts without an answer of the model', async () => {
        const ada = await server().account()
        answers = Array.from({ length: 3 }, () => ({ status: 500 }))
        const { id } = await ada.ok('apps.build', { prompt })
        for (let count = 0; count < 3; count++) {
          await server().jobs.settle()
          server().clock.advance(600_000)
        }
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({ state: 'failed', attempts: 3 })
        expect(await spent(ada)).toEqual([0, 0])
      })

      test('that was interrupted too often fails and is refunded', async () => {
        const ada = await server().account()
        answers = [{ stalled: '{' }]
        const request = provider.nextRequest()
        const { id } = await ada.ok('apps.build', { prompt })
        await request
        const { store } = server()
        await store.run(store.sql('app_builds').where({ id }).update({ recoveries: maxRecoveries, run: 99 }))
        await store.run(store.sql('jobs').where({ kind: 'apps.build', owner: ada.id }).delete())
        server().clock.advance(2 * 3_600_000)
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({
          ...{ state: 'failed', recoveries: maxRecoveries + 1 },
          error: expect.stringContaining('stopped too many times'),
        })
        expect(await spent(ada)).toEqual([0, 0])
      })
    })

    describe('a repeated request', () => {
      test('returns the same build for the same key or description, and costs nothing', async () => {
        const ada = await server().account()
        const first = await built(ada, { request_key: 'k' })
        expect(await ada.ok('apps.build', { prompt, request_key: 'k' })).toEqual({ ...first, is_new: false })
        expect(await ada.ok('apps.build', { prompt: ` ${prompt}\n` })).toMatchObject({ id: first.id, is_new: false })
        expect((await ada.ok('apps.build', { prompt, request_key: 'other' })).is_new).toBe(true)
        await server().jobs.settle()
        expect(await spent(ada)).toEqual([38, 0])
        const { status, body } = await ada.fails('apps.build', { prompt: 'Something else', request_key: 'k' })
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
        const bob = await server().account()
        expect((await bob.ok('apps.build', { prompt, request_key: 'k' })).is_new).toBe(true)
        await server().jobs.settle()
      })

      test('starts a new build if the app was deleted', async () => {
        const ada = await server().account()
        const { id } = await built(ada)
        const { store } = server()
        await store.run(store.sql('apps').where({ owner: ada.id }).delete())
        expect((await built(ada)).id).not.toBe(id)
      })

      test('at the same moment starts one build, charged once', async () => {
        const ada = await server().account()
        const accepted = await Promise.all([1, 2, 3].map(() => ada.ok('apps.build', { prompt })))
        await server().jobs.settle()
        expect(new Set(accepted.map(({ id }) => id)).size).toBe(1)
        expect(accepted.filter(({ is_new }) => is_new)).toHaveLength(1)
        expect(await spent(ada)).toEqual([19, 0])
      })
    })

    describe('a change of an app', () => {
      async function withApp(more: Record<string, unknown> = {}) {
        const ada = await server().account()
        const app = await ada.ok('apps.create', { name: 'Heron', html: documentSaying('Old'), tags: 'birds', ...more })
        return { ada, app }
      }

      test('changes only its source, and stores the version before', async () => {
        const { ada, app } = await withApp({ price: 2 })
        answers = [writtenApp(documentSaying('Old')), writtenApp(documentSaying('New'))]
        const done = await built(ada, { slug: app.slug, prompt: 'Say new' })
        expect(done).toMatchObject({ state: 'complete', changes: app.slug, slug: app.slug, name: 'Heron', attempts: 2 })
        const [said, , correction] = asked()
        expect(said).toContain('Say new')
        expect(said).toContain('<p id=\\"out\\">Old</p>')
        expect(correction).toContain('The app has not changed.')
        const read = await ada.ok('apps.read', { slug: app.slug })
        expect(read.html).toBe(documentSaying('New'))
        expect(read.app).toMatchObject({
          name: 'Heron',
          tags: ['birds'],
          price_credits: 2,
          origin: { kind: 'created' },
        })
        const { store } = server()
        const versions = await store.all(store.sql('app_versions').select('number').where({ app: app.id }))
        expect(versions).toHaveLength(2)
        expect((await ada.ok('apps.build', { slug: app.slug, prompt: 'Say new' })).is_new).toBe(true)
        await server().jobs.settle()
      })

      test('is another build than the same description for another app, or for a new one', async () => {
        const { ada, app } = await withApp()
        const other = await ada.ok('apps.create', { name: 'Egret', html: documentSaying('Old') })
        answers = [1, 2, 3].map((each) => writtenApp(documentSaying(`New ${each}`)))
        const done = [await built(ada, { slug: app.slug }), await built(ada, { slug: other.slug }), await built(ada)]
        expect(new Set(done.map(({ id }) => id)).size).toBe(3)
        expect(done.slice(0, 2).map(({ changes }) => changes)).toEqual([app.slug, other.slug])
        const key = { prompt: 'Say new', request_key: 'k' }
        await ada.ok('apps.build', { ...key, slug: app.slug })
        const { body } = await ada.fails('apps.build', { ...key, slug: other.slug })
        expect(body.code).toBe('failed_precondition')
        await server().jobs.settle()
      })

      test('leaves an app alone that was edited in the meantime, and then costs nothing', async () => {
        const { ada, app } = await withApp()
        answers = [{ status: 500 }, writtenApp(documentSaying('New'))]
        const { id } = await ada.ok('apps.build', { slug: app.slug, prompt: 'Say new' })
        await server().jobs.settle()
        await ada.ok('apps.edit', { slug: app.slug, html: documentSaying('By hand') })
        server().clock.advance(60_000)
        await server().jobs.settle()
        expect(await ada.ok('apps.buildstatus', { id })).toMatchObject({
          ...{ state: 'failed', cost_credits: 0 },
          error: expect.stringContaining('was edited while this build was running'),
        })
        expect((await ada.ok('apps.read', { slug: app.slug })).html).toBe(documentSaying('By hand'))
        expect(await spent(ada)).toEqual([10, 0])
      })

      test('fails for an app of someone else as for a missing one', async () => {
        const { app } = await withApp({ public: true })
        const bob = await server().account()
        const theirs = await bob.fails('apps.build', { slug: app.slug, prompt })
        const none = await bob.fails('apps.build', { slug: 'no-such-app', prompt })
        expect([theirs.status, theirs.body.code]).toEqual([400, 'not_found'])
        expect(theirs.body.error.replace(app.slug, 'no-such-app')).toBe(none.body.error)
        expect(await spent(bob)).toEqual([0, 0])
      })
    })

    describe('bounds', () => {
      test('a description of 16,000 emoji is used unchanged', async () => {
        const long = '🌊'.repeat(16_000)
        const done = await built(await server().account(), { prompt: long })
        expect([done.state, done.prompt, [...done.snippet].length]).toEqual(['complete', long, 200])
      })

      test('an account can have two unfinished builds, while others can build', async () => {
        const ada = await server().account()
        await insertBuilds(maxUnfinished, () => ({ owner: ada.id, state: 'generating' }))
        const { status, body } = await ada.fails('apps.build', { prompt })
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
        expect(await spent(ada)).toEqual([0, 0])
        expect((await built(await server().account())).state).toBe('complete')
      })

      test('if too many builds wait, a further one fails and may be retried later', async () => {
        const { store } = server()
        const crowd = await server().account()
        const open = store.sql('app_builds').whereNotIn('state', ['complete', 'failed']).count({ total: '*' })
        const there = Number((await store.get<{ total: number | string }>(open))?.total)
        await insertBuilds(maxUnfinishedOfAll - there, () => ({ owner: crowd.id, state: 'queued' }))
        const ada = await server().account()
        const { status, body, headers } = await ada.fails('apps.build', { prompt })
        expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '120'])
        await store.run(store.sql('app_builds').where({ owner: crowd.id }).delete())
        expect((await built(ada)).state).toBe('complete')
      })

      test('the latest 100 builds are stored, and lists have the beginning of each description', async () => {
        const ada = await server().account()
        await insertBuilds(maxKept + 5, (index) => ({ owner: ada.id, created_at: index, prompt: 'y'.repeat(9000) }))
        await built(ada)
        const { items } = await ada.ok('apps.builds', {})
        expect(items).toHaveLength(maxKept)
        expect(items[0]).toMatchObject({ state: 'complete' })
        expect([...(items[1]?.snippet ?? '')].length).toBe(200)
      })

      test('a caller who cannot pay is rejected, and nothing is queued', async () => {
        const ada = await server().account()
        const { store, ledger } = server()
        const reservation = await ledger.reserve({
          ...{ accountId: ada.id, microCredits: 990 * CREDIT, operationId: 'x', requestId: 'x' },
        })
        const { status } = await ada.fails('apps.build', { prompt })
        expect(status).toBe(402)
        expect(await ada.ok('apps.builds', {})).toEqual({ items: [] })
        expect(await store.all(store.sql('jobs').select('id').where({ owner: ada.id }))).toEqual([])
        await ledger.release(reservation)
      })
    })

    test("someone else's build looks like a missing one", async () => {
      const { id } = await built(await server().account())
      const bob = await server().account()
      const none = 'build_01k9y2r5d3f7h9k1m4n6p8q0s2'
      for (const [operation, args] of [
        ['apps.buildstatus', (build: string) => ({ id: build })],
        ['apps.read', (build: string) => ({ slug: build })],
      ] as const) {
        const theirs = await bob.fails(operation, args(id))
        const missing = await bob.fails(operation, args(none))
        expect([theirs.status, theirs.body]).toEqual([400, missing.body])
      }
      expect((await server().anonymous.fails('apps.read', { slug: id })).body.code).toBe('not_found')
      expect(await bob.ok('apps.builds', {})).toEqual({ items: [] })
    })

    test('the builds of an account are deleted with it, even while an app is being written', async () => {
      const ada = await server().account()
      answers = [{ stalled: '{' }]
      const request = provider.nextRequest()
      const { id } = await ada.ok('apps.build', { prompt })
      await request
      const { store, ledger } = server()
      await store.run(store.sql('accounts').where({ id: ada.id }).delete())
      expect(await store.get(store.sql('app_builds').where({ id }))).toBeUndefined()
      expect((await ledger.check()).mismatches).toEqual([])
    })
  },
  { settings: { ...provider.settings('openai'), BROWSER_PATH: '/nonexistent/chromium', MODEL_TIMEOUT_S: '2' } },
)
