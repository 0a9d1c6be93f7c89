import { DEFAULT_NAMESPACE } from '#runtime/accounts/namespaces.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { RpcCaller } from '../caller.ts'
import { RpcError } from '../errors.ts'

/**
 * Refuses whoever is no account of the namespace that the call is for. A rule may let in others, which the core services
 * do not serve.
 *
 * @param errorId of the endpoint
 * @throws RpcError 401 for nobody, 403 for an account of another namespace
 */
export function needAccount(caller: RpcCaller, errorId: string): void {
  if (caller.kind === 'anonymous') {
    throw new RpcError(
      'unauthenticated',
      errorId,
      'Nobody is calling: send a token as "Authorization: Bearer <token>".',
    )
  }
  if (caller.issuer !== caller.namespace && !isInstanceAdmin(caller)) {
    throw new RpcError(
      'permission_denied',
      errorId,
      `This is for accounts of the namespace alone, and ${caller.name} is none of it.`,
    )
  }
}

/**
 * Refuses whoever does not administer the namespace that the call is for.
 *
 * @throws RpcError 401 for nobody, 403 for anybody else
 */
export function needAdmin(caller: RpcCaller, errorId: string): void {
  needAccount(caller, errorId)
  if (caller.isAdmin) return
  throw new RpcError(
    'permission_denied',
    errorId,
    `This needs an administrator of the namespace ${caller.namespace}, and ${caller.name} is none.`,
  )
}

/**
 * The namespace that a message is about: the one it names, or without one that of the call.
 *
 * @param wanted as the message says; empty or undefined for none
 * @returns the namespace; nobody has asked whether there is one of that name
 * @throws RpcError 403, the same whether or not there is a namespace of that name
 */
export function namespaceFor(caller: RpcCaller, wanted: string | undefined, errorId: string): string {
  if (!wanted || wanted === caller.namespace || isInstanceAdmin(caller)) return wanted || caller.namespace
  throw new RpcError(
    'permission_denied',
    errorId,
    `The message names the namespace ${quote(wanted)}, and this call is for ${caller.namespace}: leave it out, or call as an account of that namespace.`,
  )
}

/** Whether the caller may administer the services of every namespace. */
export function isInstanceAdmin({ isAdmin, issuer }: Pick<RpcCaller, 'isAdmin' | 'issuer'>): boolean {
  return isAdmin && issuer === DEFAULT_NAMESPACE
}
