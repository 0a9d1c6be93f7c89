import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { openInstance } from './instance.ts'
import { rollingRestart } from './restart.ts'
import { takeOver } from './takeover.ts'

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  if (dialect === 'sqlite') {
    test('a second process on the same SQLite file does not start, and names what several need', async () => {
      await using instance = await openInstance(await newDatabase())
      await instance.start()
      await expect(instance.start()).rejects.toThrow('use PostgreSQL (DATABASE_URL) for several')
    }, 60_000)
    return
  }

  test('a rolling restart of two processes fails no call and loses no confirmed note', async () => {
    await using instance = await openInstance(await newDatabase())
    const { made, failures, lost } = await rollingRestart(instance, 50, 1)
    expect(made).toBeGreaterThan(50)
    expect(failures).toEqual([])
    expect(lost).toBe(0)
  }, 120_000)

  test('a call, a delivery and a stream of a killed process go on in another, and nothing is lost or done twice', async () => {
    await using instance = await openInstance(await newDatabase())
    expect((await takeOver(instance, { withJobs: false })).problems).toEqual([])
  }, 120_000)
})
