import { expect, test } from 'vitest'
import { methodFaults } from './check-server.ts'

const refused = (id: string) => `✗ ${id} with its example: returned 400: {"error":"url must be public."}`
const lacking = (id: string) => `note: ${id} returned 503, so its result was not checked: {}`

test('a server that refuses most examples is no working one', () => {
  const ids = ['a.a', 'b.b', 'c.c', 'd.d', 'e.e']
  expect(methodFaults([refused('a.a'), lacking('b.b')], 5)).toEqual([])
  expect(methodFaults([refused('a.a'), lacking('b.b'), refused('c.c')], 5)).toContain(
    'Only 2 of 5 methods succeeded with their examples.',
  )
  expect(methodFaults(ids.map(refused), 5)[0]).toBe('Only 0 of 5 methods succeeded with their examples.')
})

test('what no server lacks is a fault', () => {
  const faults = [
    '✗ a.a with its example: returned 404: {}',
    '✗ a.a with an unknown argument: returned 200 instead of 400: {}',
    'note: b.b returned 502, so its result was not checked: {}',
  ]
  expect(methodFaults([...faults, lacking('c.c')], 10)).toEqual(faults)
})
