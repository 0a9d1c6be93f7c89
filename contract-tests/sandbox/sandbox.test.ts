import { expect, test } from 'vitest'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { operationsOnly } from '../contract/contract.ts'
import { clientOf } from '../document.ts'
import { buildId } from '../needed-records.ts'
import { createReport } from '../report.ts'
import { checkWorld } from './contract.ts'
import { differences, differentSamples } from './differences.ts'
import { checkIsolation } from './isolation.ts'
import { startExampleWorld } from './world.ts'

/** The lines of a run against a world, its sum last. */
async function linesOf(only: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await checkWorld(report, operationsOnly(only))
  report.close()
  return lines
}

test('a world keeps the contract of the server, but for at most 15 operations that it lacks', async () => {
  const lacking = Object.keys(differences)
  expect(lacking.length + Object.keys(differentSamples).length).toBeLessThanOrEqual(15)
  const others = operationsOnly([]).filter(({ id }) => !lacking.includes(id))
  const drawn = drawnRows(others, 12).map(({ id }) => id)
  expect(await linesOf([...lacking, ...drawn])).toEqual([expect.stringMatching(/^[1-9]\d* passed, 0 failed$/)])
})

test('the samples that are left out of a world differ there', async () => {
  expect(Object.keys(differentSamples)).toEqual(['apps.buildstatus'])
  const { baseUrl, credentials, stop } = await startExampleWorld()
  try {
    const onedoor = clientOf(baseUrl, credentials.services)
    const id = await buildId(onedoor)
    expect((await onedoor.apps.buildstatus({ id })).is_tried).toBe(false)
  } finally {
    await stop()
  }
})

test('nothing of one world exists in another, which has the same accounts', async () => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await checkIsolation(report, operationsOnly(['tasks.read', 'tasks.list', 'files.get', 'url.get', 'recall.list']))
  report.close()
  expect(lines.at(-1)).toBe('10 passed, 0 failed')
})
