import { randomBytes } from 'node:crypto'
import { type ManualClock, manualClock } from '../runtime/base/clock.ts'
import { ApiError, type Challenge } from '../runtime/base/errors.ts'
import type { Log } from '../runtime/base/log.ts'
import { thisProcess } from '../runtime/base/processes.ts'
import type { Chain } from '../runtime/money/x402/chain.ts'
import type { Facilitator, Proposal, Settlement, Trouble, Verification } from '../runtime/money/x402/facilitator.ts'
import { networks } from '../runtime/money/x402/networks.ts'
import type { Payment } from '../runtime/money/x402/payment.ts'
import { PaymentBill } from '../runtime/money/x402/payment-bill.ts'
import { createTurns } from '../runtime/money/x402/payment-leases.ts'
import { requestDigest, type Terms } from '../runtime/money/x402/payment-terms.ts'
import { Payments } from '../runtime/money/x402/payments.ts'
import type { PaymentRow, PaymentState } from '../runtime/money/x402/payments-table.ts'
import { reconciliation } from '../runtime/money/x402/reconcile.ts'
import type { Store } from '../runtime/store/types.ts'
import type { OpenTestStore } from './databases.ts'

/** The result of a paid call's handler. */
export interface Work {
  readonly result: unknown
  readonly isFree: boolean
}

export const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const payer = '0x857b06519e91e3a54538791bdbb0e22373e36b66'
export const network = networks['base-sepolia']
export const down: Trouble = { kind: 'down', retryAfterS: 5, cause: new Error('unreachable') }

function startOf(clock: ManualClock): number {
  return Math.floor(clock.now() / 1000)
}

/** A payment whose signature is not checked: the facilitator of these tests follows the test's script. */
export function paymentOf(
  clock: ManualClock,
  changes: Partial<Payment['authorization']> = {},
  payload = 'once',
): Payment {
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

export function termsOf(args: unknown = { near: 'here' }, more: Partial<Terms> = {}): Terms {
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

/** A facilitator that gives the script's results in turn, and accepts everything after its end. */
export interface Script {
  verify?: Verification[]
  settle?: (Settlement | (() => Promise<Settlement>))[]
  /** What a node of the chain says about every payment; without it, the server has none. */
  chain?: Chain['look']
}

function scripted(script: Script) {
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

/** Two live processes: this one, and the one that started it. */
export const first = thisProcess()
const second = { ...first, pid: process.ppid }

/** One server process on a store. */
export function processOn(store: Store, clock: ManualClock, facilitator: Facilitator, me = first, chain?: Chain) {
  const logged: string[] = []
  const log = {
    warn: (_fields: object, text: string) => void logged.push(text),
    error: (_fields: object, text: string) => void logged.push(text),
  } as Pick<Log, 'warn' | 'error'>
  const turns = createTurns({ store, log, leaseClock: clock, me })
  const credited: { accountId: string; microCredits: number; reference: string }[] = []
  const payments = new Payments({
    store,
    clock,
    log,
    facilitator,
    chain,
    turns,
    async credit(_tx, { accountId, microCredits, reference }) {
      credited.push({ accountId, microCredits, reference })
    },
  })
  const { reconcile } = reconciliation({ store, clock, log, recover: (row) => payments.recover(row) })
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
    logged,
    runs: () => runs,
    /** Makes a call that this payment pays for, as the pipeline does. */
    async pay(payment: Payment, terms = termsOf(), work = answering({ items: ['a'] })) {
      const begun = await payments.begin({ payment, terms, challenge })
      if ('answer' in begun) return { result: JSON.parse(begun.answer), receipt: begun.receipt, isReplay: true }
      const bill = new PaymentBill('places.nearby', terms.microCredits, begun)
      try {
        const { result, isFree } = await work()
        if (isFree) bill.charge(0)
        const { receipt } = await bill.settle(JSON.stringify(result))
        return { result, receipt, isReplay: false }
      } catch (failure) {
        await bill.release()
        throw failure
      }
    },
    answering,
  }
}

export async function refusal(call: Promise<unknown>): Promise<ApiError> {
  const failure = await call.then(
    () => new Error('It should have been refused'),
    (error: unknown) => error,
  )
  if (failure instanceof ApiError) return failure
  throw failure
}

/** A process on an empty database, whose facilitator follows this script. */
export async function processFor(openTestStore: OpenTestStore, script: Script = {}) {
  const store = await openTestStore()
  const clock = manualClock('2026-11-21T09:30:00Z')
  const { facilitator, seen } = scripted(script)
  const rows = () => store.all<PaymentRow>(store.sql('payments').select('*').orderBy('created_at'))
  const states = async (): Promise<PaymentState[]> => (await rows()).map(({ state }) => state)
  const chain = script.chain && { look: script.chain }
  const restarted = () => processOn(store, clock, facilitator, second, chain)
  return { store, clock, seen, rows, states, restarted, ...processOn(store, clock, facilitator, first, chain) }
}

export async function account(store: Store, id: string): Promise<void> {
  await store.run(store.sql('accounts').insert({ id, username: id, created_at: 1, updated_at: 1 }))
}
