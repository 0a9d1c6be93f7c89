import { iso } from '../../runtime/base/clock.ts'
import { shifted } from '../clock/duration.ts'

/** What the references in the arguments of a call can mean. */
export interface ReferenceScope {
  /** Results by the names of their calls. */
  readonly results: ReadonlyMap<string, unknown>
  /** The time of the call, epoch milliseconds. */
  readonly nowMs: number
  /** Counts the repeats of the call, from 1. */
  readonly index: number
  /** The address of the world. */
  readonly baseUrl: string
  /** Receives the value of each reference, as JSON, before it is used; throws if it is too much. */
  onValue(json: string): void
}

/** Why a reference means nothing. */
export class WrongReference extends Error {}

const reference = /\$\$\{|\$\{([^{}]*)\}/g
const timed = /^(now|today)([+-].*)?$/s
/** Later years have more than four digits. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')
const ofWorld = new Set(['index', 'base_url', 'now', 'today'])

/** Whether a name means something besides a result. */
export function isReserved(name: string): boolean {
  return ofWorld.has(name)
}

/** The names of the results that a text refers to. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(reference)].flatMap(([, name]) => {
    const root = name?.split('.', 1)[0]
    return root === undefined || isReserved(root) || timed.test(root) ? [] : [root]
  })
}

/**
 * What a text means: a value of any type if it is one reference, otherwise a text.
 *
 * @throws WrongReference
 */
export function expandText(text: string, scope: ReferenceScope): unknown {
  const [only] = text.matchAll(reference)
  if (only?.[0] === text && only[1] !== undefined) return referredValue(only[1], scope)
  return text.replace(reference, (_whole, name: string | undefined) => {
    if (name === undefined) return '${'
    const value = referredValue(name, scope)
    if (typeof value === 'object') throw new WrongReference(`\${${name}} is not a text or a number`)
    return String(value)
  })
}

function referredValue(name: string, scope: ReferenceScope): unknown {
  const value = meaningOf(name, scope)
  scope.onValue(JSON.stringify(value))
  return value
}

function meaningOf(name: string, scope: ReferenceScope): unknown {
  if (name === 'index') return scope.index
  if (name === 'base_url') return scope.baseUrl
  const [, base, change] = timed.exec(name) ?? []
  if (base !== undefined) {
    const ms = change === undefined ? scope.nowMs : shifted(scope.nowMs, change)
    if (ms === undefined) throw new WrongReference(`\${${name}} must have a duration such as +PT2H30M or -P1D`)
    if (ms < 0 || ms > lastMs) throw new WrongReference(`\${${name}} is not in the years from 1970 to 9999`)
    return base === 'now' ? iso(ms) : iso(ms).slice(0, 10)
  }
  const [root = '', ...path] = name.split('.')
  let value: unknown = scope.results.get(root)
  if (value === undefined) throw new WrongReference(`no call before it is named ${root}`)
  for (const step of path) {
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? value[step as never] : undefined
    if (value === undefined) throw new WrongReference(`the result has no ${path.join('.')}`)
  }
  return value
}
