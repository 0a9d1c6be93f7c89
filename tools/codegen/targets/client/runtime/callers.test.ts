import { describe, expect, test } from 'vitest'
import { busy, clientOf, failureOf, testClient } from '../testing-client.ts'
import type { Reply } from '../testing-server.ts'
import type { PaymentChallenge } from './types.ts'

describe('a session', () => {
  test("sends the page's token only with a POST, fetched again before every attempt", async () => {
    let asked = 0
    const { client, seen } = await clientOf([{}, busy, {}], { session: { csrfToken: async () => `csrf_${++asked}` } })
    await client.notes.get({ title: 'x' })
    await client.notes.add({ title: 'x', text: 'y' })
    expect(seen.map(({ headers }) => headers['x-csrf-token'])).toEqual([undefined, 'csrf_1', 'csrf_2'])
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined])
  })

  test('lets the browser send its cookies, which nothing else does', async () => {
    const modes: unknown[] = []
    const fetch = async (_: string, { credentials }: RequestInit) => {
      modes.push(credentials)
      return new Response('{"result":{}}')
    }
    const baseUrl = 'http://onedoor.example'
    await testClient({ baseUrl, fetch, session: { csrfToken: 'x' } }).notes.get({ title: 'x' })
    await testClient({ baseUrl, fetch, token: 'od_abc' }).notes.get({ title: 'x' })
    await testClient({ baseUrl, fetch }).notes.get({ title: 'x' })
    expect(modes).toEqual(['same-origin', 'omit', 'omit'])
  })

  test('and a token in one client are refused', () => {
    const options = { baseUrl: 'http://onedoor.example', token: 'od_abc', session: { csrfToken: 'x' } }
    expect(() => testClient(options)).toThrow('token and session exclude each other')
  })

  test('with a token that is invalid in a header fails without showing it', async () => {
    const { client, seen } = await clientOf([{}], { session: { csrfToken: 'secret\n' } })
    const error = await failureOf(client.notes.add({ title: 'x', text: 'y' }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).not.toContain('secret')
    expect(seen).toHaveLength(0)
  })
})

describe('a payer', () => {
  const required = { x402Version: 2, accepts: [{ amount: '30000', payTo: '0xé' }] }
  const unpaid: Reply = {
    status: 402,
    headers: { 'payment-required': Buffer.from(JSON.stringify(required)).toString('base64') },
    body: { error: 'A call costs 3 credits.', code: 'payment_required', accepts: [] },
  }
  const pay = async () => ({ 'payment-signature': 'signed' })

  test('receives the requirements of the server, and the call is sent again with the headers it returns', async () => {
    const challenges: PaymentChallenge[] = []
    const { client, seen, waits } = await clientOf([unpaid, { body: { result: { paid: true } } }], {
      retries: 0,
      pay: (challenge) => {
        challenges.push(challenge)
        return pay()
      },
    })
    expect(await client.routes.nearest({ to: ['x'] })).toEqual({ paid: true })
    expect(challenges).toMatchObject([{ operation: 'routes.nearest', required, body: { accepts: [] } }])
    expect(challenges[0]?.address).toMatch(/^http:.*\/api\/v1\/routes\/nearest\?to=x$/)
    expect(seen.map(({ headers }) => headers['payment-signature'])).toEqual([undefined, 'signed'])
    expect(waits).toEqual([])
  })

  test('is given the body if the header is missing or unreadable', async () => {
    for (const headers of [{}, { 'payment-required': 'not base64 !' }]) {
      const given: unknown[] = []
      const pay = (challenge: PaymentChallenge) => {
        given.push(challenge.required)
        return undefined
      }
      const { client } = await clientOf([{ ...unpaid, headers } as Reply], { pay })
      await failureOf(client.routes.nearest({ to: ['x'] }))
      expect(given).toEqual([{ error: 'A call costs 3 credits.', code: 'payment_required', accepts: [] }])
    }
  })

  test('pays once: a repeat carries the same payment and the same key, a second 402 is the outcome', async () => {
    let asked = 0
    const payOnce = () => ({ 'payment-signature': `signed ${++asked}` })
    const { client, seen } = await clientOf([unpaid, busy, {}, unpaid, unpaid], { pay: payOnce })
    await client.routes.nearest({ to: ['x'] })
    expect(seen.slice(1).map(({ headers }) => headers['payment-signature'])).toEqual(['signed 1', 'signed 1'])
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(await failureOf(client.routes.nearest({ to: ['x'] }))).toMatchObject({ code: 'payment_required' })
    expect(seen).toHaveLength(5)
  })

  test('that declines, and a missing one, leave the call unpaid; its errors are thrown', async () => {
    const declined = await clientOf([unpaid], { pay: () => undefined })
    expect(await failureOf(declined.client.routes.nearest({}))).toMatchObject({ code: 'payment_required', status: 402 })
    const none = await clientOf([unpaid])
    expect(await failureOf(none.client.routes.nearest({}))).toMatchObject({ code: 'payment_required', status: 402 })
    const failure = new Error('The wallet is locked')
    const locked = await clientOf([unpaid], { pay: () => Promise.reject(failure) })
    expect(await failureOf(locked.client.routes.nearest({}))).toBe(failure)
    expect([declined, none, locked].map(({ seen }) => seen.length)).toEqual([1, 1, 1])
  })
})
