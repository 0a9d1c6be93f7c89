import type { Effect, Operation as Row } from '#generated/server/operations.ts'
import { type Document, deprecationOf, type Operation, operationsOf, resolve } from '#runtime/base/openapi.ts'
import { exampleNoteOf } from './example-note.ts'
import { type Field, fieldOf, fieldsOf, propertiesOf, typeNameOf } from './schema-fields.ts'

/** An argument of a method and its place in the request. */
export interface Argument extends Field {
  readonly place: 'path' | 'query' | 'body'
  /** The value in the document; undefined if it has none. */
  readonly example: unknown
  /** The fields of an object, or of each entry of a list. */
  readonly parts: readonly Field[]
}

/** A method as the reference and the catalogue show it. */
export type Method = ReturnType<typeof methodOf> & {
  /** What to do before its example can be sent; undefined if it can be sent as it is. */
  readonly exampleNote: string | undefined
}

/** Whether this server serves the operation of that id, at that path. */
export type Serves = (operationId: string, path: string) => boolean

export interface Family {
  readonly name: string
  readonly description: string
  readonly methods: readonly Method[]
}

/** An object that arguments or results contain, and that the document names. */
export interface ObjectType {
  readonly name: string
  readonly description: string
  readonly fields: readonly Field[]
  /** The ids of the methods that take or return it, directly or inside others. */
  readonly usedBy: readonly string[]
}

/** Families under a heading, such as *The world*. */
export interface Group {
  readonly name: string
  readonly families: readonly Family[]
}

/** The families in the groups of the document; families that no group names are in a last group. */
export function groupsOf(document: Document, families: readonly Family[]): readonly Group[] {
  const named = document['x-tagGroups'] ?? []
  const others = families.filter(({ name }) => !named.some(({ tags }) => tags.includes(name)))
  const groups = named.map(({ name, tags }) => ({
    name,
    families: families.filter((each) => tags.includes(each.name)),
  }))
  return [...groups, { name: 'Other', families: others }].filter((group) => group.families.length > 0)
}

/** The named objects in the arguments and results of these families, by name. */
export function typesOf(document: Document, families: readonly Family[]): ReadonlyMap<string, ObjectType> {
  const users = new Map<string, string[]>()
  for (const { id, args, response } of families.flatMap(({ methods }) => methods)) {
    const fields = [...args, ...args.flatMap(({ parts }) => parts), ...response.fields]
    const names = new Set([response.typeName, ...fields.map(({ typeName }) => typeName)])
    for (const name of names) if (name !== undefined) users.set(name, [...(users.get(name) ?? []), id])
  }
  const types = [...users].flatMap(([name, usedBy]) => {
    const schema = document.components.schemas[name]
    const fields = schema?.properties ? fieldsOf(document, schema) : []
    return fields.length === 0 ? [] : [{ name, description: schema?.description ?? '', fields, usedBy }]
  })
  return new Map(types.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((type) => [type.name, type]))
}

/**
 * Everything that the API document describes: the families in the order of the spec, their methods by name.
 *
 * @param serves whether this server serves an operation
 * @param usesCredits whether calls cost credits: otherwise every method is free
 */
export function referenceOf(document: Document, serves: Serves, usesCredits = true): readonly Family[] {
  const placed = operationsOf(document)
  const bodyForms = new Set(placed.map(({ operation }) => operation['x-form-of']))
  const methods = placed
    .filter(({ operation }) => operation['x-form-of'] === undefined)
    .map(({ path, verb, operation }) => ({
      family: operation.tags?.[0],
      method: {
        ...methodOf(document, path, verb, operation, serves, bodyForms.has(operation.operationId)),
        ...(usesCredits ? {} : free),
      } as Omit<Method, 'exampleNote'>,
    }))
    .sort((a, b) => (a.method.id < b.method.id ? -1 : 1))
  return document.tags.map(({ name, description = '' }) => {
    const own = methods.filter(({ family }) => family === name).map(({ method }) => method)
    const noted = own.map((method) => ({ ...method, exampleNote: exampleNoteOf(method, own) }))
    return { name, description, methods: noted }
  })
}

const free = { credits: 0, price: 'free', priceUnit: undefined } as const

