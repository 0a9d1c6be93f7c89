import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../base/setting.ts'
import { modelProviders, modelSettings } from './settings.ts'
import { targetOf } from './targets.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/models.md'), 'utf8')
const blocks = [...page.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block = '']) =>
  Object.fromEntries(
    block
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ),
)

test('every block of settings in docs/models.md has known settings with valid values', () => {
  expect(blocks.length).toBeGreaterThanOrEqual(modelProviders.length)
  const known = new Set(Object.values(modelSettings).map(({ name }) => name as string))
  for (const block of blocks) {
    expect(Object.keys(block).filter((name) => !known.has(name))).toEqual([])
    expect(readSettings(modelSettings, block).faults).toEqual([])
  }
})

test('each provider is shown with all settings it needs', () => {
  const complete = blocks.filter(({ MODEL_PROVIDER }) => MODEL_PROVIDER)
  for (const block of complete) {
    expect(() => targetOf(readSettings(modelSettings, block).values, 'text')).not.toThrow()
  }
  expect(complete.map(({ MODEL_PROVIDER }) => MODEL_PROVIDER).sort()).toEqual([...modelProviders].sort())
})
