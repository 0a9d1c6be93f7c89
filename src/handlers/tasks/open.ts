import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { createClaim } from './claim.ts'
import { endingListener } from './listener.ts'
import { createTasks } from './tasks.ts'

/** Opens the tasks: their methods, and what the agent and its work need of them. */
export function openTasks({ store, clock, bus }: FamilyWorld): OpenFamily<'tasks'> {
  return {
    handlers: createTasks(bus),
    listens: [endingListener],
    answers: { 'tasks.claim': createClaim({ store, clock }) },
  }
}
