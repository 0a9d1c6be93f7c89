import { z } from 'zod'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { moment, shortText, topic } from '../../runtime/base/topic.ts'

/** Characters of a message that are published; what is longer is cut. */
export const maxMessageCharacters = 40_000

const message = z.object({
  id: shortText,
  /** The owner is the account that the conversation belongs to. */
  role: z.enum(['owner', 'agent', 'other']),
  /** Mail address, phone number or username of a person; absent for the agent. */
  from: shortText.optional(),
  text: z.string(),
  at: moment,
  /** Whether its owner has received it in the response of a call. */
  is_read: z.boolean().optional(),
})

const shortened = message.transform(({ text, ...rest }) => {
  const stored = firstCharacters(text, maxMessageCharacters)
  return { ...rest, text: stored, is_truncated: stored.length < text.length }
})

const conversation = {
  conversation: shortText,
  /** Where it is held. */
  client: z.enum(['web', 'mail', 'cli', 'other']),
  /** The name of the agent, if it is a named one. */
  agent: shortText.optional(),
  /** Whether its agent has read text by others so far; absent if that is not known. */
  has_foreign_text: z.boolean().optional(),
}

/**
 * A message of a conversation with the agent. Published with the account whose conversation it is, and with the conversation's id
 * as the key, by the family that holds the conversation.
 */
export const conversationMessage = topic('conversation.message', z.object({ ...conversation, message: shortened }), {
  stored: z.object({ ...conversation, message: message.extend({ is_truncated: z.boolean().default(false) }) }),
  meaning: 'A message was added to a conversation with the agent.',
  example: {
    conversation: 'thread_01k9y0s3t5v7w9x1y3z5a7b9c1',
    client: 'web',
    message: {
      id: 'message_01k9y0s3v6w8x0y2z4a6b8c0d2',
      role: 'owner',
      from: 'layla',
      text: 'Which of my apple trees should I prune first?',
      at: 1_795_249_900_115,
    },
  },
})

/** Published with the same key as the messages. */
export const conversationDeleted = topic('conversation.deleted', z.object({ conversation: shortText }), {
  meaning: 'A conversation was deleted with its messages.',
  example: { conversation: 'thread_01k9y0s3t5v7w9x1y3z5a7b9c1' },
})
