// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'read', summary: 'Read an Islamic text', description: 'A passage from an Islamic text in full, with its source and its reference.\n\nThe original, its translation and the commentary on it come in separate fields. An address on any other site, a\npath without a known collection, and a passage that does not exist are a 400.', needs: 'open', microCredits: 0, args: [{ name: 'path', type: 'string', isRequired: true, description: 'Path of the passage, as a search result gives it (`/quran/2/255`), or its full address on the source site.', minLength: 1, maxLength: 500 }], example: { path: '/quran/112/1' } },
]
