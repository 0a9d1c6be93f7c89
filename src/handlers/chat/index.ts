import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { Rooms } from './find-room.ts'
import { purge } from './jobs/purge.ts'
import { migrations } from './migrations/index.ts'
import { chatRoute } from './room-stream.ts'
import { chatSettings } from './settings.ts'
import { chatSubscriber } from './subscriber.ts'

export interface ChatDeps extends Pick<FamilyWorld, 'store' | 'clock' | 'bus' | 'live'> {
  readonly rooms: Rooms
  /** Limits messages in groups and direct conversations. */
  readonly perMinute: Pick<Limiter, 'take'>
}

const otherSide = { uncounted: 'This counts towards the storage of the other person, who wrote it.' }

export const chat = family('chat', {
  settings: chatSettings,
  migrations,
  tables: [
    {
      table: 'chat_rooms',
      account: 'opener',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: {
        leftOut: 'The archive contains the messages in direct conversations, and each message names its room.',
      },
    },
    {
      table: 'chat_rooms',
      account: 'other',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: {
        leftOut: 'The archive contains the messages in direct conversations, and each message names its room.',
      },
      counting: otherSide,
    },
    {
      table: 'chat_messages',
      account: 'author',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: { file: 'chat', key: 'id', without: ['seq'], booleans: ['by_agent'] },
    },
    {
      table: 'chat_messages',
      account: 'recipient',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: { file: 'chat-received', key: 'id', without: ['seq'], booleans: ['by_agent'] },
      counting: otherSide,
    },
    {
      table: 'chat_marks',
      account: 'account',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids and times count as own text.' },
      archive: { leftOut: 'This records how far the account has read in each room, to count unread messages.' },
      counting: 'kept',
    },
  ],
  open: ({ store, clock, bus, live, query, limits, settings }): ChatDeps => ({
    ...{ store, clock, bus, live },
    rooms: new Rooms({ store, query }, settings.chatTopics),
    perMinute: limits.swift({
      name: 'chat-messages',
      unit: 'messages',
      per: 'account',
      get quota() {
        return settings.chatMessagesPerMinute
      },
      windowMs: 60_000,
    }),
  }),
  subscribes: (deps) => [chatSubscriber(deps)],
  schedules: (deps) => [hourly('chat.purge', (signal) => purge(deps, signal))],
  pages: [
    {
      at: '/chat',
      for: 'visitor',
      load: async (site, deps) => (await import('./pages/routes.ts')).chatPages(site, deps),
    },
  ],
  routes: (deps) => [chatRoute(deps)],
})
