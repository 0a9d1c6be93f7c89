import type { Config } from '../../app/config.ts'
import { families, providersOf } from '../../app/families.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { nearest } from '../../runtime/base/text/nearest.ts'
import type { SandboxCall, SandboxHandlers } from '../control/control.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { type Documented, documented, responsesInWords } from './documented.ts'
import { fits } from './faulty-methods.ts'
import { responseFor } from './prefer.ts'
import { createFaults, type Fault, type FaultKind, type Faults, type NewFault } from './world-faults.ts'

type Body = SandboxCall<'faults.add'>['body']

/** What a fault of each kind must and may have besides `after` and `times`. */
const argumentsOf: Record<
  FaultKind,
  { readonly must: readonly (keyof Body)[]; readonly may: readonly (keyof Body)[] }
> = {
  status: { must: ['status'], may: ['method', 'example', 'retry_after_s'] },
  latency: { must: ['ms'], may: ['method', 'spread_ms'] },
  cut: { must: ['bytes'], may: ['method'] },
  stall: { must: ['bytes'], may: ['method'] },
  provider: { must: ['provider'], may: ['ms'] },
}
const always: readonly (keyof Body)[] = ['kind', 'after', 'times']

/** The faults of worlds. */
export function faultOperations({
  worlds,
}: SandboxParts): Pick<SandboxHandlers, 'faults.list' | 'faults.add' | 'faults.clear' | 'faults.remove'> {
  const faultsOf = async (name: string): Promise<Faults> => {
    if (!worlds.has(name)) await worlds.get(name)
    return worlds.stateOf(name, createFaults)
  }
  return {
    async 'faults.list'({ path }) {
      return { json: { faults: (await faultsOf(path.name)).list().map(shown) } }
    },
    async 'faults.add'({ path, body }) {
      const faults = await faultsOf(path.name)
      const fault = faultFrom(body)
      const known = await documented()
      if (fault.kind === 'provider') checkProvider(fault.provider ?? '', worlds.config)
      else checkMethod(fault, known)
      return { json: shown(faults.add(fault)) }
    },
    async 'faults.clear'({ path }) {
      ;(await faultsOf(path.name)).clear()
      return { status: 204 }
    },
    async 'faults.remove'({ path }) {
      if (!(await faultsOf(path.name)).remove(path.id)) {
        throw new ApiError('not_found', `The world has no fault ${path.id}.`)
      }
      return { status: 204 }
    },
  }
}

function faultFrom(body: Body): NewFault {
  const { kind, method = '*', after = 0, times, status, example, ms, bytes, provider } = body
  const { must, may } = argumentsOf[kind]
  const missing = must.find((name) => body[name] === undefined)
  if (missing !== undefined) throw invalidArgument(missing, `is needed by a fault of the kind ${kind}`)
  const given = Object.keys(body) as (keyof Body)[]
  // The default of the document is not an argument of the caller.
  const foreign = given.find(
    (name) => ![...always, ...must, ...may].includes(name) && !(name === 'method' && method === '*'),
  )
  if (foreign !== undefined) {
    const named = [...must, ...may, 'after', 'times'].join(', ')
    throw invalidArgument(foreign, `is not part of a fault of the kind ${kind}; those have ${named}`)
  }
  return {
    ...{ kind, method, after, times, status, example, ms, bytes, provider },
    retryAfterS: body.retry_after_s,
    spreadMs: body.spread_ms,
  }
}

/** @throws ApiError invalid_argument for an operation that does not exist, or cannot fail like this */
function checkMethod({ kind, method, status, example }: NewFault, { operations }: Documented): void {
  const asked = { status, example }
  if (method === '*') {
    if (kind !== 'status' || [...operations.values()].some((each) => each.isCall && fits(asked, each))) return
    throw invalidArgument('status', `is ${status}, which no method documents`)
  }
  const operation = operations.get(method)
  if (!operation) {
    const meant = nearest(method, [...operations.keys()])
    const hint = meant ? `; did you mean ${meant}?` : '; /openapi.json has them all'
    throw invalidArgument('method', `is ${method}, which is not the id of an operation${hint}`)
  }
  if (method.startsWith('gateway.')) {
    throw invalidArgument(
      'method',
      `is ${method}, which a sandbox does not serve; give the id of what it calls, such as notes.add`,
    )
  }
  if (kind !== 'status') return
  const response = responseFor(operation, asked, 'status')
  if (!operation.isCall && response.status < 400) {
    const failures = responsesInWords({
      ...operation,
      responses: operation.responses.filter((each) => each.status >= 400),
    })
    throw invalidArgument(
      'status',
      `is a success, which only methods return as a fault; ${method} documents ${failures}`,
    )
  }
}

function checkProvider(name: string, config: Config): void {
  const names = [...new Set(families.flatMap((family) => providersOf(family, config)).map((each) => each.name))].sort()
  if (name === '*' || names.includes(name)) return
  throw invalidArgument('provider', `is ${name}; the providers are ${names.join(', ')}`)
}

function shown({ id, applied, retryAfterS, spreadMs, method, ...fault }: Fault) {
  const { kind, after, times, status, example, ms, bytes, provider } = fault
  return {
    ...{ id, kind, after, applied },
    ...(kind === 'provider' ? {} : { method }),
    ...{ times, status, example, retry_after_s: retryAfterS, ms, spread_ms: spreadMs, bytes, provider },
  }
}
