import { expect, test, vi } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import {
  account,
  down,
  network,
  payer,
  paymentOf,
  payTo,
  processFor,
  refusal,
  type Script,
  termsOf,
} from '#testing/payment-lives.ts'
import { ApiError } from '../../base/errors.ts'
import type { Settlement } from './facilitator.ts'
import type { Payment } from './payment.ts'
import type { Terms } from './payment-terms.ts'

forEachDatabase((_dialect, openTestStore) => {
  const setUp = (script?: Script) => processFor(openTestStore, script)

  test('a payment is verified, its handler run and it is settled, in this order and once each', async () => {
    const { clock, pay, seen, rows, runs } = await setUp()
    const answer = await pay(paymentOf(clock))
    expect(answer).toEqual({
      result: { items: ['a'] },
      receipt: { success: true, transaction: '0xabc', network, payer },
      isReplay: false,
    })
    expect([seen.verified.length, runs(), seen.settled.length]).toEqual([1, 1, 1])
    expect(await rows()).toMatchObject([
      { state: 'settled', transaction_hash: '0xabc', run_id: null, lease_until: null },
    ])
  })

  test('the facilitator receives what the server requires, without anything the client added', async () => {
    const { clock, pay, seen } = await setUp()
    const payment = paymentOf(clock)
    await pay(payment)
    expect(seen.settled).toEqual([
      {
        version: 2,
        signature: '0x01',
        authorization: payment.authorization,
        requirement: {
          scheme: 'exact',
          network: 'eip155:84532',
          amount: '40000',
          asset: network.asset,
          payTo,
          maxTimeoutSeconds: 300,
          extra: { name: 'USDC', version: '2' },
        },
      },
    ])
  })

  test('ten requests with one payment at once, to two processes: the handler runs once and money moves once', async () => {
    const { clock, pay, seen, states, restarted, runs } = await setUp()
    const other = restarted()
    const payment = paymentOf(clock)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? other : { pay }).pay(payment)),
    )
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 9 }, () => 'conflict'))
    expect(runs() + other.runs()).toBe(1)
    expect(seen.settled).toHaveLength(1)
    expect(await states()).toEqual(['settled'])
  })

  test('a failed call settles nothing, and the same payment can be sent again', async () => {
    const { clock, pay, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const fails = () => Promise.reject(new ApiError('not_found', 'No place of that name.'))
    expect((await refusal(pay(payment, termsOf(), fails))).code).toBe('not_found')
    expect([seen.settled.length, await states()]).toEqual([0, []])
    expect((await pay(payment)).receipt?.transaction).toBe('0xabc')
  })

  test('a result that cannot be written is not charged', async () => {
    const { clock, pay, answering, seen, states } = await setUp()
    await expect(pay(paymentOf(clock), termsOf(), answering({ n: 1n }))).rejects.toThrow(TypeError)
    expect([seen.settled.length, await states()]).toEqual([0, []])
  })

  test('a result that cost nothing is returned without a payment, which stays valid', async () => {
    const { clock, pay, answering, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const answer = await pay(payment, termsOf(), answering('kept', true))
    expect(answer).toEqual({ result: 'kept', receipt: undefined, isReplay: false })
    expect([seen.settled.length, await states()]).toEqual([0, []])
  })

  test.each([
    ['another amount', { value: '39999' }, /it pays 39999, but the price is 40000/],
    ['too much', { value: '40001' }, /it pays 40001, but the price is 40000/],
    ['another recipient', { to: payer }, /it pays an address other than/],
    ['expired', { validBefore: '1000' }, /it has expired/],
    ['not valid yet', { validAfter: '4000000000' }, /it is not valid yet/],
  ])('%s is rejected with a new challenge, before the facilitator is called', async (_what, authorization, why) => {
    const { clock, pay, seen, states, runs } = await setUp()
    const error = await refusal(pay(paymentOf(clock, authorization)))
    expect(error).toMatchObject({ code: 'payment_required', challenge: { headers: { 'PAYMENT-REQUIRED': 'x' } } })
    expect(error.message).toMatch(why)
    expect([seen.verified.length, runs(), await states()]).toEqual([0, 0, []])
  })

  test.each([
    ['network', { network: 'eip155:1' }],
    ['scheme', { scheme: 'upto' }],
    ['asset', { accepted: { amount: '40000', asset: payer, payTo } }],
    ['accepted recipient', { accepted: { amount: '40000', asset: network.asset, payTo: payer } }],
    ['accepted amount', { accepted: { amount: '1', asset: network.asset, payTo } }],
  ])('a payment in another %s is rejected before the facilitator is called', async (_what, changes) => {
    const { clock, pay, seen } = await setUp()
    expect((await refusal(pay({ ...paymentOf(clock), ...changes }))).code).toBe('payment_required')
    expect(seen.verified).toEqual([])
  })

  test('a payment that the facilitator rejects runs nothing and can be sent again', async () => {
    const { clock, pay, runs, states } = await setUp({ verify: [{ kind: 'invalid', reason: 'insufficient_funds' }] })
    const payment = paymentOf(clock)
    const error = await refusal(pay(payment))
    expect([error.code, error.message]).toEqual(['payment_required', expect.stringContaining('insufficient_funds')])
    expect([runs(), await states()]).toEqual([0, []])
    expect((await pay(payment)).receipt?.success).toBe(true)
  })

  test.each([
    ['down', 503],
    ['timeout', 504],
    ['garbled', 502],
  ] as const)(
    'verification %s: %i with Retry-After, nothing reserved, the same payment is valid later',
    async (kind, status) => {
      const { clock, pay, runs, states } = await setUp({ verify: [{ kind: 'trouble', trouble: { ...down, kind } }] })
      const payment = paymentOf(clock)
      expect(await refusal(pay(payment))).toMatchObject({ status, retryAfterS: 5, challenge: undefined })
      expect([runs(), await states()]).toEqual([0, []])
      expect((await pay(payment)).receipt?.success).toBe(true)
    },
  )

  test('a refused settlement withholds the result; the authorization is spent, and a new one is requested', async () => {
    const { clock, pay, runs, rows } = await setUp({ settle: [{ kind: 'refused', reason: 'insufficient_funds' }] })
    const payment = paymentOf(clock)
    const error = await refusal(pay(payment))
    expect(error).toMatchObject({ code: 'payment_required', message: expect.stringContaining('insufficient_funds') })
    expect(Object.keys(error.challenge?.headers ?? {})).toEqual([
      'PAYMENT-REQUIRED',
      'PAYMENT-RESPONSE',
      'X-PAYMENT-RESPONSE',
    ])
    expect((await refusal(pay(payment))).code).toBe('payment_required')
    expect([runs(), await rows()]).toEqual([1, [expect.objectContaining({ state: 'refused', answer: null })]])
  })

  test('a facilitator that cannot be reached to settle: the result is stored, and the same payment gets it without a second run', async () => {
    const { clock, pay, runs, states, seen } = await setUp({ settle: [{ kind: 'unsent', trouble: down }] })
    const payment = paymentOf(clock)
    expect(await refusal(pay(payment))).toMatchObject({ status: 503, retryAfterS: 5, challenge: undefined })
    expect(await states()).toEqual(['worked'])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    expect([runs(), seen.settled.length, await states()]).toEqual([1, 2, ['settled']])
  })

  test('a settlement of unknown outcome that later cannot be sent stays unknown: the first attempt may have paid', async () => {
    const { clock, pay, states, seen } = await setUp({
      settle: [
        { kind: 'unknown', trouble: { ...down, kind: 'timeout' } },
        { kind: 'unsent', trouble: down },
      ],
    })
    const payment = paymentOf(clock)
    for (let attempt = 1; attempt <= 2; attempt++) {
      await refusal(pay(payment))
      expect([seen.settled.length, await states()]).toEqual([attempt, ['unknown']])
    }
  })

  test('a result that is never collected is never charged', async () => {
    const { clock, pay, reconcile, states, seen } = await setUp({ settle: [{ kind: 'unsent', trouble: down }] })
    await refusal(pay(paymentOf(clock)))
    await reconcile()
    expect(await states()).toEqual(['worked'])
    clock.advance(301_000)
    await reconcile()
    expect([await states(), seen.settled.length]).toEqual([['refused'], 1])
  })

  test('a settlement of unknown outcome is repeated with the same payload, by the payer', async () => {
    const { clock, pay, runs, states, seen } = await setUp({
      settle: [{ kind: 'unknown', trouble: { ...down, kind: 'timeout' } }],
    })
    const payment = paymentOf(clock)
    expect(await refusal(pay(payment))).toMatchObject({ status: 504, retryAfterS: 5, challenge: undefined })
    expect(await states()).toEqual(['unknown'])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    expect(seen.settled[1]).toEqual(seen.settled[0])
    expect([runs(), await states()]).toEqual([1, ['settled']])
  })

  test('or by the server, when it is due; the result is then returned once', async () => {
    const { clock, pay, reconcile, states, seen, runs } = await setUp({ settle: [{ kind: 'unknown', trouble: down }] })
    const payment = paymentOf(clock)
    await refusal(pay(payment))
    await reconcile()
    expect(seen.settled).toHaveLength(1)
    clock.advance(10_000)
    await reconcile()
    expect([await states(), seen.settled.length]).toEqual([['settled'], 2])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, receipt: { transaction: '0xabc' } })
    expect(await refusal(pay(payment))).toMatchObject({ code: 'conflict', message: expect.stringContaining('0xabc') })
    expect(runs()).toBe(1)
  })

  test('attempts become rarer; a "no" after the authorization has ended proves nothing, and waits for the operator', async () => {
    const settle: Settlement[] = [
      { kind: 'unknown', trouble: down },
      { kind: 'refused', reason: 'invalid_transaction_state' },
      { kind: 'unknown', trouble: down },
    ]
    const { clock, pay, reconcile, rows, seen } = await setUp({
      settle: [...settle, { kind: 'refused', reason: 'expired' }, { kind: 'refused', reason: 'expired' }],
    })
    const payment = paymentOf(clock)
    await refusal(pay(payment))
    for (const [pauseMs, attempts] of [
      [10_000, 2],
      [10_000, 2],
      [10_000, 3],
      [20_000, 3],
      [20_000, 4],
    ] as const) {
      if (attempts === 4) clock.advance(300_000)
      clock.advance(pauseMs)
      await reconcile()
      expect(seen.settled).toHaveLength(attempts)
    }
    expect(await rows()).toMatchObject([{ state: 'unknown', reason: 'expired', next_attempt_at: null }])
    clock.advance(86_400_000)
    await reconcile()
    expect(seen.settled).toHaveLength(4)
    const answer = await refusal(pay(payment))
    expect(answer).toMatchObject({ code: 'unavailable', retryAfterS: 3600 })
    expect(answer.message).not.toContain('Nothing was paid')
  })

  test('a nonce that is used after an unknown attempt counts as paid for a call', async () => {
    const { clock, pay, states } = await setUp({
      settle: [
        { kind: 'unknown', trouble: down },
        { kind: 'refused', reason: 'invalid_exact_evm_nonce_already_used' },
      ],
    })
    const payment = paymentOf(clock)
    await refusal(pay(payment))
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, receipt: { transaction: '' } })
    expect(await states()).toEqual(['settled'])
  })

  test('a settlement whose answer was lost is completed from the chain, without the facilitator', async () => {
    const { store, clock, pay, seen, rows, credited } = await setUp({
      settle: [{ kind: 'unknown', trouble: down }],
      chain: async () => ({ kind: 'paid', transaction: '0xdef' }),
    })
    await account(store, 'ann')
    const payment = paymentOf(clock)
    const terms = termsOf({ credits: 4 }, { purpose: 'top_up', accountId: 'ann' })
    await refusal(pay(payment, terms))
    expect(await pay(payment, terms)).toMatchObject({ receipt: { transaction: '0xdef' }, isReplay: true })
    expect(seen.settled).toHaveLength(1)
    expect(await rows()).toMatchObject([{ state: 'settled', transaction_hash: '0xdef' }])
    expect(credited).toMatchObject([{ microCredits: 4_000_000 }])
  })

  test('an outcome that the chain knows but that cannot be recorded is not asked of the facilitator again', async () => {
    const breaks: (() => unknown)[] = [() => vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('disk full'))]
    const { store, clock, pay, seen, states } = await setUp({
      settle: [{ kind: 'unknown', trouble: down }],
      chain: async () => {
        breaks.pop()?.()
        return { kind: 'paid', transaction: '0xdef' }
      },
    })
    const payment = paymentOf(clock)
    await refusal(pay(payment))
    await expect(pay(payment)).rejects.toThrow('disk full')
    expect([seen.settled.length, await states()]).toEqual([1, ['settling']])
    expect(await pay(payment)).toMatchObject({ receipt: { transaction: '0xdef' } })
    expect(seen.settled).toHaveLength(1)
  })

  test('an authorization without an end is given up too, after two weeks', async () => {
    const unknown: Settlement = { kind: 'unknown', trouble: down }
    const { clock, pay, reconcile, rows, logged } = await setUp({ settle: [unknown, unknown, unknown] })
    await refusal(pay(paymentOf(clock, { validBefore: '99999999999' })))
    clock.advance(13 * 86_400_000)
    await reconcile()
    expect(await rows()).toMatchObject([{ state: 'unknown', next_attempt_at: expect.anything() }])
    clock.advance(2 * 86_400_000)
    await reconcile()
    expect(await rows()).toMatchObject([{ state: 'unknown', next_attempt_at: null }])
    expect(logged.at(-1)).toBe('settlement given up: look for its nonce on the chain')
  })

  test('a used nonce is decided by the chain, and refused if it paid for something else', async () => {
    const used: Settlement = { kind: 'refused', reason: 'nonce_already_used' }
    const paid = await setUp({ settle: [used], chain: async () => ({ kind: 'paid', transaction: '0xdef' }) })
    expect(await paid.pay(paymentOf(paid.clock))).toMatchObject({ receipt: { transaction: '0xdef' } })
    const elsewhere = await setUp({
      settle: [{ kind: 'unknown', trouble: down }],
      chain: async () => ({ kind: 'void', reason: 'its nonce was used for another transfer' }),
    })
    const payment = paymentOf(elsewhere.clock)
    await refusal(elsewhere.pay(payment))
    expect(await refusal(elsewhere.pay(payment))).toMatchObject({ code: 'payment_required' })
    expect(await elsewhere.states()).toEqual(['refused'])
  })

  test('while the chain knows nothing or cannot be read, a payment stays open and is tried again', async () => {
    const looks = [() => Promise.resolve({ kind: 'open' } as const), () => Promise.reject(new Error('unreachable'))]
    const { clock, pay, states, logged } = await setUp({
      settle: [
        { kind: 'unknown', trouble: down },
        { kind: 'refused', reason: 'nonce_already_used' },
        { kind: 'refused', reason: 'nonce_already_used' },
      ],
      chain: () => looks.shift()?.() ?? Promise.resolve({ kind: 'paid', transaction: '0xdef' }),
    })
    const payment = paymentOf(clock)
    await refusal(pay(payment))
    expect(await refusal(pay(payment))).toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    expect(await refusal(pay(payment))).toMatchObject({ code: 'unavailable', retryAfterS: 5 })
    expect(await states()).toEqual(['unknown'])
    expect(logged).toEqual(['settlement outcome unknown', 'chain not readable'])
    expect(await pay(payment)).toMatchObject({ receipt: { transaction: '0xdef' } })
  })

  test('for a top-up it waits for the operator, and adds nothing', async () => {
    const { store, clock, pay, states, credited } = await setUp({
      settle: [
        { kind: 'unknown', trouble: down },
        { kind: 'refused', reason: 'nonce_already_used' },
      ],
    })
    await account(store, 'ann')
    const payment = paymentOf(clock)
    const terms = termsOf({ credits: 4 }, { purpose: 'top_up', accountId: 'ann' })
    await refusal(pay(payment, terms))
    expect(await refusal(pay(payment, terms))).toMatchObject({ code: 'unavailable', retryAfterS: 3600 })
    expect([credited, await states()]).toEqual([[], ['unknown']])
  })

  test('a settled top-up is added once, under the id of the payment', async () => {
    const { store, clock, pay, rows, credited } = await setUp()
    await account(store, 'ann')
    await pay(paymentOf(clock), termsOf({ credits: 4 }, { purpose: 'top_up', accountId: 'ann' }))
    const [row] = await rows()
    expect(credited).toEqual([{ accountId: 'ann', microCredits: 4_000_000, reference: row?.id }])
  })

  test('a settled payment returns its result again only to the same request with the same key', async () => {
    const { clock, pay, runs, seen } = await setUp()
    const payment = paymentOf(clock)
    const keyed = termsOf({ near: 'here' }, { keyDigest: 'k1' })
    await pay(payment, keyed)
    expect(await pay(payment, keyed)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    const others: [string, Payment, Terms][] = [
      ['without the key', payment, termsOf()],
      ['with another key', payment, { ...keyed, keyDigest: 'k2' }],
      ['with other arguments', payment, termsOf({ near: 'there' }, { keyDigest: 'k1' })],
      ['with another signature over the same nonce', { ...payment, digest: 'forged' }, keyed],
    ]
    for (const [what, sent, terms] of others) {
      const error = await refusal(pay(sent, terms))
      expect([what, error.code, 'result' in error]).toEqual([what, 'conflict', false])
    }
    expect([runs(), seen.settled.length]).toEqual([1, 1])
  })

  test('the result is dropped after a day', async () => {
    const { clock, pay, reconcile, rows } = await setUp()
    const payment = paymentOf(clock)
    const keyed = termsOf({ near: 'here' }, { keyDigest: 'k1' })
    await pay(payment, keyed)
    clock.advance(24 * 3_600_000 + 1)
    await reconcile()
    expect(await rows()).toMatchObject([{ state: 'settled', answer: null, payload: null }])
    expect((await refusal(pay(payment, keyed))).code).toBe('conflict')
  })
})
