import type { Document } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { laidOut, pythonName } from '../python/names.ts'

/**
 * A Python script that makes one call with the generated client and prints its result as JSON. The server is at
 * `http://localhost:8080`; the token is read from `ONEDOOR_TOKEN`. A second form is called by the name of the first.
 * Throws for an argument that the operation's method does not have.
 */
export function pythonSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const call = Object.entries(args).map(([name, value]) => [`${pythonName(name)}=`, value] as const)
  return `import json
import os

from onedoor import Client

onedoor = Client("http://localhost:8080", os.environ["ONEDOOR_TOKEN"])

result = ${laidOut(call, [`onedoor.${operation.formOf ?? operation.id}(`, ')'], 'result = '.length)}
print(json.dumps(result, indent=2, ensure_ascii=False))
`
}
