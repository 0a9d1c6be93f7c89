import { isUtf8 } from 'node:buffer'
import { parse as parseQueryString } from 'fast-querystring'
import { parse as parseJson } from 'secure-json-parse'
import { bodyBounds, queryBounds } from '#generated/server/argument-bounds.ts'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError, type ArgumentFault, addressNotUtf8 } from '../base/errors.ts'
import { renameAliases } from './argument-aliases.ts'
import { type Bounds, cutToBounds, maxFaults } from './bounds.ts'
import type { Contract } from './contract.ts'
import type { DecodedArgument } from './decoding-body.ts'
import { errorOfFaults, invalidArguments } from './faults.ts'
import { checkStructure } from './json-structure.ts'

type ArgumentContract = Pick<Contract, 'faultsOfParameters' | 'faultsOfBody'>

/** Arguments as a door received them, before they are checked. */
export interface RawArguments {
  path: Readonly<Record<string, string>> | undefined
  query: Record<string, unknown>
  /** The parsed body; undefined if the operation has none. */
  body: unknown
  /** A long base64 text that was decoded on arrival; the body contains another text in its place. */
  decoded?: DecodedArgument | undefined
}

/**
 * A query string as an object: a repeated name has a list. List arguments are lists even if they come once. What follows
 * after far more pairs than the operation takes is left out: so many cannot be right.
 *
 * @param text what follows the `?`
 * @throws ApiError invalid_argument when it is not percent-encoded UTF-8
 */
export function parseQuery(text: string, operation: Operation): Record<string, unknown> {
  const kept = withinBounds(text, operation)
  if (kept.includes('%')) {
    try {
      decodeURIComponent(kept)
    } catch {
      throw addressNotUtf8()
    }
  }
  const query = parseQueryString(kept) as Record<string, unknown>
  for (const name of operation.listArguments) {
    if (typeof query[name] === 'string') query[name] = [query[name]]
  }
  return query
}

/** Cuts off the pairs beyond those that the operation takes and faults are listed for: each pair would cost a fault. */
function withinBounds(text: string, operation: Operation): string {
  if (text.length <= 2 * maxFaults) return text
  const most = maxPairs(operation) + maxFaults
  let count = 0
  for (let start = 0; start < text.length; ) {
    const mark = text.indexOf('&', start)
    const end = mark < 0 ? text.length : mark
    if (end > start) count += 1
    if (count > most) return text.slice(0, end)
    start = end + 1
  }
  return text
}

/** The maximum number of pairs in a valid query string of the operation. */
function maxPairs({ id, listArguments }: Operation): number {
  const members = queryBounds[id]?.of ?? {}
  let sum = 0
  for (const name in members) {
    sum += listArguments.includes(name) ? (members[name]?.items ?? Number.POSITIVE_INFINITY) : 1
  }
  return sum
}

/**
 * A JSON body as a value. An empty body is an empty object: a method with only optional arguments needs no body.
 *
 * @throws ApiError invalid_argument when it is not UTF-8, not JSON, has more values or levels than any call needs, or
 * names a key that would reach a prototype
 */
export async function parseBody(bytes: Buffer): Promise<unknown> {
  await checkStructure(bytes)
  return parsed(bytes)
}

function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return {}
  if (!isUtf8(bytes)) throw new ApiError('invalid_argument', 'The body is not UTF-8 text. Send JSON in UTF-8.')
  try {
    const body = parseJson(bytes.toString(), null, { protoAction: 'error', constructorAction: 'error' })
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch (cause) {
    const position = /position (\d+)/.exec(String((cause as Error).message))?.[1]
    const forbidden = /forbidden prototype/.test(String((cause as Error).message))
    throw new ApiError(
      'invalid_argument',
      forbidden
        ? 'The body contains a key (__proto__ or constructor) that is not allowed.'
        : `The body is not valid JSON${position ? `: it ends or goes wrong at character ${position}` : ''}.`,
    )
  }
  throw new ApiError('invalid_argument', 'The body must be a JSON object such as {"title": "Groceries"}.')
}

/**
 * The operation's arguments, checked against the document: types, bounds, formats, unknown names; defaults filled in,
 * and aliases replaced by their main names.
 *
 * @throws ApiError invalid_argument with every fault at once, up to twenty
 */
export function checkArguments(
  contract: ArgumentContract,
  operation: Operation,
  raw: RawArguments,
): Record<string, unknown> {
  const { aliases, hasBody } = operation
  // Validation fills in defaults, after which nobody knows what was given.
  const given = aliases && new Set(Object.keys((hasBody ? raw.body : raw.query) ?? {}))
  const args = validArguments(contract, operation, raw)
  if (given) renameAliases(args, aliases, given)
  return args
}

function validArguments(contract: ArgumentContract, operation: Operation, raw: RawArguments): Record<string, unknown> {
  const parameters = { path: raw.path ?? {}, query: raw.query }
  const errors = contract.faultsOfParameters(operation, parameters)
  if (!operation.hasBody) {
    if (errors) throw invalidArguments(errors, parameters, operation)
    return storable(raw.path ? { ...raw.query, ...raw.path } : raw.query)
  }
  const bounds = bodyBounds[operation.id] ?? {}
  const decoded = standIn(raw, bounds)
  const holder = { requestBody: cutToBounds(raw.body, bounds) }
  const bodyErrors = contract.faultsOfBody(operation, holder)
  if (errors || bodyErrors) {
    throw invalidArguments([...(errors ?? []), ...(bodyErrors ?? [])], { ...parameters, ...holder }, operation)
  }
  const body = holder.requestBody as Record<string, unknown>
  const args = storable(raw.path ? { ...body, ...raw.path } : body)
  if (decoded) Object.defineProperty(args, decoded.name, { get: () => decoded.text, enumerable: true })
  return args
}

/**
 * Puts a short text in place of a decoded one, to save the validators checking it character by character: base64 satisfies
 * every rule for such a text except for the length. One that is too long is put back.
 */
function standIn({ body, decoded }: RawArguments, bounds: Bounds): DecodedArgument | undefined {
  if (!decoded) return undefined
  const isTooLong = decoded.chars > (bounds.of?.[decoded.name]?.text ?? 0)
  ;(body as Record<string, unknown>)[decoded.name] = isTooLong ? decoded.text : 'AAAA'
  return isTooLong ? undefined : decoded
}

function storable(args: Record<string, unknown>): Record<string, unknown> {
  const faults = textFaults(args)
  if (faults.length === 0) return args
  throw errorOfFaults(faults)
}

/**
 * Finds text that a database cannot store unchanged: the character U+0000 and halves of surrogate pairs. A schema cannot
 * reject them, and one database would reject them while the other would return them altered.
 *
 * @param args arguments that have passed their schema
 * @returns a fault for each such text, with its path (`title`, `tags[2]`); of more than twenty the first twenty-one
 */
export function textFaults(args: Readonly<Record<string, unknown>>): ArgumentFault[] {
  const faults: ArgumentFault[] = []
  for (const name in args) search(args[name], name, faults)
  return faults
}

function search(value: unknown, path: string, faults: ArgumentFault[]): void {
  if (faults.length > maxFaults) return
  if (typeof value === 'string') {
    const message = faultOf(value)
    if (message) faults.push({ path, message })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) search(item, `${path}[${index}]`, faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) search(item, `${path}.${name}`, faults)
  }
}

function faultOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  if (!text.isWellFormed()) return 'must be whole Unicode characters: it contains half of a surrogate pair'
  return undefined
}
