import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import { type ClientMethod, capital, conditionsOf } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'
import { docstring, indented, pythonName, pythonSource } from './names.ts'
import type { PythonTypes } from './types.ts'

/** The parameter for a call's own options; no argument may have its name. */
const callParameter = 'call'

/** families.py: a class per family, a method per operation, and the table of operations. */
export function familyClasses(document: Document, methods: ClientMethod[], types: PythonTypes): string {
  const families = Map.groupBy(methods, ({ family }) => family)
  const rows = methods.map((method) => `    ${JSON.stringify(method.id)}: ${operationRow(method)},\n`).join('')
  const classes = [...families].map(([family, members]) => {
    const { description = '' } = document.tags.find(({ name }) => name === family) ?? {}
    const bodies = members.map((method) => methodOf(document, method, types)).join('\n')
    return `class ${capital(family)}(_Family):\n${indented(`${docstring([description])}\n${bodies}`)}`.trimEnd()
  })
  return `OPERATIONS: Dict[str, Operation] = {\n${rows}}\n\n\n${familyBase}\n\n\n${classes.join('\n\n\n')}\n`
}

const familyBase = `class _Family:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, name: str, args: Dict[str, Any], call: Optional[CallOptions]) -> Any:
        return self._transport.result(name, OPERATIONS[name], args, call or CallOptions())

    def _all(self, name: str, args: Dict[str, Any], call: Optional[CallOptions]) -> Iterator[Any]:
        return self._transport.entries(name, OPERATIONS[name], args, call or CallOptions())`

function operationRow({ verb, path, retry, microCredits, isBare, paging, bytes }: ClientMethod): string {
  const extras = [
    microCredits > 0 ? 'metered=True' : '',
    isBare ? 'bare=True' : '',
    paging ? `paging=(${[paging.argument, paging.next, paging.list].map(pythonSource).join(', ')})` : '',
    Object.keys(bytes).length > 0 ? `bytes=${pythonSource(bytes)}` : '',
  ].filter(Boolean)
  return `Operation(${[verb, path, retry].map(pythonSource).concat(extras).join(', ')})`
}

interface Parameter {
  name: string
  schema: Schema
  facts: Schema
  isRequired: boolean
}

function parametersOf(document: Document, method: ClientMethod): Parameter[] {
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

function methodOf(document: Document, method: ClientMethod, types: PythonTypes): string {
  const parameters = parametersOf(document, method)
  const result = types.typeOf(method.result, 't.')
  const single = definition(method, parameters, types, pythonName(method.name), result, '_call', [
    `${method.summary}.`,
    method.description,
    conditionsOf(method),
    argumentsText(parameters),
  ])
  if (!method.paging) return single
  const entries = shapeOf(document, method.result).properties?.[method.paging.list]
  const entry = types.typeOf(resolve(document, entries ?? {}).items ?? {}, 't.')
  const all = definition(method, parameters, types, `${method.name}_all`, `Iterator[${entry}]`, '_all', [
    `Every entry of \`\`${method.name}\`\` from the page that the arguments name on, fetching further pages as needed.`,
  ])
  return `${single}\n${all}`
}

function definition(
  { id, bytes }: ClientMethod,
  parameters: Parameter[],
  types: PythonTypes,
  name: string,
  result: string,
  via: '_call' | '_all',
  paragraphs: string[],
): string {
  const ordered = [
    ...parameters.filter(({ isRequired }) => isRequired),
    ...parameters.filter(({ isRequired }) => !isRequired),
  ]
  const typed = ordered.map(({ name: argument, schema, isRequired }) => {
    const plain = types.typeOf(schema, 't.')
    const type = argument in bytes ? `Union[${plain}, bytes, bytearray, memoryview]` : plain
    return isRequired ? `${pythonName(argument)}: ${type},` : `${pythonName(argument)}: Optional[${type}] = None,`
  })
  const lines = ['self,', '*,', ...typed, `${callParameter}: Optional[CallOptions] = None,`]
  const args = parameters.map(({ name: argument }) => `${JSON.stringify(argument)}: ${pythonName(argument)}`).join(', ')
  return `def ${name}(
${indented(lines.join('\n'))}
) -> ${result}:
${indented(docstring(paragraphs))}    return cast("${result.replaceAll('"', "'")}", self.${via}(${JSON.stringify(id)}, {${args}}, ${callParameter}))
`
}

const boundKeywords = ['default', 'minimum', 'maximum', 'maxLength', 'minItems', 'maxItems']

function argumentsText(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const lines = parameters.map(({ name, facts }) => {
    const bounds = boundKeywords
      .filter((keyword) => facts[keyword] !== undefined)
      .map((keyword) => `${keyword} ${pythonSource(facts[keyword])}`)
    const text = (facts.description ?? '').replaceAll('\n', ' ')
    return `    ${pythonName(name)}: ${text}${bounds.length > 0 ? ` (${bounds.join(', ')})` : ''}`
  })
  return `Args:\n${lines.join('\n')}`
}
