import { isUtf8 } from 'node:buffer'
import { parse as parseQueryString } from 'fast-querystring'
import { parse as parseJson } from 'secure-json-parse'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError, addressNotUtf8 } from '../base/errors.ts'
import type { Contract } from './contract.ts'
import { invalidArguments } from './faults.ts'
import { textFaults } from './text-faults.ts'

/** Arguments as a door received them, before they are checked. */
export interface RawArguments {
  path: Readonly<Record<string, string>> | undefined
  query: Record<string, unknown>
  /** The parsed body; undefined where the operation takes none. */
  body: unknown
}

/**
 * A query string as an object: a name that comes several times holds a list. List arguments are lists also when they
 * come once.
 *
 * @param text what follows the `?`
 * @throws ApiError invalid_argument when it is not percent-encoded UTF-8
 */
export function parseQuery(text: string, operation: Operation): Record<string, unknown> {
  if (text.includes('%')) {
    try {
      decodeURIComponent(text)
    } catch {
      throw addressNotUtf8()
    }
  }
  const query = parseQueryString(text) as Record<string, unknown>
  for (const name of operation.listArguments) {
    if (typeof query[name] === 'string') query[name] = [query[name]]
  }
  return query
}

/**
 * A JSON body as a value. No bytes at all are an empty object: a method whose arguments are all optional needs no body.
 *
 * @throws ApiError invalid_argument when it is not UTF-8, not JSON, or names a key that would reach a prototype
 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new ApiError('invalid_argument', 'The body is not UTF-8 text; send JSON in UTF-8.')
  try {
    const body: unknown = parseJson(bytes.toString(), null, { protoAction: 'error', constructorAction: 'error' })
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch (cause) {
    const position = /position (\d+)/.exec(String((cause as Error).message))?.[1]
    const forbidden = /forbidden prototype/.test(String((cause as Error).message))
    throw new ApiError(
      'invalid_argument',
      forbidden
        ? 'The body holds a key (__proto__ or constructor) that no argument may have.'
        : `The body is not valid JSON${position ? `: it breaks off or goes wrong at character ${position}` : ''}.`,
    )
  }
  throw new ApiError('invalid_argument', 'The body must be a JSON object such as {"title": "Groceries"}.')
}

/**
 * The operation's arguments, checked against the document: types, bounds, formats, unknown names; defaults filled in.
 *
 * @throws ApiError invalid_argument with every fault at once
 */
export function checkArguments(contract: Contract, operation: Operation, raw: RawArguments): Record<string, unknown> {
  const parameters = { path: raw.path ?? {}, query: raw.query }
  const errors = contract.faultsOfParameters(operation, parameters)
  if (!operation.hasBody) {
    if (errors) throw invalidArguments(errors, parameters, operation)
    return storable(raw.path ? { ...raw.query, ...raw.path } : raw.query)
  }
  const holder = { requestBody: raw.body }
  const bodyErrors = contract.faultsOfBody(operation, holder)
  if (errors || bodyErrors) {
    throw invalidArguments([...(errors ?? []), ...(bodyErrors ?? [])], { ...parameters, ...holder }, operation)
  }
  const body = holder.requestBody as Record<string, unknown>
  return storable(raw.path ? { ...body, ...raw.path } : body)
}

function storable(args: Record<string, unknown>): Record<string, unknown> {
  const details = textFaults(args)
  if (details.length === 0) return args
  throw new ApiError('invalid_argument', `${details.map(({ path, message }) => `${path} ${message}`).join('; ')}.`, {
    details,
  })
}
