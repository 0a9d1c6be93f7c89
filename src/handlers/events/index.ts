import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { CalendarFeeds } from './calendar/calendar-feeds.ts'
import { calendarRoute } from './calendar/feed-route.ts'
import { eventDeleted, eventFired } from './contracts.ts'
import { promptJobs, promptSubscriber } from './jobs/carry-out-prompt.ts'
import { firingJobs } from './jobs/fire.ts'
import { purgePast } from './jobs/purge-past.ts'
import { migrations } from './migrations/index.ts'

export interface EventsDeps
  extends Pick<
    FamilyWorld,
    | 'store'
    | 'clock'
    | 'queue'
    | 'bus'
    | 'agent'
    | 'approvals'
    | 'log'
    | 'limits'
    | 'layout'
    | 'baseUrl'
    | 'trustedProxies'
  > {
  readonly feeds: CalendarFeeds
}

export const events = family('events', {
  migrations,
  tables: [
    {
      table: 'calendar_events',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['title', 'note', 'prompt'],
      archive: {
        file: 'events',
        key: 'id',
        without: ['prompt_begun', 'ends_at'],
        booleans: ['is_past'],
        json: ['exdates', 'rdates'],
      },
    },
    {
      table: 'event_feeds',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'This is a secret address.' },
      archive: { leftOut: 'This is the secret calendar address, which the events page shows.' },
    },
  ],
  publishes: [eventFired, eventDeleted],
  open: (world): EventsDeps => ({ ...world, feeds: new CalendarFeeds(world) }),
  subscribes: (deps) => [promptSubscriber(deps)],
  jobs: (deps) => [firingJobs(deps), promptJobs(deps)],
  schedules: (deps) => [hourly('events.purge_past', (signal) => purgePast(deps, signal))],
  pages: [
    {
      at: '/settings/events',
      for: 'owner',
      load: async (site, deps) => (await import('./pages/routes.ts')).eventPages(site, deps),
    },
  ],
  routes: (deps) => [calendarRoute(deps)],
})
