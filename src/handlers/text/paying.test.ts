import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { type Scripted, startModelProvider } from '../../testing/model-provider/index.ts'
import { type ObligingFacilitator, paidThrough, paymentOf, startObligingFacilitator } from '../../testing/payments.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const provider = await startModelProvider()
afterAll(() => provider.stop())
afterEach(() => provider.idle())

const credit = 1_000_000
const json = (value: unknown): Scripted => ({ text: JSON.stringify(value) })
const methods = [
  ['text.classify', 1, { text: 'Hello.', labels: 'a,b' }, json({ label: 'a', confidence: 1 })],
  ['text.extract', 6, { text: 'Hello.', schema: 'names' }, json({ names: [] })],
  ['text.summarise', 3, { text: 'Hello.' }, json({ text: 'Hi.' })],
  ['text.translate', 4, { text: 'Hello.', to: 'fr' }, json({ text: 'Salut.', language: 'fr' })],
] as const
const forms = methods.flatMap(([id, ...rest]) => [
  [id as OperationId, ...rest] as const,
  [`${id}_body` as OperationId, ...rest] as const,
])
const failures: readonly (readonly [string, Scripted, number, string])[] = [
  ['refuses', { text: 'I', finish: 'refusal' }, 400, 'failed_precondition'],
  ['fails', { status: 500 }, 502, 'upstream_failed'],
  ['is overloaded', { status: 429, headers: { 'retry-after': '7' } }, 502, 'upstream_failed'],
  ['breaks off', { text: '{"', isCut: true }, 502, 'upstream_failed'],
  ['writes too much', { text: '{"', finish: 'length' }, 502, 'upstream_failed'],
]

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  let facilitator: ObligingFacilitator
  let server: TestServer

  beforeAll(async () => {
    facilitator = await startObligingFacilitator()
    const settings = { ...paidThrough(facilitator.url), ...provider.settings('anthropic'), WELCOME_CREDITS: '0' }
    server = await startTestServer({ ...(await newDatabase()), settings })
  })
  afterAll(async () => {
    await server.stop()
    await facilitator.stop()
  })

  const init = (id: string, args: object, headers: Record<string, string>) =>
    id.endsWith('_body')
      ? { init: { body: JSON.stringify(args), headers: { ...headers, 'Content-Type': 'application/json' } }, query: '' }
      : { init: { headers }, query: `?${new URLSearchParams(args as Record<string, string>)}` }

  describe.each(forms)('%s at %d credits', (id, credits, args, answer) => {
    test('requires a payment from callers without one, before anything else', async () => {
      const requests = provider.requests.length
      for (const some of [args, {}]) {
        const { status, body } = await server.anonymous.call(id, some)
        expect(status).toBe(402)
        expect(body).toMatchObject({ accepts: [{ maxAmountRequired: String(credits * 10_000) }] })
      }
      const poor = await server.account()
      expect((await poor.call(id, args)).status).toBe(402)
      expect(provider.requests.length).toBe(requests)
    })

    test('charges an account once, even if it is repeated under its key', async () => {
      const ann = await server.account()
      await server.ledger.grant(ann.id, 10 * credit)
      provider.script(answer)
      const keyed = init(id, args, { 'Idempotency-Key': `key-${id}` })
      const first = await ann.send(id, keyed.init, keyed.query)
      const second = await ann.send(id, keyed.init, keyed.query)
      expect([first.status, first.headers.get('X-Credits-Charged')]).toEqual([200, String(credits)])
      expect([second.status, second.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
      expect(second.body).toEqual(first.body)
      expect((await server.ledger.balance(ann.id)).available).toBe((10 - credits) * credit)
    })

    test('is paid for by x402, settled once it has succeeded', async () => {
      provider.script(answer)
      const before = facilitator.asked.length
      const paid = init(id, args, { 'PAYMENT-SIGNATURE': paymentOf(credits) })
      const { status, headers } = await server.anonymous.send(id, paid.init, paid.query)
      expect([status, headers.has('PAYMENT-RESPONSE')]).toEqual([200, true])
      expect(facilitator.asked.slice(before)).toEqual(['verify', 'settle'])
    })
  })

  test.each(failures)('a model that %s costs an account nothing', async (_how, scripted, status, code) => {
    const ann = await server.account()
    await server.ledger.grant(ann.id, 10 * credit)
    const [[id, , args]] = methods
    provider.script(scripted)
    const failed = await ann.fails(id, args)
    expect([failed.status, failed.body.code, failed.headers.get('X-Credits-Charged')]).toEqual([status, code, '0'])
    expect(await server.ledger.balance(ann.id)).toMatchObject({ available: 10 * credit, reserved: 0 })
    if ('status' in scripted && scripted.headers) expect(failed.headers.get('Retry-After')).toBe('7')
    await recovered(ann)
  })

  test.each(failures)(
    'a model that %s costs a payer nothing: the payment is verified, not settled',
    async (_how, scripted, status) => {
      const [[id, credits, args]] = methods
      provider.script(scripted)
      const before = facilitator.asked.length
      const paid = init(id, args, { 'PAYMENT-SIGNATURE': paymentOf(credits) })
      expect((await server.anonymous.send(id, paid.init, paid.query)).status).toBe(status)
      expect(facilitator.asked.slice(before)).toEqual(['verify'])
      const ann = await server.account()
      await server.ledger.grant(ann.id, 10 * credit)
      await recovered(ann)
    },
  )

  /** A provider that wanted to be left alone is asked again, and everything works. */
  async function recovered(ann: Awaited<ReturnType<TestServer['account']>>): Promise<void> {
    server.clock.advance(60_000)
    const [[id, , args, answer]] = methods
    provider.script(answer)
    expect((await ann.call(id, args)).status).toBe(200)
  }

  test('a caller that disconnects pays nothing, and the request to the model is aborted', async () => {
    const ann = await server.account()
    await server.ledger.grant(ann.id, 10 * credit)
    const [[, , args]] = methods
    provider.script({ stalled: '{"' })
    const arrived = provider.nextRequest()
    const gone = new AbortController()
    // Not through a proxy, which would keep its own connection.
    const init = { signal: gone.signal, headers: { Authorization: `Bearer ${ann.token}` } }
    const calling = fetch(`${server.url}/api/v1/text/classify?${new URLSearchParams(args)}`, init).catch(() => 'gone')
    await arrived
    gone.abort()
    expect(await calling).toBe('gone')
    await provider.idle()
    expect((await server.ledger.entries(ann.id)).filter(({ kind }) => kind === 'charge')).toEqual([])
  })
})

describe('without a model', () => {
  forEachDatabase((_dialect, _openTestStore, newDatabase) => {
    test('all methods fail, naming the setting, and cost nothing', async () => {
      const server = await startTestServer(await newDatabase())
      try {
        const ann = await server.account()
        const before = await server.ledger.balance(ann.id)
        for (const [id, , args] of forms) {
          const { status, body } = await ann.fails(id, args)
          expect([status, body.code, body.error]).toEqual([
            503,
            'not_configured',
            expect.stringContaining('MODEL_PROVIDER'),
          ])
        }
        expect(await server.ledger.balance(ann.id)).toEqual(before)
      } finally {
        await server.stop()
      }
    })
  })
})
