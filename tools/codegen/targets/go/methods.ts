import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, resolve } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { type ClientMethod, clientMethods, conditionsOf, type OpenMethod, openMethods } from '../client/methods.ts'
import { codesByStatus } from '../client/runtime/errors.ts'
import { aligned, goComment, goDeprecation, goName, tabbed } from './names.ts'
import { argsTypeOf, GoTypes, resultTypeOf } from './types.ts'

type AnyMethod = ClientMethod | OpenMethod

/** Names that the writers and Go itself use in a package. */
const ownNames = `Client Version args break case chan codesByStatus const context continue ctx default defaultRetries
defaultTimeout else fallthrough firstDelay for func go goto http if import interface iter lastingCodes lostStatuses m map
maxDelay newClient options package page range refusedStatuses return select struct switch time type var`.split(/\s/)

/** The names of a package with this Go source, alone and in groups. */
function declaredIn(source: string): string[] {
  const groups = [...source.matchAll(/^(?:const|type|var) \(\n([\s\S]*?)^\)/gm)].map(([, group = '']) => group)
  const alone = [...source.matchAll(/^(?:const|func|type|var) (\w+)/gm)]
  return [...alone, ...groups.flatMap((group) => [...group.matchAll(/^\t(\w+)/gm)])].map(([, name = '']) => name)
}

/** Names that no type or operation of a document may have. */
function takenNames(): string[] {
  const folder = join(import.meta.dirname, 'runtime')
  const files = readdirSync(folder).filter((name) => !name.endsWith('_test.go'))
  const codes = Object.values(codesByStatus).flat()
  return [
    ...ownNames,
    ...codes.map((code) => `Code${goName(code)}`),
    ...files.flatMap((name) => declaredIn(readFileSync(join(folder, name), 'utf8'))),
  ]
}

/** The methods of a document with the types of their arguments and results. */
export interface GoModel {
  methods: AnyMethod[]
  /** Those of them that return JSON. */
  calls: ClientMethod[]
  types: GoTypes
  /** methods.go: a struct for each family, and a method for each operation. */
  source: string
}

const models = new WeakMap<Document, GoModel>()

/** The Go client of a document, written once. Throws if two things of it would have the same name. */
export function goModel(document: Document): GoModel {
  const present = models.get(document)
  if (present) return present
  const facts = operationFacts(document)
  const calls = clientMethods(document, facts)
  const methods = [...calls, ...openMethods(document, facts)]
  const families = Map.groupBy(methods, ({ family }) => family)
  const types = new GoTypes(document, [...takenNames(), ...[...families.keys()].map(familyType)])
  const texts = [...families].map(([family, members]) => {
    const { description } = document.tags.find(({ name }) => name === family) ?? {}
    const comment = goComment(`${familyType(family)} are the methods of ${family}.`, description)
    const head = `${comment}type ${familyType(family)} struct{ defaults *settings }`
    return [head, ...members.map((method) => methodOf(document, method, types))].join('\n\n')
  })
  const model = { methods, calls, types, source: `${clientOf([...families.keys()])}\n${texts.join('\n\n')}\n` }
  models.set(document, model)
  return model
}

const familyType = (family: string) => `${goName(family)}Methods`

function clientOf(families: string[]): string {
  const fields = aligned(families.map((family) => [goName(family), familyType(family)]))
  const values = aligned(families.map((family) => [`${goName(family)}:`, `${familyType(family)}{s},`]))
  return `// Client calls one server. It can be used by several goroutines.
type Client struct {
${tabbed(fields)}}

func newClient(s *settings) *Client {
	return &Client{
${tabbed(tabbed(values))}	}
}
`
}

function methodOf(document: Document, method: AnyMethod, types: GoTypes): string {
  const args = argsTypeOf(method)
  if (args) types.struct(args, resolve(document, method.args), true)
  const written = goName(method.id).replace(/^[A-Z]+(?=[A-Z][a-z]|$|\d)|^[A-Z]/, (start) => start.toLowerCase())
  const operation = types.variable(written)
  const name = goName(method.name)
  const comment = goComment(
    `${name} calls ${method.id}: ${method.summary}.`,
    method.description,
    conditionsOf(method),
    goDeprecation(method.deprecated),
  )
  const parts = { operation, args, family: familyType(method.family) }
  const head = `var ${operation} = &operation{${operationOf(method)}}\n\n${comment}`
  if ('form' in method) {
    const isDownload = method.form === 'download'
    const result = isDownload ? '(*http.Response, error)' : 'iter.Seq2[Event, error]'
    return head + definition(parts, name, result, isDownload ? 'download' : 'follow')
  }
  const result = resultTypeOf(method, types)
  const call = head + definition(parts, name, `(*${result}, error)`, `call[${result}]`)
  const all = method.paging ? pagesOf(method, types, parts, result) : ''
  if (!method.reportsProgress) return call + all
  const events = `\n\n// ${name}Events iterates over the progress of ${method.id}. The event answer has the result.\n`
  return `${call}${all}${events}${definition(parts, `${name}Events`, 'iter.Seq2[Event, error]', 'progress')}`
}

function operationOf(method: AnyMethod): string {
  const { id, path } = method
  if ('form' in method) return `id: "${id}", verb: "GET", path: ${JSON.stringify(path)}, retry: "safe"`
  const { verb, retry, microCredits, isUnkeyed, isBare } = method
  const unkeyed = isUnkeyed ? ', unkeyed: true' : ''
  const flags = `${microCredits > 0 ? ', metered: true' : ''}${isBare ? ', bare: true' : ''}${unkeyed}`
  return `id: "${id}", verb: "${verb}", path: ${JSON.stringify(path)}, retry: "${retry}"${flags}`
}

interface Parts {
  operation: string
  args: string | undefined
  family: string
}

function definition({ operation, args, family }: Parts, name: string, result: string, via: string): string {
  const taken = args ? `args ${args}, ` : ''
  return `func (m ${family}) ${name}(ctx context.Context, ${taken}options ...CallOption) ${result} {
	return ${via}(ctx, m.defaults, ${operation}, ${args ? 'args' : 'struct{}{}'}, options)
}`
}

/** The method that iterates over a paged list; empty if the next page cannot be absent. */
function pagesOf(method: ClientMethod, types: GoTypes, parts: Parts, result: string): string {
  const { paging } = method
  const { operation, args, family } = parts
  if (!paging || !args) return ''
  const find = (owner: string, schema: typeof method.args, name: string) =>
    types.fieldsOf(owner, schema).find((field) => field.name === name)
  const [argument, next, list] = [
    find(args, method.args, paging.argument),
    find(result, method.result, paging.next),
    find(result, method.result, paging.list),
  ]
  if (!argument?.isPointer || !next?.isPointer || argument.type !== next.type || !list) return ''
  const name = goName(method.name)
  const entry = list.type.slice('[]'.length)
  return `

// ${name}All iterates over every entry of ${name} from the page that args name, fetching further pages as needed.
func (m ${family}) ${name}All(ctx context.Context, args ${args}, options ...CallOption) iter.Seq2[${entry}, error] {
	return pages(ctx, ${operation}, m.${name}, args, options,
		func(page *${result}) ([]${entry}, *${next.type}) {
			return page.${list.goName}, page.${next.goName}
		},
		func(args *${args}) **${argument.type} {
			return &args.${argument.goName}
		})
}`
}
