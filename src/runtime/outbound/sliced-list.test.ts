import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Slices } from '../base/yield-to-event-loop.ts'
import { parseInSlices } from './sliced-list.ts'

async function parsed(text: string, name = 'items') {
  const entries: unknown[] = []
  const rest = await parseInSlices(text, name, (entry) => entries.push(entry))
  return { entries, rest }
}

test('any object with a list is read as JSON.parse reads it', async () => {
  const key = fc.string().filter((name) => name !== 'items' && name !== '__proto__')
  const input = fc.record({
    before: fc.dictionary(key, fc.jsonValue()),
    items: fc.array(fc.jsonValue()),
    after: fc.dictionary(key, fc.jsonValue()),
    indent: fc.constantFrom(undefined, 1, '\t'),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ before, items, after, indent }) => {
      const text = JSON.stringify({ ...before, items, ...after }, undefined, indent)
      const whole = JSON.parse(text)
      expect(await parsed(text)).toEqual({ entries: whole.items, rest: { ...whole, items: [] } })
    }),
  )
})

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"items":{}}',
  '{"items":[1 2]}',
  '{"items":[1,]}',
  '{"items":[{"a":1}',
  '{"items":["a]}',
])('%j is not such an object', async (text) => {
  await expect(parsed(text)).rejects.toBeInstanceOf(SyntaxError)
})

test('a long list is read in slices', async () => {
  let rests = 0
  const slices = new Slices(
    () => 0,
    async () => {
      rests += 1
    },
  )
  Object.defineProperty(slices, 'isOver', { value: true })
  await parseInSlices('{"items":[1,2,3]}', 'items', () => undefined, slices)
  expect(rests).toBe(2)
})
