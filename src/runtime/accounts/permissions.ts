import { ApiError } from '../base/errors.ts'
import { isCapability, type Rights } from './grant.ts'

/** The properties of an operation that decide who may call it. */
export interface OperationAccess {
  /** `notes.add` */
  readonly id: string
  /** `notes` */
  readonly family: string
  /** A search by POST that changes nothing is a read, regardless of its verb. */
  readonly kind: 'read' | 'write'
}

/**
 * Decides whether a token may call an operation.
 *
 * @returns a sentence that says what the token may not do and how to create one that may; undefined if the call is allowed
 */
export function scopeFault(grant: Rights, operation: OperationAccess): string | undefined {
  const { family, id } = operation
  const isWrite = operation.kind === 'write'
  if (isCapability(family)) {
    const wider = command(
      grant,
      `--capabilities ${[...new Set([...grant.capabilities, family])].sort().join(',')}`,
      isWrite,
    )
    if (grant.kind !== 'product') {
      return `${id} requires a token for capabilities, but this token is for services. No token covers both. ${wider}`
    }
    if (!grant.capabilities.has(family)) return `This token lacks the capability ${family}. ${wider}`
  } else {
    const wider = command(grant, `--services ${[...new Set([...grant.services, family])].sort().join(',')}`, isWrite)
    if (grant.kind !== 'services') {
      return `${id} requires a token for services, but this token is for capabilities. No token covers both. ${wider}`
    }
    if (!grant.allServices && !grant.services.has(family)) {
      const services = [...grant.services].sort().join(', ') || 'no service at all'
      return `This token does not cover the service ${family}. It covers ${services}. ${wider}`
    }
  }
  if (isWrite && !grant.actions) {
    const same = grant.kind === 'product' ? [...grant.capabilities] : [...grant.services]
    const scope = grant.allServices
      ? '--services all'
      : `--${grant.kind === 'product' ? 'capabilities' : 'services'} ${same.sort().join(',')}`
    return `${id} changes something, but this token is read-only because it lacks 'Allow actions'. ${command(grant, scope, true)}`
  }
  return undefined
}

/** @throws ApiError permission_denied with the sentence of `scopeFault` */
export function requirePermission(grant: Rights, operation: OperationAccess): void {
  const fault = scopeFault(grant, operation)
  if (fault) throw new ApiError('permission_denied', fault)
}

function command(grant: Rights, scope: string, withActions: boolean): string {
  if (grant.clientId !== undefined) return 'Sign in from the program again, and allow this access there.'
  const actions = withActions || grant.actions ? ' --actions' : ''
  return `Create one with access at /settings/tokens on this server, or with: onedoor token create ${grant.account.username} ${scope}${actions}`
}
