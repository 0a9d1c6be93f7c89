import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { type ObligingFacilitator, paidThrough, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'
import { ApiError } from '../../base/errors.ts'
import { createContract } from '../../calls/contract.ts'

const page = '?url=https%3A%2F%2Fexample.org%2F'
const otherPage = '?url=https%3A%2F%2Fexample.org%2Fother'
const runs: string[] = []
let failure: ApiError | undefined

const handlers = standIns(
  Object.fromEntries(
    (['browser.read', 'apps.edit'] as const).map((id) => [
      id,
      () => {
        runs.push(id)
        if (failure) throw failure
        return exampleResult(id)
      },
    ]),
  ),
)

/** The product's operations, of which one is metered and a public write. */
const contract = createContract(
  operations.map((operation) => (operation.id === 'apps.edit' ? { ...operation, publicWrite: true } : operation)),
)

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  let facilitator: ObligingFacilitator
  let server: TestServer

  beforeAll(async () => {
    facilitator = await startObligingFacilitator()
    const settings = { ...paidThrough(facilitator.url), WELCOME_CREDITS: '0', LIMIT_PUBLIC_WRITES_PER_HOUR: '1' }
    server = await startTestServer({ ...(await newDatabase()), handlers, contract, settings })
  })
  afterAll(async () => {
    await server.stop()
    await facilitator.stop()
  })

  /** The calls to the facilitator and the handlers that run during `work`. */
  async function during<Answer>(work: () => Promise<Answer>) {
    const [asked, ran] = [facilitator.asked.length, runs.length]
    const answer = await work()
    return { answer, asked: facilitator.asked.slice(asked), runs: runs.slice(ran) }
  }

  const paidRead = (key: string, payment = paymentOf(4), query = page) =>
    server.anonymous.send('browser.read', { headers: { 'PAYMENT-SIGNATURE': payment, 'Idempotency-Key': key } }, query)

  test('a paid call counts as a public write, reports the remaining ones, and is rejected over the limit, unpaid', async () => {
    const ann = await server.account()
    const edit = (payment: string) => {
      const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': payment }
      return ann.send('apps.edit', { body: JSON.stringify(exampleArguments('apps.edit')), headers })
    }
    const first = await edit(paymentOf(10))
    expect([first.status, first.headers.has('PAYMENT-RESPONSE')]).toEqual([200, true])
    expect(first.headers.get('RateLimit-Policy')).toBe('"public-writes";q=1;w=3600')
    expect(first.headers.get('RateLimit')).toMatch(/^"public-writes";r=0;t=\d+$/)

    const payment = paymentOf(10)
    const over = await during(() => edit(payment))
    expect(over).toMatchObject({ answer: { status: 429, body: { code: 'rate_limited' } }, asked: ['verify'], runs: [] })
    expect(over.answer.headers.get('RateLimit')).toMatch(/^"public-writes";r=0;t=\d+$/)
    expect(over.answer.headers.get('Retry-After')).toMatch(/^\d+$/)
    server.clock.advance(2 * 3_600_000)
    expect(await during(() => edit(payment))).toMatchObject({ answer: { status: 200 }, asked: ['verify', 'settle'] })
  })

  test('a wallet that repeats a key gets the same result, and its new payment is not settled', async () => {
    const first = await paidRead('repeat')
    const payment = paymentOf(4)
    const again = await during(() => paidRead('repeat', payment))
    expect(again).toMatchObject({ answer: { status: 200, body: first.body as object }, asked: ['verify'], runs: [] })
    expect(again.answer.headers.get('Idempotency-Replayed')).toBe('true')
    expect(again.answer.headers.has('PAYMENT-RESPONSE')).toBe(false)
    expect(await during(() => paidRead('another', payment))).toMatchObject({ asked: ['verify', 'settle'] })
  })

  test('a payment pays for one request: not for other arguments, nor for another caller', async () => {
    const init = { headers: { 'PAYMENT-SIGNATURE': paymentOf(4) } }
    const ann = await server.account()
    const answers = [
      await server.anonymous.send('browser.read', init, page),
      await server.anonymous.send('browser.read', init, page),
      await server.anonymous.send('browser.read', init, otherPage),
      await ann.send('browser.read', init, page),
    ]
    expect(answers.map(({ status, body }) => [status, (body as { error?: string }).error])).toEqual([
      [200, undefined],
      [409, expect.stringContaining('the result was returned')],
      [409, expect.stringContaining('already used for browser.read')],
      [409, expect.stringContaining('already used for browser.read')],
    ])
  })

  test('an account that repeats a key gets the same result with another payment, and with none', async () => {
    const ann = await server.account()
    const key = { 'Idempotency-Key': 'repeat' }
    const paid = () => ({ headers: { ...key, 'PAYMENT-SIGNATURE': paymentOf(4) } })
    expect((await ann.send('browser.read', paid(), page)).status).toBe(200)
    for (const init of [paid(), { headers: key }]) {
      const again = await during(() => ann.send('browser.read', init, page))
      expect([again.answer.status, again.answer.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
      expect([again.runs, again.asked.includes('settle')]).toEqual([[], false])
    }
  })

  test('a key with other arguments is rejected, and its new payment is not settled', async () => {
    await paidRead('mismatch')
    const refused = await during(() => paidRead('mismatch', paymentOf(4), otherPage))
    expect(refused).toMatchObject({
      answer: { status: 422, body: { code: 'idempotency_mismatch' } },
      asked: ['verify'],
      runs: [],
    })
  })

  test('a paid call with a lasting error is stored under its key, and is never settled', async () => {
    failure = new ApiError('not_found', 'There is no such page.')
    const first = await during(() => paidRead('fails'))
    failure = undefined
    const again = await during(() => paidRead('fails'))
    for (const { answer, asked } of [first, again]) {
      expect([answer.status, asked]).toEqual([400, ['verify']])
      expect(answer.headers.has('PAYMENT-RESPONSE')).toBe(false)
    }
    expect([first.runs, again.runs]).toEqual([['browser.read'], []])
  })

  test('a key is free after a paid call whose payment is refused: nobody gets its result unpaid', async () => {
    facilitator.beforeSettling = async () => 'refuse'
    expect((await paidRead('unpaid')).status).toBe(402)
    facilitator.beforeSettling = undefined
    const again = await during(() => paidRead('unpaid'))
    expect([again.answer.status, again.asked, again.runs]).toEqual([200, ['verify', 'settle'], ['browser.read']])
  })

  test('a key is free after a paid call with a temporary error', async () => {
    failure = new ApiError('upstream_failed', 'The page did not load.')
    expect((await paidRead('tries')).status).toBe(502)
    failure = undefined
    const again = await during(() => paidRead('tries'))
    expect([again.answer.status, again.asked, again.runs]).toEqual([200, ['verify', 'settle'], ['browser.read']])
  })

  test('a malformed payment header is rejected before the body is read', async () => {
    const headers = { 'Content-Type': 'text/plain', 'PAYMENT-SIGNATURE': '{"x402Version":2}' }
    const refused = await server.anonymous.send('apps.edit', { body: 'not JSON', headers })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    expect((refused.body as { error: string }).error).toContain('PAYMENT-SIGNATURE')
  })
})
