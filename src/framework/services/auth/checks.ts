import { checkPassword } from '#runtime/accounts/passwords.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { quote } from '../../../runtime/base/text/quote.ts'
import { BUILT_IN_RULES, type Rule } from '../../kernel/admission/endpoint-rules.ts'
import { conflict, invalid, type RpcError } from '../../kernel/rpc-errors.ts'
import type { NewServiceAccount, ServiceAccountType } from './types.ts'

const ID = /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}$/
const ID_RULE = 'must have 1 to 128 characters: letters, digits and . _ @ + -, beginning with a letter or a digit'
const SCOPE = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,62}$/
const SCOPE_RULE = 'must have 1 to 63 characters: letters, digits and . _ : / -, beginning with a letter or a digit'
const SERVICE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
const ENDPOINT = /^(\*|[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}|[A-Za-z0-9_][A-Za-z0-9_.-]{0,126}\.\*|\/[\w./-]{0,126}\*?)$/
const maxNameLength = 100
const maxScopes = 16
const maxMetadataBytes = 2048
const MIN_TOKEN_LIFE_S = 1
export const maxTokenLifeS = 86_400
const DEFAULT_TOKEN_LIFE_S = 900
const INT32 = 2 ** 31

/** Whether this can be an id or name, and is worth a database query. */
export function mayBeIdOrName(text: string): boolean {
  return text !== '' && nameFault(text) === undefined
}

function nameFault(name: string): string | undefined {
  const isRight = name.trim() === name && name !== '' && [...name].length <= maxNameLength && !/\p{C}/u.test(name)
  return isRight || ID.test(name) ? undefined : `must be 1 to ${maxNameLength} characters on one line`
}

/** @throws RpcError 400 listing every fault */
export function checkNewAccount(account: NewServiceAccount): ServiceAccountType {
  const { id, name, type, scopes, metadata, secret } = account
  const faults: string[] = []
  if (id !== '' && !ID.test(id)) faults.push(`id ${ID_RULE}`)
  const wrongName = name === '' ? undefined : nameFault(name)
  if (wrongName) faults.push(`name ${wrongName}`)
  if (type !== '' && type !== 'user' && type !== 'service') faults.push('type must be user or service')
  if (scopes.length > maxScopes) faults.push(`scopes must be at most ${maxScopes}`)
  if (scopes.some((scope) => !SCOPE.test(scope))) faults.push(`each of scopes ${SCOPE_RULE}`)
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes) {
    faults.push(`metadata must be at most ${maxMetadataBytes} bytes as JSON`)
  }
  const wrongSecret = secret === '' ? undefined : secretFault(secret)
  if (wrongSecret) faults.push(`secret ${wrongSecret}`)
  if (faults.length > 0) throw refused('auth.generate', 'The account cannot be created', faults)
  return type === 'service' ? 'service' : 'user'
}

/** @throws RpcError 400 */
export function checkNewSecret(secret: string): void {
  const fault = secretFault(secret)
  if (fault) throw refused('auth.accounts.changesecret', 'The secret cannot be changed', [`new_secret ${fault}`])
}

/** A chosen secret is a password, and the same rules apply. */
function secretFault(secret: string): string | undefined {
  try {
    checkPassword(secret)
    return undefined
  } catch (failure) {
    if (failure instanceof ApiError) return failure.details?.[0]?.message ?? failure.message
    throw failure
  }
}

/**
 * @param seconds the requested lifetime; 0 for the default
 * @returns milliseconds
 * @throws RpcError 400
 */
export function tokenLifeMs(seconds: number): number {
  if (seconds === 0) return DEFAULT_TOKEN_LIFE_S * 1000
  if (!Number.isInteger(seconds) || seconds < MIN_TOKEN_LIFE_S || seconds > maxTokenLifeS) {
    const bounds = `token_expiry must be a whole number of seconds from ${MIN_TOKEN_LIFE_S} to ${maxTokenLifeS}, or 0 for ${DEFAULT_TOKEN_LIFE_S}`
    throw refused('auth.token', 'No token is issued', [bounds])
  }
  return seconds * 1000
}

/** @throws RpcError 400 listing every fault, 409 for the id of a built-in rule */
export function checkNewRule({ id, scope, resource, priority }: Rule): void {
  const faults: string[] = []
  if (!ID.test(id)) faults.push(`rule.id ${ID_RULE}`)
  if (!['', '*', '+'].includes(scope) && !SCOPE.test(scope)) {
    faults.push(
      `rule.scope must be empty (everybody), "*" (accounts of the namespace), "+" (accounts of any namespace) or a scope, which ${SCOPE_RULE}`,
    )
  }
  if (resource.type !== '*' && resource.type !== 'service') faults.push('rule.resource.type must be service or "*"')
  if (resource.name !== '*' && !SERVICE.test(resource.name)) {
    faults.push('rule.resource.name must be the name of a service, or "*" for all')
  }
  if (!ENDPOINT.test(resource.endpoint)) {
    faults.push(
      'rule.resource.endpoint must be an endpoint such as Config.Get, "Config.*" for its group, or "*" for all',
    )
  }
  if (!Number.isInteger(priority) || priority < -INT32 || priority >= INT32) {
    faults.push('rule.priority must be a whole number of 32 bits')
  }
  if (faults.length > 0) throw refused('auth.rules.create', 'The rule cannot be created', faults)
  if (isBuiltIn(id)) {
    throw conflict('auth.rules.create', `The rule ${quote(id)} is built in. Choose another id.`)
  }
}

/** Whether the rule is built in. */
export function isBuiltIn(id: string): boolean {
  return BUILT_IN_RULES.some((rule) => rule.id === id)
}

function refused(errorId: string, what: string, faults: readonly string[]): RpcError {
  return invalid(errorId, `${what}: ${faults.join('; ')}.`)
}
