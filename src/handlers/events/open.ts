import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { calendarPath } from './calendar/feed-route.ts'
import { Feeds } from './calendar/feeds.ts'
import { createEventHandlers } from './events.ts'
import { carryOutPrompt, Prompts } from './jobs/carry-out-prompt.ts'
import { Firing, fireEvent } from './jobs/fire.ts'
import * as rows from './rows.ts'

/** Opens the events: their methods, their firing, the calendars of accounts, and the pages. */
export function openEvents(world: FamilyWorld): OpenFamily<'events'> {
  const prompts = new Prompts(world)
  const firing = new Firing({ ...world, prompts })
  const feeds = new Feeds(world)
  const upcoming = (owner: string) =>
    world.store.all<rows.EventRow>(rows.upcoming({ owner, offset: 0, limit: rows.maxUpcoming }))
  return {
    handlers: createEventHandlers(firing),
    paths: [calendarPath(world, feeds)],
    jobs: [handles(fireEvent, (job) => firing.fire(job)), handles(carryOutPrompt, (job) => prompts.carryOut(job))],
    schedules: [hourly('events.purge_past', (signal) => firing.purge(signal))],
    pages: async (site) =>
      (await import('./pages/routes.ts')).eventPages(site, { feeds, clock: world.clock, upcoming }),
  }
}
