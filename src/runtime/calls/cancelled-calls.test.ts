import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { paidThrough, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'
import type { Context } from './context.ts'

type Work = (ctx: Context) => unknown

/** Calls that respect the signal, and calls that never read it. */
const obeying: Work = ({ signal }) =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(new Error('The provider hung up.', { cause: signal.reason })))
  })

function gated() {
  const gate = Promise.withResolvers<void>()
  const work: Work = async ({ operation }) => {
    await gate.promise
    return exampleResult(operation.id)
  }
  return { work, open: gate.resolve }
}

const metered = ['text.classify', 'browser.read', 'apps.edit'] as const
const textQuery = `?${new URLSearchParams(exampleArguments('text.classify') as Record<string, string>)}`
const classify = `/api/v1/text/classify${textQuery}`
const pageQuery = '?url=https%3A%2F%2Fexample.org%2F'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  async function setUp() {
    const facilitator = await startObligingFacilitator()
    let work: Work = ({ operation }) => exampleResult(operation.id)
    let begun = Promise.withResolvers<void>()
    let runs = 0
    const handlers = standIns(
      Object.fromEntries(
        metered.map((id) => [
          id,
          (_args: unknown, ctx: unknown) => {
            runs += 1
            begun.resolve()
            return work(ctx as Context)
          },
        ]),
      ),
    )
    const lines: Record<string, unknown>[] = []
    let disconnected = Promise.withResolvers<void>()
    const server = await startTestServer({
      ...(await newDatabase()),
      handlers,
      settings: { ...paidThrough(facilitator.url), WELCOME_CREDITS: '0' },
      onLogLine(line) {
        const entry = JSON.parse(line)
        if (!String(entry.msg).startsWith('call')) return
        lines.push(entry)
        disconnected.resolve()
      },
    })
    const ann = await server.account()
    const { cookie, csrfToken } = await ann.inBrowser()
    await server.ledger.grant(ann.id, 100_000_000, 'for the test')

    /** Sends a call to the server itself, disconnects once its handler runs, and waits until the server is done with it. */
    async function hangUp(path: string, doing: Work, init: RequestInit) {
      work = doing
      begun = Promise.withResolvers()
      disconnected = Promise.withResolvers()
      const hanging = new AbortController()
      const call = fetch(server.url + path, { ...init, signal: hanging.signal })
      await begun.promise
      hanging.abort()
      await expect(call).rejects.toThrow()
      await disconnected.promise
    }
    return {
      ann,
      /** The headers of Ann's browser. */
      browser: { Cookie: cookie, 'X-CSRF-Token': csrfToken },
      facilitator,
      hangUp,
      lines,
      runs: () => runs,
      server,
      works: () => {
        work = ({ operation }) => exampleResult(operation.id)
      },
      async [Symbol.asyncDispose]() {
        await server.stop()
        await facilitator.stop()
      },
    }
  }

  /** A gate that opens once the server has noticed that the client has disconnected. */
  async function onceGone(ctx: Context): Promise<void> {
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()))
  }

  const spent = async ({ ledger }: TestServer, { id }: { id: string }) => {
    const { balance, reserved } = await ledger.balance(id)
    return { charged: 100_000_000 - balance, reserved }
  }

  describe('a client that disconnects', () => {
    test('while a metered call runs that stops for it is charged nothing, and its key is free', async () => {
      await using all = await setUp()
      const headers = { 'Idempotency-Key': 'one' }
      await all.hangUp(classify, obeying, { headers: { ...all.browser, ...headers } })
      expect(all.lines).toMatchObject([{ msg: 'call cancelled', code: 'cancelled', operation: 'text.classify' }])
      expect(await spent(all.server, all.ann)).toEqual({ charged: 0, reserved: 0 })
      all.works()
      const again = await all.ann.send('text.classify', { headers }, textQuery)
      expect([again.status, again.headers.has('Idempotency-Replayed'), all.runs()]).toEqual([200, false, 2])
      expect((await all.server.ledger.check()).mismatches).toEqual([])
    })

    test('is not charged for a read that finished anyway', async () => {
      await using all = await setUp()
      const { work, open } = gated()
      const doing: Work = (ctx) => {
        void onceGone(ctx).then(open)
        return work(ctx)
      }
      await all.hangUp(classify, doing, { headers: all.browser })
      expect(all.lines).toMatchObject([{ msg: 'call cancelled', code: 'cancelled' }])
      expect(await spent(all.server, all.ann)).toEqual({ charged: 0, reserved: 0 })
    })

    test('finds the finished response under its key, paid for once', async () => {
      await using all = await setUp()
      const headers = { 'Idempotency-Key': 'one' }
      const { work, open } = gated()
      const doing: Work = (ctx) => {
        void onceGone(ctx).then(open)
        return work(ctx)
      }
      await all.hangUp(classify, doing, { headers: { ...all.browser, ...headers } })
      expect(all.lines).toMatchObject([{ msg: 'call', code: 'ok' }])
      const again = await all.ann.send('text.classify', { headers }, textQuery)
      expect([again.status, again.headers.get('Idempotency-Replayed'), all.runs()]).toEqual([200, 'true', 1])
      expect(await spent(all.server, all.ann)).toEqual({ charged: 1_000_000, reserved: 0 })
    })

    test('pays for changes that were made anyway', async () => {
      await using all = await setUp()
      const { work, open } = gated()
      const doing: Work = (ctx) => {
        void onceGone(ctx).then(open)
        return work(ctx)
      }
      const headers = { ...all.browser, 'Content-Type': 'application/json' }
      const body = JSON.stringify(exampleArguments('apps.edit'))
      await all.hangUp('/api/v1/apps/edit', doing, { method: 'POST', headers, body })
      expect(all.lines).toMatchObject([{ msg: 'call', code: 'ok' }])
      expect(await spent(all.server, all.ann)).toEqual({ charged: 10_000_000, reserved: 0 })
    })

    test.each([
      ['stops for it', obeying],
      [
        'finishes anyway',
        async (ctx: Context) => {
          await onceGone(ctx)
          return exampleResult(ctx.operation.id)
        },
      ],
    ])(
      'has paid nothing by x402 for a call that %s: it is not settled, and the payment stays valid',
      async (_, doing) => {
        await using all = await setUp()
        const headers = { 'PAYMENT-SIGNATURE': paymentOf(4) }
        await all.hangUp(`/api/v1/browser/read${pageQuery}`, doing, { headers })
        expect(all.lines).toMatchObject([{ msg: 'call cancelled', code: 'cancelled' }])
        expect(all.facilitator.asked).toEqual(['verify'])
        expect(await all.server.store.all(all.server.store.sql('payments'))).toEqual([])
        all.works()
        const again = await all.server.anonymous.send('browser.read', { headers }, pageQuery)
        expect([again.status, again.headers.has('PAYMENT-RESPONSE')]).toEqual([200, true])
        expect(all.facilitator.asked).toEqual(['verify', 'verify', 'settle'])
      },
    )
  })
})
