import { type Document, type Operation, operationsOf, resolve, type Schema } from '../../runtime/base/openapi.ts'
import { countFaults } from './counted.ts'
import { order, type Subject, valuesAt, violation } from './evaluate.ts'
import { type Comparison, parseRelation, pathOf } from './expression.ts'

/** An entry of `x-relations`. */
export type Relation =
  | { readonly holds: string }
  | { readonly sorted: string }
  | { readonly distinct: string }
  | { readonly counted: string }

const relationsOf = (described: Schema | Operation): readonly Relation[] =>
  (described as { 'x-relations'?: Relation[] })['x-relations'] ?? []

const parsed = new Map<string, readonly Comparison[]>()

function comparisonsOf(source: string): readonly Comparison[] {
  const comparisons = parsed.get(source) ?? parseRelation(source)
  parsed.set(source, comparisons)
  return comparisons
}

/**
 * A check of values that schemas cannot make: the relations of the document (`x-relations`), and that times are
 * plausible.
 *
 * @returns a function from an operation, the arguments of a call with their defaults, and the body of its successful
 * response to the relations that do not hold, a sentence each
 */
export function relationChecker(
  document: Document,
): (operationId: string, args: Readonly<Record<string, unknown>>, body: unknown) => string[] {
  const operations = new Map(operationsOf(document).map(({ operation }) => [operation.operationId, operation]))
  return (operationId, args, body) => {
    const operation = operations.get(operationId)
    const schema = operation?.responses['200']?.content?.['application/json']?.schema
    if (!operation || !schema) return []
    const result = (body as { result?: unknown } | null)?.result ?? body
    const faults = relationsOf(operation).flatMap((relation) => faultsOf(relation, { value: result, args }, {}))
    return [...faults, ...faultsIn(document, schema, { value: body, args }, '')]
  }
}

/** The faults of a value and of everything in it. */
function faultsIn(document: Document, reference: Schema, { value, args }: Subject, place: string): string[] {
  if (value === undefined || value === null) return []
  const schema = resolve(document, reference)
  const faults = relationsOf(schema).flatMap((relation) => faultsOf(relation, { value, args }, schema))
  if (schema.format === 'date-time' || schema.format === 'date' || schema['x-past'] === true)
    faults.push(...yearFaults(value))
  if (schema['x-past'] === true && order(value, args.now ?? value) > 0) faults.push(`${value} is in the future`)
  if (value === '' && schema.type === 'string' && schema.minLength !== 0 && !schema.enum?.includes(''))
    faults.push('is empty')
  const own = faults.map((fault) => `${place || '/'}: ${fault}`)
  const parts = (schema.allOf ?? []).flatMap((part) => faultsIn(document, part, { value, args }, place))
  if (Array.isArray(value)) {
    const { items } = schema
    const inner = items
      ? value.flatMap((each, index) => faultsIn(document, items, { value: each, args }, `${place}/${index}`))
      : []
    return [...own, ...parts, ...inner]
  }
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const member = typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
    return faultsIn(document, property, { value: member, args }, `${place}/${name}`)
  })
  return [...own, ...parts, ...inner]
}

/** No time or day in a result is earlier. */
const firstYear = 1900

function yearFaults(value: unknown): string[] {
  const year = Number(String(value).slice(0, 4))
  return year >= firstYear ? [] : [`the year of ${value} is not plausible`]
}

function faultsOf(relation: Relation, subject: Subject, { properties }: Schema): string[] {
  if ('holds' in relation) {
    return comparisonsOf(relation.holds).flatMap((comparison) => {
      const fault = violation(comparison, subject)
      return fault === undefined ? [] : [`${relation.holds}: ${fault}`]
    })
  }
  if ('sorted' in relation) return orderFaults(relation.sorted, subject)
  if ('distinct' in relation) return twiceIn(relation.distinct, subject)
  return countFaults(relation.counted, subject, {
    max: properties?.[relation.counted]?.maxItems,
    hasPages: pageFields.some((name) => properties && name in properties),
  })
}

const pageFields = ['next_offset', 'nextOffset', 'next_cursor', 'nextCursor']

function twiceIn(path: string, subject: Subject): string[] {
  const values = valuesAt(pathOf(path), subject).map((each) => JSON.stringify(each))
  const twice = values.find((each, index) => values.indexOf(each) !== index)
  return twice === undefined ? [] : [`two of ${path} are ${twice}`]
}

/** Compares each entry of a list with the next one. An absent value ends the comparison of a pair. */
function orderFaults(relation: string, subject: Subject): string[] {
  const [by = '', condition] = relation.split(' if ')
  if (condition && comparisonsOf(condition).some((each) => violation(each, subject) !== undefined)) return []
  const keys = by.split(',').map((key) => {
    const [path = '', direction] = key.trim().split(' ')
    const segments = path.split('.')
    return { list: segments[0] as string, segments: segments.slice(1), sign: direction === 'desc' ? -1 : 1 }
  })
  const entries = valuesAt(pathOf(keys[0]?.list ?? ''), subject)
  for (const [index, next] of entries.slice(1).entries()) {
    for (const { segments, sign } of keys) {
      const [a, b] = [entries[index], next].map((entry) =>
        segments.length === 0 ? entry : valuesAt(pathOf(segments.join('.')), { value: entry, args: {} })[0],
      )
      if (a === undefined || b === undefined) break
      const difference = order(a, b) * sign
      if (difference > 0) return [`not sorted by ${by}: ${JSON.stringify(a)} is before ${JSON.stringify(b)}`]
      if (difference < 0) break
    }
  }
  return []
}
