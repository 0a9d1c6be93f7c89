import type { Effect } from '#generated/server/operations.ts'
import { isCapability } from './grant.ts'

/** What a person allows separately, from the least to the most dangerous. */
export const SCOPE_CLASSES = ['read', 'write', 'send', 'pay'] as const

export type ScopeClass = (typeof SCOPE_CLASSES)[number]

/** An operation as far as scopes depend on it. */
export interface ScopedOperation {
  /** `notes` */
  readonly family: string
  readonly effects: readonly Effect[]
}

/** The effects of an address that only reads and is no operation, such as a download. */
export const READS = ['reads own'] as const

const pays = new Set<Effect>(['spends', 'grants'])
const sends = new Set<Effect>(['sends to a person', 'leaves the instance'])
const reads = new Set<Effect>(['reads own', 'reads others'])

/**
 * The scopes that an operation requires, all of them: `mail:send`. One is for what it does, by its most dangerous
 * effect; `pay` is separate, because most methods with a price otherwise do no more than others.
 */
export function scopesOf({ family, effects }: ScopedOperation): string[] {
  const done = effects.filter((effect) => !pays.has(effect))
  const classes: ScopeClass[] = []
  if (done.some((effect) => sends.has(effect))) classes.push('send')
  else if (done.some((effect) => !reads.has(effect)) || effects.length === 0) classes.push('write')
  else if (done.length > 0) classes.push('read')
  if (done.length < effects.length) classes.push('pay')
  return classes.map((each) => `${family}:${each}`)
}

/** The service or area of a scope, and its class. */
export function partsOf(scope: string): { readonly family: string; readonly scopeClass: ScopeClass } {
  const at = scope.lastIndexOf(':')
  return { family: scope.slice(0, at), scopeClass: scope.slice(at + 1) as ScopeClass }
}

/** Whether scopes include one; `*:read` includes that of every service, but of no area of the product. */
export function includesScope(scopes: ReadonlySet<string>, scope: string): boolean {
  if (scopes.has(scope)) return true
  const { family, scopeClass } = partsOf(scope)
  return !isCapability(family) && scopes.has(`*:${scopeClass}`)
}

/** What a token with scopes covers: its services and areas, `*` for every service, and the classes in them. */
export function partsOfAll(scopes: Iterable<string>): { readonly names: string[]; readonly classes: ScopeClass[] } {
  const parts = [...scopes].map(partsOf)
  const [names, found] = [parts.map(({ family }) => family), new Set(parts.map(({ scopeClass }) => scopeClass))]
  return { names: [...new Set(names)].sort(), classes: SCOPE_CLASSES.filter((each) => found.has(each)) }
}

/** Scopes in the order of their services, then of their classes. */
export function sortedScopes(scopes: Iterable<string>): string[] {
  const keyed = [...new Set(scopes)].map((scope) => {
    const { family, scopeClass } = partsOf(scope)
    return { scope, key: `${family}:${SCOPE_CLASSES.indexOf(scopeClass)}` }
  })
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ scope }) => scope)
}
