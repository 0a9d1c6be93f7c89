import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { laidOut, pythonName } from '../python/names.ts'
import { sendsToken } from './access.ts'

/**
 * A Python script that makes one call with the generated client and prints its result as JSON. The server is at
 * `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN` unless the operation needs none. A second form is called by the name of the first.
 * Throws for an argument that the operation's method does not have.
 */
export function pythonSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const call = Object.entries(args).map(([name, value]) => [`${pythonName(name)}=`, value] as const)
  const hasToken = sendsToken(operation)
  return `import json
${hasToken ? 'import os\n' : ''}
from onedoor import Client

onedoor = Client("${sampleUrl}"${hasToken ? ', os.environ["ONEDOOR_TOKEN"]' : ''})

result = ${laidOut(call, [`onedoor.${operation.formOf ?? operation.id}(`, ')'], 'result = '.length)}
print(json.dumps(result, indent=2, ensure_ascii=False))
`
}
