import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, operationsOf, resolve } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../../operations.ts'
import { methodTypes } from '../client/declarations.ts'
import { clientMethods, mainArguments } from '../client/methods.ts'

const servicePath = '/api/v1/'

/** Why hosted apps must not call an operation: the rules of src/handlers/apps/check/callable.ts, which tests compare. */
function refusalOf({ family, withheld, capability, topUp, path }: OperationFacts): '' | 'other' | 'apps' | 'withheld' {
  if (capability || topUp || !path.startsWith(servicePath)) return 'other'
  if (family === 'apps') return 'apps'
  return withheld ? 'withheld' : ''
}

function isCallable(facts: OperationFacts): boolean {
  return !facts.formOf && refusalOf(facts) === ''
}

/**
 * What an app calls services with, as types for its author: `mu.service` and `onedoor.service`, with the arguments and the
 * result of each method that apps may call. The file needs no other, so that authors can download it.
 */
export function appTypes(document: Document, operations: OperationFacts[]): string {
  const callable = new Set(operations.filter(isCallable).map(({ id }) => id))
  const methods = clientMethods(document, operations).filter(({ id }) => callable.has(id))
  const families = Map.groupBy(operations.filter(isCallable), ({ family }) => family)
  const services = [...families].map(
    ([family, members]) =>
      `  ${family}: Pick<Client['${family}'], ${members.map(({ method }) => `'${method}'`).join(' | ')}>`,
  )
  return `type NoArgs = Record<string, never>
type Method<Args, Result, Body = unknown> = (
  ...given: Record<never, never> extends Args ? [args?: Args] : [args: Args]
) => Promise<Result>
type PagedMethod<Args, Page, Body = unknown, List = 'items'> = Method<Args, Page, Body>
type Client = OnedoorClient

${methodTypes(document, methods)}
/** The services and methods that apps may call. */
export interface Services {
${services.join('\n')}
}

type GivenTo<Method> = Method extends (...given: infer Given) => unknown ? Given : never
type ArgsOf<Method> = [] extends GivenTo<Method> ? [args?: GivenTo<Method>[0]] : [args: GivenTo<Method>[0]]
type ResultOf<Method> = Method extends (...given: never) => PromiseLike<infer Result> ? Result : never

/** Why a call failed. */
export interface CallError extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The stable name of the error. */
  readonly code: string
  /** Every argument that was wrong. */
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

/** What every app is given. */
export interface AppSdk {
  /** Calls a method of a service. Rejects with a \`CallError\`. */
  service<Service extends keyof Services, Method extends keyof Services[Service]>(
    service: Service,
    method: Method,
    ...args: ArgsOf<Services[Service][Method]>
  ): Promise<ResultOf<Services[Service][Method]>>
}

declare global {
  /** The names under which every app finds it. */
  const mu: AppSdk
  const onedoor: AppSdk
}
`
}

/**
 * generated/apps/methods.json: how the builder of apps describes to a model each method that apps may call, by their ids. A
 * separate file, because the document is many times larger.
 */
export function appMethods(document: Document, operations: OperationFacts[]): string {
  const callable = new Set(operations.filter(isCallable).map(({ id }) => id))
  const rows = clientMethods(document, operations)
    .filter(({ id }) => callable.has(id))
    .map(({ id, summary, args, example }) => {
      const { properties = {}, required = [] } = mainArguments(document, args)
      const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
      const body = example.body as { result?: unknown }
      const row = { does: summary, args: names, example: { args: example.args, result: body?.result ?? body } }
      return `${JSON.stringify(id)}: ${JSON.stringify(row)}`
    })
  return `{\n${rows.join(',\n')}\n}\n`
}

const placeholder = 'const methods = {} // the operation table'

/**
 * The script that every app begins with: sdk-core.js with the methods that there are, so that a call that no server would
 * carry out is refused at once.
 */
export function appScript(document: Document, operations: readonly OperationFacts[]): string {
  const core = readFileSync(join(import.meta.dirname, 'sdk-core.js'), 'utf8')
  if (!core.includes(placeholder)) throw new Error(`sdk-core.js has no line "${placeholder}".`)
  const table = JSON.stringify(methodTable(document, operations))
  return core.replace(placeholder, () => `const methods = ${table}`)
}

/** By service and method: verbs, refusal and required arguments, with spaces between them. */
function methodTable(
  document: Document,
  operations: readonly OperationFacts[],
): Record<string, Record<string, string>> {
  const required = requiredArguments(document)
  const addressed = operations.filter(({ path }) => /^\/api\/v1\/\w+\/\w+$/.test(path))
  const services = Map.groupBy(addressed, ({ path }) => path.split('/')[3] ?? '')
  return Object.fromEntries(
    [...services].map(([service, members]) => {
      const methods = Map.groupBy(members, ({ path }) => path.split('/')[4] ?? '')
      const rows = [...methods].map(([method, forms]) => {
        const facts = forms.find(({ formOf }) => !formOf) ?? forms[0]
        if (!facts) throw new Error(`${service}.${method} has no operation.`)
        const verbs = forms.map(({ verb }) => verb).join('/')
        return [method, [verbs, refusalOf(facts), ...(required.get(facts.id) ?? [])].join(' ')] as const
      })
      return [service, Object.fromEntries(rows)] as const
    }),
  )
}

/** By operation id, the arguments that each requires. */
function requiredArguments(document: Document): Map<string, string[]> {
  return new Map(
    operationsOf(document).map(({ operation }) => {
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
      const body = operation.requestBody?.content['application/json']?.schema
      const inQuery = parameters.filter(({ required }) => required).map(({ name }) => name)
      return [operation.operationId, [...inQuery, ...((body && resolve(document, body).required) ?? [])]] as const
    }),
  )
}
