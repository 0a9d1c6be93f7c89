import type { Document } from '#runtime/base/openapi.ts'
import { operationFacts } from './operations.ts'
import { capital, clientMethods, openMethods } from './targets/client/methods.ts'
import { shapeOf } from './targets/client/schema-types.ts'
import { isPlainName, pythonName } from './targets/python/names.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Words with a meaning in JavaScript, Python or Go. */
const keywords = {
  typescript:
    words(`arguments await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for function if implements import in instanceof interface let new null package private protected
    public return static super switch this throw true try typeof undefined var void while with yield`),
  python:
    words(`and as assert async await break class continue def del elif else except finally for from global if import in
    is lambda nonlocal not or pass raise return try while with yield`),
  go: words(`break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var`),
}

/** Families become constants of a module, attributes of a client and names of classes, beside those of the writers. */
const reservedFamilies = new Set([
  ...keywords.typescript,
  ...words('download follow progress options families'),
  ...keywords.python,
  ...words('call aclose any dict iterator list literal optional transport union'),
])

/** Methods of a Python class whose names its other methods use in decorators and types. */
const reservedMethods = new Set(words('deprecated t'))

/** Arguments become parameters of Python methods, which have these already or use these names. */
const reservedArguments = new Set(words('self cast call'))

/** Types that the writers use by these names. */
const reservedSchemas = new Set(
  words('Any Dict False List Literal None Optional Promise Record True TypedDict Uint8Array Union'),
)

/** Packages that a client in Python or Go imports, and errors of Python and JavaScript: `--name type` has a `TypeError`. */
const reservedClients = new Set([
  ...Object.values(keywords).flat(),
  ...words(`array asyncio base64 binascii collections concurrent contextlib datetime email functools hashlib http init io json
    logging main math os queue random re select socket ssl struct sys threading time types typing urllib uuid warnings`),
  ...words(`aggregate arithmetic assertion attribute buffer connection environment eval index key lookup memory name
    overflow permission range recursion reference runtime syntax system tab timeout type unicode uri value`),
])

/**
 * Whether a client can be called this: lower-case letters and digits that no language gives another meaning.
 *
 * @param name such as shop, from which ShopError and ShopClient are made
 */
export function isClientName(name: string): boolean {
  return /^[a-z][a-z0-9]{0,39}$/.test(name) && !reservedClients.has(name)
}

/** Whether a method can be called this in every language: single underscores separate its words. */
export function isMethodName(name: string): boolean {
  return /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) && name.length <= 80
}

/**
 * Names of a document that cannot be names in the clients of every language.
 *
 * @param document one that keeps the other conventions
 * @returns a sentence for each that says where it is
 */
export function clientNameFaults(document: Document): string[] {
  const facts = operationFacts(document)
  const methods = [...clientMethods(document, facts), ...openMethods(document, facts)]
  const ids = methods.map(({ id }) => id)
  const families = new Set(methods.map(({ family }) => family))
  return [
    ...[...families].flatMap((family) => (reservedFamilies.has(family) ? [`${family}: ${isReserved}`] : [])),
    ...methods.flatMap(({ id, name }) => (reservedMethods.has(name) ? [`${id}: ${isReserved}`] : [])),
    ...methods.flatMap(({ id, name, path }) => (isMethodName(name) ? [] : [`${path}: ${id} is no name of a method.`])),
    ...ids.flatMap((id, index) => (ids.indexOf(id) < index ? [`Two operations would be the method ${id}.`] : [])),
    ...methods.flatMap((method) => derivedFaults(method, ids)),
    ...methods.flatMap(({ id, args }) => argumentFaults(id, Object.keys(shapeOf(document, args).properties ?? {}))),
    ...schemaFaults(document, families),
  ]
}

const isReserved = 'clients need this name themselves; use another.'

/** A list has a second method for all of its pages, a long call one for its events. */
function derivedFaults(method: ReturnType<typeof clientMethods>[number] | { id: string }, ids: string[]): string[] {
  if (!('verb' in method)) return []
  const derived = [method.paging ? `${method.id}_all` : '', method.reportsProgress ? `${method.id}_events` : '']
  return derived.flatMap((id) =>
    ids.includes(id) ? [`${id}: clients have a method of this name for ${method.id}.`] : [],
  )
}

function argumentFaults(id: string, names: string[]): string[] {
  const written = names.map(pythonName)
  return names.flatMap((name, index) => {
    const isName = /^_?[A-Za-z]/.test(name) && isPlainName(pythonName(name)) && name.length <= 200
    const isFree = !reservedArguments.has(name) && written.indexOf(written[index] ?? '') === index
    return isName && isFree ? [] : [`${id}: the argument ${JSON.stringify(name)} cannot be a parameter in Python.`]
  })
}

function schemaFaults(document: Document, families: Set<string>): string[] {
  const made = new Set([...families].map((family) => `${capital(family)}Methods`))
  const names = Object.keys(document.components.schemas)
  return names.flatMap((name) =>
    reservedSchemas.has(name) || made.has(name) ? [`components/schemas/${name}: ${isReserved}`] : [],
  )
}
