import { expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { operationOf } from '#testing/checked-wire.ts'
import { apiDocument, type Operation, operationsOf, resolve, type Schema } from '../../base/openapi.ts'
import { isPlace, undoOf } from './undo.ts'

const document = await apiDocument()
const documented = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]))

/** The members of an object, with those that it takes over from others. */
function membersOf(schema: Schema | undefined): Record<string, Schema> {
  if (!schema) return {}
  const { properties = {}, allOf = [] } = resolve(document, schema)
  return Object.assign({}, ...allOf.map(membersOf), properties)
}

const argumentsOf = ({ requestBody }: Operation) => membersOf(requestBody?.content['application/json']?.schema)
/** The members of a result, with or without an envelope. */
function resultOf({ responses }: Operation) {
  const members = membersOf(responses['200']?.content?.['application/json']?.schema)
  return 'result' in members ? membersOf(members.result) : members
}

test('what takes a call back is declared with an operation, arguments and places that exist', () => {
  const undoable = operations.filter(({ undo, formOf }) => undo && !formOf)
  expect(undoable.length).toBeGreaterThan(10)
  for (const { id, undo } of undoable) {
    const called = documented.get(id) as Operation
    const taking = documented.get(undo?.operation ?? '') as Operation
    const body = resolve(document, taking.requestBody?.content['application/json']?.schema as Schema)
    const given = Object.keys(undo?.arguments ?? {})
    expect(Object.keys(argumentsOf(taking)), id).toEqual(expect.arrayContaining(given))
    expect(given, id).toEqual(expect.arrayContaining(body.required ?? []))
    const conditions = undo?.if?.split(' and ').map((condition) => condition.split(' = ')[0]) ?? []
    expect(
      conditions.filter((place) => !isPlace(place)),
      id,
    ).toEqual([])
    const places = [...conditions, ...Object.values(undo?.arguments ?? {})].filter(isPlace)
    for (const place of places) {
      const [root, ...names] = place.split('.')
      let members = root === 'args' ? argumentsOf(called) : resultOf(called)
      for (const name of names) {
        expect(Object.keys(members), `${id}: ${place}`).toContain(name)
        members = membersOf(members[name])
      }
    }
  }
})

test('a new record is taken back, a rewritten one is not, and neither is a call whose result is missing', () => {
  const add = operationOf('notes.add')
  const result = { note: { title: 'Tent' }, is_new: true }
  expect(undoOf(add, {}, result)).toEqual({ operation: 'notes.delete', arguments: { title: 'Tent' } })
  expect(undoOf(add, {}, { ...result, is_new: false })).toBeUndefined()
  expect(undoOf(add, {}, { is_new: true })).toBeUndefined()
  expect(undoOf(add, {}, undefined)).toBeUndefined()
  expect(undoOf(operationOf('notes.get'), { title: 'Tent' }, result.note)).toBeUndefined()
})

test('an action is taken back by its opposite, only if every condition is true', () => {
  const mark = operationOf('inbox.mark')
  const args = { action: 'mark_read', id: 'thread_1' }
  const undo = { operation: 'inbox.mark', arguments: { id: 'thread_1', action: 'mark_unread' } }
  const result = { is_changed: true, is_carried: false }
  expect(undoOf(mark, args, result)).toEqual(undo)
  expect(undoOf(mark, args, { ...result, is_changed: false })).toBeUndefined()
  expect(undoOf(mark, args, { ...result, is_carried: true })).toBeUndefined()
  expect(undoOf(mark, { ...args, action: 'mark_unread' }, result)).toBeUndefined()
})

test('a share is taken back by its opposite, and what would be long is not recorded', () => {
  const share = operationOf('files.share')
  const undo = { operation: 'files.share', arguments: { id: 'file_1', public: false } }
  expect(undoOf(share, { id: 'file_1', public: true }, {})).toEqual(undo)
  expect(undoOf(share, { id: 'file_1', public: false }, {})).toBeUndefined()
  expect(undoOf(share, { id: 'x'.repeat(1000), public: true }, {})).toBeUndefined()
})
