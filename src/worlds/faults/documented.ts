import { operations as calls } from '#generated/server/operations.ts'
import { type ErrorCode, errorCodes, legacyStatusOf } from '../../runtime/base/errors.ts'
import { once } from '../../runtime/base/once.ts'
import {
  apiDocument,
  type Document,
  type Media,
  operationsOf,
  type PlacedOperation,
  resolve,
} from '../../runtime/base/openapi.ts'

/** A JSON response that the API document has an example of. */
export interface DocumentedResponse {
  readonly status: number
  /** The name of the example; `example` if the document gives it none. */
  readonly example: string
  readonly body: unknown
}

export interface DocumentedOperation {
  readonly id: string
  /** Whether it is a method; otherwise a page, a stream or a file. */
  readonly isCall: boolean
  readonly responses: readonly DocumentedResponse[]
}

/** What the API document says of operations, methods and others. */
export interface Documented {
  /** By operation id. */
  readonly operations: ReadonlyMap<string, DocumentedOperation>
  /** The operation at an address. */
  at(verb: string, path: string): DocumentedOperation | undefined
}

/** Read at the first call; all worlds share it. */
export const documented: () => Promise<Documented> = once(async () => documentedIn(await apiDocument()))

function documentedIn(document: Document): Documented {
  const callIds = new Set<string>(calls.map(({ id }) => id))
  const placed = operationsOf(document)
  const operations = new Map(
    placed.map(({ operation }) => {
      const id = operation.operationId
      return [id, { id, isCall: callIds.has(id), responses: responsesOf(document, operation) }]
    }),
  )
  const templates = placed
    .filter(({ path }) => path.includes('{'))
    .map(({ path, verb, operation }) => ({ verb, form: formOf(path), id: operation.operationId }))
  const exact = new Map(placed.map(({ path, verb, operation }) => [`${verb} ${path}`, operation.operationId]))
  return {
    operations,
    at(verb, path) {
      const known = verb.toLowerCase() === 'head' ? 'get' : verb.toLowerCase()
      const id =
        exact.get(`${known} ${path}`) ?? templates.find((each) => each.verb === known && each.form.test(path))?.id
      return id === undefined ? undefined : operations.get(id)
    },
  }
}

/** The paths of a template, such as `/files/{id}`. */
function formOf(template: string): RegExp {
  const parts = template.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

function responsesOf(document: Document, operation: PlacedOperation['operation']): DocumentedResponse[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) =>
    examplesIn(document, content?.['application/json']).map(({ example, body }) => ({
      status: status === 'default' ? statusIn(body) : Number(status),
      example,
      body,
    })),
  )
}

function examplesIn(document: Document, media: Media | undefined): Omit<DocumentedResponse, 'status'>[] {
  if (media?.example !== undefined) return [{ example: 'example', body: media.example }]
  return Object.entries(media?.examples ?? {}).map(([example, each]) => {
    const { value } = resolve(document, each as { $ref?: string; value?: unknown })
    return { example, body: value }
  })
}

/** The body of an error, in the form of the tools or in the older one. */
type ErrorBody = { readonly code: ErrorCode } | { readonly code: number; readonly detail: string }

function statusIn(body: unknown): number {
  const { code } = body as ErrorBody
  return typeof code === 'number' ? code : errorCodes[code].status
}

/** The code of an error with this body. */
export function errorCodeIn(body: unknown): ErrorCode {
  const { code } = body as ErrorBody
  if (typeof code !== 'number') return code
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.find((each) => legacyStatusOf({ code: each, status: errorCodes[each].status }) === code) ?? 'internal'
}

/** What an operation documents, for people: `400 (invalid_argument, not_found), 401 (unauthenticated)`. */
export function responsesInWords({ responses }: DocumentedOperation): string {
  const byStatus = Map.groupBy(responses, ({ status }) => status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, each]) => `${status} (${each.map(({ example }) => example).join(', ')})`)
    .join(', ')
}
