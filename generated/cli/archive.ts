// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'list', summary: 'List archived entries or kinds', description: 'With `kind`, the newest archived entries of that kind; without it, which kinds are archived and how much of each.\nThe archive holds what is public only: nobody\'s private posts, mail, notes or documents are listed or counted.', needs: 'open', microCredits: 0, args: [{ name: 'kind', type: 'string', description: 'Kind of entries to list. Omitted: the kinds with their counts, and no entries.', values: ['news', 'post', 'video', 'market', 'social', 'reminder'] }, { name: 'limit', type: 'integer', description: 'How many entries at most; without `kind` it has no effect.', default: 20, minimum: 1, maximum: 100 }], example: { kind: 'news', limit: 2 } },
]
