// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'list', summary: 'List recent activity', description: 'Recent activity on this instance, newest first. Anyone can see public entries; a caller with a credential also sees\ntheir own private ones. Only the 500 newest entries are kept: for older public items use `archive.list`.', needs: 'open', microCredits: 0, args: [{ name: 'limit', type: 'integer', description: 'How many entries at most.', default: 20, minimum: 1, maximum: 100 }], example: { limit: 2 } },
]
