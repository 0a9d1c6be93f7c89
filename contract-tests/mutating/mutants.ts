import { isDeepStrictEqual } from 'node:util'
import { type Document, operationsOf } from '../../src/runtime/base/openapi.ts'
import type { Exchange } from '../../src/testing/record-exchange.ts'
import { argumentReader } from '../../src/testing/relations/arguments.ts'
import { type Operator, operators, type Surroundings } from './operators.ts'
import { type Place, placesIn, withValue } from './places.ts'
import { randomFrom, shuffled } from './random.ts'

/** A recorded response with one mistake in it. */
export interface Mutant {
  readonly operator: Operator
  readonly exchange: Exchange
  readonly body: unknown
  /** Where and what: `/items/0/total: 3 is 4`. */
  readonly text: string
}

/** How many operations to draw, by verb. */
export type Draw = Readonly<Record<'GET' | 'POST', number>>

/**
 * Draws operations, one recorded success of each, and for every operator one place in it where it applies.
 *
 * @param seed the same seed draws the same mutants from the same records
 */
export function drawMutants(document: Document, exchanges: readonly Exchange[], draw: Draw, seed: number): Mutant[] {
  const random = randomFrom(seed)
  const described = new Set(
    operationsOf(document).flatMap(({ operation }) => (operation['x-door'] ? [] : [operation.operationId])),
  )
  const successes = exchanges
    .filter(({ status, operationId }) => status === 200 && described.has(operationId))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const drawn = (['GET', 'POST'] as const).flatMap((verb) => {
    const byOperation = Object.values(
      Object.groupBy(
        successes.filter(({ method }) => method === verb),
        ({ operationId }) => operationId,
      ),
    )
    return shuffled(byOperation, random)
      .slice(0, draw[verb])
      .flatMap((each = []) => shuffled(each, random).slice(0, 1))
  })
  const otherIds = shuffled([...new Set(successes.flatMap(({ body }) => idsIn(body)))], random)
  const readArguments = argumentReader(document)
  return drawn.flatMap((exchange) => {
    const { operationId, path, requestBody: body, now } = exchange
    return mutantsOf(document, exchange, { args: readArguments(operationId, { path, body, now }), otherIds }, random)
  })
}

const keyOf = ({ operationId, path, requestBody = '' }: Exchange): string => `${operationId} ${path} ${requestBody}`

function idsIn(body: unknown): string[] {
  return [...JSON.stringify(body).matchAll(/"([a-z]+_[0-9a-z]{10,})"/g)].map(([, id = '']) => id)
}

function mutantsOf(document: Document, exchange: Exchange, surroundings: Surroundings, random: () => number): Mutant[] {
  const { operationId, body } = exchange
  const { operation } = operationsOf(document).find((each) => each.operation.operationId === operationId) ?? {}
  const schema = operation?.responses['200']?.content?.['application/json']?.schema ?? {}
  const places = placesIn(document, schema, body)
  return operators.flatMap((operator) => {
    const mutant = firstChange(operator, shuffled(places, random), surroundings)
    if (!mutant) return []
    const { place, value } = mutant
    const text = `/${place.path.join('/')}: ${shortened(place.value)} is ${shortened(value)}`
    return [{ operator, exchange, body: withValue(body, place.path, value), text }]
  })
}

function firstChange(operator: Operator, places: readonly Place[], surroundings: Surroundings) {
  for (const place of places) {
    const value = operator.change(place, surroundings)
    // `-0` is 0 in JSON.
    const isSame = isDeepStrictEqual(JSON.parse(JSON.stringify(value ?? null)), place.value)
    if (value !== undefined && !isSame) return { place, value }
  }
  return undefined
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
