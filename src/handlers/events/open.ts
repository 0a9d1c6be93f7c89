import type { FamilyWorld, OpenFamily } from '../../runtime/calls/family.ts'
import { handles } from '../../runtime/jobs/kind.ts'
import { hourly } from '../../runtime/jobs/schedule.ts'
import { createEventHandlers } from './events.ts'
import { Firing, fireEvent } from './firing.ts'

/** Opens the events: their methods and their firing. */
export function openEvents(world: FamilyWorld): OpenFamily<'events'> {
  const firing = new Firing(world)
  return {
    handlers: createEventHandlers(firing),
    jobs: [handles(fireEvent, (job) => firing.fire(job))],
    schedules: [hourly('events.purge_past', (signal) => firing.purge(signal))],
  }
}
