import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Document, operationsOf, resolve } from '#runtime/base/openapi.ts'
import { dropScalarExplode } from '../fixes/fixes.ts'
import { documentTypes } from './handlers.ts'

const emitted = join(import.meta.dirname, '../../../.cache/tsp/sandbox/openapi.json')

/**
 * The API of the sandbox, which `spec/sandbox/` describes: its document and its types.
 *
 * @param header first line of generated code
 */
export async function sandboxFiles(header: string): Promise<[string, string][]> {
  const document = JSON.parse(await readFile(emitted, 'utf8')) as Document
  sealBodies(document)
  dropScalarExplode(document)
  return [
    ['sandbox/openapi.json', `${JSON.stringify(document, null, 1)}\n`],
    ['sandbox/types.ts', header + (await documentTypes(document))],
  ]
}

/** An argument that does not exist is an error: it may be one that is misspelt. */
function sealBodies(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const media = operation.requestBody?.content['application/json']
    if (media) resolve(document, media.schema).additionalProperties ??= false
  }
}
