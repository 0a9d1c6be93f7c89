import { type Document, type Operation, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import { clientNameFaults, isMethodName } from './client-names.ts'

const namedFaults = 20
const retries: readonly unknown[] = ['safe', 'idempotent', 'unsafe']
const needs: readonly unknown[] = ['open', 'caller', 'account']

/**
 * A document with what the writers of clients read from our extensions (`x-needs`, `x-kind`, `x-retry`): an operation without
 * them needs a token if `security` says so, and only a GET may run twice. One that says nothing of idempotency keys
 * receives `x-unkeyed`: its server may not know them.
 *
 * @param given a parsed OpenAPI document; it is not changed
 * @throws Error that lists where it does not keep the conventions of docs/api-design.md, up to 20 places
 */
export function conventionalDocument(given: unknown): Document {
  const document = withPlainText(structuredClone(given)) as Document & Pick<Operation, 'security'>
  if (!/^3\.\d/.test(String(document?.openapi)) || typeof document.paths !== 'object' || document.paths === null) {
    throw new Error('This is not an OpenAPI 3 document: it needs "openapi": "3.0.0" or later, and "paths".')
  }
  document.info ??= {}
  document.info.title ??= 'API'
  document.info.version ??= '0.0.0'
  document.info.version = String(document.info.version)
  document.tags ??= []
  document.components ??= { schemas: {} }
  document.components.schemas ??= {}
  const faults = [
    ...versionFaults(document),
    ...referenceFaults(document),
    ...pathFaults(document),
    ...schemaNameFaults(document),
    ...propertyFaults(document),
    ...repeatedIds(document),
  ]
  for (const { path, verb, operation } of operationsOf(document)) {
    if (operation['x-door']) continue
    operation['x-needs'] ??= needsToken(operation.security ?? document.security) ? 'caller' : 'open'
    operation['x-kind'] ??= verb === 'get' ? 'read' : 'write'
    if (operation['x-retry'] === undefined && !readsKey(document, operation)) operation['x-unkeyed'] = true
    operation['x-retry'] ??= verb === 'get' ? 'safe' : 'unsafe'
    faults.push(...operationFaults(operation, verb).map((fault) => `${verb.toUpperCase()} ${path}: ${fault}`))
  }
  if (operationsOf(document).length === 0) faults.push('paths has no operation.')
  if (faults.length === 0) faults.push(...clientNameFaults(document))
  if (faults.length === 0) return document
  const rest = faults.length > namedFaults ? [`and ${faults.length - namedFaults} more`] : []
  throw new Error(
    ['The document does not keep the conventions:', ...faults.slice(0, namedFaults), ...rest].join('\n- '),
  )
}

/** Texts go into comments of three languages, in which other line breaks and control characters end a line or the file. */
function withPlainText<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'string' || !texts.has(name)) withPlainText(inner)
    else Object.assign(value, { [name]: inner.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ' ') })
  }
  return value
}

const texts = new Set(['description', 'summary', 'x-instead', 'x-sunset', 'x-price-unit'])

function versionFaults({ info }: Document): string[] {
  return /^[\w.+-]{1,64}$/.test(String(info.version)) ? [] : ['info.version must be up to 64 characters, as in 1.2.0.']
}

/** What a whole path says applies to each operation; the writers read operations only. */
function pathFaults({ paths }: Document): string[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    if (typeof item !== 'object' || item === null) return [`${path}: a path needs operations.`]
    return ['parameters', '$ref'].flatMap((name) =>
      name in item ? [`${path}: write ${name} of the path in each of its operations.`] : [],
    )
  })
}

function readsKey(document: Document, { parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => {
    const { in: place, name } = resolve(document, parameter)
    return place === 'header' && name.toLowerCase() === 'idempotency-key'
  })
}

const needsToken = (security: Operation['security']) =>
  security !== undefined && security.length > 0 && security.every((each) => Object.keys(each).length > 0)

function operationFaults(operation: Operation, verb: string): string[] {
  const json = operation.responses?.['200']?.content?.['application/json']?.schema
  const body = operation.requestBody
  const [family = '', method = '', ...more] = String(operation.operationId ?? '').split('.')
  const checks: [boolean, string][] = [
    [verb === 'get' || verb === 'post', 'use GET or POST.'],
    [
      /^[a-z][a-z0-9]{0,39}$/.test(family) && isMethodName(method) && more.length === 0,
      'operationId must be family.method in lower case, as in notes.add.',
    ],
    [json !== undefined, 'responses needs 200 with a schema for application/json.'],
    [body === undefined || body.content?.['application/json'] !== undefined, 'requestBody needs application/json.'],
    [needs.includes(operation['x-needs']), `x-needs must be one of ${needs.join(', ')}.`],
    [retries.includes(operation['x-retry']), `x-retry must be one of ${retries.join(', ')}.`],
  ]
  return checks.flatMap(([isKept, fault]) => (isKept ? [] : fault))
}

function repeatedIds(document: Document): string[] {
  const ids = operationsOf(document).map(({ operation }) => operation.operationId)
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  return [...repeated].map((id) => `operationId ${id} is used twice.`)
}

/** Schemas become types of the same name. */
function schemaNameFaults(document: Document): string[] {
  const names = Object.keys(document.components.schemas).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))
  return names.map((name) => `components/schemas/${name}: use a name such as NoteList, of letters and digits.`)
}

/** Go writes names of fields into tags: these are the characters that its encoding/json reads there. */
const fieldName = /^[\p{L}\p{N}!#$%&()*+\-./:;<=>?@[\]^_{|}~ ]{1,200}$/u

function propertyFaults(document: Document): string[] {
  const faults = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { properties, 'x-bytes': bytes } = value as Schema
    const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
    for (const name of names.filter((each) => !fieldName.test(each))) {
      faults.add(`The property ${JSON.stringify(name)} has a name that Go cannot read.`)
    }
    const alongside = bytes === undefined ? [] : Object.entries(bytes as object).flat()
    if (!alongside.every((each) => /^[\w-]{1,64}$/.test(String(each)))) {
      faults.add(`x-bytes must have names and values of letters, digits and -: it is ${JSON.stringify(bytes)}.`)
    }
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
  return [...faults]
}

function referenceFaults(document: Document): string[] {
  const outside = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const reference = (value as { $ref?: unknown }).$ref
    if (typeof reference === 'string' && !reference.startsWith('#/')) outside.add(reference)
    for (const inner of Object.values(value)) visit(inner)
  }
  visit(document)
  return [...outside].map((reference) => `$ref ${reference}: include the schema in the document.`)
}
