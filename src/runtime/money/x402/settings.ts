import { z } from 'zod'
import { parseUrl } from '#runtime/base/parse-url.ts'
import { optional, setting, wholeNumber } from '#runtime/base/setting.ts'
import { networkNames } from './networks.ts'

/** Payments by x402. */
export const x402Settings = {
  x402PayTo: optional({
    name: 'X402_PAY_TO',
    rule: '0x and 40 hexadecimal digits that are not all zero',
    fallbackText: 'no payments',
    meaning: 'The address of the wallet that receives x402 payments. See docs/payments.md.',
    without: 'Metered methods can be paid for only with credits, and the `accepts` list of a 402 response is empty.',
    example: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    schema: () => z.string().refine((text) => /^0x[0-9a-fA-F]{40}$/.test(text) && !/^0x0+$/.test(text)),
  }),
  x402Network: setting({
    name: 'X402_NETWORK',
    rule: `one of ${networkNames.join(', ')}`,
    fallback: 'base',
    meaning: 'The blockchain on which x402 payments are made in USDC. Use `base-sepolia` for tests.',
    without: 'Nothing.',
    example: 'base-sepolia',
    schema: () => z.enum(networkNames),
  }),
  x402FacilitatorUrl: setting({
    name: 'X402_FACILITATOR_URL',
    rule: 'an http:// or https:// address without a user name or password',
    fallback: 'https://x402.org/facilitator',
    meaning:
      'The address of the facilitator that verifies and settles x402 payments. The default serves only test networks, so set another facilitator for `base`.',
    without: 'Nothing.',
    example: 'https://facilitator.example.org',
    schema: () =>
      z
        .string()
        .refine(isPlainAddress)
        .transform((text) => text.replace(/\/+$/, '')),
  }),
  x402FacilitatorTimeoutMs: setting({
    name: 'X402_FACILITATOR_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 300',
    fallback: '30',
    meaning: 'The number of seconds that the facilitator has to verify or settle a payment.',
    without: 'Nothing.',
    example: '60',
    schema: () => wholeNumber(1, 300).transform((seconds) => seconds * 1000),
  }),
  x402RpcUrl: optional({
    name: 'X402_RPC_URL',
    rule: 'an http:// or https:// address without a user name or password',
    fallbackText: 'none',
    meaning:
      'A JSON-RPC node of X402_NETWORK. Payments whose settlement has no known outcome are looked up there, and are then completed or refused automatically.',
    without:
      'Administrators get a notice about such a payment, and the operator resolves it with `onedoor payments resolve`.',
    example: 'https://mainnet.base.org',
    secret: true,
    schema: () => z.string().refine(isPlainAddress),
  }),
} as const

/** `fetch` rejects an address with a user name, and would show it in its error. */
function isPlainAddress(text: string): boolean {
  const { protocol = '', username, password } = parseUrl(text) ?? {}
  return ['http:', 'https:'].includes(protocol) && !username && !password
}
