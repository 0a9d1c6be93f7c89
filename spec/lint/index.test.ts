import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { $linter } from './index.ts'

const here = new URL('./', import.meta.url)

test('every rule file is a rule of the linter, and has a test', () => {
  const files = readdirSync(new URL('rules/', here))
  const rules = files.filter((file) => !file.endsWith('.test.ts')).map((file) => file.replace('.ts', ''))
  expect(rules.toSorted()).toEqual($linter.rules.map(({ name }) => name).toSorted())
  expect(rules.filter((rule) => !files.includes(`${rule}.test.ts`))).toEqual([])
})

test('the whole spec is compiled with every rule', () => {
  const config = parse(readFileSync(new URL('../../tspconfig.yaml', here), 'utf8'))
  expect(config.linter).toEqual({ extends: ['@onedoor/spec-lint/all'] })
})
