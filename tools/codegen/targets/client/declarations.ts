import { type Document, resolve } from '#runtime/base/openapi.ts'
import { type ClientMethod, capital, conditionsOf, type OpenMethod } from './methods.ts'
import { TypeWriter } from './schema-types.ts'
import { docComment, indent, sourceOf } from './text.ts'

const runtimeTypes = [
  'Bytes',
  'CallOptions',
  'ClientOptions',
  'DownloadMethod',
  'ErrorBody',
  'Family',
  'Method',
  'NoArgs',
  'PagedMethod',
  'Payer',
  'PaymentChallenge',
  'ProgressMethod',
  'RawAnswer',
  'ServerEvent',
  'SessionOptions',
  'StreamMethod',
  'StreamOptions',
]
/** Those that the declarations of the methods need. */
const importedTypes = [
  'Bytes',
  'ClientOptions',
  'DownloadMethod',
  'Family',
  'Method',
  'MethodsOf',
  'NoArgs',
  'PagedMethod',
  'ProgressMethod',
  'StreamMethod',
]
const errorTypes = ['ArgumentFault', 'ErrorCode']
const taken = new Set([...runtimeTypes, ...errorTypes, 'OnedoorClient', 'OnedoorError', 'Given', 'MethodsOf'])

const maxExampleLength = 400

interface TypesOptions {
  /** The type of what a client encodes as base64 itself. */
  readonly bytes?: string
  /** The type of all families, and its comment. */
  readonly whole?: { readonly name: string; readonly about: string }
}

const client = { name: 'OnedoorClient', about: 'Every method of the server, by family.' }

/** The types of the methods with their arguments and results, and of the client that has them all. */
export function methodTypes(
  document: Document,
  methods: readonly (ClientMethod | OpenMethod)[],
  { bytes, whole = client }: TypesOptions = {},
): string {
  const writer = new TypeWriter(document, taken, bytes)
  const families = Map.groupBy(methods, ({ family }) => family)
  const sections = [...families].flatMap(([family, members]) => {
    const args = members.flatMap(({ argsName, args: schema }) => {
      if (!argsName) return []
      // A body's own schema may not be referenced elsewhere: it is declared once, under the method's name for it.
      return [writer.declare(argsName, resolve(document, schema), true)]
    })
    const fields = members.map(
      (member) => `${methodComment(member)}readonly ${member.name}: ${methodType(member, writer)}`,
    )
    const section = `export interface ${capital(family)}Methods {\n${indent(fields.join('\n'))}\n}`
    return [...args, ...writer.pending(), section]
  })
  const described = new Map(document.tags.map(({ name, description }) => [name, description ?? '']))
  const fields = [...families.keys()].map(
    (family) => `${docComment([described.get(family) ?? ''])}readonly ${family}: ${capital(family)}Methods`,
  )
  return [
    `${sections.join('\n\n')}\n`,
    `${docComment([whole.about])}export interface ${whole.name} {\n${indent(fields.join('\n'))}\n}\n`,
  ].join('\n')
}

/** index.d.ts: the types of every family's methods, arguments and results, and of the client. */
export function clientDeclarations(document: Document, methods: (ClientMethod | OpenMethod)[]): string {
  const families = new Set(methods.map(({ family }) => family))
  return [
    `import type { ${importedTypes.join(', ')} } from './runtime/types.js'\n`,
    `export { type ArgumentFault, type ErrorCode, OnedoorError } from './runtime/errors.js'`,
    `export type { ${runtimeTypes.join(', ')} } from './runtime/types.js'\n`,
    methodTypes(document, methods, { bytes: 'Bytes' }),
    '/**\n * A client for one server.\n * Throws a TypeError for invalid options, such as a relative `baseUrl`.\n */',
    'export declare function createClient(options: ClientOptions): OnedoorClient\n',
    ...[...families].map(
      (family) =>
        `/** The methods of \`${family}\`, for \`clientOf\`. */\nexport declare const ${family}: Family<${capital(family)}Methods>`,
    ),
    '\n/**\n * A client with only the given families, such as `{ notes, tasks }`: a bundle then contains nothing of the others.',
    ' * Throws a TypeError for options that cannot be used.\n */',
    'export declare function clientOf<Families extends Record<string, Family<unknown>>>(',
    '  families: Families,\n  options: ClientOptions,\n): MethodsOf<Families>\n',
  ].join('\n')
}

function methodType(method: ClientMethod | OpenMethod, writer: TypeWriter): string {
  const { argsName = 'NoArgs' } = method
  if ('form' in method) return `${method.form === 'stream' ? 'StreamMethod' : 'DownloadMethod'}<${argsName}>`
  const result = method.isEmpty ? 'undefined' : writer.typeOf(method.result)
  const { paging } = method
  const ownList = paging && paging.list !== 'items' ? [`'${paging.list}'`] : []
  const body = method.isBare ? [result] : ownList.length > 0 ? [`{ result: ${result} }`] : []
  const kind = paging ? 'PagedMethod' : method.reportsProgress ? 'ProgressMethod' : 'Method'
  return `${kind}<${[argsName, result, ...body, ...ownList].join(', ')}>`
}

function methodComment(method: ClientMethod | OpenMethod): string {
  return docComment([method.summary, method.description, conditionsOf(method), method.deprecated, exampleOf(method)])
}

function exampleOf({ family, name, argsName, example, ...method }: ClientMethod | OpenMethod): string {
  if (!('form' in method) && method.needs === undefined) return ''
  const given = `onedoor.${family}.${name}(${argsName ? sourceOf(example.args) : ''})`
  const isStream = 'form' in method && method.form === 'stream'
  const call = isStream ? `for await (const event of ${given}) console.log(event)` : `await ${given}`
  return call.length > maxExampleLength ? '' : `@example ${call}`
}
