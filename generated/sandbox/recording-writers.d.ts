// Written by `npm run generate` from spec/. Do not edit.
import type { Recording } from '../../src/worlds/recording/plan.ts'

export const writers: {
  arazzo(recording: Recording, documentUrl: string): string
  typescript(recording: Recording): string
  python(recording: Recording): string
}
