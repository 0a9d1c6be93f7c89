import { createSerialByKey } from '#runtime/base/serial.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { UntrustedSchemas } from '#runtime/outbound/models/schemas/untrusted-schemas.ts'
import type { Store, Writer } from '#runtime/store/types.ts'
import { workEnded } from './contracts.ts'
import { purge } from './jobs/purge.ts'
import { runWork } from './jobs/run-work.ts'
import { migrations } from './migrations/index.ts'
import { progressRoute } from './progress-stream.ts'
import { workSubscriber } from './subscriber.ts'
import { workJob } from './work-queue.ts'

export interface WorkDeps
  extends Pick<
    FamilyWorld,
    'agent' | 'approvals' | 'store' | 'bus' | 'clock' | 'live' | 'log' | 'query' | 'queue' | 'signals'
  > {
  readonly writeInTurn: WriteInTurn
  readonly schemas: Pick<UntrustedSchemas, 'check'>
}

export const work = family('work', {
  migrations,
  tables: [
    {
      table: 'work',
      account: 'owner',
      whenDeleted: 'delete',
      marked: ['prompt', 'result', 'data'],
      archive: { file: 'work', key: 'id', json: ['evidence', 'data', 'result_schema', 'choices'] },
    },
    {
      table: 'work_runs',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'The work itself has the mark.' },
      archive: { file: 'work-runs', key: 'id' },
      counting: 'kept',
    },
    {
      table: 'work_steps',
      account: 'owner',
      whenDeleted: 'delete',
      marked: { never: 'The work itself has the mark.' },
      archive: { file: 'work-steps', key: 'id', booleans: ['ok', 'has_effect'] },
      counting: 'kept',
    },
  ],
  publishes: [workEnded],
  open(world): WorkDeps {
    const schemas = new UntrustedSchemas()
    world.stack.defer(() => schemas.close())
    return { ...world, schemas, writeInTurn: createWriteInTurn() }
  },
  subscribes: (deps) => [workSubscriber(deps)],
  routes: (deps) => [progressRoute(deps)],
  jobs: (deps) => [handles(workJob, (job) => runWork(deps, job))],
  schedules: (deps) => [hourly('work.purge', (signal) => purge(deps, signal))],
})

/** Writes to the work of an account, one after another: concurrent ones would abort each other's transactions on PostgreSQL. */
type WriteInTurn = <T>(store: Store, owner: string, work: (tx: Writer) => Promise<T>) => Promise<T>

export function createWriteInTurn(): WriteInTurn {
  const inTurn = createSerialByKey()
  return (store, owner, work) => inTurn.run(owner, () => store.write(work, `work/${owner}`))
}
