import {
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  resolve,
  type Schema,
} from '../../src/runtime/base/openapi.ts'
import { compareRequest, compareResponse, type Report, type Versions } from './schemas.ts'

/**
 * The breaking changes between a released document and the current one, each as one line that names the place and the
 * change; sorted, each once. New operations, new optional arguments, wider bounds and new fields in responses break
 * nobody and are not reported.
 */
export function breakingChanges(released: Document, now: Document): string[] {
  const changes = new Set<string>()
  const report: Report = (where, what) => changes.add(`${where}: ${what}`)
  const seen = new Set<string>()
  compareServers(released, now, report)
  const current = new Map(operationsOf(now).map((placed) => [placed.operation.operationId, placed]))
  for (const before of operationsOf(released)) {
    const id = before.operation.operationId
    const after = current.get(id)
    if (!after) {
      report(id, 'removed')
      continue
    }
    compareTerms(before, after, report)
    compareStyles({ released, now }, before.operation, after.operation, report)
    compareArguments({ released, now }, before.operation, after.operation, report)
    compareResponses({ released, now }, before.operation, after.operation, report, seen)
  }
  return [...changes].sort()
}

/** Each ordered from the least demanding on. */
const terms = [
  ['x-needs', 'needs', ['open', 'caller', 'account']],
  ['x-kind', 'kind', ['read', 'write']],
  ['x-retry', 'retry', ['safe', 'idempotent', 'unsafe']],
] as const

function compareTerms(before: PlacedOperation, after: PlacedOperation, report: Report): void {
  const id = before.operation.operationId
  const [was, is] = [`${before.verb} ${before.path}`, `${after.verb} ${after.path}`]
  if (was !== is) report(id, `was ${was}, is ${is}`)
  for (const [extension, name, order] of terms) {
    const [a, b] = [before, after].map(({ operation }) => String(operation[extension])) as [string, string]
    const rank = (value: string) => (order as readonly string[]).indexOf(value)
    if (rank(b) > rank(a)) report(id, `${name} was ${a}, is ${b}`)
  }
  comparePrices(before.operation, after.operation, report)
  const isWithheld = ({ operation }: PlacedOperation) => operation['x-agent-withheld'] === true
  if (isWithheld(after) && !isWithheld(before)) report(id, 'is withheld from the agent')
  compareEffects(before.operation, after.operation, report)
  const cap = ({ operation }: PlacedOperation) => Number(operation['x-body-cap'] ?? 1024 * 1024)
  if (cap(after) < cap(before)) report(id, `took bodies of ${cap(before)} bytes, takes ${cap(after)}`)
  const ways = ({ operation }: PlacedOperation) => (operation.security ?? []).map((way) => Object.keys(way).join('+'))
  const offered = ways(after)
  for (const way of ways(before)) {
    // A missing list demands nothing.
    if (offered.length > 0 && !offered.includes(way)) report(id, `takes no ${way || 'anonymous call'} any more`)
  }
  if (ways(before).length === 0 && offered.length > 0 && !offered.includes('')) report(id, 'asks for a credential')
}

/** What a method did not do before is not what its callers have allowed. */
function compareEffects(before: Operation, after: Operation, report: Report): void {
  type Effects = { 'x-effect'?: string[]; 'x-effect-when'?: Record<string, unknown> }
  const { 'x-effect': was, 'x-effect-when': wasWhen } = before as Effects
  const { 'x-effect': is = [], 'x-effect-when': isWhen } = after as Effects
  // Older documents have no effects.
  if (was === undefined) return
  for (const effect of is) {
    if (!was.includes(effect)) report(before.operationId, `has the new effect "${effect}"`)
    else if (wasWhen?.[effect] && !isWhen?.[effect]) report(before.operationId, `always has the effect "${effect}"`)
  }
}

function comparePrices(before: Operation, after: Operation, report: Report): void {
  const price = (operation: Operation) => Number(operation['x-micro-credits'] ?? 0)
  const varies = (operation: Operation) => operation['x-price'] === 'varies'
  const was = varies(before) ? 'a varying price' : `${price(before)} micro-credits`
  const is = varies(after) ? 'a varying price' : `${price(after)}`
  const isDearer = varies(after) ? !varies(before) : price(after) > price(before)
  if (isDearer) report(before.operationId, `cost ${was}, costs ${is}`)
}

/** Clients write lists in the released style, and send calls to the released addresses. */
function compareStyles({ released, now }: Versions, before: Operation, after: Operation, report: Report): void {
  const styles = (document: Document, { parameters = [] }: Operation) =>
    new Map(
      parameters.map((reference) => {
        const parameter = resolve(document, reference)
        const style = parameter.style ?? (parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple')
        const explode = parameter.explode ?? style === 'form'
        return [`${parameter.in}.${parameter.name}`, `${style}, ${explode ? 'repeated' : 'separated by commas'}`]
      }),
    )
  const current = styles(now, after)
  for (const [name, was] of styles(released, before)) {
    const is = current.get(name)
    if (is !== undefined && is !== was) report(`${before.operationId} ${name}`, `style was ${was}, is ${is}`)
  }
}

function compareServers(released: Document, now: Document, report: Report): void {
  const addresses = ({ servers = [{ url: '/' }] }: Document) => servers.map((server) => (server as { url: string }).url)
  for (const address of addresses(released)) {
    if (!addresses(now).includes(address)) report('servers', `${address} removed`)
  }
}

/** The arguments of an operation by location, each location as one object. */
function argumentPlaces(document: Document, operation: Operation): Map<string, Schema> {
  const places = new Map<string, Schema>()
  for (const parameter of operation.parameters ?? []) {
    const { name, in: place, required, schema } = resolve(document, parameter) as Parameter
    const held = places.get(place) ?? { type: 'object', properties: {}, required: [], additionalProperties: false }
    held.properties = { ...held.properties, [name]: schema }
    if (required) held.required = [...(held.required ?? []), name]
    places.set(place, held)
  }
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) places.set(type, schema)
  return places
}

const nothing: Schema = { type: 'object', properties: {}, required: [], additionalProperties: false }

function compareArguments(versions: Versions, before: Operation, after: Operation, report: Report): void {
  const id = before.operationId
  const was = argumentPlaces(versions.released, before)
  const is = argumentPlaces(versions.now, after)
  for (const place of new Set([...was.keys(), ...is.keys()])) {
    const now = is.get(place)
    if (!now && place.includes('/')) {
      report(id, `takes no ${place} body any more`)
      continue
    }
    compareRequest(versions, { released: was.get(place) ?? nothing, now: now ?? nothing }, `${id} ${place}`, report)
  }
  if (after.requestBody?.required && !before.requestBody?.required) report(id, 'needs a body')
}

function compareResponses(
  versions: Versions,
  before: Operation,
  after: Operation,
  report: Report,
  seen: Set<string>,
): void {
  for (const [status, released] of Object.entries(before.responses)) {
    const now = after.responses[status]
    const where = `${before.operationId} ${status}`
    if (!now) {
      // An error that can no longer occur breaks nobody.
      if (Number(status) < 400) report(where, 'removed')
      continue
    }
    for (const name of Object.keys(released.headers ?? {})) {
      if (!now.headers?.[name]) report(where, `header ${name} removed`)
    }
    for (const [type, { schema }] of Object.entries(released.content ?? {})) {
      const media = now.content?.[type]
      if (!media) report(where, `does not come as ${type} any more`)
      else compareResponse(versions, { released: schema, now: media.schema }, where, report, seen)
    }
  }
}
