import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { forDrawnDatabase } from '#testing/databases.ts'
import { createJobWorld } from '#testing/jobs.ts'
import { jobKind } from './kind.ts'

const work = jobKind('tests.work', z.object({ n: z.int(), hangs: z.boolean() }))

interface Line {
  readonly pid: number
  readonly n: number
  readonly attempt: number
  readonly is: 'begun' | 'done'
}

forDrawnDatabase((dialect, openTestStore, newDatabase) => {
  const count = dialect === 'postgres' ? 2 : 1

  test(`${count === 2 ? 'two processes share' : 'a process runs'} the jobs, each once; those of a killed one run again`, async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const world = createJobWorld(store)
    const file = join(settings.dataDir, 'runs.jsonl')
    const start = () => {
      const program = join(import.meta.dirname, 'fixtures/runner-process.ts')
      const child = fork(program, [settings.databaseUrl ?? '', settings.dataDir, file])
      // A remaining process would have the output of the test run open, which would wait for it.
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    const ready = (child: ChildProcess) => new Promise((resolve) => child.once('message', resolve))
    // The text after the last line end is still being written.
    const lines = (): Line[] =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as Line)
        : []
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const jobs = 200
    await store.write(async (tx) => {
      for (let n = 0; n < jobs; n++) await world.queue.enqueue(tx, work, { n, hangs: n === 0 }, { runAt: 1 })
    })
    const children = Array.from({ length: count }, start)
    await Promise.all(children.map(ready))
    await until(() => lines().filter(({ is }) => is === 'done').length >= jobs - 1)
    const first = lines().find(({ n }) => n === 0) as Line
    expect(lines().filter(({ is }) => is === 'begun')).toHaveLength(jobs)
    const victim = children.find(({ pid }) => pid === first.pid)
    victim?.kill('SIGKILL')
    if (count === 1) {
      const next = start()
      children.push(next)
    }
    await until(() => lines().some(({ n, is }) => n === 0 && is === 'done'))
    const ofFirst = lines().filter(({ n }) => n === 0)
    expect(ofFirst.map(({ attempt, is }) => [attempt, is])).toEqual([
      [1, 'begun'],
      [2, 'begun'],
      [2, 'done'],
    ])
    expect(ofFirst[1]?.pid).not.toBe(first.pid)
    await world.stop()
  }, 120_000)
})
