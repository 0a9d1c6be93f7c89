import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { KnownArguments } from './known-arguments.ts'

const operation = (id: string) => operations.find((each) => each.id === id) as Operation
const quakes = operation('hazards.quakes')
const target = '/api/v1/hazards/quakes?min=6'

test('who asks an open method with the same address gets the same arguments, which nobody can change', () => {
  const known = new KnownArguments()
  const args = known.keep(quakes, { target }, { min: 6, list: ['a'] })
  expect(known.get(quakes, { target })).toBe(args)
  expect(() => Object.assign(args, { min: 7 })).toThrow(TypeError)
  expect(() => (args.list as string[]).push('b')).toThrow(TypeError)
  expect(known.get(quakes, { target: `${target}.0` })).toBeUndefined()
  expect(known.get(operation('hazards.alerts'), { target })).toBeUndefined()
})

test.each([
  ['of a method that needs a caller', operation('notes.get'), '/api/v1/notes/get?title=Groceries'],
  ['in a body', operation('text.summarise_body'), '/api/v1/text/summarise'],
  ['that came in another way than an address', quakes, undefined],
  ['in a long address', quakes, `${target}&${'x'.repeat(300)}`],
])('arguments %s are not kept', (_which, of, address) => {
  const known = new KnownArguments()
  const args = known.keep(of, { target: address }, { title: 'Groceries' })
  expect(Object.isFrozen(args)).toBe(false)
  expect(known.get(of, { target: address })).toBeUndefined()
})

test('a flood of addresses pushes out those that nobody asks for', () => {
  const known = new KnownArguments()
  const addresses = Array.from({ length: 2001 }, (_, n) => `${target}&n=${n}`)
  for (const each of addresses) known.keep(quakes, { target: each }, { n: each })
  const kept = addresses.filter((each) => known.get(quakes, { target: each }) !== undefined)
  expect(kept.length).toBeLessThanOrEqual(2000)
  expect(kept).not.toContain(addresses[0])
})