function methodOf(
  document: Document,
  path: string,
  verb: string,
  operation: Operation,
  serves: Serves,
  hasBodyForm: boolean,
) {
  const id = operation.operationId
  const [family = '', name = ''] = id.split('.')
  return {
    id,
    name,
    verb: verb.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    needs: (operation['x-needs'] as string | undefined) ?? 'open',
    ...priceOf(operation),
    isRead: operation['x-kind'] === 'read',
    retry: (operation['x-retry'] as string | undefined) ?? 'unsafe',
    deprecation: deprecationOf(operation),
    isWithheld: operation['x-agent-withheld'] === true,
    /** The capability that a token must have; undefined for services. */
    capability: operation['x-capability'] as string | undefined,
    provider: operation['x-provider'] as string | undefined,
    effects: (operation['x-effect'] ?? []) as readonly Effect[],
    effectWhen: (operation['x-effect-when'] ?? {}) as NonNullable<Row['effectWhen']>,
    argumentKinds: (operation['x-argument-kinds'] ?? {}) as Row['argumentKinds'],
    /** Whether others have written text in its result. */
    hasForeignText: operation['x-foreign-text'] === true,
    bodyCapBytes: operation['x-body-cap'] as number | undefined,
    /** Seconds that a call may take, where it is more than for others. */
    timeLimitS: operation['x-time-limit-s'] as number | undefined,
    /** An address that is not a method: a page, a redirect, a document. */
    isDoor: operation['x-door'] === true,
    isServed: serves(id, path),
    /** Its path if only the gateway serves it, at the gateway's own address. */
    gatewayPath: operation['x-path'] as string | undefined,
    /** Whether POST with the same arguments in a JSON body is the same call. */
    hasBodyForm,
    args: argumentsOf(document, operation),
    /** The headers that a call may have, such as `Idempotency-Key`. */
    headers: headersOf(document, operation),
    /** The JSON body in the document; undefined for a method without one. */
    bodyExample: operation.requestBody?.content['application/json']?.example,
    response: responseOf(document, operation),
    errors: errorsOf(document, operation),
    /** Whether its errors are `{id, code, detail, status}`, as those of the older services. */
    hasOlderErrors: hasOlderErrors(document, operation),
    /** The address of its page in the reference, below this server. */
    docs: `/docs/${family}/${name}`,
  }
}

/** The errors that the document lists for a method, each with its sample bodies. A body alone in its status has no name. */
function errorsOf(document: Document, { responses }: Operation) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description, content }]) => {
      const { example: only, examples: named = {} } = content?.['application/json'] ?? {}
      const samples: { name?: string; body: unknown }[] = Object.entries(named).map(([name, example]) => ({
        name,
        body: '$ref' in example ? resolve<{ $ref?: string; value?: unknown }>(document, example).value : example.value,
      }))
      if (only !== undefined) samples.push({ body: only })
      return { status, description, samples }
    })
}

/** The price of a call: 0 credits if it varies, with its unit, such as `for each SMS segment`. */
function priceOf(operation: Operation) {
  const credits = (operation['x-credits'] as number | undefined) ?? 0
  const priceUnit = operation['x-price-unit'] as string | undefined
  const price: 'free' | 'fixed' | 'varies' = priceUnit ? 'varies' : credits > 0 ? 'fixed' : 'free'
  return { credits, price, priceUnit }
}

function argumentsOf(document: Document, operation: Operation): Argument[] {
  const fromAddress = (operation.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => ({
      ...fieldOf(document, parameter.name, parameter.schema, parameter.required === true),
      description: parameter.description ?? '',
      place: parameter.in as 'path' | 'query',
      example: parameter.example,
      parts: [],
    }))
  const body = operation.requestBody?.content['application/json']
  if (!body) return fromAddress
  const examples = (body.example ?? {}) as Record<string, unknown>
  const fromBody = propertiesOf(document, body.schema).map((field) => ({
    ...field,
    place: 'body' as const,
    example: examples[field.name],
    parts: fieldsOf(document, field.schema, field.name),
  }))
  return [...fromAddress, ...fromBody]
}

function headersOf(document: Document, operation: Operation): Field[] {
  return (operation.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, schema, required = false, description = '' }) => ({
      ...fieldOf(document, name, schema, required),
      description,
    }))
}

function hasOlderErrors(document: Document, { responses }: Operation): boolean {
  return Object.entries(responses).some(([status, { content }]) => {
    const schema = content?.['application/json']?.schema
    const isError = status === 'default' || Number(status) >= 400
    return isError && schema !== undefined && propertiesOf(document, schema).some(({ name }) => name === 'detail')
  })
}

/** The successful response, with the fields of its JSON body, or of its `result` if it has an envelope. */
function responseOf(document: Document, operation: Operation) {
  const [status = '200', response] = Object.entries(operation.responses).find(([key]) => Number(key) < 400) ?? []
  const content = response?.content ?? {}
  const mediaType = content['application/json'] ? 'application/json' : Object.keys(content)[0]
  const media = mediaType === undefined ? undefined : content[mediaType]
  const properties = media ? propertiesOf(document, media.schema) : []
  const hasEnvelope = properties.length === 1 && properties[0]?.name === 'result'
  const schema = hasEnvelope ? properties[0]?.schema : media?.schema
  return {
    status,
    mediaType,
    fields: schema && mediaType === 'application/json' ? fieldsOf(document, schema) : [],
    hasEnvelope,
    typeName: schema && typeNameOf(schema),
    example: media?.example,
  }
}
