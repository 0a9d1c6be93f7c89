import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { changesElsewhere } from './changes-elsewhere.ts'

const source = ({ family, id }: { family: string; id: string }) => {
  const name = id.slice(family.length + 1).replaceAll('_', '-')
  return readFileSync(join(import.meta.dirname, '../handlers', family, 'methods', `${name}.ts`), 'utf8')
}

test('a write that does not use the store of its call is listed, so that its approval is used before it', () => {
  const writes = operations.filter(({ kind, formOf }) => kind === 'write' && formOf === undefined)
  expect([...changesElsewhere].filter((id) => !writes.some((write) => write.id === id))).toEqual([])
  const others = writes.filter(({ id }) => !changesElsewhere.has(id))
  expect(others.filter((each) => !/ctx\.store/u.test(source(each))).map(({ id }) => id)).toEqual([])
  expect(others.filter(({ effects }) => effects.includes('leaves the instance')).map(({ id }) => id)).toEqual([])
})
