import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'

/** A value of the arguments or the response, as the reference shows it. */
export interface Field {
  /** Its name; inside objects and lists its path, such as `note.title` and `items[].id`. */
  readonly name: string
  readonly isRequired: boolean
  readonly description: string
  /** Its schema with all references and `allOf` parts resolved. */
  readonly schema: Schema
  /** The schema of its entries, when it is a list. */
  readonly itemSchema: Schema | undefined
  /** The name of its type, or of its entries' type, in the document; undefined if it has none. */
  readonly typeName: string | undefined
}

/** One value by name. */
export function fieldOf(document: Document, name: string, schema: Schema, isRequired: boolean): Field {
  const flat = flattened(document, schema)
  return {
    name,
    isRequired,
    description: schema.description ?? flat.description ?? '',
    schema: flat,
    itemSchema: flat.items && flattened(document, flat.items),
    typeName: typeNameOf(schema) ?? (flat.items && typeNameOf(flat.items)),
  }
}

/** The name under which the document has a schema, also if the place that refers to it adds a description. */
export function typeNameOf({ $ref, allOf }: Schema): string | undefined {
  const reference = $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined)
  return reference?.startsWith('#/components/schemas/') ? reference.slice(reference.lastIndexOf('/') + 1) : undefined
}

/** The properties of an object, not those of objects inside it. */
export function propertiesOf(document: Document, schema: Schema): Field[] {
  const { properties = {}, required = [] } = flattened(document, schema)
  return Object.entries(properties).map(([name, part]) => fieldOf(document, name, part, required.includes(name)))
}

/** Every value inside an object, each after its parent. A recursive schema is entered once. */
export function fieldsOf(
  document: Document,
  schema: Schema,
  prefix = '',
  entered: readonly Schema['properties'][] = [],
): Field[] {
  const flat = flattened(document, schema)
  if (flat.items) return fieldsOf(document, flat.items, `${prefix}[]`, entered)
  if (!flat.properties || entered.includes(flat.properties)) return []
  const dot = prefix === '' ? '' : `${prefix}.`
  return propertiesOf(document, flat).flatMap((field) => {
    const name = `${dot}${field.name}`
    return [{ ...field, name }, ...fieldsOf(document, field.schema, name, [...entered, flat.properties])]
  })
}

/** The type in one word: `string`, `integer`, `date-time`, `array of Note`. */
export function typeText(schema: Schema, itemSchema?: Schema): string {
  if (schema.anyOf) return schema.anyOf.map((part) => typeText(part)).join(' or ')
  if (schema.type === 'array') return `array of ${itemSchema ? typeText(itemSchema) : 'values'}`
  if (schema.type === 'string' && schema.format) return schema.format
  return schema.type ?? 'any'
}

/** The bounds of a value in words, such as `1 to 200 characters`; without the values of an enum. */
export function boundsText(schema: Schema): string[] {
  return [
    rangeText(schema.minimum, schema.maximum, ''),
    rangeText(schema.minLength, schema.maxLength, ' characters'),
    rangeText(schema.minItems, schema.maxItems, ' entries'),
    schema.pattern === '\\S' ? 'not blank' : '',
  ].filter((text) => text !== '')
}

const numberText = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  // Texts and lists may be empty by default.
  const from = least === 0 && unit !== '' ? undefined : least
  if (from === undefined) return most === undefined ? '' : `at most ${numberText.format(most)}${unit}`
  if (most === undefined) return `at least ${numberText.format(from)}${unit}`
  return from === most
    ? `exactly ${numberText.format(most)}${unit}`
    : `${numberText.format(from)} to ${numberText.format(most)}${unit}`
}

/**
 * A schema with everything that its references and `allOf` parts add, in one object. The outer schema wins, except for
 * bounds: all of them apply, so the tightest counts.
 */
function flattened(document: Document, schema: Schema): Schema {
  const { allOf = [], ...own } = resolve(document, schema)
  return allOf.map((part) => flattened(document, part)).reduce(joined, own)
}

const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const
const lowerBounds = ['minimum', 'minLength', 'minItems'] as const

function joined(outer: Schema, inner: Schema): Schema {
  const bounds: Record<string, number> = {}
  for (const name of upperBounds) {
    const [a, b] = [outer[name], inner[name]]
    if (a !== undefined && b !== undefined) bounds[name] = Math.min(a, b)
  }
  for (const name of lowerBounds) {
    const [a, b] = [outer[name], inner[name]]
    if (a !== undefined && b !== undefined) bounds[name] = Math.max(a, b)
  }
  return {
    ...inner,
    ...outer,
    ...(inner.properties ? { properties: { ...inner.properties, ...outer.properties } } : {}),
    ...(inner.required ? { required: [...inner.required, ...(outer.required ?? [])] } : {}),
    ...bounds,
  }
}
