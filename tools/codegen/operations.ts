import type { Operation as Row } from '#generated/server/operations.ts'
import {
  aliasOf,
  type Document,
  deprecationOf,
  type Operation,
  operationsOf,
  resolve,
  type Schema,
} from '#runtime/base/openapi.ts'
import { largestJsonBytes } from './bounds.ts'
import { effectFacts } from './effects.ts'
import { foreignTextOf } from './foreign-text.ts'

/** What the runtime, the clients and the reports need to know about one operation. One row of the operation table. */
export type OperationFacts = ReturnType<typeof operationFacts>[number]

const bytesPerKib = 1024
/** However little a method takes: a misspelt argument deserves its own answer. */
const leastBodyCapBytes = 16 * bytesPerKib
/** Where the schema allows more than anybody sends: a method that needs more than the default states it. */
const defaultBodyCapBytes = 1024 * bytesPerKib
const maxDerivedCapBytes = 2 * defaultBodyCapBytes

/** Rows for every operation that handlers serve; doors (pages, redirects, health) are described but not called. */
export function operationFacts(document: Document) {
  return operationsOf(document)
    .filter(({ operation }) => !operation['x-door'])
    .map(({ path, verb, operation }) => {
      const [family = '', method = ''] = operation.operationId.split('.')
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
      return {
        id: operation.operationId,
        family,
        method,
        // That of a sandbox's operation may also be PUT or DELETE.
        verb: verb.toUpperCase() as Row['verb'],
        path,
        summary: operation.summary ?? '',
        needs: operation['x-needs'] as Row['needs'],
        kind: operation['x-kind'] as Row['kind'],
        retry: operation['x-retry'] as Row['retry'],
        microCredits: (operation['x-micro-credits'] as number | undefined) ?? 0,
        priceUnit: operation['x-price-unit'] as string | undefined,
        withheld: operation['x-agent-withheld'] === true,
        bodyCapBytes: bodyCapBytes(document, operation),
        provider: operation['x-provider'] as string | undefined,
        capability: operation['x-capability'] as string | undefined,
        formOf: operation['x-form-of'] as string | undefined,
        topUp: operation['x-top-up'] as true | undefined,
        foreignText: foreignTextOf(document, operation),
        ...effectFacts(operation),
        timeLimitS: operation['x-time-limit-s'] as number | undefined,
        sameForEveryone: operation['x-same-for-everyone'] as true | undefined,
        reportsProgress: operation.responses['200']?.content?.['text/event-stream'] ? (true as const) : undefined,
        envelope: (hasResult(document, operation.responses['200']?.content?.['application/json']?.schema)
          ? 'result'
          : 'bare') as Row['envelope'],
        errorForm: (isLegacy(operation.responses.default?.content?.['application/json']?.schema)
          ? 'legacy'
          : 'tools') as Row['errorForm'],
        hasBody: operation.requestBody !== undefined,
        listArguments: parameters
          .filter(({ schema }) => resolve(document, schema).type === 'array')
          .map(({ name }) => name),
        aliases: aliasesOf(document, operation),
        deprecation: deprecationOf(operation),
      }
    })
}

/** The main name of each argument that is an alias; undefined if none is. */
function aliasesOf(document: Document, operation: Operation): Record<string, string> | undefined {
  const body = operation.requestBody?.content['application/json']?.schema
  const named = [
    ...(operation.parameters ?? []).map((reference) => {
      const { name, ...parameter } = resolve(document, reference)
      return [name, aliasOf(parameter)] as const
    }),
    ...Object.entries(body ? (resolve(document, body).properties ?? {}) : {}).map(
      ([name, property]) => [name, aliasOf(property)] as const,
    ),
  ]
  const aliases = named.filter((entry): entry is readonly [string, string] => entry[1] !== undefined)
  return aliases.length > 0 ? Object.fromEntries(aliases) : undefined
}

/** The stated limit of a method, or the size of the largest body that its schema allows. */
function bodyCapBytes(document: Document, operation: Operation): number {
  const stated = operation['x-body-cap'] as number | undefined
  if (stated !== undefined) return stated
  const schema = operation.requestBody?.content['application/json']?.schema
  const needed = schema ? Math.ceil(largestJsonBytes(document, schema) / bytesPerKib) * bytesPerKib : 0
  return needed > maxDerivedCapBytes ? defaultBodyCapBytes : Math.max(needed, leastBodyCapBytes)
}

function hasResult(document: Document, schema: Schema | undefined): boolean {
  return schema !== undefined && 'result' in (resolve(document, schema).properties ?? {})
}

function isLegacy(schema: Schema | undefined): boolean {
  return schema?.$ref?.endsWith('/LegacyProblem') ?? false
}
