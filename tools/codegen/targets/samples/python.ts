import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { laidOut, pythonName } from '../python/names.ts'
import { sendsToken } from './access.ts'

/**
 * A Python script that makes one call with the generated client and prints its result as JSON. The server is at
 * `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN` unless the operation needs none, and the
 * payment for credits, which a wallet has signed, from `ONEDOOR_PAYMENT`. A second form is called by the name of the first.
 * Throws for an argument that the operation's method does not have.
 */
export function pythonSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const call = Object.entries(args).map(([name, value]) => [`${pythonName(name)}=`, value] as const)
  const hasToken = sendsToken(operation)
  return `import json
${hasToken ? 'import os\n' : ''}
from onedoor import Client

onedoor = Client(${clientArguments(operation)})

result = ${laidOut(call, [`onedoor.${operation.formOf ?? operation.id}(`, ')'], 'result = '.length)}
print(json.dumps(result, indent=2, ensure_ascii=False))
`
}

function clientArguments(operation: OperationFacts): string {
  const given = [`"${sampleUrl}"`, ...(sendsToken(operation) ? ['os.environ["ONEDOOR_TOKEN"]'] : [])]
  if (!operation.topUp) return given.join(', ')
  const pay = 'pay=lambda challenge: {"PAYMENT-SIGNATURE": os.environ["ONEDOOR_PAYMENT"]}'
  return `\n${[...given, pay].map((argument) => `    ${argument},\n`).join('')}`
}
