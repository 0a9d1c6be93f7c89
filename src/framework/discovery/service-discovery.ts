import { create, createFileRegistry, type DescMethod, type FileRegistry } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, file_google_protobuf_struct, StructSchema } from '@bufbuild/protobuf/wkt'
import type { Transport } from '@connectrpc/connect'
import { LRUCache } from 'lru-cache'
import { cacheBounds } from '../../runtime/base/cache-bounds.ts'
import type { Clock } from '../../runtime/base/clock.ts'
import type { Log } from '../../runtime/base/log.ts'
import { SingleFlights } from '../../runtime/base/once.ts'
import { pathOf } from '../kernel/host/host.ts'
import { errorIdOf, notFound } from '../kernel/rpc-errors.ts'
import type { ServiceRecord } from '../services/registry/types.ts'
import { createDescriptions, type Descriptions } from './descriptions.ts'
import { isInfrastructure } from './descriptors.ts'
import type { Patience } from './node-sessions.ts'
import { NodePool, type OpenStream } from './nodes.ts'
import { grpcTransport, serviceTransport } from './service-transport.ts'
import { type LiveVersion, type ReadableRegistry, ServiceVersions } from './service-versions.ts'

/** The package, the interface and the method of a gRPC path. */
const rpcPath = /^\/(.+)\.([^./]+)\/([^/]+)$/

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
  /** The service has no descriptors: its messages are known in JSON only. */
  readonly isUndescribed?: boolean
}

/** Where a relayed call goes. */
export interface Route {
  readonly open: OpenStream
  readonly path: string
}

export interface DiscoveryOptions {
  readonly registry: ReadableRegistry
  readonly clock: Clock
  readonly log: Log
  /** The timeout of a unary call, in milliseconds. */
  readonly timeoutMs: number
  readonly connectTimeoutMs?: number
  readonly patience?: Patience
  /** Whether no service may be called. */
  readonly isSealed?: boolean
}

/** Finds and calls services that users register, by name. */
export class Discovery {
  readonly #timeoutMs: number
  readonly #pool: NodePool
  readonly #versions: ServiceVersions
  readonly #descriptions: Descriptions
  readonly #owners: ReturnType<typeof createTypeOwners>

