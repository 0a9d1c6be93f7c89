import { handles } from '../../runtime/jobs/kind.ts'
import { hourly } from '../../runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { createWriteInTurn } from './account-writes.ts'
import { Running } from './jobs/run-work.ts'
import { createAskForAgent } from './named-agent.ts'
import { workListener } from './subscriber.ts'
import { createWork } from './work.ts'
import { purge, WorkQueue, workJob } from './work-queue.ts'

/** Opens the work of the agent: its methods, its runs, and the tasks that begin it. */
export function openWork(world: FamilyWorld): OpenFamily<'work'> {
  const { store, clock } = world
  const queue = new WorkQueue(world)
  const writeInTurn = createWriteInTurn()
  const askForAgent = createAskForAgent(world)
  const running = new Running({ ...world, askForAgent }, writeInTurn)
  return {
    handlers: createWork(queue, writeInTurn, askForAgent),
    listens: [workListener(queue)],
    jobs: [handles(workJob, (job) => running.run(job))],
    schedules: [hourly('work.purge', (signal) => purge(store, clock.now(), signal))],
  }
}
