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

function read(changes: Partial<typeof authorization>) {
  const payload = { signature: '0x01', authorization: { ...authorization, ...changes } }
  const payment = { x402Version: 1, scheme: 'exact', network: 'base', payload }
  return readPayment({ signature: [], legacy: [Buffer.from(JSON.stringify(payment)).toString('base64')] })
}

test.each(['01', '010000', '00', '+1', '1e4', '0x1', ' 1', '-1', ''])(
  'an amount spelled %j is refused',
  async (value) => {
    await expect(read({ value })).rejects.toThrow('has no well-formed payload.authorization.value. Nothing was paid.')
  },
)

test('whole numbers without leading zeros are amounts', async () => {
  for (const value of ['0', '1', '10000']) expect((await read({ value }))?.authorization.value).toBe(value)
})
