import type { OperationFacts } from '../../operations.ts'

const servicePath = '/api/v1/'

/** Whether hosted apps may call an operation: the rules of src/handlers/apps/check/callable.ts, which a test compares. */
function isCallable({ family, withheld, capability, topUp, path, formOf }: OperationFacts): boolean {
  return !formOf && !withheld && !capability && !topUp && path.startsWith(servicePath) && family !== 'apps'
}

/**
 * What an app calls services with, as types for its author: `mu.service` and `onedoor.service`, with the arguments and the
 * result of each method that apps may call.
 */
export function appTypes(operations: readonly OperationFacts[]): string {
  const families = Map.groupBy(operations.filter(isCallable), ({ family }) => family)
  const services = [...families].map(
    ([family, members]) =>
      `  ${family}: Pick<Client['${family}'], ${members.map(({ method }) => `'${method}'`).join(' | ')}>`,
  )
  return `import type { OnedoorClient as Client } from '../client/index.js'

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
`
}

/** The names under which every app finds it. */
export const appGlobals = `import type { AppSdk } from './sdk.js'

declare global {
  const mu: AppSdk
  const onedoor: AppSdk
}
`
