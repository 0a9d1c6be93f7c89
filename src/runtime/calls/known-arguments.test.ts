import { expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import type { Contract } from './contract.ts'
import { KnownArguments } from './known-arguments.ts'

const operation = (id: string) => operations.find((each) => each.id === id) as Operation
const quakes = operation('hazards.quakes')
const address = '/api/v1/hazards/quakes?min=6'

/** Arguments by the address of a call, and how often they were read. */
function reading() {
  const known = new KnownArguments({ faultsOfParameters: () => undefined, faultsOfBody: () => undefined })
  const read: unknown[] = []
  const argsOf = (target: string | undefined, of = quakes) => {
    const readArguments = () => {
      read.push(target)
      return { path: undefined, query: { min: 6, list: ['a'] }, body: { min: 6 } }
    }
    return known.of({ target, readArguments }, { operation: of, pathValues: undefined }, of) as Record<string, unknown>
  }
  return { argsOf, read }
}

test('who asks an open method with the same address gets the same arguments, which nobody can change', () => {
  const { argsOf, read } = reading()
  const args = argsOf(address)
  expect(argsOf(address)).toBe(args)
  expect(() => Object.assign(args, { min: 7 })).toThrow(TypeError)
  expect(() => (args.list as string[]).push('b')).toThrow(TypeError)
  expect(argsOf(`${address}.0`)).not.toBe(args)
  expect(read).toEqual([address, `${address}.0`])
  expect(argsOf(address, operation('hazards.alerts'))).not.toBe(args)
})

test.each([
  ['of a method that needs a caller', operation('notes.get'), '/api/v1/notes/get?title=Groceries'],
  ['in a body', operation('text.summarise_body'), '/api/v1/text/summarise'],
  ['that came in another way than an address', quakes, undefined],
  ['in a long address', quakes, `${address}&${'x'.repeat(300)}`],
])('arguments %s are not kept', (_which, of, target) => {
  const { argsOf, read } = reading()
  expect(Object.isFrozen(argsOf(target, of))).toBe(false)
  expect(argsOf(target, of)).toEqual(argsOf(target, of))
  expect(read).toHaveLength(3)
})

test('wrong arguments are refused each time', () => {
  const faultsOfParameters: Contract['faultsOfParameters'] = () => [
    {
      keyword: 'minimum',
      instancePath: '/query/min',
      schemaPath: '',
      params: { comparison: '>=', limit: 0 },
      message: 'must be >= 0',
    },
  ]
  const known = new KnownArguments({ faultsOfParameters, faultsOfBody: () => undefined })
  const call = { target: address, readArguments: () => ({ path: undefined, query: { min: -1 }, body: undefined }) }
  for (const _ of [1, 2])
    expect(() => known.of(call, { operation: quakes, pathValues: undefined }, quakes)).toThrow('min')
})

test('a flood of addresses pushes out those that nobody asks for', () => {
  const { argsOf, read } = reading()
  const addresses = Array.from({ length: 2001 }, (_, n) => `${address}&n=${n}`)
  for (const each of addresses) argsOf(each)
  argsOf(addresses[2000])
  expect(read).toHaveLength(2001)
  argsOf(addresses[0])
  expect(read).toHaveLength(2002)
})
