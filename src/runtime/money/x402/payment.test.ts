import { expect, test } from 'vitest'
import { readPayment } from './payment.ts'

const authorization = {
  from: `0x${'a1'.repeat(20)}`,
  to: `0x${'b2'.repeat(20)}`,
  value: '10000',
  validAfter: '0',
  validBefore: '1795253700',
  nonce: `0x${'c3'.repeat(32)}`,
}

const inBase64 = (text: string) => Buffer.from(text).toString('base64')

function header(changes: Partial<typeof authorization>, signature: string) {
  const payload = { signature, authorization: { ...authorization, ...changes } }
  return inBase64(JSON.stringify({ x402Version: 1, scheme: 'exact', network: 'base', payload }))
}

const read = (changes: Partial<typeof authorization> = {}, signature = '0x01') =>
  readPayment({ signature: [], legacy: [header(changes, signature)] })

test.each(['01', '010000', '00', '+1', '1e4', '0x1', ' 1', '-1', ''])(
  'an amount spelled %j is refused',
  async (value) => {
    await expect(read({ value })).rejects.toThrow('has no well-formed payload.authorization.value. Nothing was paid.')
  },
)

test('whole numbers without leading zeros are amounts', async () => {
  for (const value of ['0', '1', '10000']) expect((await read({ value }))?.authorization.value).toBe(value)
})

test('a request without a payment header has none', async () => {
  expect(await readPayment({ signature: [], legacy: [] })).toBeUndefined()
})

test.each([
  { signature: ['a', 'b'], legacy: [] },
  { signature: [], legacy: ['a', 'b'] },
  { signature: ['a'], legacy: ['b'] },
])('a request with two payment headers is refused: %j', async (headers) => {
  const refused = readPayment(headers)
  await expect(refused).rejects.toMatchObject({ code: 'invalid_argument' })
  await expect(refused).rejects.toThrow('sent together with another payment header')
})

test.each([
  ['is longer than any payment', 'a'.repeat(64 * 1024 + 1)],
  ['is not base64', '{"x402Version":1}'],
  ['is not JSON in base64', inBase64('{"x402Version":')],
  ['is not an x402 payment', inBase64('{"x402Version":3}')],
])('a header that %s is refused without being repeated', async (fault, text) => {
  const failure = await readPayment({ signature: [text], legacy: [] }).catch((error: Error) => error)
  expect(failure).toMatchObject({ code: 'invalid_argument' })
  expect((failure as Error).message).toContain(`The PAYMENT-SIGNATURE header ${fault}`)
  expect((failure as Error).message).not.toContain(text)
})

test('payments have the same digest only if all that is signed, and the signature, are the same', async () => {
  const digest = async (...args: Parameters<typeof read>) => (await read(...args))?.digest
  const usual = await digest()
  expect(usual).toMatch(/^[0-9a-f]{64}$/)
  expect(await digest({ from: authorization.from.replaceAll('a', 'A') })).toBe(usual)
  const others = [
    await digest({}, '0x02'),
    await digest({ from: `0x${'a2'.repeat(20)}` }),
    await digest({ to: `0x${'b3'.repeat(20)}` }),
    await digest({ value: '10001' }),
    await digest({ validAfter: '1' }),
    await digest({ validBefore: '1795253701' }),
    await digest({ nonce: `0x${'c4'.repeat(32)}` }),
  ]
  expect(new Set([usual, ...others]).size).toBe(8)
})
