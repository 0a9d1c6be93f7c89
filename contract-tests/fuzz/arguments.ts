import fc from 'fast-check'
import type { Document } from '../../src/runtime/base/openapi.ts'
import type { Callable, Place } from './places.ts'
import { fitting, unfitting } from './values.ts'

export type Args = Record<string, unknown>

/** Arguments that an operation must accept: all required ones, and any of the others. */
export function validArguments(document: Document, { places }: Callable): fc.Arbitrary<Args> {
  const values = Object.fromEntries(
    places.map(({ name, schema, in: place }) => [name, inPlace(fitting(document, schema), place)]),
  )
  return fc
    .record(values, { requiredKeys: places.filter(({ isRequired }) => isRequired).map(({ name }) => name) })
    .map((args) => withoutSecondNames(args, places))
}

/** An alias beside its main name would need the same value. */
function withoutSecondNames(args: Args, places: Callable['places']): Args {
  const second = places.filter(({ main }) => main !== undefined && main in args).map(({ name }) => name)
  return Object.fromEntries(Object.entries(args).filter(([name]) => !second.includes(name)))
}

/** In a path these two lead elsewhere, so clients do not send them. */
function inPlace(arbitrary: fc.Arbitrary<unknown>, place: Place['in']): fc.Arbitrary<unknown> {
  return place === 'path' ? arbitrary.filter((value) => value !== '.' && value !== '..') : arbitrary
}

/** Arguments that an operation must reject, and why. */
export interface Refusable {
  readonly why: string
  readonly args: Args
}

/** Valid arguments with one thing wrong: an unknown name, a missing required one, or an invalid value. */
export function invalidArguments(document: Document, callable: Callable): fc.Arbitrary<Refusable> {
  const { places, isOpen } = callable
  const valid = validArguments(document, callable)
  const ways: fc.Arbitrary<Refusable>[] = []
  if (!isOpen) {
    ways.push(
      fc
        .tuple(valid, fc.constantFrom('no_such_argument', 'Title', 'id2', 'toString', 'constructor2', 'a.b', 'x[]'))
        .map(([args, name]) => ({ why: `${name} is not an argument`, args: { ...args, [name]: 'x' } })),
    )
  }
  for (const { name, schema, isRequired, in: place } of places) {
    if (isRequired && place !== 'path') {
      ways.push(valid.map(({ [name]: _, ...args }) => ({ why: `${name} is missing`, args })))
    }
    if (place === 'path') continue
    for (const wrong of unfitting(document, schema, place !== 'body')) {
      ways.push(
        fc
          .tuple(valid, wrong)
          .map(([args, value]) => ({ why: `${name} does not fit`, args: { ...args, [name]: value } })),
      )
    }
  }
  // An operation with an open body and no arguments rejects nothing; the caller skips it.
  return ways.length > 0 ? fc.oneof(...ways) : fc.constant({ why: '', args: {} })
}
