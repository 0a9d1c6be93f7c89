import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import { type ClientMethod, capital, conditionsOf, type OpenMethod } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'
import { docstring, indented, pythonName, pythonSource } from './names.ts'
import type { PythonTypes } from './types.ts'

/** A method of the Python client. */
export type PythonMethod = ClientMethod | OpenMethod

/** The parameter for a call's own options; no argument may have its name. */
const callParameter = 'call'

/** What differs between the methods of the two clients: all of `AsyncClient`'s calls are awaited. */
export interface Kind {
  prefix: 'Async' | ''
  iterator: 'Iterator' | 'AsyncIterator'
}

/** _operations.py: the table of operations, without its head. */
export function operationTable(methods: readonly PythonMethod[]): string {
  const rows = methods.map((method) => `    ${JSON.stringify(method.id)}: ${operationRow(method)},\n`).join('')
  return `OPERATIONS: Dict[str, Operation] = {\n${rows}}\n`
}

function operationRow(method: PythonMethod): string {
  if ('form' in method) return `Operation("GET", ${pythonSource(method.path)}, "safe")`
  const { verb, path, retry, microCredits, isUnkeyed, isBare, paging, bytes } = method
  const extras = [
    microCredits > 0 ? 'metered=True' : '',
    isBare ? 'bare=True' : '',
    paging ? `paging=(${[paging.argument, paging.next, paging.list].map(pythonSource).join(', ')})` : '',
    Object.keys(bytes).length > 0 ? `bytes=${pythonSource(bytes)}` : '',
    isUnkeyed ? 'unkeyed=True' : '',
  ].filter(Boolean)
  return `Operation(${[verb, path, retry].map(pythonSource).concat(extras).join(', ')})`
}

/** families.py or async_families.py: a class per family, a method per operation, without the head. */
export function familyClasses(
  document: Document,
  methods: readonly PythonMethod[],
  types: PythonTypes,
  kind: Kind,
): string {
  const classes = [...Map.groupBy(methods, ({ family }) => family)].map(([family, members]) => {
    const { description = '' } = document.tags.find(({ name }) => name === family) ?? {}
    const bodies = members.map((method) => methodsOf(document, method, types, kind)).join('\n')
    return `class ${kind.prefix}${capital(family)}(_Family):\n${indented(`${docstring([description])}\n${bodies}`)}`.trimEnd()
  })
  return `class _Family:
    def __init__(self, transport: ${kind.prefix}Transport) -> None:
        self._transport = transport


${classes.join('\n\n\n')}
`
}

interface Parameter {
  name: string
  schema: Schema
  facts: Schema
  isRequired: boolean
}

function parametersOf(document: Document, method: PythonMethod): Parameter[] {
  const shape = shapeOf(document, method.args)
  const required = new Set(shape.required)
  const parameters = Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    facts: shapeOf(document, schema),
    isRequired: required.has(name),
  }))
  if (parameters.some(({ name }) => name === callParameter)) {
    throw new Error(`${method.id} has an argument named ${callParameter}, which Python methods take for their options`)
  }
  return parameters
}

/** A method as Python sees it: its name, what it returns, and how the transport makes it. */
interface Definition {
  name: string
  result: string
  via: 'result' | 'entries' | 'events' | 'download'
  /** Whether it is awaited in the asynchronous client, rather than iterated. */
  isAwaited: boolean
  text: string[]
}

/** The method of an operation, and those that return it as a list of all entries or as events. */
function methodsOf(document: Document, method: PythonMethod, types: PythonTypes, kind: Kind): string {
  const parameters = parametersOf(document, method)
  return definitionsOf(document, method, types, kind)
    .map((each) => `${deprecation(document, method)}${definition(method, parameters, types, kind, each)}`)
    .join('\n')
}

/** The decorator of a method that the document marks as deprecated; empty for any other. */
function deprecation(document: Document, { id, path, ...method }: PythonMethod): string {
  const verb = 'verb' in method ? method.verb.toLowerCase() : 'get'
  const operation = (document.paths[path] as Record<string, Record<string, unknown>>)[verb]
  if (operation?.deprecated !== true) return ''
  const { 'x-instead': instead, 'x-sunset': end } = operation
  const hints = [instead && `Use ${instead} instead.`, end && `It may be missing from ${end} on.`].filter(Boolean)
  return `@deprecated(${JSON.stringify([`${id} is deprecated.`, ...hints].join(' '))})\n`
}