  constructor(options: DiscoveryOptions) {
    this.#timeoutMs = options.timeoutMs
    this.#pool = new NodePool(options)
    const versions = new ServiceVersions({ ...options, pool: this.#pool })
    const descriptions = createDescriptions({ clock: options.clock })
    this.#versions = versions
    this.#descriptions = descriptions
    this.#owners = createTypeOwners({ ...options, versions, descriptions })
  }

  /** The versions of a service that have nodes, the newest first, each with the means to call it. */
  async #versionsOf(namespace: string, service: string, endpoint: string): Promise<readonly LiveVersion[]> {
    const versions = await this.#versions.versions(namespace, service)
    if (versions.length > 0) return versions
    throw notFound(
      errorIdOf(service, endpoint),
      `No service "${service}" is registered in the namespace "${namespace}", or none of its nodes has renewed its registration in time.`,
    )
  }

  /** An endpoint that the registration of a version without descriptors lists: it is called in JSON. */
  #undescribed(version: LiveVersion, endpoint: string): FoundMethod | undefined {
    const found = this.#descriptions.hasNone(version) ? undescribedMethod(version.record, endpoint) : undefined
    if (!found) return undefined
    const { service, http } = version
    version.jsonTransport ??= serviceTransport(service, grpcTransport(http, 'json'), this.#timeoutMs)
    return { ...found, transport: version.jsonTransport, isUndescribed: true }
  }

  /** The endpoint of one version; otherwise the endpoints that it has. */
  async #inVersion(version: LiveVersion, endpoint: string): Promise<FoundMethod | readonly string[]> {
    const inJson = this.#undescribed(version, endpoint)
    if (inJson) return inJson
    const { service, http } = version
    try {
      const descriptors = await this.#descriptions.of(version, endpoint)
      const method = descriptors.method(endpoint)
      if (!method) return descriptors.endpoints
      version.transport ??= serviceTransport(service, grpcTransport(http), this.#timeoutMs)
      return { method, registry: descriptors.registry, transport: version.transport }
    } catch (failure) {
      const found = this.#undescribed(version, endpoint)
      if (found) return found
      throw failure
    }
  }

  /**
   * Finds the newest version of the service that has the endpoint.
   *
   * @param endpoint `<Interface>.<Method>`
   * @throws RpcError 404 for an unknown service or endpoint, 502 for a service that neither has descriptors nor lists
   * the endpoint in its registration
   */
  async find(namespace: string, service: string, endpoint: string): Promise<FoundMethod> {
    const known = new Set<string>()
    let failure: unknown
    for (const version of await this.#versionsOf(namespace, service, endpoint)) {
      try {
        const found = await this.#inVersion(version, endpoint)
        if ('method' in found) return found
        for (const name of found) known.add(name)
      } catch (error) {
        failure ??= error
      }
    }
    if (failure) throw failure
    const names = [...known].sort().slice(0, 50).join(', ')
    throw notFound(
      errorIdOf(service, endpoint),
      `The service "${service}" in the namespace "${namespace}" has no endpoint "${endpoint}". Its endpoints are: ${names}.`,
    )
  }

  /** The endpoints of all versions, sorted. @throws RpcError 404 for an unknown service, 502 like find */
  async endpoints(namespace: string, service: string): Promise<string[]> {
    const known = new Set<string>()
    for (const version of await this.#versionsOf(namespace, service, service)) {
      const { endpoints } = await this.#descriptions.of(version)
      for (const name of endpoints) known.add(name)
    }
    return [...known].sort()
  }

  /**
   * The methods of a service by its versions, as far as their descriptors are registered or were read before: the
   * service is not called.
   */
  async describedMethods(namespace: string, service: string): Promise<ReadonlyMap<string, readonly DescMethod[]>> {
    const methods = new Map<string, readonly DescMethod[]>()
    for (const version of await this.#versions.versions(namespace, service)) {
      const held = await this.#descriptions.held(version)
      if (held)
        methods.set(
          version.record.version,
          held.endpoints.flatMap((endpoint) => held.method(endpoint) ?? []),
        )
    }
    return methods
  }

  /** The descriptors of the services of a namespace, the newest versions first, as far as describedMethods knows them. */
  async described(namespace: string): Promise<readonly FileRegistry[]> {
    const registries: FileRegistry[] = []
    for (const service of await this.#owners.namesIn(namespace)) {
      for (const version of await this.#versions.versions(namespace, service)) {
        const held = await this.#descriptions.held(version)
        if (held) registries.push(held.registry)
      }
    }
    return registries
  }

  /** Whether any version of the service has nodes. */
  async isRegistered(namespace: string, service: string): Promise<boolean> {
    return (await this.#versions.versions(namespace, service)).length > 0
  }

  /**
   * The way to a service for a call that is relayed unchanged: to the newest version that has the method.
   *
   * @param path of the gRPC call. Where its package is the name of the service in the registry, and not that of its gRPC
   * service, the path of the route differs.
   * @throws RpcError 404 for an unknown service
   */
  async route(namespace: string, service: string, path: string): Promise<Route> {
    const versions = await this.#versionsOf(namespace, service, service)
    const [, packageName, group, name] = rpcPath.exec(path) ?? []
    if (packageName === service) {
      for (const version of versions) {
        const method = (await this.#descriptions.known(version))?.method(`${group}.${name}`)
        if (method) return { open: version.open, path: pathOf(method) }
      }
    }
    const [newest] = versions as [LiveVersion]
    return { open: newest.open, path }
  }

  /** The name of the service whose descriptors declare this gRPC service (`acme.greeter.v1.Greeter`). */
  ownerOf(namespace: string, typeName: string): Promise<string | undefined> {
    return this.#owners.of(namespace, typeName)
  }

  /** Aborts running calls and ends all watches. */
  async stop(): Promise<void> {
    await this.#versions.stop()
    this.#pool.close()
  }
}

/** A method of a service with known endpoint names only: it accepts and returns any JSON object. */
interface UndescribedMethod {
  readonly method: DescMethod
  readonly registry: FileRegistry
}

/**
 * The method of an endpoint that a registration lists, for a service without descriptors. Its path is
 * `/<service>.<Interface>/<Method>`; one whose metadata has `stream` `true` takes and returns streams.
 *
 * @param endpoint in any case
 * @returns undefined for an endpoint that is not listed
 */
function undescribedMethod(
  { name: service, endpoints }: ServiceRecord,
  endpoint: string,
): UndescribedMethod | undefined {
  const listed = endpoints.find(({ name }) => name.toLowerCase() === endpoint.toLowerCase())
  const [group, name] = listed?.name.split('.') ?? []
  if (!listed || group === undefined || name === undefined) return undefined
  const isStream = listed.metadata.stream === 'true'
  const message = `.${StructSchema.typeName}`
  const streaming = { clientStreaming: isStream, serverStreaming: isStream }
  const file = create(FileDescriptorProtoSchema, {
    name: 'undescribed.proto',
    package: service,
    syntax: 'proto3',
    dependency: [file_google_protobuf_struct.proto.name],
    service: [{ name: group, method: [{ name, inputType: message, outputType: message, ...streaming }] }],
  })
  const registry = createFileRegistry(file, () => file_google_protobuf_struct.proto)
  const method = registry.getService(`${service}.${group}`)?.methods[0]
  return method && { method, registry }
}

/** More services of a namespace than this are not searched. */
const maxServices = 200
/** How many services are asked for their descriptors concurrently. */
const atOnce = 8
const maxNamespaces = 200
/** How often an unknown type causes another search of the services of a namespace. */
const searchAgainAfterMs = 5000
/** How long an owner is cached: its descriptors may change. */
const maxAgeMs = 60_000

interface Owners {
  readonly readAtMs: number
  readonly byType: ReadonlyMap<string, string>
}

interface TypeOwnersOptions {
  readonly registry: ReadableRegistry
  readonly versions: Pick<ServiceVersions, 'versions'>
  readonly descriptions: Pick<Descriptions, 'known'>
  readonly clock: Clock
}

/** Finds services by the full names of their gRPC services, if those differ from their names in the registry. */
function createTypeOwners({ registry, versions, descriptions, clock }: TypeOwnersOptions) {
  const known = new LRUCache<string, Owners>(cacheBounds(maxNamespaces))
  const searches = new SingleFlights<string, Owners>()

  async function typesOf(namespace: string, service: string): Promise<string[]> {
    const types: string[] = []
    for (const version of await versions.versions(namespace, service)) {
      const descriptors = await descriptions.known(version)
      for (const type of descriptors?.registry ?? []) if (type.kind === 'service') types.push(type.typeName)
    }
    return types
  }

  async function namesIn(namespace: string): Promise<string[]> {
    return [...new Set((await registry.list(namespace)).map(({ name }) => name))].sort().slice(0, maxServices)
  }

  async function search(namespace: string): Promise<Owners> {
    const names = await namesIn(namespace)
    const byType = new Map<string, string>()
    for (let start = 0; start < names.length; start += atOnce) {
      const batch = names.slice(start, start + atOnce)
      const found = await Promise.all(batch.map((service) => typesOf(namespace, service)))
      found.forEach((types, index) => {
        for (const type of types) if (!byType.has(type)) byType.set(type, batch[index] as string)
      })
    }
    const owners = { readAtMs: clock.now(), byType }
    known.set(namespace, owners)
    return owners
  }

  return {
    /** The services of a namespace in the alphabet's order, at most 200. */
    namesIn,
    /**
     * The name of the registered service whose descriptors declare this type; the first in the alphabet of several.
     *
     * @param typeName `acme.greeter.v1.Greeter`
     */
    async of(namespace: string, typeName: string): Promise<string | undefined> {
      if (isInfrastructure(typeName)) return undefined
      const owners = known.get(namespace)
      const ageMs = owners ? clock.now() - owners.readAtMs : Number.POSITIVE_INFINITY
      const owner = owners?.byType.get(typeName)
      if (ageMs < (owner === undefined ? searchAgainAfterMs : maxAgeMs)) return owner
      return (await searches.run(namespace, () => search(namespace))).byType.get(typeName)
    },
  }
}
