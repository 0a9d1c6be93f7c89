import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { dropScalarExplode, sealArguments } from '../fixes/fixes.ts'
import { documentTypes } from './handlers.ts'

const emitted = join(import.meta.dirname, '../../../.cache/tsp/sandbox/openapi.json')

/**
 * The API of the sandbox, which `spec/sandbox/` describes: its document and its types.
 *
 * @param header first line of generated code
 */
export async function sandboxFiles(header: string): Promise<[string, string][]> {
  const document = JSON.parse(await readFile(emitted, 'utf8')) as Document
  dropScalarExplode(document)
  sealArguments(document)
  return [
    ['sandbox/openapi.json', `${JSON.stringify(document, null, 1)}\n`],
    ['sandbox/types.ts', header + (await documentTypes(document))],
  ]
}
