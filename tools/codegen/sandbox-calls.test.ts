import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Document, operationsOf } from '#runtime/base/openapi.ts'
import { sandboxCalls } from './sandbox-calls.ts'

const file = new URL('../../generated/sandbox/openapi.json', import.meta.url)
const document = JSON.parse(readFileSync(file, 'utf8')) as Document
const idsOf = (each: Document) => operationsOf(each).map(({ operation }) => operation.operationId)

test('clients have every operation of the sandbox but those whose bodies are no JSON', () => {
  const { worlds, world } = sandboxCalls(document)
  const called = [...idsOf(worlds), ...idsOf(world)]
  expect(idsOf(document).filter((id) => !called.includes(id))).toEqual([
    ...['seeds.get', 'calls.stream', 'calls.recording', 'worlds.as_seed', 'worlds.seed'],
  ])
  expect(idsOf(worlds)).toEqual(['seeds.list', 'worlds.list', 'worlds.create', 'worlds.get', 'worlds.delete'])
})

test('the calls of a world follow its address and do not name it', () => {
  const { world } = sandboxCalls(document)
  for (const { path, operation } of operationsOf(world)) {
    expect(path).toMatch(/^\/[a-z]+(?:\/|$)/)
    expect(path).not.toContain('{name}')
    expect(operation.parameters).not.toContainEqual(expect.objectContaining({ name: 'name', in: 'path' }))
  }
})
