import { expect, test } from 'vitest'
import { IncomingBytes } from '../limits/incoming-bytes.ts'
import type { Verdict } from '../limits/policy.ts'
import { anonymous } from './caller.ts'
import { createContract } from './contract.ts'
import type { IncomingCall } from './incoming.ts'
import { RunningCalls } from './running-calls.ts'

const operation = createContract().operation('notes.list')
const from = (clientAddress: string) => ({ clientAddress }) as unknown as IncomingCall
const kibibyte = 1024
const sending = (kib: number, clientAddress = '192.0.2.1') =>
  ({ clientAddress, bodyBytes: kib * kibibyte }) as unknown as IncomingCall

test('a caller can have the maximum of simultaneous calls; one more is rejected and changes nothing', () => {
  const running = new RunningCalls(undefined, 2)
  const verdicts: Verdict[] = []
  const begin = (call: IncomingCall) => running.begin(call, operation, anonymous, verdicts)
  const [first, second, third] = [from('192.0.2.1'), from('192.0.2.1'), from('192.0.2.1')]
  begin(first)
  begin(second)
  expect(() => begin(third)).toThrow('You already have 2 calls running')
  expect(verdicts).toMatchObject([{ policy: { name: 'at-once' }, quota: 2, isAllowed: false }])
  running.end(third)
  expect(() => begin(third)).toThrow('You already have 2 calls running')
  begin(from('192.0.2.2'))
  running.end(first)
  running.end(first)
  begin(third)
  expect(running.count).toBe(3)
})

test('a call whose body is rejected is no longer counted once it has ended', () => {
  const arriving = new IncomingBytes({ perSubject: 200 * kibibyte, perProcess: 500 * kibibyte })
  const running = new RunningCalls(arriving, undefined)
  const [first, second] = [sending(150), sending(150)]
  running.begin(first, operation, anonymous, [])
  expect(() => running.begin(second, operation, anonymous, [])).toThrow('already sending')
  running.end(second)
  expect(running.count).toBe(1)
  running.end(first)
  expect(running.count).toBe(0)
})

test('bodies without an account are bounded for each address and in total, unless they are small', () => {
  const running = new RunningCalls(
    new IncomingBytes({ perSubject: 200 * kibibyte, perProcess: 500 * kibibyte }),
    undefined,
  )
  const begin = (call: IncomingCall) => running.begin(call, operation, anonymous, [])
  const [first, second] = [sending(100), sending(100)]
  begin(first)
  begin(second)
  expect(() => begin(sending(100))).toThrow('already sending')
  for (let count = 0; count < 10; count++) begin(sending(64))
  for (const call of [first, second]) call.arrival?.take(100 * kibibyte)
  const third = sending(300, '192.0.2.2')
  begin(third)
  third.arrival?.take(150 * kibibyte)
  expect(() => third.arrival?.take(1)).toThrow('too many large requests')
  running.end(first)
  begin(sending(100))
})
