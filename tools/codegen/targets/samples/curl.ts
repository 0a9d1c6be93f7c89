import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import { quoted } from '../../../../src/doors/cli/calls/spelling.ts'
import type { OperationFacts } from '../../operations.ts'
import { sendsToken } from './access.ts'
import { jsonOf } from './layout.ts'

/**
 * A curl command for a POSIX shell that makes one call and prints its response. The server is at
 * `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN`, and the payment for credits, which a wallet has signed,
 * from `ONEDOOR_PAYMENT`. A second form is called as such.
 */
export function curlSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const { verb, path, hasBody } = operation
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const rest = Object.entries(args).filter(([name]) => !inPath.has(name))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(args[name])))
  const form = verb === 'GET' ? (rest.length > 0 ? ' --get' : '') : hasBody ? '' : ' -X POST'
  return [
    `curl${form} ${quoted(sampleUrl + filled)}`,
    ...(sendsToken(operation) ? [tokenHeader] : []),
    ...(operation.topUp ? ['-H "PAYMENT-SIGNATURE: $ONEDOOR_PAYMENT"'] : []),
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted(jsonOf(Object.fromEntries(rest)))}`] : []),
    ...(verb === 'GET' ? rest.flatMap(([name, value]) => queryOptions(name, value)) : []),
  ].join(' \\\n  ')
}

/** The option that sends the token, in double quotes: the shell fills it in. */
export const tokenHeader = '-H "Authorization: Bearer $ONEDOOR_TOKEN"'

/** A list repeats its name. */
function queryOptions(name: string, value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.map((each) => `--data-urlencode ${quoted(`${name}=${each}`)}`)
}
