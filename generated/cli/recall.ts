// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'conversation', summary: 'Read a past conversation', description: 'One conversation with its messages, oldest first. Of a conversation longer than `limit` the most recent messages\nare returned, and `omitted` says how many are missing. Fails with `not_found` if the caller has no such\nconversation.', needs: 'account', microCredits: 0, args: [{ name: 'id', type: 'string', isRequired: true, description: 'Id of the conversation, from `recall.list`.', minLength: 1, maxLength: 200 }, { name: 'limit', type: 'integer', description: 'How many messages at most; of a longer conversation the most recent ones are returned.', default: 50, minimum: 1, maximum: 1000 }], example: { id: 'thread_01k9y0s3t5v7w9x1y3z5a7b9c1' } },
  { name: 'list', summary: 'List past conversations', description: 'The caller\'s past conversations with the agent, the most recently active first, without their messages.', needs: 'account', microCredits: 0, args: [{ name: 'client', type: 'string', description: 'Only conversations held there; all if omitted.', values: ['web', 'mail', 'cli'] }, { name: 'limit', type: 'integer', description: 'How many conversations at most.', default: 20, minimum: 1, maximum: 200 }], example: { client: 'web', limit: 20 } },
]
