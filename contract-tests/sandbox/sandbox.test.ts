import { expect, test } from 'vitest'
import { drawnRows } from '../../src/testing/drawn-rows.ts'
import { operationsOnly } from '../contract/contract.ts'
import { clientOf } from '../document.ts'
import { buildId } from '../needed-records.ts'
import { createReport } from '../report.ts'
import { checkWorld } from './contract.ts'
import { differences, differentArguments, differentSamples } from './differences.ts'
import { checkIsolation } from './isolation.ts'
import { checkRecordedInWorld } from './recorded.ts'
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
  const others = { ...differentArguments, ...differentSamples }
  expect(lacking.length + Object.keys(others).length).toBeLessThanOrEqual(15)
  const present = operationsOnly([]).filter(({ id }) => !lacking.includes(id))
  const drawn = drawnRows(present, 12).map(({ id }) => id)
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

test('a world refuses the arguments that a server refuses, but for those that only a provider does not know', async () => {
  expect(Object.keys(differentArguments)).toEqual(['files.drivesearch', 'text.translate'])
  const { baseUrl, credentials, stop } = await startExampleWorld()
  try {
    const { files, text } = clientOf(baseUrl, credentials.services)
    expect(await files.drivesearch({ query: 'orchard', cursor: 'unknown' })).toHaveProperty('items')
    expect(await text.translate({ text: 'Hello', to: 'the moon' })).toHaveProperty('text')
  } finally {
    await stop()
  }
})

test('recorded calls show a response that is not as documented, and arguments that are not refused', async () => {
  const recorded = { operationId: 'notes.get', method: 'GET', path: '/api/v1/notes/get?title=Tent', headers: {} }
  const call = { ...recorded, requestHeaders: { authorization: 'Bearer od_recorded' } }
  const refused = { code: 'invalid_argument', error: 'No.', details: [] }
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await checkRecordedInWorld(report, [
    { ...call, status: 200, body: {} },
    { ...call, status: 400, body: refused },
    { ...call, path: '/api/v1/notes/list', operationId: 'notes.list', status: 400, body: refused },
    { ...call, path: '/api/v1/docs/list', status: 200, body: {} },
    { ...call, operationId: 'prayer.times', path: '/api/v1/notes/list', status: 200, body: {} },
    { ...call, path: '/api/v1/notes/get', status: 400, body: refused },
  ])
  report.close()
  expect(lines).toEqual([
    expect.stringContaining('notes/list, which returned 400 on a server, in a world: {'),
    expect.stringContaining('GET is not supported'),
    expect.stringContaining('does not allow'),
    '3 passed, 3 failed',
  ])
})

test('nothing of one world exists in another, which has the same accounts', async () => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  await checkIsolation(report, operationsOnly(['tasks.read', 'tasks.list', 'files.get', 'url.get', 'recall.list']))
  report.close()
  expect(lines.at(-1)).toBe('10 passed, 0 failed')
})
