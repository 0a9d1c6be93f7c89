import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../../testing/databases.ts'
import { type ManualClock, manualClock } from '../../clock.ts'
import { ApiError, type Challenge } from '../../errors.ts'
import { thisProcess } from '../../processes.ts'
import type { Store } from '../../store/types.ts'
import type { Facilitator, Proposal, Settlement, Trouble, Verification } from './facilitator.ts'
import { networks } from './networks.ts'
import type { Payment } from './payment.ts'
import { paymentsIn, type Work } from './payments.ts'
import { reconciliation } from './reconcile.ts'
import type { PaymentRow, PaymentState } from './records.ts'
import { requestDigest, type Terms } from './terms.ts'
import { turnsIn } from './turns.ts'

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const payer = '0x857b06519e91e3a54538791bdbb0e22373e36b66'
const network = networks['base-sepolia']
const silent = { warn: () => undefined, error: () => undefined }
const down: Trouble = { kind: 'down', retryAfterS: 5, cause: new Error('gone') }

function startOf(clock: ManualClock): number {
  return Math.floor(clock.now() / 1000)
}

/** A payment whose signature nobody looks at: the facilitator of these tests says what the test wants. */
function paymentOf(clock: ManualClock, changes: Partial<Payment['authorization']> = {}, payload = 'once'): Payment {
  const nonce = `0x${randomBytes(32).toString('hex')}`
  const validBefore = String(startOf(clock) + 300)
  const authorization = { from: payer, to: payTo, value: '40000', validAfter: '0', validBefore, nonce, ...changes }
  const accepted = { amount: '40000', asset: network.asset, payTo }
  return {
    version: 2,
    scheme: 'exact',
    network: network.id,
    accepted,
    signature: '0x01',
    authorization,
    payer,
    digest: `${payload} ${JSON.stringify(authorization)}`,
  }
}

function termsOf(args: unknown = { near: 'here' }, more: Partial<Terms> = {}): Terms {
  return {
    demand: { network, amount: '40000', payTo },
    resource: {
      operation: { id: 'places.nearby', family: 'places', summary: 'Places nearby' },
      url: 'http://localhost/api/v1/places/nearby',
    },
    microCredits: 4_000_000,
    purpose: 'call',
    accountId: undefined,
    requestDigest: requestDigest({ verb: 'GET', path: '/api/v1/places/nearby', args, accountId: undefined }),
    keyDigest: undefined,
    ...more,
  }
}

const challenge = async (): Promise<Challenge> => ({
  headers: { 'PAYMENT-REQUIRED': 'x' },
  body: { x402Version: 1, accepts: [] },
})

/** A facilitator that answers what the script says, in turn, and "good" once the script is over. */
function scripted(script: { verify?: Verification[]; settle?: (Settlement | (() => Promise<Settlement>))[] } = {}) {
  const seen = { verified: [] as Proposal[], settled: [] as Proposal[] }
  const verifications = [...(script.verify ?? [])]
  const settlements = [...(script.settle ?? [])]
  const facilitator: Facilitator = {
    async verify(proposal) {
      seen.verified.push(proposal)
      return verifications.shift() ?? { kind: 'valid' }
    },
    async settle(proposal) {
      seen.settled.push(proposal)
      const next = settlements.shift() ?? { kind: 'settled', transaction: '0xabc' }
      return typeof next === 'function' ? next() : next
    },
  }
  return { facilitator, seen }
}

/** One server process on a store. */
function processOn(store: Store, clock: ManualClock, facilitator: Facilitator, me = thisProcess()) {
  const turns = turnsIn({ store, log: silent, leaseClock: clock, me })
  const credited: { accountId: string; microCredits: number; reference: string }[] = []
  const payments = paymentsIn({
    store,
    clock,
    log: silent,
    facilitator,
    turns,
    async credit(_tx, { accountId, microCredits, reference }) {
      credited.push({ accountId, microCredits, reference })
    },
  })
  const { reconcile } = reconciliation({ store, clock, log: silent, recover: payments.recover })
  let runs = 0
  const answering =
    (result: unknown, isFree = false): (() => Promise<Work>) =>
    async () => {
      runs += 1
      return { result, isFree }
    }
  return {
    reconcile,
    credited,
    runs: () => runs,
    pay: (payment: Payment, terms = termsOf(), work = answering({ items: ['a'] })) =>
      payments.run(payment, terms, challenge, work),
    answering,
  }
}

async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const failure = await call.then(
    () => new Error('it was answered'),
    (error: unknown) => error,
  )
  if (failure instanceof ApiError) return failure
  throw failure
}

