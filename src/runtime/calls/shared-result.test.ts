import { expect, test } from 'vitest'
import { call, pipeline } from '#testing/pipeline.ts'
import { bodyTextOf } from './response.ts'
import { sharedJson, sharedResult } from './shared-result.ts'

test('a shared result is written as JSON once, and cannot be given other members', () => {
  let count = 0
  const part = { toJSON: () => ++count }
  const result = sharedResult({ part, text: 'Zürich' })
  expect([sharedJson(result), sharedJson(result)]).toEqual(['{"part":1,"text":"Zürich"}', '{"part":1,"text":"Zürich"}'])
  expect(() => Object.assign(result, { other: 1 })).toThrow(TypeError)
})

test('other results are left to be written by each call', () => {
  expect([{}, undefined, null, 'text', []].map(sharedJson)).toEqual(Array(5).fill(undefined))
})

test('calls that return a shared result do not write it again', async () => {
  let count = 0
  const result = sharedResult({ url: { toJSON: () => ++count } })
  const { calls } = pipeline({ maps: { tile: async () => result } } as never)
  const asked = { path: '/api/v1/maps/tile', verb: 'GET', query: 'lat=54.45&lon=-3.21', authorization: undefined }
  const bodies: string[] = []
  for (let n = 0; n < 3; n++) bodies.push(bodyTextOf(await calls.take(call(asked as never))))
  expect(bodies).toEqual(Array(3).fill('{"result":{"url":1}}'))
})
