import type { DescMethod, FileRegistry } from '@bufbuild/protobuf'
import type { Transport } from '@connectrpc/connect'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import { errorIdOf } from '../kernel/endpoints.ts'
import { RpcError } from '../kernel/errors.ts'
import type { Registry } from '../services/registry/types.ts'
import { createDescriptions } from './descriptions.ts'
import { createNodePool, type OpenStream } from './nodes.ts'
import { grpcTransport, serviceTransport } from './service-transport.ts'
import { createRecords } from './service-versions.ts'

/** A method of a registered service, ready to be called. */
export interface FoundMethod {
  readonly method: DescMethod
  /** For JSON: the types that an Any or an extension may name. */
  readonly registry: FileRegistry
  /**
   * Calls the service on any of its nodes; failures are RpcErrors. It remains valid when the nodes change. Headers are
   * passed on, except for credentials and those of the connection; see forwardedMetadata.
   */
  readonly transport: Transport
}

/** Finds and calls services that users register, by name. */
export interface ServiceCaller {
  /**
   * Finds the newest version of the service that has the endpoint.
   *
   * @param endpoint `<Interface>.<Method>`
   * @throws RpcError 404 for an unknown service or endpoint, 502 for a service whose descriptors are not available
   */
  find(namespace: string, service: string, endpoint: string): Promise<FoundMethod>
  /** The endpoints of all versions, sorted. @throws RpcError 404 for an unknown service, 502 as find */
  endpoints(namespace: string, service: string): Promise<string[]>
  /**
   * Opens streams to the nodes of the newest version, for calls that are relayed unchanged.
   *
   * @throws RpcError 404 for an unknown service
   */
  opener(namespace: string, service: string): Promise<OpenStream>
}

export interface Discovery extends ServiceCaller {
  /** Aborts running calls and ends all watches. */
  stop(): Promise<void>
}

export interface DiscoveryOptions {
  readonly registry: Registry
  readonly clock: Clock
  readonly log: Log
  /** The timeout of a unary call, in milliseconds. */
  readonly timeoutMs: number
  readonly connectTimeoutMs?: number
}

/** Finds and calls services through the registry. */
export function createDiscovery(options: DiscoveryOptions): Discovery {
  const pool = createNodePool(options)
  const records = createRecords({ ...options, pool })
  const descriptions = createDescriptions({ clock: options.clock })

  /** The versions of a service that have nodes, the newest first, each with its way to call it. */
  async function versionsOf(namespace: string, service: string, endpoint: string) {
    const versions = await records.versions(namespace, service)
    if (versions.length > 0) return versions
    throw new RpcError(
      'not_found',
      errorIdOf(service, endpoint),
      `No service "${service}" is registered in the namespace "${namespace}", or none of its nodes has renewed itself in time.`,
    )
  }

  return {
    async find(namespace, service, endpoint) {
      const versions = await versionsOf(namespace, service, endpoint)
      const known = new Set<string>()
      let failure: unknown
      for (const version of versions) {
        try {
          const descriptors = await descriptions.of(version, endpoint)
          const method = descriptors.method(endpoint)
          if (method) {
            version.transport ??= serviceTransport(service, grpcTransport(version.http), options.timeoutMs)
            return { method, registry: descriptors.registry, transport: version.transport }
          }
          for (const name of descriptors.endpoints) known.add(name)
        } catch (error) {
          failure ??= error
        }
      }
      if (failure) throw failure
      const names = [...known].sort().slice(0, 50).join(', ')
      throw new RpcError(
        'not_found',
        errorIdOf(service, endpoint),
        `The service "${service}" in the namespace "${namespace}" has no endpoint "${endpoint}". It has: ${names}.`,
      )
    },
    async endpoints(namespace, service) {
      const known = new Set<string>()
      for (const version of await versionsOf(namespace, service, service)) {
        const { endpoints } = await descriptions.of(version)
        for (const name of endpoints) known.add(name)
      }
      return [...known].sort()
    },
    async opener(namespace, service) {
      const [newest] = await versionsOf(namespace, service, service)
      return (newest as typeof newest & object).open
    },
    async stop() {
      await records.stop()
      pool.close()
    },
  }
}
