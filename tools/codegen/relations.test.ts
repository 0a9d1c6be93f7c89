import { expect, test } from 'vitest'
import { aliasOf, apiDocument, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'
import { merged } from '#testing/relations/arguments.ts'
import { functionNames } from '#testing/relations/evaluate.ts'
import { type Expression, expressionsOf, parseRelation, pathOf, pathsIn } from '#testing/relations/expression.ts'
import { type Relation, relationChecker } from '#testing/relations/relations.ts'

const document = await apiDocument()
const operations = operationsOf(document)
type Related = { readonly 'x-relations'?: readonly Relation[] }

/** Every schema and operation with relations, by name, with the schema of its values. */
const related = [
  ...Object.entries(document.components.schemas).map(([name, schema]) => [name, schema, schema] as const),
  ...operations.map(({ operation }) => [operation.operationId, operation, resultOf(operation.operationId)] as const),
].flatMap(([name, owner, schema]) => {
  const relations = (owner as Related)['x-relations']
  return relations && schema ? [{ name, owner, relations, schema }] : []
})

function resultOf(id: string): Schema | undefined {
  const { operation } = operations.find(({ operation }) => operation.operationId === id) ?? {}
  const whole = operation?.responses['200']?.content?.['application/json']?.schema
  if (!whole) return undefined
  return merged(document, whole).properties?.result ?? whole
}

/** The schema at the end of a path, through the entries of lists. */
function schemaAt(reference: Schema, segments: readonly string[]): Schema | undefined {
  let at = merged(document, reference)
  for (const name of segments) {
    while (at.items) at = merged(document, at.items)
    const property: Schema | undefined = at.properties?.[name]
    if (!property) return undefined
    at = merged(document, property)
  }
  return at
}

function expressionsIn(relation: Relation): Expression[] {
  if ('holds' in relation) return parseRelation(relation.holds).flatMap(expressionsOf)
  if ('sorted' in relation) {
    const [by = '', condition] = relation.sorted.split(' if ')
    const keys = by.split(',').map((key) => pathOf(key.trim().split(' ')[0] as string))
    return [...keys, ...(condition ? parseRelation(condition).flatMap(expressionsOf) : [])]
  }
  return [pathOf('distinct' in relation ? relation.distinct : relation.counted)]
}

/** For each operation and each schema, the arguments of the operations that are it or return it. */
const argumentNames = new Map<object, Set<string>>()
for (const { operation } of operations) {
  const { parameters = [], requestBody, responses } = operation
  const names = [
    'now',
    // Handlers and relations know arguments by their main names.
    ...parameters.flatMap((each) => (aliasOf(resolve(document, each)) ? [] : [resolve(document, each).name])),
    ...Object.keys(merged(document, requestBody?.content['application/json']?.schema ?? {}).properties ?? {}),
  ]
  const note = (owner: object) => argumentNames.set(owner, new Set([...(argumentNames.get(owner) ?? []), ...names]))
  note(operation)
  walkSchema(document, responses['200']?.content?.['application/json']?.schema ?? {}, note)
}

function callsIn(expression: Expression): string[] {
  if (expression.kind === 'call') return [expression.name, ...expression.parameters.flatMap(callsIn)]
  return expression.kind === 'calculation' ? [expression.left, expression.right].flatMap(callsIn) : []
}

test('every relation names fields, arguments and functions that exist', () => {
  expect(related.length).toBeGreaterThan(100)
  const unknown = related.flatMap(({ name, owner, relations, schema }) =>
    relations.flatMap(expressionsIn).flatMap((expression) => [
      ...pathsIn(expression)
        .filter(({ isArgument, segments }) =>
          isArgument ? !argumentNames.get(owner)?.has(segments[0] as string) : !schemaAt(schema, segments),
        )
        .map(({ segments }) => `${name}: ${segments.join('.')}`),
      ...callsIn(expression)
        .filter((each) => !functionNames.includes(each))
        .map((each) => `${name}: ${each}()`),
    ]),
  )
  expect(unknown).toEqual([])
})

test('the examples of the document fulfil the relations', () => {
  const brokenRelations = relationChecker(document)
  const faults = operations.flatMap(({ operation: { operationId, parameters = [], requestBody, responses } }) => {
    const media = responses['200']?.content?.['application/json']
    if (media?.example === undefined) return []
    const query = parameters.map((each) => resolve(document, each)).filter(({ example }) => example !== undefined)
    const args = {
      ...Object.fromEntries(query.map(({ name, example }) => [name, example])),
      ...(requestBody?.content['application/json']?.example as object | undefined),
    }
    return brokenRelations(operationId, args, media.example).map((fault) => `${operationId} ${fault}`)
  })
  expect(faults).toEqual([])
})
