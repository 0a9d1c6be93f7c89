import { RpcError } from '../../kernel/rpc-errors.ts'
import { bounds } from './record-check.ts'
import type { Version } from './registry-version.ts'
import type { Registry, ServiceRecord } from './types.ts'

/** A registry that needs upkeep. */
export interface RegistryEngine extends Registry {
  /**
   * Removes expired nodes and reports changes to watchers, including changes by other processes. Runs automatically
   * while anyone watches; tests call it as needed.
   */
  poll(): Promise<void>
  /** Removes expired nodes, watched or not. Resolves with how many versions that changed. */
  purge(): Promise<number>
}

/** @throws RpcError when the namespace has the maximum of versions */
export function checkNamespaceRoom(namespace: string, versions: number): void {
  if (versions >= bounds.versionsInNamespace)
    throw full(`The namespace ${namespace}`, `${bounds.versionsInNamespace} versions of services`)
}

/** @throws RpcError when the version has too many nodes */
export function checkNodes({ name, version }: ServiceRecord, after: Version | undefined): void {
  if ((after?.nodes.length ?? 0) > bounds.nodesOfVersion)
    throw full(`Version ${version} of ${name}`, `${bounds.nodesOfVersion} nodes`)
}

export function closed(): RpcError {
  return new RpcError('unavailable', 'registry.watch', 'The server is stopping. Watch again in a moment.', {
    retryAfterS: 1,
  })
}

function full(what: string, most: string): RpcError {
  return new RpcError(
    'failed_precondition',
    'registry.register',
    `${what} has ${most}, the maximum. Deregister some first.`,
  )
}
