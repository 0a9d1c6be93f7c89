import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { createChat } from './chat.ts'
import { purge } from './jobs/purge.ts'
import { chatPaths } from './room-stream.ts'
import { Rooms } from './rooms.ts'
import type { chatSettings } from './settings.ts'
import { chatListener } from './subscriber.ts'

const minuteMs = 60_000

/** Opens the chat: its methods, the streams and the page of its rooms, and the deletion of what is not kept. */
export function openChat(world: FamilyWorld<typeof chatSettings>): OpenFamily<'chat'> {
  const { settings, store, clock, limits, live, bus } = world
  const rooms = new Rooms(world, settings.chatTopics)
  const perMinute = limits.swift({
    name: 'chat-messages',
    unit: 'messages',
    per: 'account',
    quota: settings.chatMessagesPerMinute,
    windowMs: minuteMs,
  })
  return {
    handlers: createChat({ rooms, live, bus, perMinute }),
    paths: [chatPaths(rooms, live)],
    visitorPages: async (site) => (await import('./pages/routes.ts')).chatPages(site, { rooms, store, clock }),
    listens: [chatListener({ live, clock, bus })],
    schedules: [hourly('chat.purge', (signal) => purge({ store, clock, rooms }, signal))],
  }
}
