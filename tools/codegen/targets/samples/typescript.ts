import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { keyOf, sourceOf } from '../client/text.ts'
import { sendsToken } from './access.ts'
import { laidOut, maxWidth } from './layout.ts'

/**
 * A TypeScript module that makes one call with the generated client and prints its result as JSON. The server is at
 * `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN`, and the payment for credits, which a wallet has signed,
 * from `ONEDOOR_PAYMENT`. A second form is called by the name of the first.
 */
export function typescriptSample(
  _document: Document,
  operation: OperationFacts,
  args: Record<string, unknown>,
): string {
  const call = `const result = await onedoor.${operation.formOf ?? operation.id}`
  const given = Object.keys(args).length > 0 ? laidOut(args, notation, maxWidth - call.length - '()'.length) : ''
  return `import { createClient } from '@onedoor/client'

const onedoor = createClient(${clientOptions(operation)})

${call}(${given})
console.log(JSON.stringify(result, null, 2))
`
}

const notation = { line: sourceOf, key: (name: string) => `${keyOf(name)}: `, endsWithComma: true }

function clientOptions(operation: OperationFacts): string {
  if (!sendsToken(operation)) return `{ baseUrl: '${sampleUrl}' }`
  const pay = operation.topUp ? "  pay: () => ({ 'PAYMENT-SIGNATURE': process.env.ONEDOOR_PAYMENT ?? '' }),\n" : ''
  return `{\n  baseUrl: '${sampleUrl}',\n  token: process.env.ONEDOOR_TOKEN,\n${pay}}`
}
