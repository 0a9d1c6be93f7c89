// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'read', summary: 'Read the inbox', description: 'The threads of the inbox, the latest first, or with an id one thread with its messages. Reading does not mark\nanything as read. The response body is the object itself, without `result`.', needs: 'account', microCredits: 0, paging: { argument: 'offset', next: 'next_offset', list: 'items' }, args: [{ name: 'id', type: 'string', description: 'Id of one thread. If omitted, the inbox is returned.', minLength: 1, maxLength: 200 }, { name: 'offset', type: 'integer', description: 'How many threads to skip.', default: 0, minimum: 0, maximum: 1000000 }, { name: 'limit', type: 'integer', description: 'How many threads at most.', default: 20, minimum: 1, maximum: 100 }], example: { offset: 0, limit: 20 } },
  { name: 'mark', summary: 'Mark a thread', description: 'Marks a thread as read or unread. Marking it again changes nothing.', needs: 'account', microCredits: 0, args: [{ name: 'action', type: 'string', isRequired: true, description: 'What to do.', values: ['mark_read', 'mark_unread'] }, { name: 'id', type: 'string', isRequired: true, description: 'Id of the thread.', minLength: 1, maxLength: 200 }], example: { action: 'mark_read', id: 'thread_01k9y3m8v7e3q8t5r2w4x6y8z0' } },
]
