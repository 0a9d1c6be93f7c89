import type { HandlerContext } from '@connectrpc/connect'
import { DEFAULT_NAMESPACE } from '#runtime/accounts/namespaces.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Namespaces } from '../../services/auth/existing-namespaces.ts'
import { callerOf } from '../rpc-call.ts'
import type { RpcCaller } from '../rpc-caller.ts'
import { denied, notFound, unauthenticated } from '../rpc-errors.ts'

/**
 * Rejects callers that are not accounts of the namespace of the call. Rules may admit others, which the core services do
 * not serve.
 *
 * @param errorId of the endpoint
 * @throws RpcError 401 for an anonymous caller, 403 for an account of another namespace
 */
export function needAccount(caller: RpcCaller, errorId: string): void {
  if (caller.kind === 'anonymous') {
    throw unauthenticated(errorId, 'No credentials were sent. Send a token as "Authorization: Bearer <token>".')
  }
  if (caller.issuer !== caller.namespace && !isInstanceAdmin(caller)) {
    throw denied(
      errorId,
      `Only accounts in the namespace ${caller.namespace} may call this, but ${caller.name} belongs to ${caller.issuer}.`,
    )
  }
}

/**
 * Rejects callers that do not administer the namespace of the call.
 *
 * @throws RpcError 401 for an anonymous caller, 403 for any other
 */
export function needAdmin(caller: RpcCaller, errorId: string): void {
  needAccount(caller, errorId)
  if (caller.isAdmin) return
  throw denied(
    errorId,
    `Only administrators of the namespace ${caller.namespace} may call this, and ${caller.name} is not one of them.`,
  )
}

/**
 * The namespace that a message is about: the one it names, or else that of the call.
 *
 * @param wanted the name in the message; empty or undefined for none
 * @returns the namespace; whether it exists has not been checked
 * @throws RpcError 403, the same whether or not the namespace exists
 */
export function namespaceFor(caller: RpcCaller, wanted: string | undefined, errorId: string): string {
  if (!wanted || wanted === caller.namespace || isInstanceAdmin(caller)) return wanted || caller.namespace
  throw denied(
    errorId,
    `The message names the namespace ${quote(wanted)}, but this call is for ${caller.namespace}. Omit the namespace from the message, or use an account in ${quote(wanted)}.`,
  )
}

/** Whether the caller may administer the services of every namespace. */
export function isInstanceAdmin({ isAdmin, issuer }: Pick<RpcCaller, 'isAdmin' | 'issuer'>): boolean {
  return isAdmin && issuer === DEFAULT_NAMESPACE
}

/** The caller of an endpoint for accounts of the namespace. @throws RpcError like `needAccount` */
export function accountOf(context: HandlerContext, errorId: string): RpcCaller {
  const caller = callerOf(context)
  needAccount(caller, errorId)
  return caller
}

/** The caller of an endpoint for administrators of the namespace. @throws RpcError like `needAdmin` */
export function administratorOf(context: HandlerContext, errorId: string): RpcCaller {
  const caller = callerOf(context)
  needAdmin(caller, errorId)
  return caller
}

export type NamespaceNaming = ReturnType<typeof createNaming>

/** Resolves the namespaces that messages are about. */
export function createNaming(namespaces: Namespaces) {
  /**
   * @param wanted the name in the message; empty or undefined for that of the call
   * @param id of the error
   * @throws RpcError 403 for another namespace than the caller's; 404 when an administrator of the instance names an
   * unknown one, where written data would be lost
   */
  async function of(caller: RpcCaller, wanted: string | undefined, id: string): Promise<string> {
    const namespace = namespaceFor(caller, wanted, id)
    if (namespace !== caller.namespace && !(await namespaces.exists(namespace))) {
      throw notFound(id, `There is no namespace ${JSON.stringify(namespace)}.`)
    }
    return namespace
  }

  return {
    of,
    /** The same, for an endpoint for accounts of the namespace. */
    readable: (context: HandlerContext, wanted: string | undefined, id: string) =>
      of(accountOf(context, id), wanted, id),
    /** The same, for an endpoint for administrators. */
    administered: (context: HandlerContext, wanted: string | undefined, id: string) =>
      of(administratorOf(context, id), wanted, id),
  }
}