function definitionsOf(document: Document, method: PythonMethod, types: PythonTypes, kind: Kind): Definition[] {
  const { name: plain } = method
  const name = pythonName(plain)
  const text = [
    method.summary && `${method.summary}.`,
    method.description,
    conditionsOf(method),
    argumentsText(parametersOf(document, method)),
  ]
  const streamed = { via: 'events', result: `${kind.prefix}EventStream`, isAwaited: false } as const
  if ('form' in method) {
    if (method.form === 'stream') return [{ name, text, ...streamed }]
    return [{ name, text, via: 'download', result: `${kind.prefix}Download`, isAwaited: true }]
  }
  const found: Definition[] = [
    { name, text, via: 'result', result: method.isEmpty ? 'None' : types.typeOf(method.result, 't.'), isAwaited: true },
  ]
  if (method.paging) {
    const entries = shapeOf(document, method.result).properties?.[method.paging.list]
    const entry = types.typeOf(resolve(document, entries ?? {}).items ?? {}, 't.')
    const all = `Every entry of \`\`${plain}\`\` from the page that the arguments name on, fetching further pages as needed.`
    found.push({
      name: `${plain}_all`,
      text: [all],
      via: 'entries',
      result: `${kind.iterator}[${entry}]`,
      isAwaited: false,
    })
  }
  if (method.reportsProgress) {
    found.push({ name: `${plain}_events`, text: [`\`\`${plain}\`\` as its events while it runs.`], ...streamed })
  }
  return found
}

function definition(
  method: PythonMethod,
  parameters: Parameter[],
  types: PythonTypes,
  kind: Kind,
  { name, result, via, isAwaited, text }: Definition,
): string {
  const bytes = 'form' in method ? {} : method.bytes
  const ordered = [
    ...parameters.filter(({ isRequired }) => isRequired),
    ...parameters.filter(({ isRequired }) => !isRequired),
  ]
  const typed = ordered.map(({ name: argument, schema, isRequired }) => {
    const plain = types.typeOf(schema, 't.')
    const type = argument in bytes ? `Union[${plain}, bytes, bytearray, memoryview, BinaryIO]` : plain
    return isRequired ? `${pythonName(argument)}: ${type},` : `${pythonName(argument)}: Optional[${type}] = None,`
  })
  const args = parameters.map(({ name: argument }) => `${JSON.stringify(argument)}: ${pythonName(argument)}`).join(', ')
  const isAsync = kind.prefix === 'Async' && isAwaited
  const call = `${isAsync ? 'await ' : ''}self._transport.${via}(${JSON.stringify(method.id)}, {${args}}, ${callParameter})`
  const isTyped = via === 'events' || via === 'download'
  return `${isAsync ? 'async ' : ''}def ${name}(
${indented(['self,', '*,', ...typed, `${callParameter}: Optional[CallOptions] = None,`].join('\n'))}
) -> ${result}:
${indented(docstring(text))}    return ${isTyped ? call : `cast(${typeText(result)}, ${call})`}
`
}

/** A type as a string, in which strings have the other quotes where that changes nothing. */
function typeText(type: string): string {
  return /['\\]/.test(type) ? JSON.stringify(type) : `"${type.replaceAll('"', "'")}"`
}

const boundKeywords = ['default', 'minimum', 'maximum', 'maxLength', 'minItems', 'maxItems']

function argumentsText(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const lines = parameters.map(({ name, facts }) => {
    const bounds = boundKeywords
      .filter((keyword) => facts[keyword] !== undefined)
      .map((keyword) => `${keyword} ${pythonSource(facts[keyword])}`)
    const text = (facts.description ?? '').replace(/\r\n|\r|\n/g, ' ')
    return `    ${pythonName(name)}: ${text}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`
  })
  return `Args:\n${lines.join('\n')}`
}
