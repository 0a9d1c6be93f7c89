// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'list', summary: 'List recent happenings', description: 'What has just happened, newest first. Anyone sees what is public; a caller with a credential also sees the entries\nmeant for them alone. Only the 500 newest entries are kept: for older things ask `archive.list`.', needs: 'open', microCredits: 0, args: [{ name: 'limit', type: 'integer', description: 'How many entries at most.', default: 20, minimum: 1, maximum: 100 }], example: { limit: 2 } },
]