forEachDatabase((_dialect, openTestStore) => {
  async function setUp(script: Parameters<typeof scripted>[0] = {}) {
    const store = await openTestStore()
    const clock = manualClock('2026-11-21T09:30:00Z')
    const { facilitator, seen } = scripted(script)
    const rows = () => store.all<PaymentRow>(store.sql('payments').select('*').orderBy('created_at'))
    const states = async (): Promise<PaymentState[]> => (await rows()).map(({ state }) => state)
    const restarted = () => processOn(store, clock, facilitator)
    return { store, clock, seen, rows, states, restarted, ...processOn(store, clock, facilitator) }
  }

  test('a payment is verified, worked for and settled, in this order and once each', async () => {
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

  test('the facilitator is told what the server asks, and nothing that the client made up beside it', async () => {
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

  test('a failed call settles nothing, and the same payment may be sent again', async () => {
    const { clock, pay, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const fails = () => Promise.reject(new ApiError('not_found', 'No place of that name.'))
    expect((await refusal(pay(payment, termsOf(), fails))).code).toBe('not_found')
    expect([seen.settled.length, await states()]).toEqual([0, []])
    expect((await pay(payment)).receipt?.transaction).toBe('0xabc')
  })

  test('an answer that cannot be written is not paid for', async () => {
    const { clock, pay, answering, seen, states } = await setUp()
    await expect(pay(paymentOf(clock), termsOf(), answering({ n: 1n }))).rejects.toThrow(TypeError)
    expect([seen.settled.length, await states()]).toEqual([0, []])
  })

  test('an answer that cost nothing is given without a payment, which stays good', async () => {
    const { clock, pay, answering, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const answer = await pay(payment, termsOf(), answering('kept', true))
    expect(answer).toEqual({ result: 'kept', receipt: undefined, isReplay: false })
    expect([seen.settled.length, await states()]).toEqual([0, []])
  })

  test.each([
    ['another amount', { value: '39999' }, /it pays 39999, and the price is 40000/],
    ['too much', { value: '40001' }, /it pays 40001, and the price is 40000/],
    ['another recipient', { to: payer }, /it pays another address/],
    ['expired', { validBefore: '1000' }, /it has expired/],
    ['not valid yet', { validAfter: '4000000000' }, /it is not valid yet/],
  ])('%s is refused with a new challenge, before the facilitator is asked', async (_what, authorization, why) => {
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
  ])('a payment in another %s is refused before the facilitator is asked', async (_what, changes) => {
    const { clock, pay, seen } = await setUp()
    expect((await refusal(pay({ ...paymentOf(clock), ...changes }))).code).toBe('payment_required')
    expect(seen.verified).toEqual([])
  })

  test('a payment that the facilitator refuses runs nothing and may be sent again', async () => {
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
    'verification %s: %i with Retry-After, nothing reserved, the same payment is good later',
    async (kind, status) => {
      const { clock, pay, runs, states } = await setUp({ verify: [{ kind: 'trouble', trouble: { ...down, kind } }] })
      const payment = paymentOf(clock)
      expect(await refusal(pay(payment))).toMatchObject({ status, retryAfterS: 5, challenge: undefined })
      expect([runs(), await states()]).toEqual([0, []])
      expect((await pay(payment)).receipt?.success).toBe(true)
    },
  )

  test('a refused settlement holds the answer back; the authorization is spent, a new one is asked for', async () => {
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

  test('a facilitator that cannot be reached to settle: the answer waits, and the same payment gets it without a second run', async () => {
    const { clock, pay, runs, states, seen } = await setUp({ settle: [{ kind: 'unsent', trouble: down }] })
    const payment = paymentOf(clock)
    expect(await refusal(pay(payment))).toMatchObject({ status: 503, retryAfterS: 5, challenge: undefined })
    expect(await states()).toEqual(['worked'])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    expect([runs(), seen.settled.length, await states()]).toEqual([1, 2, ['settled']])
  })

  test('an answer that nobody came back for is never charged', async () => {
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

  test('or by the server, when its time has come; the answer is then owed once', async () => {
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

  test('attempts become rarer, and a "no" ends them only when the authorization has ended', async () => {
    const settle: Settlement[] = [
      { kind: 'unknown', trouble: down },
      { kind: 'refused', reason: 'execution_reverted' },
      { kind: 'unknown', trouble: down },
    ]
    const { clock, pay, reconcile, states, seen } = await setUp({
      settle: [...settle, { kind: 'refused', reason: 'expired' }],
    })
    await refusal(pay(paymentOf(clock)))
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
    expect(await states()).toEqual(['refused'])
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

  test('for a top-up it waits for a person, and adds nothing', async () => {
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

  test('a settled payment gives its answer again only to the same request with the same key', async () => {
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

  test('the answer is dropped after a day', async () => {
    const { clock, pay, reconcile, rows } = await setUp()
    const payment = paymentOf(clock)
    const keyed = termsOf({ near: 'here' }, { keyDigest: 'k1' })
    await pay(payment, keyed)
    clock.advance(24 * 3_600_000 + 1)
    await reconcile()
    expect(await rows()).toMatchObject([{ state: 'settled', answer: null, payload: null }])
    expect((await refusal(pay(payment, keyed))).code).toBe('conflict')
  })

  const stuck = () => new Promise<never>(() => undefined)

  test('a process that ends while the handler runs: the payment is refused, never worked for again, never settled', async () => {
    const { clock, pay, restarted, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const started = Promise.withResolvers<void>()
    void pay(payment, termsOf(), () => {
      started.resolve()
      return stuck()
    })
    await started.promise
    const next = restarted()
    expect(await refusal(next.pay(payment))).toMatchObject({ code: 'conflict', retryAfterS: 1 })
    clock.advance(60_000)
    const error = await refusal(next.pay(payment))
    expect(error).toMatchObject({ code: 'payment_required', message: expect.stringContaining('Nothing was paid') })
    expect([next.runs(), seen.settled.length, await states()]).toEqual([0, 0, ['refused']])
  })

  test('a process that ends while it settles: the next one repeats the settlement and gives the answer', async () => {
    const sent = Promise.withResolvers<void>()
    const hang = () => {
      sent.resolve()
      return stuck()
    }
    const { clock, pay, restarted, seen, states, runs } = await setUp({ settle: [hang] })
    const payment = paymentOf(clock)
    void pay(payment)
    await sent.promise
    expect(await states()).toEqual(['settling'])
    const next = restarted()
    await next.reconcile()
    expect(seen.settled).toHaveLength(1)
    clock.advance(60_000)
    await next.reconcile()
    expect([seen.settled.length, await states()]).toEqual([2, ['settled']])
    expect(await next.pay(payment)).toMatchObject({ result: { items: ['a'] } })
    expect(runs() + next.runs()).toBe(1)
  })

  test('a process of this machine that has ended is not waited for', async () => {
    const { store, clock, restarted, seen, states } = await setUp()
    const asked = Promise.withResolvers<void>()
    const hangs: Facilitator = {
      verify() {
        asked.resolve()
        return stuck()
      },
      settle: stuck,
    }
    const payment = paymentOf(clock)
    // No process has this number: the largest that Linux gives is 4,194,304.
    void processOn(store, clock, hangs, { ...thisProcess(), pid: 99_999_999 }).pay(payment)
    await asked.promise
    expect(await states()).toEqual(['reserved'])
    expect((await restarted().pay(payment)).receipt?.success).toBe(true)
    expect(seen.settled).toHaveLength(1)
  })

  test('a process that ends before anything was verified leaves the payment free', async () => {
    const { store, clock, restarted, states } = await setUp()
    const asked = Promise.withResolvers<void>()
    const hangs: Facilitator = {
      verify() {
        asked.resolve()
        return stuck()
      },
      settle: stuck,
    }
    const payment = paymentOf(clock)
    void processOn(store, clock, hangs).pay(payment)
    await asked.promise
    expect(await states()).toEqual(['reserved'])
    clock.advance(60_000)
    const next = restarted()
    expect((await next.pay(payment)).receipt?.success).toBe(true)
    expect(next.runs()).toBe(1)
  })

  test('a handler that outlives its lease and finds the payment given up is not paid', async () => {
    const { clock, pay, restarted, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const finish = Promise.withResolvers<Work>()
    const started = Promise.withResolvers<void>()
    const late = pay(payment, termsOf(), () => {
      started.resolve()
      return finish.promise
    })
    await started.promise
    clock.advance(60_000)
    await restarted().reconcile()
    finish.resolve({ result: 'late', isFree: false })
    expect((await refusal(late)).code).toBe('conflict')
    expect([seen.settled.length, await states()]).toEqual([0, ['refused']])
  })
})

async function account(store: Store, id: string): Promise<void> {
  await store.run(store.sql('accounts').insert({ id, username: id, created_at: 1, updated_at: 1 }))
}
