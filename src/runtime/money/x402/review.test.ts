import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { account, down, paymentOf, processFor, refusal, termsOf } from '#testing/payment-lives.ts'
import { typeLine } from '#testing/typed-line.ts'
import type { Settlement } from './facilitator.ts'
import { createPaymentReview, waitingPayments } from './review.ts'

const transaction = `0x${'ab'.repeat(32)}`

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  /** A payment that was sent for settlement, whose response was lost and that the facilitator rejected after its end. */
  async function unknownPayment(terms = termsOf()) {
    const lost: Settlement[] = [
      { kind: 'unknown', trouble: down },
      { kind: 'refused', reason: 'invalid_transaction_state' },
    ]
    const world = await processFor(openTestStore, { settle: lost })
    if (terms.accountId) await account(world.store, terms.accountId)
    const payment = paymentOf(world.clock)
    await refusal(world.pay(payment, terms))
    world.clock.advance(400_000)
    await world.reconcile()
    const [row] = await world.rows()
    const review = createPaymentReview({
      store: world.store,
      clock: world.clock,
      credit: async (_tx, { accountId, microCredits }) =>
        void world.credited.push({ accountId, microCredits, reference: '' }),
    })
    return { ...world, review, payment, id: row?.id ?? '' }
  }

  const topUp = () => termsOf({ credits: 4 }, { purpose: 'top_up', accountId: 'ann' })

  describe('a payment with an unknown outcome', () => {
    test('is listed, with its nonce, until it is resolved', async () => {
      const { review, payment, id } = await unknownPayment()
      expect(await review.list({ states: ['unknown'], limit: 10 })).toMatchObject([
        { id, nonce: payment.authorization.nonce, reason: 'invalid_transaction_state', next_attempt_at: null },
      ])
      await review.resolve(id, { kind: 'unpaid' })
      expect(await review.list({ states: ['unknown'], limit: 10 })).toEqual([])
      expect(await review.list({ limit: 10 })).toMatchObject([{ id, state: 'refused' }])
    })

    test('waits for the operator, and is counted, once it is not tried again, until it is resolved', async () => {
      const world = await processFor(openTestStore, { settle: [{ kind: 'unknown', trouble: down }] })
      await refusal(world.pay(paymentOf(world.clock), termsOf()))
      expect(await waitingPayments(world.store)).toEqual({ count: 0, oldestMs: undefined })
      const { review, store, id } = await unknownPayment()
      const { created_at } = (await review.list({ limit: 1 }))[0] ?? {}
      expect(await waitingPayments(store)).toEqual({ count: 1, oldestMs: Number(created_at) })
      await review.resolve(id, { kind: 'unpaid' })
      expect(await waitingPayments(store)).toEqual({ count: 0, oldestMs: undefined })
    })

    test('found paid, returns its result to the payer, without another settlement', async () => {
      const { review, payment, id, pay, runs, seen } = await unknownPayment()
      await review.resolve(id, { kind: 'paid', transaction })
      expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, receipt: { success: true, transaction } })
      expect([runs(), seen.settled.length]).toEqual([1, 2])
    })

    test('found paid for a top-up, is credited once', async () => {
      const { review, id, credited } = await unknownPayment(topUp())
      await review.resolve(id, { kind: 'paid', transaction })
      await expect(review.resolve(id, { kind: 'paid', transaction })).rejects.toThrow(`The payment ${id} is settled`)
      expect(credited).toEqual([{ accountId: 'ann', microCredits: 4_000_000, reference: '' }])
    })

    test('of an account that is deleted, is not credited but refunded', async () => {
      const { review, id, store, credited, pay, payment } = await unknownPayment(topUp())
      await store.run(store.sql('accounts').where({ id: 'ann' }).delete())
      await expect(review.resolve(id, { kind: 'paid', transaction })).rejects.toThrow('Refund the payment')
      await review.resolve(id, { kind: 'refunded', transaction })
      expect(credited).toEqual([])
      expect(await refusal(pay(payment, topUp()))).toMatchObject({
        code: 'payment_required',
        message: expect.stringContaining(`refunded by transaction ${transaction}`),
      })
    })

    test('found unpaid, is refused, and the error says that nothing was paid', async () => {
      const { review, id, pay, payment } = await unknownPayment()
      await review.resolve(id, { kind: 'unpaid' })
      const message = expect.stringContaining('it is not on the chain. Nothing was paid')
      expect(await refusal(pay(payment))).toMatchObject({ code: 'payment_required', message })
    })

    test('cannot be resolved while a process settles it, nor under an unknown id', async () => {
      const { review, id, store, clock } = await unknownPayment()
      const turn = (until: number) =>
        store.run(store.sql('payments').where({ id }).update({ run_id: 'run_other', lease_until: until }))
      await turn(clock.now() + 1000)
      await expect(review.resolve(id, { kind: 'unpaid' })).rejects.toThrow('being settled right now')
      await turn(clock.now() - 1)
      await review.resolve(id, { kind: 'unpaid' })
      await expect(review.resolve('pay_none', { kind: 'unpaid' })).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  describe('onedoor payments', () => {
    async function operator() {
      const settings = await newDatabase()
      const store = await openTestStore(settings)
      const { dataDir, databaseUrl } = settings
      const env = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
      const onedoor = (...words: string[]) => typeLine(['payments', ...words], { env })
      return { store, onedoor }
    }

    test('lists and resolves what is unknown', async () => {
      const { store, onedoor } = await operator()
      expect(await onedoor('list')).toEqual({
        code: 0,
        out: '',
        err: 'There are no payments with an unknown outcome.\n',
      })
      const common = {
        network: 'eip155:84532',
        asset: '0x1',
        payer: '0x2',
        purpose: 'call',
        operation_id: 'text.classify',
        micro_credits: 1_000_000,
        amount: 10_000,
        pay_to: '0x3',
        version: 2,
        valid_before: 1,
        request_digest: 'r',
        payment_digest: 'p',
        created_at: 1_763_800_000_000,
        updated_at: 1_763_800_000_000,
      }
      const rows = [
        { ...common, id: 'pay_a', nonce: '0xaa', state: 'unknown', reason: 'expired' },
        { ...common, id: 'pay_b', nonce: '0xbb', state: 'settled', reason: null },
      ]
      await store.run(store.sql('payments').insert(rows))
      expect((await onedoor('list')).out.split('\n').map((line) => line.split('\t'))).toEqual([
        ['ID', 'TIME', 'STATE', 'FOR', 'ACCOUNT', 'USDC', 'PAYER', 'NONCE', 'NOTE'],
        [
          'pay_a',
          '2025-11-22T08:26:40.000Z',
          'unknown',
          'text.classify',
          '',
          '0.010000',
          '0x2',
          '0xaa',
          'needs review: expired',
        ],
        [''],
      ])
      expect(JSON.parse((await onedoor('list', '--all', '--json')).out).items).toHaveLength(2)
      expect(await onedoor('resolve', 'pay_a', '--paid', transaction)).toMatchObject({ code: 0 })
      expect((await onedoor('resolve', 'pay_b', '--unpaid')).err).toContain('The payment pay_b is settled')
    })

    test.each([
      ['no finding', ['resolve', 'pay_a'], 'Specify exactly one of'],
      ['two findings', ['resolve', 'pay_a', '--unpaid', '--paid', transaction], 'Specify exactly one of'],
      ['no hash', ['resolve', 'pay_a', '--paid', 'yes'], '64 hexadecimal digits'],
      ['a limit of 0', ['list', '--limit', '0'], 'from 1 to 1000'],
    ])('refuses %s', async (_what, words, sentence) => {
      const { onedoor } = await operator()
      const typed = await onedoor(...words)
      expect(typed.code).toBe(2)
      expect(typed.err).toContain(sentence)
    })
  })
})
