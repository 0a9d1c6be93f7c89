import { ApiError } from '../base/errors.ts'
import { isCapability, type Rights } from './grant.ts'
import { includesScope, partsOfAll, type ScopedOperation, scopesOf, sortedScopes } from './scope-classes.ts'

/** The properties of an operation that decide who may call it. */
export interface OperationAccess extends ScopedOperation {
  /** `notes.add` */
  readonly id: string
  /** A search by POST that changes nothing is a read, regardless of its verb. */
  readonly kind: 'read' | 'write'
}

/**
 * Decides whether a token may call an operation.
 *
 * @returns a sentence that says what the token may not do and how to create one that may; undefined if the call is allowed
 */
export function scopeFault(grant: Rights, operation: OperationAccess): string | undefined {
  const missing = scopesOf(operation).filter((scope) => !includesScope(grant.scopes, scope))
  if (missing.length === 0) return undefined
  const fault = serviceFault(grant, operation)
  if (fault === undefined || grant.scopes.size === 0) return fault
  return `${operation.id} requires ${missing.join(' and ')}, which this token lacks. ${coverage(grant)} ${howToGet(grant, { scopes: missing })}`
}

/** What its services, its areas and its actions lack. */
function serviceFault(grant: Rights, { family, id, kind }: OperationAccess): string | undefined {
  const actions = kind === 'write'
  if (isCapability(family)) {
    if (!grant.capabilities.has(family)) {
      return `This token lacks the capability ${family}. ${howToGet(grant, { capability: family, actions })}`
    }
  } else if (!grant.allServices && !grant.services.has(family)) {
    const wider = howToGet(grant, { services: [family], actions })
    return `This token does not cover the service ${family}. ${coverage(grant)} ${wider}`
  }
  if (actions && !grant.actions) {
    return `${id} changes something, but this token is read-only because it lacks 'Allow actions'. ${howToGet(grant, { actions })}`
  }
  return undefined
}

/** ApiError permission_denied with the sentence of `scopeFault`; undefined if the call is allowed. */
export function scopeRefusal(grant: Rights, operation: OperationAccess): ApiError | undefined {
  const fault = scopeFault(grant, operation)
  return fault === undefined ? undefined : new ApiError('permission_denied', fault, { scopes: scopesOf(operation) })
}

/** @throws ApiError like `scopeRefusal` */
export function requirePermission(grant: Rights, operation: OperationAccess): void {
  const refusal = scopeRefusal(grant, operation)
  if (refusal) throw refusal
}

/** The sentence about the services that a token covers. */
export function coverage({ services, scopes }: Rights): string {
  return `It covers ${[...[...services].sort(), ...sortedScopes(scopes)].join(', ') || 'no service at all'}.`
}

interface Added {
  readonly services?: readonly string[] | 'all'
  readonly capability?: string
  readonly actions?: boolean
  readonly scopes?: readonly string[]
}

/** The sentence that says how to get a token with the rights of this one and those that are added. */
export function howToGet(grant: Rights, { services = [], capability, actions = false, scopes }: Added): string {
  if (grant.clientId !== undefined) return 'Sign in from the program again, and allow this access there.'
  const { names, classes } = partsOfAll([...grant.scopes, ...(scopes ?? [])])
  const isAll = grant.allServices || services === 'all' || names.includes('*')
  const named = list([...grant.services, ...services, ...names.filter((name) => !isCapability(name))])
  const areas = [
    ...grant.capabilities,
    ...(capability === undefined ? [] : [capability]),
    ...names.filter(isCapability),
  ]
  const options = [
    (isAll || named) && ` --services ${isAll ? 'all' : named}`,
    areas.length > 0 && ` --capabilities ${list(areas)}`,
    (actions || grant.actions) && ' --actions',
    classes.length > 0 && ` --classes ${classes.join(',')}`,
  ]
  const command = `onedoor token create ${grant.account.username}${options.filter(Boolean).join('')}`
  return `Create one with access at /settings/tokens on this server, or with: ${command}`
}

function list(names: readonly string[]): string {
  return [...new Set(names)].sort().join(',')
}
