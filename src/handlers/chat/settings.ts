import { z } from 'zod'
import { setting } from '#runtime/base/setting.ts'
import { reloadableLimit } from '#runtime/limits/settings.ts'

const maxTopics = 50
const maxTitle = 60

/** A public room chosen by the operator. */
export interface Topic {
  readonly id: string
  readonly title: string
}

/** The room of a topic, such as `topic_board_games` for *Board games*. */
function topicOf(title: string): Topic {
  return {
    id: `topic_${title
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean)
      .join('_')}`,
    title,
  }
}

const topics = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((title) => topicOf(title.trim()))))
  .refine(
    (list) =>
      list.length <= maxTopics &&
      new Set(list.map(({ id }) => id)).size === list.length &&
      list.every(({ id, title }) => id !== 'topic_' && title.length <= maxTitle),
  )

export const chatSettings = {
  chatTopics: setting({
    name: 'CHAT_TOPICS',
    rule: `none, or up to ${maxTopics} different names separated by commas, each with at most ${maxTitle} characters and at least one Latin letter or digit`,
    fallback: 'General,Books,Cooking,Gardening,Music,Technology',
    meaning:
      'The topics that have a public room in the chat. If you remove a topic from the list, people can still read its room but not post in it.',
    without:
      'The chat has no topic rooms. People can still discuss posts, articles and videos, and use groups and direct conversations.',
    example: 'General,Board games',
    schema: () => topics,
  }),
  chatMessagesPerMinute: reloadableLimit(
    'LIMIT_CHAT_MESSAGES_PER_MINUTE',
    '60',
    'The number of messages that one account may post in its groups and direct conversations in a minute. Messages in public rooms count as public writes.',
  ),
} as const
