import type { IncomingMessage } from 'node:http'
import type { Contract } from '../../runtime/calls/contract.ts'
import { type DocumentedOperation, documented } from './documented.ts'

/** The operation that a request names: by its own address, or by that of the gateway, `/v1/<service>/<endpoint>`. */
export async function calledOperation(
  { method = 'GET', url = '/' }: Pick<IncomingMessage, 'method' | 'url'>,
  contract: Contract,
): Promise<DocumentedOperation | undefined> {
  const path = url.split('?', 1)[0] as string
  const { at, operations } = await documented()
  const own = at(method, path)
  if (own || !path.startsWith('/v1/')) return own
  const id = await idOfGatewayPath(path, contract)
  return id === undefined ? undefined : operations.get(id)
}

/** Loads the protocols of the gateway, which calls at other addresses do not need. */
async function idOfGatewayPath(path: string, contract: Contract): Promise<string | undefined> {
  const [{ readPath }, { gatewayOperations }] = await Promise.all([
    import('../../framework/gateway/gateway-path.ts'),
    import('../../framework/gateway/operation-calls.ts'),
  ])
  try {
    const { product } = readPath(path) ?? {}
    return product && gatewayOperations(contract).find(product)?.id
  } catch {
    // The gateway itself rejects the path.
    return undefined
  }
}
