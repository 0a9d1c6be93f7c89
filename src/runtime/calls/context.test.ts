import { expect, test, vi } from 'vitest'
import { operationOf } from '#testing/checked-wire.ts'
import { manualClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import type { Bill } from '../money/bill.ts'
import type { SearchIndex } from '../search/index.ts'
import type { Store, Writer } from '../store/types.ts'
import { anonymous, type Caller } from './caller.ts'
import { Context } from './context.ts'
import type { Claim } from './idempotency/keyed-calls.ts'
import type { IncomingCall } from './incoming.ts'
import { tokenOf } from './log/fixtures/logged.ts'

const timeLimitMs = 1000
const tx = {} as Writer

/** A context with what each test sets, and the count of its public writes. */
function contextOf({
  call = {},
  caller = tokenOf('account_1'),
  ...options
}: {
  call?: Partial<IncomingCall>
  caller?: Caller
  bill?: Bill
} = {}) {
  const counted = Promise.withResolvers<void>()
  const countPublicWrite = vi.fn(() => counted.promise)
  const shared = {
    services: {
      ...{ store: {} as Store, search: {} as SearchIndex },
      ...{ clock: manualClock(), log: createLog({ logLevel: 'silent' }) },
    },
    timeLimitMs,
    openBill: () => Promise.reject(new Error('nothing costs anything')) as never,
    countPublicWrite,
    isJudged: () => false,
    allowFound: async () => undefined,
  }
  const incoming = { requestId: 'request_1', clientAddress: '2001:db8::7', ...call } as IncomingCall
  const context = new Context(shared, operationOf('notes.add'), caller, incoming, performance.now(), options)
  return { context, counted, countPublicWrite }
}

test('the subject is the account, and for anyone else the group of the address', () => {
  expect(contextOf().context.subject).toBe('account_1')
  expect(contextOf({ caller: anonymous }).context.subject).toBe('2001:db8:0:0::/64')
})

test('what the door has received besides the arguments reaches the handler', () => {
  const attached = (async function* () {})()
  const decoded = { name: 'content', chars: 4, bytes: 3, text: 'AAAA' } as never
  const { context } = contextOf({ call: { attached, decoded, isFree: true } })
  expect([context.attached, context.decoded, context.isFree]).toEqual([attached, decoded, true])
  expect(contextOf().context.isFree).toBe(false)
})

test('a caller who has read text by others is tainted', () => {
  const trust = { isTainted: true, chosen: [], spentMicroCredits: 0, actor: { kind: 'mcp' } } as const
  const caller = { ...tokenOf('account_1'), trust } as Caller
  expect(contextOf({ caller }).context.isTainted).toBe(true)
  expect(contextOf().context.isTainted).toBe(false)
})

test('a method can allow itself more time until its signal is read, and never less', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const call = { signal: new AbortController().signal }
    const [long, usual] = [contextOf({ call }).context, contextOf({ call }).context]
    long.takesUpTo(5 * timeLimitMs)
    long.takesUpTo(timeLimitMs / 2)
    const signals = [long.signal, usual.signal]
    vi.advanceTimersByTime(timeLimitMs + 1)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
    vi.advanceTimersByTime(4 * timeLimitMs)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    expect(() => long.takesUpTo(9 * timeLimitMs)).toThrow('sets its time after it has begun')
  } finally {
    vi.useRealTimers()
  }
})

test('a public write is counted once for each call, before the call goes on', async () => {
  const { context, counted, countPublicWrite } = contextOf()
  let isAllowed = false
  const publishing = context.publishes().then(() => {
    isAllowed = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect([countPublicWrite.mock.calls.length, isAllowed]).toEqual([1, false])
  counted.resolve()
  await publishing
  await context.countsAsPublic()
  expect(countPublicWrite).toHaveBeenCalledTimes(1)
})

test('what is reserved can be held for later work, and a payment is known by its id', async () => {
  const keep = vi.fn(async () => 250)
  const { context } = contextOf({ bill: { paymentId: 'payment_1', keep } as never })
  expect([await context.keepReserved(tx, 'work_1'), context.paymentId]).toEqual([250, 'payment_1'])
  expect(keep).toHaveBeenCalledWith(tx, 'work_1')
  const { context: free } = contextOf()
  expect([await free.keepReserved(tx, 'work_1'), free.paymentId]).toEqual([0, undefined])
})

test('the key of a call that has changed nothing is free once that has been stored', async () => {
  const { context } = contextOf()
  await context.freeKey()
  const released = Promise.withResolvers<void>()
  context.claimed({ release: () => released.promise } as unknown as Claim)
  let isFree = false
  const freeing = context.freeKey().then(() => {
    isFree = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isFree).toBe(false)
  released.resolve()
  await freeing
})
