import { aliasOf, type Document, type Operation, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { shapeOf } from './schema-types.ts'
import { deprecatedTag } from './text.ts'

/** One method of the client, with everything that its table row, types and documentation are generated from. */
export type ClientMethod = ReturnType<typeof clientMethods>[number]

/**
 * The methods of the client, in the document's order. If an operation also has a form as a POST with a JSON body, the
 * method calls that form: its arguments are too long or too private for a URL.
 */
export function clientMethods(document: Document, facts: OperationFacts[]) {
  const placed = new Map(operationsOf(document).map((place) => [place.operation.operationId, place.operation]))
  const forms = new Map(facts.flatMap((form) => (form.formOf ? [[form.formOf, form] as const] : [])))
  return facts
    .filter(({ formOf }) => !formOf)
    .map((named) => {
      const called = forms.get(named.id) ?? named
      const operation = placed.get(called.id)
      if (!operation) throw new Error(`The document has no operation ${called.id}`)
      const { schema: args, example } = argumentsOf(document, operation)
      const isEmpty = operation.responses['204'] !== undefined
      const answer = operation.responses['200']?.content?.['application/json'] ?? (isEmpty ? { schema: {} } : undefined)
      if (!answer) throw new Error(`${called.id} has no JSON response under 200`)
      const isBare = called.envelope === 'bare'
      const result = isBare ? answer.schema : shapeOf(document, answer.schema).properties?.result
      if (!result) throw new Error(`The response of ${called.id} has no result`)
      return {
        id: named.id,
        family: named.family,
        name: named.method,
        summary: named.summary,
        description: placed.get(named.id)?.description ?? '',
        /** The tag of its comment if it is deprecated, otherwise empty. */
        deprecated: deprecatedTag(placed.get(named.id) ?? {}),
        /** Its dates; undefined if it is not deprecated. */
        deprecation: named.deprecation,
        needs: named.needs,
        microCredits: named.microCredits,
        priceUnit: named.priceUnit,
        /** Every caller pays for the credits that it buys. */
        isTopUp: operation['x-top-up'] === true,
        verb: called.verb,
        path: called.path,
        retry: called.retry,
        /** The server may not know idempotency keys. */
        isUnkeyed: called.verb === 'POST' && operation['x-unkeyed'] === true,
        isBare,
        /** Its response has no body. */
        isEmpty,
        /** Name of the type of its arguments; undefined if it takes none. */
        argsName: takesArguments(document, args) ? `${capital(named.family)}${capital(named.method)}Args` : undefined,
        args,
        result,
        paging: pagingOf(document, args, result),
        bytes: bytesOf(document, args),
        reportsProgress: called.reportsProgress === true,
        /** The document's own example. */
        example: { args: example, body: 'example' in answer ? answer.example : undefined },
      }
    })
}

/** A method of the client whose response is no JSON. */
export type OpenMethod = ReturnType<typeof openMethods>[number]

/**
 * The doors that programs read as streams of events or of bytes, by a name made from their address: `/notify/stream` is
 * `notify.stream`, `/files/{id}` is `files.download`. Pages, feeds and addresses without a family are not included.
 */
export function openMethods(document: Document, facts: OperationFacts[]) {
  const families = new Set(facts.map(({ family }) => family))
  return operationsOf(document).flatMap(({ path, verb, operation }) => {
    const [, family = '', name = '', ...more] = path.split('/')
    if (!operation['x-door'] || verb !== 'get' || !families.has(family)) return []
    const types = Object.keys(operation.responses['200']?.content ?? {})
    const isStream = types.join() === 'text/event-stream' && more.length === 0 && !name.startsWith('{')
    const isDownload = types.length > 0 && types.every((type) => /^image\/|^application\/octet-stream$/.test(type))
    if (!isStream && !isDownload) return []
    const method = isStream ? name : 'download'
    const { schema: args, example } = argumentsOf(document, operation)
    return {
      id: `${family}.${method}`,
      family,
      name: method,
      form: isStream ? ('stream' as const) : ('download' as const),
      summary: operation.summary ?? '',
      description: operation.description ?? '',
      deprecated: deprecatedTag(operation),
      needs: operation['x-needs'] as OperationFacts['needs'] | undefined,
      path,
      argsName: takesArguments(document, args) ? `${capital(family)}${capital(method)}Args` : undefined,
      args,
      example: { args: example },
    }
  })
}

/**
 * The arguments of an operation as one object schema, whether they are sent in the query, path or body. Headers are not
 * arguments.
 */
function argumentsOf(document: Document, operation: Operation): { schema: Schema; example: Record<string, unknown> } {
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .filter(({ in: place }) => place === 'query' || place === 'path')
  const properties: Record<string, Schema> = {}
  const example: Record<string, unknown> = {}
  for (const { name, description, schema, example: value, 'x-alias-of': alias } of parameters) {
    properties[name] = {
      ...schema,
      ...(description === undefined ? {} : { description }),
      ...(alias === undefined ? {} : { 'x-alias-of': alias }),
    }
    if (value !== undefined) example[name] = value
  }
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  const body = operation.requestBody?.content['application/json']
  if (!body) return { schema: { type: 'object', properties, required }, example }
  Object.assign(example, body.example)
  if (parameters.length === 0) return { schema: body.schema, example }
  const inBody = shapeOf(document, body.schema)
  return {
    schema: {
      type: 'object',
      properties: { ...properties, ...inBody.properties },
      required: [...required, ...(inBody.required ?? [])],
    },
    example,
  }
}

/** The arguments of a method without aliases: a model that reads them needs one name for each. */
export function mainArguments(document: Document, args: Schema): Schema {
  const { properties = {}, ...shape } = shapeOf(document, args)
  const main = Object.entries(properties).filter(([, property]) => aliasOf(shapeOf(document, property)) === undefined)
  return { ...shape, properties: Object.fromEntries(main) }
}

function takesArguments(document: Document, args: Schema): boolean {
  const shape = shapeOf(document, args)
  return Object.keys(shape.properties ?? {}).length > 0 || Boolean(shape.anyOf ?? shape.oneOf)
}

/**
 * How a list is paged: its result has `items` and `next_offset`, `next_cursor` or `next_page`, which goes into the
 * argument of that name, or into the one argument that names a page. The older services spell it `nextOffset` and name
 * the list freely: it is the only list in the result. The field `list` of the result holds the entries.
 */
function pagingOf(document: Document, args: Schema, result: Schema) {
  const answer = shapeOf(document, result).properties ?? {}
  const next = Object.keys(answer).find((name) => /^next(_|[A-Z])/.test(name))
  const lists = Object.keys(answer).filter((name) => shapeOf(document, answer[name] ?? {}).type === 'array')
  const list = lists.includes('items') ? 'items' : lists.length === 1 ? lists[0] : undefined
  if (!next || !list) return undefined
  const taken = shapeOf(document, args).properties ?? {}
  const named = next.replace(/^next_?/, '')
  const argument = [named.charAt(0).toLowerCase() + named.slice(1), 'cursor', 'page'].find((name) => name in taken)
  return argument ? { argument, next, list } : undefined
}

/** The arguments that take bytes (`x-bytes`), each with the arguments to send with its base64. */
function bytesOf(document: Document, args: Schema): Record<string, Record<string, string>> {
  const arguments_ = Object.entries(shapeOf(document, args).properties ?? {})
  return Object.fromEntries(
    arguments_.flatMap(([name, schema]) => {
      const alongside = shapeOf(document, schema)['x-bytes'] as Record<string, string> | undefined
      return alongside ? [[name, alongside]] : []
    }),
  )
}

const microCreditsPerCredit = 1_000_000

/** What a call costs, as a sentence; undefined for a free method. */
function priceSentence({ microCredits, priceUnit }: ClientMethod): string | undefined {
  if (priceUnit) return `The price varies and is charged ${priceUnit}.`
  if (microCredits === 0) return undefined
  const credits = microCredits / microCreditsPerCredit
  return `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'} a call.`
}

const whoMayCall = {
  open: 'Needs no token.',
  caller: 'Needs a token.',
  account: 'Needs a token of an account.',
}

/** Who may call a method, and its price, in sentences. */
export function conditionsOf(method: ClientMethod | OpenMethod): string {
  if ('form' in method) return method.needs ? whoMayCall[method.needs] : ''
  const price = priceSentence(method)
  const who = whoMayCall[method.needs]
  if (!price) return who
  return method.needs === 'open' ? price : `${who} ${price}`
}

/** `notes` as `Notes`. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
