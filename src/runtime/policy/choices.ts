import type { Effect } from '#generated/server/operations.ts'
import { addressesIn } from './address-text.ts'
import type { Choice, DecidedOperation } from './types.ts'

/** How many choices a person can make in one request, and how many are read from what they typed. */
export const maxChoices = 20
const maxTyped = 100

/** A call with no other effects does nothing but read an address, for the account alone. */
const reading: ReadonlySet<Effect> = new Set([
  'reads own',
  'reads others',
  'creates own',
  'leaves the instance',
  'spends',
])

/**
 * What a person chose by typing it: a method by its id together with an object, or the exact address that is to be read. A
 * name or a verb in prose chooses nothing.
 *
 * @param text the person's own words, without what they quoted or pasted
 */
export function typedChoices(text: string, operations: readonly DecidedOperation[]): Choice[] {
  const words = text.split(/[\s,;()[\]{}“”„«»「」，。；！？、]+/u).map((word) => word.replace(/[.:!?]+$/u, ''))
  const typed = new Set(words.filter((word) => word !== '').slice(0, maxTyped * 10))
  const named = operations.filter(({ id }) => typed.has(id) || typed.has(id.replace('.', '_')))
  const objects = [...typed].filter((word) => !named.some(({ id }) => id === word))
  const addresses = addressesIn(text).slice(0, maxChoices)
  return [
    ...named.slice(0, 5).flatMap(({ id }) => objects.slice(0, maxTyped).map((object) => ({ operation: id, object }))),
    ...(addresses.length === 0 ? [] : operations.filter(onlyReads)).flatMap(({ id }) =>
      addresses.map((object) => ({ operation: id, object })),
    ),
  ]
}

/** Whether an operation requests an address that its call names, and does nothing else that needs consent. */
export function onlyReads({ effects, argumentKinds }: DecidedOperation): boolean {
  return Object.values(argumentKinds).includes('address') && effects.every((effect) => reading.has(effect))
}
