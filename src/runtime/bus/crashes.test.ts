import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forDrawnDatabase } from '../../testing/databases.ts'
import { systemClock } from '../base/clock.ts'
import { busOf, createReceivedTable, namesReceived, writer } from './fixtures/received.ts'

const fixture = fileURLToPath(new URL('fixtures/announcing-process.ts', import.meta.url))
const killsPerTest = 3
const acknowledgedBeforeKill = 40

/** Each kill starts a process, which takes seconds on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  test('a process that is killed while it publishes and delivers loses no event and delivers none twice', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await createReceivedTable(store)
    const acknowledged: string[] = []
    for (let kill = 0; kill < killsPerTest; kill++) {
      await store.run(store.sql('accounts').delete())
      await store.run(store.sql('received').delete())
      const child = spawn(process.execPath, [fixture, JSON.stringify(settings)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      acknowledged.length = 0
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged.push(line)
        if (acknowledged.length === acknowledgedBeforeKill) child.kill('SIGKILL')
      }
      if (child.signalCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')

      const { bus } = busOf(store, systemClock)
      await bus.start([writer('notes')])
      await bus.settle()
      await bus.close()
      const rows = await store.all<{ id: string }>(store.sql('accounts').select('id'))
      const kept = rows.map(({ id }) => id)
      expect(kept).toEqual(expect.arrayContaining(acknowledged))
      expect((await namesReceived(store, 'notes')).toSorted()).toEqual(kept.toSorted())
    }
  })
})
