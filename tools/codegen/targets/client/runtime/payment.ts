import type { Answer } from './answer.ts'
import type { PaymentChallenge } from './types.ts'

/** What a response with status 402 requires. */
export function challengeOf(operation: string, address: string, { headers, body }: Answer): PaymentChallenge {
  const header = headers.get('payment-required')
  return { operation, address, required: (header === null ? undefined : decoded(header)) ?? body, headers, body }
}

/** JSON in base64, as the x402 protocol puts it into headers; undefined if it is something else. */
function decoded(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
