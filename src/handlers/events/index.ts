import { oldFamily as family } from '#runtime/kit/family.ts'
import { eventDeleted, eventFired } from './contracts.ts'
import { migrations } from './migrations/index.ts'

export const events = family('events', {
  migrations,
  tables: [
    {
      table: 'calendar_events',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { file: 'events', key: 'id', without: ['prompt_begun'], booleans: ['is_past'] },
    },
    {
      table: 'event_feeds',
      account: 'owner',
      whenDeleted: 'delete',
      archive: { leftOut: 'The secret address of the calendar, which the page of events shows.' },
    },
  ],
  publishes: [eventFired, eventDeleted],
  open: async (world) => (await import('./open.ts')).openEvents(world),
})
