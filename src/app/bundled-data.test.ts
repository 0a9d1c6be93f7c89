import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledData, dataFinding, outdatedData } from './bundled-data.ts'

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)

test('data are outdated a year after the date of their content, unless they last', () => {
  const sets = {
    old: { name: 'Old', contentDate: '2025-03-01', source: '' },
    older: { name: 'Older', contentDate: '2024-03-01', source: '' },
    text: { name: 'Text', contentDate: '1930-01-01', source: '', lasting: true },
  } as const
  const names = (on: string) => outdatedData(sets, day(on)).map(({ name }) => name)
  expect(names('2025-02-28')).toEqual([])
  expect(names('2025-03-01')).toEqual(['Older'])
  expect(names('2026-02-28')).toEqual(['Older'])
  expect(names('2026-03-01')).toEqual(['Older', 'Old'])
})

test('every set has the date of its content, which is not in the future, and its source', async () => {
  const sets = await bundledData()
  expect(Object.keys(sets)).toEqual(
    expect.arrayContaining(['airports', 'airlines', 'place-zones', 'public-suffixes', 'zone-rules']),
  )
  for (const [id, { contentDate, source }] of Object.entries(sets)) {
    expect(contentDate, id).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(Number.isNaN(Date.parse(contentDate)), id).toBe(false)
    expect(source, id).not.toBe('')
  }
})

test('a package that is data has its installed version in the list', async () => {
  const { dependencies } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'))
  for (const { package: name, source } of Object.values(await bundledData())) {
    if (name !== undefined) expect(source).toBe(`${name} ${dependencies[name]}`)
  }
})

test('operators see which data are outdated, and that nothing is broken', async () => {
  expect(await dataFinding(day('2026-11-26'))).toEqual({
    what: 'bundled data',
    state: 'works',
    detail: 'none is older than a year',
  })
  const { state, detail } = await dataFinding(day('2029-01-01'))
  expect(state).toBe('outdated')
  expect(detail).toMatch(/^older than a year: .*Airports \(\d{4}-\d\d-\d\d\).* Install a newer version of the server/)
  expect(detail).not.toContain('Quran')
})
