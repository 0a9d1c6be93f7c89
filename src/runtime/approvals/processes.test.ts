import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forDrawnDatabase } from '#testing/databases.ts'
import { createJobWorld } from '#testing/jobs.ts'
import { systemClock } from '../base/clock.ts'
import { localSignals } from '../base/signals.ts'
import { createPublisher } from '../bus/publisher.ts'
import { StoreApprovals } from './approvals.ts'

const count = 60

forDrawnDatabase((dialect, openTestStore, newDatabase) => {
  test(`${dialect === 'postgres' ? 'two processes use' : 'a process uses'} each approval once, with its effect, also when one is killed`, async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const world = createJobWorld(store)
    const account = await world.account()
    const parts = { store, queue: world.queue, signals: localSignals() }
    const bus = createPublisher({ clock: systemClock })
    const approvals = new StoreApprovals({ ...parts, clock: systemClock, bus })
    for (let n = 0; n < count; n++) {
      const { id } = await approvals.request({
        ...{ accountId: account, operation: 'notes.delete', args: { title: `${n}` }, actor: { kind: 'agent' } },
        ...{ run: `run_${n}`, reason: 'Text by others was read.', microCredits: 0 },
      })
      await approvals.decide({ accountId: account, id, decision: 'allow', scope: 'once' })
    }
    await store.run(store.sql.raw('create table effects (id text not null)'))
    const start = async () => {
      const program = join(import.meta.dirname, 'fixtures/using-process.ts')
      const child = fork(program, [settings.databaseUrl ?? '', settings.dataDir, account])
      // A remaining process would have the output of the test run open, which would wait for it.
      onTestFinished(() => void child.kill('SIGKILL'))
      await once(child, 'message')
      return child
    }
    const ended = (child: ChildProcess) => once(child, 'exit')
    const victim = await start()
    const others = dialect === 'postgres' ? [await start()] : []
    const ends = [victim, ...others].map(ended)
    let tried = 0
    victim.on('message', () => {
      tried += 1
      if (tried === count / 4) victim.kill('SIGKILL')
    })
    for (const child of [victim, ...others]) child.send('use')
    await Promise.all(ends)
    const last = await start()
    const isOver = ended(last)
    last.send('use')
    await isOver
    const used = await store.all<{ id: string }>(store.sql('effects').select('id'))
    expect(used).toHaveLength(count)
    expect(new Set(used.map(({ id }) => id)).size).toBe(count)
    const { approvals: all } = await approvals.list(account, 'used', { offset: 0, limit: 100 })
    expect(all).toHaveLength(count)
    await world.stop()
  }, 60_000)
})
