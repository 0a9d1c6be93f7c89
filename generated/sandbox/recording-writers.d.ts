// Written by `npm run generate` from spec/. Do not edit.
import type { Document } from '../../src/runtime/base/openapi.ts'
import type { Recording } from '../../src/worlds/recording/plan.ts'

export const writers: {
  arazzo(recording: Recording, documentUrl: string): Iterable<string>
  typescript(recording: Recording, document: Document): Iterable<string>
  python(recording: Recording, document: Document): Iterable<string>
  go(recording: Recording, document: Document): Iterable<string>
}
