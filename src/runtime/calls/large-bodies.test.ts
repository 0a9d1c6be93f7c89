import { expect, test } from 'vitest'
import { IncomingBytes } from '../limits/incoming-bytes.ts'
import { anonymous } from './caller.ts'
import { createContract } from './contract.ts'
import type { IncomingCall } from './incoming.ts'
import { LargeBodies } from './large-bodies.ts'

const kibibyte = 1024
const operation = createContract().operation('notes.add')

function sending(bytes: number, clientAddress = '192.0.2.1'): IncomingCall {
  return { clientAddress, bodyBytes: bytes } as unknown as IncomingCall
}

test('bodies without an account are bounded for each address and in total, unless they are small', () => {
  const bodies = new LargeBodies(new IncomingBytes({ perSubject: 200 * kibibyte, perProcess: 500 * kibibyte }))
  const begin = (call: IncomingCall) => bodies.begin(call, operation, anonymous, [])
  const [first, second] = [sending(100 * kibibyte), sending(100 * kibibyte)]
  begin(first)
  begin(second)
  expect(() => begin(sending(100 * kibibyte))).toThrow('already sending')
  for (let count = 0; count < 10; count++) begin(sending(64 * kibibyte))
  begin(sending(200 * kibibyte, '192.0.2.2'))
  expect(() => begin(sending(200 * kibibyte, '192.0.2.3'))).toThrow('too many large requests')
  bodies.end(first)
  begin(sending(100 * kibibyte))
})
