import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '#runtime/base/openapi.ts'
import { dropScalarExplode, sealArguments } from '../fixes/fixes.ts'
import { documentTypes } from './handlers.ts'
import { recordingWriters } from './sample-writers.ts'

const emitted = join(import.meta.dirname, '../../../.cache/tsp/sandbox/openapi.json')

const writerTypes = `import type { Document } from '../../src/runtime/base/openapi.ts'
import type { Recording } from '../../src/worlds/recording/plan.ts'

export const writers: {
  arazzo(recording: Recording, documentUrl: string): Iterable<string>
  typescript(recording: Recording, document: Document): Iterable<string>
  python(recording: Recording, document: Document): Iterable<string>
  go(recording: Recording, document: Document): Iterable<string>
}
`

/** The document of the sandbox, which `spec/sandbox/` describes. */
export async function sandboxDocument(): Promise<Document> {
  const document = JSON.parse(await readFile(emitted, 'utf8')) as Document
  dropScalarExplode(document)
  sealArguments(document)
  return document
}

/**
 * The API of the sandbox: its document and its types.
 *
 * @param header first line of generated code
 */
export async function sandboxFiles(document: Document, header: string): Promise<[string, string][]> {
  return [
    ['sandbox/openapi.json', `${JSON.stringify(document, null, 1)}\n`],
    ['sandbox/types.ts', header + (await documentTypes(document))],
    ['sandbox/recording-writers.js', await recordingWriters()],
    ['sandbox/recording-writers.d.ts', header + writerTypes],
  ]
}
