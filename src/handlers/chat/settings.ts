import { z } from 'zod'
import { setting } from '#runtime/base/setting.ts'
import { limit } from '#runtime/limits/settings.ts'

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
    rule: `up to ${maxTopics} different names of at most ${maxTitle} characters, comma-separated, each with a Latin letter or digit; or none`,
    fallback: 'General,Books,Cooking,Gardening,Music,Technology',
    meaning:
      'The topics that have a public room in the chat. A topic removed from the list is closed: its room can be read, but nobody can post in it.',
    without: 'People talk about posts, articles and videos, in groups and with each other.',
    example: 'General,Board games',
    schema: () => topics,
  }),
  chatMessagesPerMinute: limit(
    'LIMIT_CHAT_MESSAGES_PER_MINUTE',
    '60',
    'Messages that one account may post in its groups and direct conversations in a minute. Those in public rooms are public writes.',
  ),
} as const
