import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Effect, operations } from '#generated/server/operations.ts'

interface Tool {
  readonly name: string
  readonly annotations: Readonly<Record<`${'readOnly' | 'destructive' | 'idempotent' | 'openWorld'}Hint`, boolean>>
}

const tools = JSON.parse(
  readFileSync(new URL('../../../../generated/mcp/tools.json', import.meta.url), 'utf8'),
) as Tool[]
const hintsOf = (id: string) => tools.find(({ name }) => name === id.replace('.', '_'))?.annotations
const whose = (hint: keyof Tool['annotations']) =>
  operations.filter(({ id }) => hintsOf(id)?.[hint]).map(({ id }) => id)
const idsWith = (...effects: Effect[]) =>
  operations
    .filter((each) => hintsOf(each.id) && effects.some((effect) => each.effects.includes(effect)))
    .map(({ id }) => id)

test('the tools that overwrite or destroy say so, and no others', () => {
  expect(whose('destructiveHint')).toEqual(idsWith('overwrites own', 'destroys'))
  expect(whose('destructiveHint')).toEqual(
    expect.arrayContaining(['notes.add', 'contacts.add', 'docs.write', 'shell.run', 'tasks.delete', 'url.update']),
  )
  const additive = ['notes.get', 'tasks.create', 'blog.create', 'images.upload', 'mail.send']
  expect(additive.filter((id) => hintsOf(id)?.destructiveHint)).toEqual([])
})

test('the tools that reach people, places or providers outside say so, and none that stays with own records', () => {
  expect(whose('openWorldHint')).toEqual(
    expect.arrayContaining(idsWith('publishes', 'sends to a person', 'leaves the instance')),
  )
  const inside = ['notes.add', 'notes.get', 'contacts.list', 'tasks.update', 'maps.tile', 'prayer.times']
  expect(inside.filter((id) => hintsOf(id)?.openWorldHint)).toEqual([])
})

test('the tools that only read say so', () => {
  const reads = operations.filter(({ id, kind }) => hintsOf(id) && kind === 'read').map(({ id }) => id)
  expect(whose('readOnlyHint')).toEqual(reads)
  expect(reads.filter((id) => hintsOf(id)?.destructiveHint)).toEqual([])
})
