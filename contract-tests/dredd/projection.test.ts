import { expect, test } from 'vitest'
import type { Document } from '../../src/runtime/base/openapi.ts'
import { smallDocument } from '../../tools/codegen/targets/client/testing-document.ts'
import { projectForDredd } from './projection.ts'

const contentType = 'application/json; charset=utf-8'
const all = (document: Document) =>
  new Set(Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId)))

test('only the named operations are played, each once, and their success has the keys that its schema requires', () => {
  const { paths } = projectForDredd(smallDocument, new Set(['notes.add', 'notes.list']), contentType)
  expect(Object.keys(paths)).toEqual(['/api/v1/notes/add', '/api/v1/notes/list'])
  expect(paths['/api/v1/notes/add']?.post).toEqual({
    operationId: 'notes.add',
    summary: 'Summary of notes.add',
    parameters: [],
    requestBody: {
      content: { 'application/json': { schema: {}, example: { title: "Ben's list", text: 'Oats, lemons, coffee' } } },
    },
    responses: {
      200: {
        description: 'Success',
        content: {
          [contentType]: {
            schema: {},
            example: { result: { note: { id: '', title: '', text: '' }, is_new: '' } },
          },
        },
      },
    },
  })
})

test('the expected body has no item of a list, which may be empty', () => {
  const { paths } = projectForDredd(smallDocument, new Set(['notes.list']), contentType)
  const expected = paths['/api/v1/notes/list']?.get?.responses[200]?.content[contentType]?.example
  expect(JSON.stringify(expected)).toMatch(/"items":\[\]/)
})

test('both forms of a method on one path remain', () => {
  const { paths } = projectForDredd(smallDocument, all(smallDocument), contentType)
  expect(Object.keys(paths['/api/v1/text/translate'] ?? {})).toEqual(['get', 'post'])
})

test('a parameter has its example; without one Dredd would invent a value', () => {
  const { paths } = projectForDredd(smallDocument, new Set(['agent.ask_named', 'tasks.list']), contentType)
  expect(paths['/agent/{name}']?.post?.parameters).toEqual([
    { name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'librarian' },
  ])
  expect(paths['/api/v1/tasks/list']?.get?.parameters).toEqual([])
})

test('nothing unknown to Dredd remains', () => {
  const text = JSON.stringify(projectForDredd(smallDocument, all(smallDocument), contentType))
  expect(text).not.toMatch(/"(\$ref|allOf|format|minLength|maximum|security|tags|default|headers)"/)
})
