import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { nearest } from '#runtime/base/text/nearest.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import type { Tools } from './mcp-tools.ts'

/** What the address and the headers of a request ask of the endpoint. */
export interface Filters {
  /** The names of the filters that leave out tools, for messages. */
  readonly active: readonly string[]
  /** Whether they let a tool through. */
  admits(operation: Operation): boolean
  /** Whether three tools replace all others. */
  readonly isSearch: boolean
  /** Whether results with text by others are withheld. */
  readonly isLockdown: boolean
  /** Whether results are in the text only, for clients that show models nothing else. */
  readonly isTextOnly: boolean
}

/** The settings of a request by their names: each is a query parameter, and with its prefix a header. */
const names = ['only', 'without', 'readonly', 'lockdown', 'tools', 'results'] as const
type Name = (typeof names)[number]

const headerPrefix = 'onedoor-'

/** For preflight requests. */
export const filterHeaders: readonly string[] = names.map((name) => `Onedoor-${name[0]?.toUpperCase()}${name.slice(1)}`)

const maxNamed = 5
const maxShown = 100
/** Characters of a list of names: more than all tools have together. */
const maxListChars = 10_000

/** The tools that exist here. */
type ExistingTools = Pick<Tools, 'operations' | 'idsByName'>

/**
 * The filters of a request.
 *
 * @param query of the address
 * @throws ApiError invalid_argument for an unknown parameter, name or value, and for filters that leave no tool
 */
export function readFilters(query: URLSearchParams, headers: IncomingHttpHeaders, tools: ExistingTools): Filters {
  const given = settingsIn(query, headers)
  const only = given.only === undefined ? undefined : namedIn('only', given.only, tools)
  const without = given.without === undefined ? undefined : namedIn('without', given.without, tools)
  const isReadOnly = isOn('readonly', given.readonly)
  const filters: Filters = {
    active: [only && 'only', without && 'without', isReadOnly && 'readonly'].filter((name) => typeof name === 'string'),
    admits: ({ id, kind }) => !((only && !only.has(id)) || without?.has(id) || (isReadOnly && kind !== 'read')),
    isSearch: is('search', 'tools', given.tools),
    isLockdown: isOn('lockdown', given.lockdown),
    isTextOnly: is('text', 'results', given.results),
  }
  if (filters.active.length > 0 && !tools.operations.some(filters.admits))
    throw fault(`${filters.active.join(' and ')} leave no tool. Name other tools, or omit one of them.`)
  return filters
}

/** The error for a tool that exists, but not for this request. */
export function leftOut(name: string, { active }: Filters): ApiError {
  return new ApiError('not_found', `${truncate(name, maxShown)} is left out here by ${active.join(' and ')}.`)
}

function settingsIn(query: URLSearchParams, headers: IncomingHttpHeaders): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {}
  const take = (name: string, shown: string, value: string) => {
    const known = names.find((each) => each === name)
    if (known === undefined) {
      const like = nearest(name, names)
      const hint = like === undefined ? `The parameters are ${names.join(', ')}.` : `Did you mean ${like}?`
      throw fault(`${shown} is not known here. ${hint}`)
    }
    if (given[known] !== undefined) throw fault(`${known} is given more than once. Send it once, as ${shown} or not.`)
    given[known] = value
  }
  for (const [name, value] of query) take(name, truncate(name, maxShown), value)
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(headerPrefix) && typeof value === 'string') {
      take(name.slice(headerPrefix.length), `The header ${truncate(name, maxShown)}`, value)
    }
  }
  return given
}

/** The ids of the operations that a list of services, methods and tools names. */
function namedIn(setting: Name, list: string, { operations, idsByName }: ExistingTools): ReadonlySet<string> {
  if (list.length > maxListChars) throw fault(`${setting} is longer than ${maxListChars} characters.`)
  const found = new Set<string>()
  const unknown: string[] = []
  const named = [...new Set(list.split(/[\s,+]+/).filter(Boolean))]
  for (const name of named) {
    const ids = idsByName.get(name)
    if (ids === undefined) unknown.push(name)
    for (const id of ids ?? []) found.add(id)
  }
  if (named.length === 0) throw fault(`${setting} names nothing. Name services or methods, separated by commas.`)
  if (unknown.length === 0) return found
  const families = [...new Set(operations.map(({ family }) => family))].sort()
  const like =
    unknown.length === 1
      ? nearest((unknown[0] as string).slice(0, maxShown), [...families, ...operations.map(({ id }) => id)])
      : undefined
  const shown = truncate(unknown.slice(0, maxNamed).join(', '), maxShown)
  const hint = like === undefined ? `The services with tools here are ${families.join(', ')}.` : `Did you mean ${like}?`
  throw fault(`${setting} names ${shown}, which ${unknown.length === 1 ? 'is no tool' : 'are no tools'} here. ${hint}`)
}

function isOn(setting: Name, value: string | undefined): boolean {
  if (value === undefined || value === 'false') return false
  if (value === 'true') return true
  throw fault(`${setting} must be true or false, not ${JSON.stringify(truncate(value, maxShown))}.`)
}

function is(choice: string, setting: Name, value: string | undefined): boolean {
  if (value === undefined || value === choice) return value === choice
  throw fault(`${setting} must be ${choice} if it is given, not ${JSON.stringify(truncate(value, maxShown))}.`)
}

function fault(message: string): ApiError {
  return new ApiError('invalid_argument', message)
}
