import { describe, expect, test, vi } from 'vitest'
import { type Operation, type OperationId, operations } from '#generated/server/operations.ts'
import { forEachServer, type TestAccount, type TestServer } from '../../testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '../../testing/stand-ins.ts'
import { ApiError } from '../base/errors.ts'
import type { Context } from '../calls/context.ts'
import { addCredits } from './additions.ts'
import { formatCredits } from './amounts.ts'

const CREDIT = 1_000_000
const metered = operations.filter(({ microCredits }) => microCredits > 0)
const classify = { text: 'The parcel never came.', labels: 'complaint,praise' }

/** The methods of a test; each test sets its own. */
const does: Partial<Record<OperationId, (args: unknown, ctx: Context) => unknown>> = {}
const ids = [...new Set(metered.map(({ id, formOf }) => formOf ?? id)), 'mail.send', 'flights.airport'] as const
const handlers = standIns(
  Object.fromEntries(
    ids.map((id) => [
      id,
      (args: unknown, ctx: unknown) =>
        (does[id as OperationId] ?? (() => exampleResult(id as OperationId)))(args, ctx as Context),
    ]),
  ),
)

forEachServer(
  (server) => {
    const headersOf = ({ headers }: { headers: Headers }) => ({
      charged: headers.get('X-Credits-Charged'),
      balance: headers.get('X-Credits-Balance'),
    })

    async function withCredits(credits: number): Promise<TestAccount> {
      const account = await server().account()
      if (credits > 0) await server().ledger.grant(account.id, credits * CREDIT)
      return account
    }

    function doing(id: OperationId, what: (args: unknown, ctx: Context) => unknown): void {
      does[id] = what
    }

    describe('a metered call', () => {
      test('of any method costs its price, which is in the headers with the new balance', async () => {
        const ann = await withCredits(1000)
        let left = 1000 * CREDIT
        for (const { id, microCredits } of metered) {
          const answer = await ann.call(id, exampleArguments(id))
          left -= microCredits
          expect([id, answer.status, headersOf(answer)]).toEqual([
            id,
            200,
            { charged: formatCredits(microCredits), balance: formatCredits(left) },
          ])
        }
        expect(await server().ledger.balance(ann.id)).toEqual({ balance: left, reserved: 0, available: left })
        const entries = await server().ledger.entries(ann.id, { limit: metered.length })
        expect(entries.map(({ operationId }) => operationId).reverse()).toEqual(metered.map(({ id }) => id))
      })

      test('is found in the ledger by its request id', async () => {
        const ann = await withCredits(5)
        const query = `?${new URLSearchParams(classify)}`
        await ann.send('text.classify', { headers: { 'X-Request-Id': 'my-own-id' } }, query)
        expect((await server().ledger.entries(ann.id))[0]).toMatchObject({ kind: 'charge', requestId: 'my-own-id' })
      })

      test('costs less, or nothing, if the method says so', async () => {
        const ann = await withCredits(5)
        doing('text.classify', (_, ctx) => {
          ctx.charge(CREDIT / 4)
          return exampleResult('text.classify')
        })
        expect(headersOf(await ann.call('text.classify', classify))).toEqual({ charged: '0.25', balance: '4.75' })
        doing('text.classify', (_, ctx) => {
          ctx.charge(0)
          return exampleResult('text.classify')
        })
        expect(headersOf(await ann.call('text.classify', classify))).toEqual({ charged: '0', balance: '4.75' })
        expect(await server().ledger.entries(ann.id)).toHaveLength(2)
        delete does['text.classify']
      })

      test('cannot cost more than its price: the method fails, and the call costs nothing', async () => {
        const ann = await withCredits(5)
        doing('text.classify', (_, ctx) => {
          ctx.charge(CREDIT + 1)
          return exampleResult('text.classify')
        })
        expect(await ann.fails('text.classify', classify)).toMatchObject({ status: 500, body: { code: 'internal' } })
        expect(await server().ledger.balance(ann.id)).toMatchObject({ balance: 5 * CREDIT, reserved: 0 })
        delete does['text.classify']
      })
    })

    describe('a call that fails costs nothing', () => {
      test.each([
        ['invalid_argument', 400],
        ['not_found', 400],
        ['failed_precondition', 400],
        ['conflict', 409],
        ['internal', 500],
        ['not_implemented', 501],
        ['upstream_failed', 502],
        ['not_configured', 503],
        ['unavailable', 503],
        ['upstream_timeout', 504],
      ] as const)('%s', async (code, status) => {
        const ann = await withCredits(5)
        doing('text.extract', () => {
          throw new ApiError(code, 'It did not work.')
        })
        await server().ledger.grant(ann.id, 5 * CREDIT)
        const answer = await ann.fails('text.extract', exampleArguments('text.extract'))
        expect([answer.status, headersOf(answer)]).toEqual([status, { charged: '0', balance: '10' }])
        expect(await server().ledger.balance(ann.id)).toMatchObject({ balance: 10 * CREDIT, reserved: 0 })
        delete does['text.extract']
      })

      test('a result that cannot be written as JSON', async () => {
        const ann = await withCredits(5)
        doing('text.classify', () => ({ label: 1n }))
        const answer = await ann.fails('text.classify', classify)
        expect([answer.status, headersOf(answer)]).toEqual([500, { charged: '0', balance: '5' }])
        expect(await server().ledger.balance(ann.id)).toMatchObject({ balance: 5 * CREDIT, reserved: 0 })
        delete does['text.classify']
      })

      test('wrong arguments are rejected before the ledger is read', async () => {
        const ann = await withCredits(0)
        const answer = await ann.fails('text.classify', { text: 'x' })
        expect([answer.status, headersOf(answer)]).toEqual([400, { charged: null, balance: null }])
      })
    })

    describe('a balance that does not cover the price', () => {
      test('is a 402 with both and how to get more; the method does not run', async () => {
        const ann = await withCredits(2.5)
        const handler = vi.fn(() => exampleResult('text.summarise'))
        doing('text.summarise', handler)
        const answer = await ann.fails('text.summarise', { text: 'A long text.' })
        expect(answer.status).toBe(402)
        expect(answer.body).toMatchObject({
          code: 'payment_required',
          error: expect.stringContaining(
            `text.summarise costs 3 credits, but ${ann.username} has only 2.5 credits to spend`,
          ),
        })
        expect(answer.body.error).toContain(`onedoor credits grant ${ann.username} AMOUNT`)
        expect(headersOf(answer)).toEqual({ charged: '0', balance: '2.5' })
        expect(handler).not.toHaveBeenCalled()
        await server().ledger.grant(ann.id, CREDIT / 2)
        expect(headersOf(await ann.call('text.summarise', { text: 'A long text.' }))).toEqual({
          charged: '3',
          balance: '0',
        })
        delete does['text.summarise']
      })

      test('100 calls at once with a balance for ten: exactly ten succeed', async () => {
        const ann = await withCredits(10)
        const answers = await Promise.all(Array.from({ length: 100 }, () => ann.call('text.classify', classify)))
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
        expect(answers.filter(({ status }) => status === 402)).toHaveLength(90)
        expect(await server().ledger.balance(ann.id)).toEqual({ balance: 0, reserved: 0, available: 0 })
        expect((await server().ledger.check()).mismatches).toEqual([])
      })
    })

    describe('without a caller', () => {
      const byNeed = (test: (operation: Operation) => boolean) => metered.filter(test).map(({ id }) => id)

      test.each(byNeed(({ needs }) => needs !== 'account'))(
        '%s names its price before it reads arguments',
        async (id) => {
          const { microCredits } = operations.find((operation) => operation.id === id) as Operation
          const { status, body } = await server().anonymous.fails(id, {})
          expect(status).toBe(402)
          const text = JSON.stringify(body)
          expect(text).toContain(`${id} costs ${formatCredits(microCredits)} credit`)
          expect(text).toContain('onedoor token create NAME --services')
          if (!id.startsWith('url.')) expect(body).toMatchObject({ code: 'payment_required', accepts: [] })
        },
      )

      test.each(byNeed(({ needs }) => needs === 'account'))('%s needs an account: 401, never 402', async (id) => {
        expect(await server().anonymous.fails(id, {})).toMatchObject({ status: 401 })
      })
    })

    describe('a method whose price depends on its arguments', () => {
      const mail = exampleArguments('mail.send')

      test('reserves before it acts, and costs what it reserved', async () => {
        const ann = await withCredits(10)
        doing('mail.send', async (_, ctx) => {
          await ctx.reserve(4 * CREDIT)
          expect(await server().ledger.balance(ann.id)).toMatchObject({ reserved: 4 * CREDIT })
          return exampleResult('mail.send')
        })
        expect(headersOf(await ann.call('mail.send', mail))).toEqual({ charged: '4', balance: '6' })
        doing('mail.send', async (_, ctx) => {
          await ctx.reserve(4 * CREDIT)
          await ctx.reserve(6 * CREDIT)
          ctx.charge(5 * CREDIT)
          return exampleResult('mail.send')
        })
        expect(headersOf(await ann.call('mail.send', mail))).toEqual({ charged: '5', balance: '1' })
        delete does['mail.send']
      })

      test('is rejected with the computed price, and does not act', async () => {
        const ann = await withCredits(5)
        const acts = vi.fn(() => exampleResult('mail.send'))
        doing('mail.send', async (_, ctx) => {
          await ctx.reserve(4 * CREDIT)
          await ctx.reserve(6 * CREDIT)
          return acts()
        })
        const answer = await ann.fails('mail.send', mail)
        expect(answer.body.error).toContain('mail.send costs 6 credits')
        expect([answer.status, headersOf(answer)]).toEqual([402, { charged: '0', balance: '5' }])
        expect(acts).not.toHaveBeenCalled()
        expect(await server().ledger.balance(ann.id)).toMatchObject({ balance: 5 * CREDIT, reserved: 0 })
        delete does['mail.send']
      })

      test('can add to a listed price', async () => {
        const ann = await withCredits(5)
        doing('text.classify', async (_, ctx) => {
          await ctx.reserve(2 * CREDIT)
          return exampleResult('text.classify')
        })
        expect(headersOf(await ann.call('text.classify', classify))).toEqual({ charged: '2', balance: '3' })
        delete does['text.classify']
      })

      test('charges nothing that it has not reserved, and nothing after a failed reservation that it did not await', async () => {
        const ann = await withCredits(5)
        doing('mail.send', (_, ctx) => {
          ctx.charge(1)
          return exampleResult('mail.send')
        })
        expect((await ann.fails('mail.send', mail)).status).toBe(500)
        doing('mail.send', (_, ctx) => {
          void ctx.reserve(CREDIT)
          throw new ApiError('upstream_failed', 'It did not work.')
        })
        expect((await ann.fails('mail.send', mail)).status).toBe(502)
        expect(await server().ledger.balance(ann.id)).toMatchObject({ balance: 5 * CREDIT, reserved: 0 })
        delete does['mail.send']
      })

      test('is not available to anonymous callers, even if it is open to all', async () => {
        doing('flights.airport', async (_, ctx) => {
          await ctx.reserve(CREDIT)
          return exampleResult('flights.airport')
        })
        const { status, body } = await server().anonymous.fails('flights.airport', exampleArguments('flights.airport'))
        expect([status, body.code]).toEqual([402, 'payment_required'])
        delete does['flights.airport']
      })
    })

    describe('a free method', () => {
      test('has no credits in its headers and no line in the ledger', async () => {
        const ann = await withCredits(0)
        const answer = await ann.call('notes.add', exampleArguments('notes.add'))
        expect([answer.status, headersOf(answer)]).toEqual([200, { charged: null, balance: null }])
        expect(await server().ledger.entries(ann.id)).toEqual([])
      })
    })

    test('a top-up by payment can be spent at once', async () => {
      const ann = await withCredits(0)
      await topUp(server(), ann.id, 2)
      expect(headersOf(await ann.call('text.classify', classify))).toEqual({ charged: '1', balance: '1' })
    })
  },
  { handlers, settings: { WELCOME_CREDITS: '0' } },
)

function topUp({ store }: TestServer, accountId: string, credits: number): Promise<boolean> {
  const payment = { accountId, kind: 'topup', microCredits: credits * CREDIT, now: 1, reference: accountId } as const
  return store.write((tx) => addCredits(tx, payment))
}
