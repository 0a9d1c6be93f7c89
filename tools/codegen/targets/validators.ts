import { Ajv, type AnySchemaObject, type ValidateFunction } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import addFormats from 'ajv-formats'
import { OpenAPIBackend, type Document as OpenApiDocument } from 'openapi-backend'
import { type Document, type Operation, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'
import { decimalNumber, wholeNumber } from '#runtime/calls/number-texts.ts'

const ajvOptions = {
  strict: false,
  // `1e400` and `Infinity` are numbers in JavaScript, but not valid in arguments.
  strictNumbers: true,
  allErrors: true,
  useDefaults: true,
  unicodeRegExp: true,
  inlineRefs: false,
  code: { source: true, lines: false, optimize: 2 },
} as const

/** Query and path values arrive as text and are converted to the declared type; body values are not converted. */
const coercing = { ...ajvOptions, coerceTypes: true } as const

function newAjv(options: typeof ajvOptions | typeof coercing): Ajv {
  const ajv = new Ajv(options)
  addFormats.default(ajv)
  return ajv
}

interface FamilySchemas {
  readonly parameters: Map<string, AnySchemaObject>
  readonly bodies: Map<string, AnySchemaObject>
}

/**
 * generated/server/request-validators/FAMILY.cjs: the validators that openapi-backend builds for each operation's
 * parameters and body, compiled ahead of time. Exports `parameters` and `bodies`, each by operation id. There is a file
 * for every family, so that a server loads those of the families that are called.
 *
 * @returns the files by name
 */
export async function requestValidators(document: Document): Promise<Map<string, string>> {
  const backend = new OpenAPIBackend({
    definition: structuredClone(document) as unknown as OpenApiDocument,
    quick: true,
    customizeAjv: (ajv) => addFormats.default(ajv),
  })
  await backend.init()
  const families = new Map<string, FamilySchemas>()
  for (const { operation } of operationsOf(document)) {
    if (operation['x-door']) continue
    const [family = ''] = operation.operationId.split('.')
    const { parameters, bodies } = families.get(family) ?? { parameters: new Map(), bodies: new Map() }
    families.set(family, { parameters, bodies })
    const compiled = backend.validator.getRequestValidatorsForOperation(operation.operationId) ?? []
    for (const { schema } of compiled as ValidateFunction[]) {
      const holds = (schema as Schema).properties ?? {}
      if ('requestBody' in holds) bodies.set(operation.operationId, schema as AnySchemaObject)
      else
        parameters.set(
          operation.operationId,
          narrowParameters(document, operation, schema as Schema) as AnySchemaObject,
        )
    }
  }
  const files = [...families].map(([family, { parameters, bodies }]) => {
    const code = `${standalone('parameters', coercing, parameters)}\n${standalone('bodies', ajvOptions, bodies)}`
    return [`${family}.cjs`, `${banner}${code}\n`] as const
  })
  return new Map(files)
}

/** Headers and cookies are read by doors: none is an operation's argument. */
function narrowParameters(document: Document, operation: Operation, schema: Schema): Schema {
  const { path, query } = schema.properties ?? {}
  return {
    ...schema,
    properties: {
      ...(path ? { path } : {}),
      ...(query ? { query: withPlainNumbers(document, operation, query) } : {}),
    },
  }
}

/**
 * Numbers in the query are written in decimal digits. Ajv on its own would read a blank as 0 and `0x10` as 16, as
 * JavaScript does. It checks `allOf` before it converts a property to its declared type, so that this sees the text.
 */
function withPlainNumbers(document: Document, operation: Operation, query: Schema): Schema {
  const properties = (operation.parameters ?? []).flatMap((reference) => {
    const { name, schema, in: where } = resolve(document, reference)
    const type = typeOf(document, schema)
    if (where !== 'query' || (type !== 'number' && type !== 'integer')) return []
    return [[name, { pattern: type === 'number' ? decimalNumber : wholeNumber }] as const]
  })
  if (properties.length === 0) return query
  return { ...query, allOf: [...(query.allOf ?? []), { properties: Object.fromEntries(properties) }] }
}

function typeOf(document: Document, reference: Schema): string | undefined {
  const { type, allOf = [] } = resolve(document, reference)
  return type ?? allOf.map((part) => typeOf(document, part)).find((inner) => inner !== undefined)
}

/**
 * generated/server/response-validators.cjs: one validator for each documented body, and the operations and statuses it
 * belongs to. Stricter than the published document: an undocumented field is rejected, so that the tests find what the
 * spec forgot.
 */
export function responseValidators(document: Document): string {
  const strict = structuredClone(document)
  for (const { operation } of operationsOf(strict)) {
    for (const response of Object.values(operation.responses)) {
      const schema = response.content?.['application/json']?.schema
      if (!schema) continue
      walkSchema(strict, schema, (part) => {
        if (part.properties && !part.allOf && part.additionalProperties === undefined) part.additionalProperties = false
      })
    }
  }
  for (const schema of Object.values(strict.components.schemas)) flattenInheritance(strict, schema)
  const bodies = new Map<string, AnySchemaObject>()
  const table: Record<string, Record<string, string>> = {}
  for (const { operation } of operationsOf(strict)) {
    table[operation.operationId] = responseTable(operation, bodies)
  }
  const schemas = { $id: 'document', components: { schemas: strict.components.schemas } }
  return [
    banner,
    standalone('bodies', ajvOptions, bodies, schemas),
    `exports.table = ${JSON.stringify(table)};\n`,
  ].join('\n')
}

function responseTable(operation: Operation, bodies: Map<string, AnySchemaObject>): Record<string, string> {
  const statuses: Record<string, string> = {}
  for (const [status, response] of Object.entries(operation.responses)) {
    const schema = response.content?.['application/json']?.schema
    if (!schema) continue
    const key = schema.$ref ? schema.$ref.slice('#/components/schemas/'.length) : `${operation.operationId} ${status}`
    bodies.set(key, pointToDocument(schema) as AnySchemaObject)
    statuses[status] = key
  }
  return statuses
}

/** A closed schema refuses what its base declares, so the fields of `allOf` bases are copied in. */
function flattenInheritance(document: Document, schema: Schema): void {
  if (!schema.allOf || schema.type !== 'object') return
  const bases = schema.allOf.map((base) => resolve(document, base))
  for (const base of bases) flattenInheritance(document, base)
  schema.properties = Object.assign({}, ...bases.map(({ properties }) => properties), schema.properties)
  schema.required = [...new Set([...bases.flatMap(({ required }) => required ?? []), ...(schema.required ?? [])])]
  schema.additionalProperties = false
  delete schema.allOf
}

function pointToDocument(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
}

const banner = `'use strict';\n`

/** Stand-alone code of several schemas, as an object \`exports.<name>\` that maps each key to its validator. */
function standalone(
  name: string,
  options: typeof ajvOptions | typeof coercing,
  schemas: Map<string, AnySchemaObject>,
  shared?: AnySchemaObject,
): string {
  const ajv = newAjv(options)
  if (shared) ajv.addSchema(shared)
  const identifiers: Record<string, string> = {}
  const entries: string[] = []
  for (const [key, schema] of schemas) {
    const identifier = `v${entries.length}`
    ajv.addSchema({ ...schema, $id: identifier })
    identifiers[identifier] = identifier
    entries.push(`${JSON.stringify(key)}: held.${identifier}`)
  }
  const code = withUsualTimes(countSeldom(standaloneCode.default(ajv, identifiers).replace('"use strict";', '')))
  return `exports.${name} = (function () {\nconst held = {};\n(function (exports) {\n${code}\n})(held);\nreturn { ${entries.join(', ')} };\n})();\n`
}

/**
 * Counts the characters of a text only where its number of UTF-16 units does not decide: a text has at most as many
 * characters, and at least half as many. Counting is slow for a file of 14 MB.
 */
function countSeldom(code: string): string {
  const counter = /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)/.exec(code)?.[1]
  if (!counter) return code
  return code.replaceAll(
    new RegExp(`\\b${counter}\\((\\w+)\\) ([<>]) (\\d+)`, 'g'),
    (comparison, text, operator, bound) =>
      operator === '>'
        ? `(${text}.length > ${bound} && ${comparison})`
        : `(${text}.length < ${2 * bound} && ${comparison})`,
  )
}

/** Times as nearly everybody writes them, of days that every year has. All of them are right. */
const usualTime =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Calls the slow format check of a time only for unusual notations. */
function withUsualTimes(code: string): string {
  const format = /(\w+) = require\("ajv-formats\/dist\/formats"\)\.fullFormats\["date-time"\]/.exec(code)?.[1]
  if (!format) return code
  const checks = new RegExp(`\\b${format}\\.validate\\((\\w+)\\)`, 'g')
  return `const usualTime = ${usualTime};\n${code.replaceAll(checks, (check, text) => `(usualTime.test(${text}) || ${check})`)}`
}
