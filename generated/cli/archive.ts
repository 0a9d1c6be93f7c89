// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'list', summary: 'List archived entries or kinds', description: 'With `kind`, the newest archived entries of that kind; without it, which kinds are archived and how many entries\neach has. The archive holds only public items: private posts, mail, notes and documents are neither listed nor\ncounted.', needs: 'open', microCredits: 0, args: [{ name: 'kind', type: 'string', description: 'Kind of entries to list. If omitted, the kinds are listed with their counts, without entries.', values: ['news', 'post', 'video', 'market', 'social', 'reminder'] }, { name: 'limit', type: 'integer', description: 'How many entries at most; it has no effect without `kind`.', default: 20, minimum: 1, maximum: 100 }], example: { kind: 'news', limit: 2 } },
]
