import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../base/clock.ts'
import { type Facilitator, httpFacilitator, type Proposal } from './facilitator.ts'

const proposal: Proposal = {
  version: 2,
  signature: '0x01',
  authorization: { from: '0xa', to: '0xb', value: '1', validAfter: '0', validBefore: '9', nonce: '0x1' },
  requirement: { scheme: 'exact', network: 'eip155:8453' },
}

let server: Server
let requests: { url: string | undefined; body: unknown }[]
let answer: { status: number; body: string }
let clock: ReturnType<typeof manualClock>
let facilitator: Facilitator

beforeEach(async () => {
  requests = []
  clock = manualClock()
  server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req.setEncoding('utf8')) text += chunk
    requests.push({ url: req.url, body: JSON.parse(text) })
    res.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/facilitator`
  facilitator = httpFacilitator({ url, timeoutMs: 5000, clock })
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const says = (body: unknown, status = 200) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

const refusal = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453' }

describe('a settlement', () => {
  test.each([
    ['made', { ...refusal, success: true, transaction: '0xab' }, 200, { kind: 'settled', transaction: '0xab' }],
    ['refused', refusal, 200, { kind: 'refused', reason: 'insufficient_funds' }],
    ['rejected with the status of a bad request', refusal, 400, { kind: 'refused', reason: 'insufficient_funds' }],
    ['rejected by a failing server', refusal, 500, { kind: 'unknown' }],
    ['pending', { ...refusal, errorReason: 'settlement_pending' }, 200, { kind: 'unknown' }],
    ['pending by status', { ...refusal, errorReason: 'settlement_pending' }, 400, { kind: 'unknown' }],
    ['with a page as the response', '<p>Hello</p>', 200, { kind: 'unknown', trouble: { kind: 'garbled' } }],
    ['with another object as the response', { ok: true }, 200, { kind: 'unknown', trouble: { kind: 'garbled' } }],
    ['limited', { error: 'slow down' }, 429, { kind: 'unknown', trouble: { kind: 'garbled' } }],
  ])('%s', async (_what, body, status, expected) => {
    says(body, status)
    expect(await facilitator.settle(proposal)).toMatchObject(expected)
  })

  test('that reaches no server is known not to have been made', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
    gone.close()
    await once(gone, 'close')
    const nobody = httpFacilitator({ url, timeoutMs: 5000, clock })
    expect(await nobody.settle(proposal)).toMatchObject({ kind: 'unsent', trouble: { kind: 'down' } })
  })
})

test('each version is sent in its own form, with only the signed part from the client', async () => {
  says({ isValid: true })
  await facilitator.verify(proposal)
  await facilitator.verify({ ...proposal, version: 1, requirement: { scheme: 'exact', network: 'base' } })
  const { signature, authorization } = proposal
  const payload = { signature, authorization }
  expect(requests).toEqual([
    {
      url: '/facilitator/verify',
      body: {
        x402Version: 2,
        paymentPayload: { x402Version: 2, accepted: proposal.requirement, payload },
        paymentRequirements: proposal.requirement,
      },
    },
    {
      url: '/facilitator/verify',
      body: {
        x402Version: 1,
        paymentPayload: { x402Version: 1, scheme: 'exact', network: 'base', payload },
        paymentRequirements: { scheme: 'exact', network: 'base' },
      },
    },
  ])
})

test('an invalid payment is not a failure: after any number of them the facilitator checks the next', async () => {
  says({ isValid: false, invalidReason: 'invalid_signature' }, 400)
  for (let i = 0; i < 8; i++) {
    expect(await facilitator.verify(proposal)).toEqual({ kind: 'invalid', reason: 'invalid_signature' })
  }
  expect(requests).toHaveLength(8)
})

test('after five failures in a row it is not called for 15 seconds, and one success resets that', async () => {
  says('', 500)
  for (let i = 0; i < 5; i++) expect(await facilitator.verify(proposal)).toMatchObject({ kind: 'trouble' })
  expect(await facilitator.verify(proposal)).toMatchObject({ trouble: { kind: 'down', retryAfterS: 15 } })
  expect(await facilitator.settle(proposal)).toMatchObject({ kind: 'unsent', trouble: { retryAfterS: 15 } })
  expect(requests).toHaveLength(5)
  clock.advance(15_000)
  says({ isValid: true })
  expect(await facilitator.verify(proposal)).toEqual({ kind: 'valid' })
  says('', 500)
  expect(await facilitator.verify(proposal)).toMatchObject({ trouble: { kind: 'garbled', retryAfterS: 5 } })
  expect(requests).toHaveLength(7)
})
