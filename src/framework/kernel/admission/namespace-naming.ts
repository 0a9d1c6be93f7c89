import type { Namespaces } from '../../services/auth/existing-namespaces.ts'
import type { RpcCaller } from '../rpc-caller.ts'
import { RpcError } from '../rpc-errors.ts'
import { namespaceFor } from './roles.ts'

/** Resolves the namespace that a message is about. */
export interface NamespaceNaming {
  /**
   * @param wanted the name in the message; empty or undefined for that of the call
   * @param id of the error
   * @throws RpcError 403 for another namespace than the caller's; 404 when an administrator of the instance names an
   * unknown one, where written data would be lost
   */
  of(caller: RpcCaller, wanted: string | undefined, id: string): Promise<string>
}

export function createNaming(namespaces: Namespaces): NamespaceNaming {
  return {
    async of(caller, wanted, id) {
      const namespace = namespaceFor(caller, wanted, id)
      if (namespace !== caller.namespace && !(await namespaces.exists(namespace))) {
        throw new RpcError('not_found', id, `There is no namespace ${JSON.stringify(namespace)}.`)
      }
      return namespace
    },
  }
}
