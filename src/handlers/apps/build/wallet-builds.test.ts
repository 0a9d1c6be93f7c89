import { afterAll, beforeEach, expect, test } from 'vitest'
import { documentSaying, writtenApp } from '#testing/built-apps.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { paidThrough, payer, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { forEachServer } from '#testing/server.ts'
import { maxTries, maxUnfinished, walletKeptMs } from './build-queue.ts'

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? writtenApp(documentSaying('Hello')))
const facilitator = await startObligingFacilitator()
beforeEach(() => {
  answers = []
  facilitator.beforeSettling = undefined
})
afterAll(async () => {
  await provider.stop()
  await facilitator.stop()
})

const wrong = writtenApp(documentSaying('x', "mu.service('notes', 'delete', { id: 'note_1' })"))

forEachServer(
  (server) => {
    async function order(prompt = 'A timer') {
      const wallet = server().sending({ 'PAYMENT-SIGNATURE': paymentOf(19) })
      return wallet.ok('apps.build', { prompt })
    }

    async function status(url: string, accept = 'application/json') {
      const response = await fetch(url, { headers: { Accept: accept }, redirect: 'manual' })
      const text = await response.text()
      return { status: response.status, text, headers: response.headers }
    }

    const resultOf = ({ text }: { text: string }) => JSON.parse(text).result

    test("anyone who has the address of a wallet's build can read it, and its app opens without an account", async () => {
      const accepted = await order()
      expect(accepted.status_url).toBe(`${server().url}/apps/builds/${accepted.id}`)
      const waiting = await status(accepted.status_url, 'text/html')
      await server().jobs.settle()
      const page = await status(accepted.status_url, 'text/html')
      expect([waiting.status, page.status, page.headers.get('Cache-Control')]).toEqual([200, 200, 'private, no-store'])
      const build = resultOf(await status(accepted.status_url))
      expect(build).toMatchObject({
        state: 'complete',
        cost_credits: 19,
        slug: expect.stringMatching(/^build-[0-9a-z]{26}$/),
      })
      expect(page.text).toContain(`/apps/${build.slug}`)
      expect([waiting, page].map(({ text }) => text.includes('Look again'))).toEqual([true, false])
      const app = await status(build.url, 'text/html')
      expect([app.status, /<h1>([^<]*)/.exec(app.text)?.[1]]).toEqual([200, 'Tip splitter'])
      const frame = await fetch(/data-app="([^"]*)"/.exec(app.text)?.[1] ?? '', {
        headers: { 'Sec-Fetch-Dest': 'iframe' },
      })
      expect(await frame.text()).toContain('<p id="out">Hello</p>')
      expect((await status(`${build.url}/icon.svg`)).text).toContain('🧮')
    })

    test('without its address it cannot be found, and it belongs to no account', async () => {
      const { id } = await order()
      await server().jobs.settle()
      const ada = await server().account()
      expect(await ada.ok('apps.builds', {})).toEqual({ items: [] })
      expect((await ada.fails('apps.buildstatus', { id })).body.code).toBe('not_found')
      expect((await ada.fails('apps.read', { slug: id })).body.code).toBe('not_found')
      expect((await status(`${server().url}/apps/builds/build_01k9y2r5d3f7h9k1m4n6p8q0s2`)).status).toBe(404)
      expect((await status(`${server().url}/apps/builds/${id}/other`)).status).toBe(404)
      const gallery = await (await fetch(`${server().url}/apps`)).text()
      expect(gallery).not.toContain('Tip splitter')
    })

    test('every payment starts a separate build', async () => {
      const [first, second] = [await order('Twice'), await order('Twice')]
      expect([first.is_new, second.is_new, first.id === second.id]).toEqual([true, true, false])
      await server().jobs.settle()
    })

    test('a failed build can be retried for free, up to a limit', async () => {
      answers = Array.from({ length: 3 * maxTries }, () => wrong)
      const { id, status_url: url } = await order()
      const before = facilitator.asked.length
      for (let tries = 1; tries < maxTries; tries++) {
        await server().jobs.settle()
        expect(resultOf(await status(url))).toMatchObject({ state: 'failed', cost_credits: 0, attempts: 3 })
        const response = await fetch(`${url}/again`, { method: 'POST', redirect: 'manual' })
        expect([response.status, response.headers.get('Location')]).toEqual([303, `/apps/builds/${id}`])
      }
      await server().jobs.settle()
      expect((await fetch(`${url}/again`, { method: 'POST' })).status).toBe(400)
      expect((await fetch(`${url}/again`)).status).toBe(405)
      expect((await status(url, 'text/html')).text).toContain('which is the limit')
      expect(facilitator.asked.length).toBe(before)
    })

    const unfinished = async () => {
      const { store } = server()
      return store.all<{ id: string; state: string }>(
        store.sql('app_builds').select('id', 'state').whereNotIn('state', ['complete', 'failed']),
      )
    }

    test('it begins once its payment is settled', async () => {
      const { store } = server()
      const settling = Promise.withResolvers<'accept'>()
      facilitator.beforeSettling = () => settling.promise
      const before = provider.requests.length
      const ordered = order()
      const runs = async () => {
        const [build] = await unfinished()
        const job = await store.get<{ attempt: number }>(store.sql('jobs').where({ key: build?.id ?? '' }))
        return [build?.state, Number(job?.attempt)]
      }
      await expect.poll(runs, { timeout: 10_000 }).toEqual(['queued', 1])
      expect(provider.requests.length).toBe(before)
      settling.resolve('accept')
      const { status_url: url } = await ordered
      await server().jobs.settle()
      expect(resultOf(await status(url)).state).toBe('complete')
    })

    test('a build whose payment fails to settle does not run, and is deleted', async () => {
      facilitator.beforeSettling = async () => 'refuse'
      const before = provider.requests.length
      const wallet = server().sending({ 'PAYMENT-SIGNATURE': paymentOf(19) })
      expect((await wallet.fails('apps.build', { prompt: 'A timer' })).status).toBe(402)
      await server().jobs.settle()
      expect([await unfinished(), provider.requests.length]).toEqual([[], before])
    })

    test('a wallet can have two unfinished builds, and does not pay for a third', async () => {
      const { store, clock } = server()
      const now = clock.now()
      for (let index = 0; index < maxUnfinished; index++) {
        const row = { id: `build_${index}`, wallet: payer, state: 'generating', prompt: 'x', prompt_digest: 'x' }
        const counts = { attempts: 1, recoveries: 0, tries: 1, run: 1, cost: 0 }
        await store.run(store.sql('app_builds').insert({ ...row, ...counts, created_at: now, updated_at: now }))
      }
      const before = facilitator.asked.length
      const wallet = server().sending({ 'PAYMENT-SIGNATURE': paymentOf(19) })
      const { body } = await wallet.fails('apps.build', { prompt: 'A third' })
      expect([body.code, facilitator.asked.slice(before)]).toEqual(['failed_precondition', ['verify']])
      await store.run(store.sql('app_builds').where({ prompt: 'x' }).delete())
    })

    test('a wallet has no app to change, and pays nothing for the attempt', async () => {
      const before = facilitator.asked.length
      const wallet = server().sending({ 'PAYMENT-SIGNATURE': paymentOf(19) })
      const { body } = await wallet.fails('apps.build', { prompt: 'Change it', slug: 'tip-splitter' })
      expect(body.code).toBe('not_found')
      expect(facilitator.asked.slice(before)).toEqual(['verify'])
    })

    test('it is deleted after a year', async () => {
      const { status_url: url } = await order()
      await server().jobs.settle()
      server().clock.advance(walletKeptMs - 60_000)
      await server().jobs.settle()
      expect((await status(url)).status).toBe(200)
      server().clock.advance(2 * 3_600_000)
      await server().jobs.settle()
      expect((await status(url)).status).toBe(404)
    })
  },
  {
    settings: {
      ...provider.settings('openai'),
      ...paidThrough(facilitator.url),
      BROWSER_PATH: '/nonexistent/chromium',
    },
  },
)
