import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'

interface Tool {
  readonly name: string
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
}

const tools = JSON.parse(
  readFileSync(new URL('../../../../generated/mcp/tools.json', import.meta.url), 'utf8'),
) as Tool[]
const isDestructive = (id: string) =>
  tools.find(({ name }) => name === id.replace('.', '_'))?.annotations.destructiveHint

test('tools that replace, change or delete what exists say so', () => {
  const changing = ['notes.add', 'contacts.add', 'bookmarks.annotate', 'docs.write', 'shell.run', 'tasks.delete']
  expect(changing.map(isDestructive)).toEqual(changing.map(() => true))
  const replacing = operations.filter(({ kind, retry }) => kind === 'write' && retry === 'idempotent')
  const unmarked = replacing.filter(({ id }) => isDestructive(id) === false)
  expect(unmarked.map(({ id }) => id)).toEqual([])
})

test('tools that only read or add do not', () => {
  const adding = ['notes.get', 'tasks.create', 'blog.create', 'images.upload']
  expect(adding.map(isDestructive)).toEqual(adding.map(() => false))
})
