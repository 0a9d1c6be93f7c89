import type { DescMethod } from '@bufbuild/protobuf'
import type { ServiceImpl } from '@connectrpc/connect'
import {
  type Endpoint,
  Registry as RegistryDefinition,
  type Service,
  type Value,
} from '#generated/proto/registry_pb.js'
import { accountOf, type NamespaceNaming } from '../../kernel/admission/roles.ts'
import { type CoreService, streamOpened } from '../../kernel/host/host.ts'
import { OpenStreams } from '../../kernel/open-streams.ts'
import { invalid, notFound, type RpcError } from '../../kernel/rpc-errors.ts'
import { endpointsOf, ownRecords } from './described-endpoints.ts'
import { checkRecord, checkServiceName, checkTtl, givenPlace } from './record-check.ts'
import type { Registry, ServiceEndpoint, ServiceRecord, ValueShape } from './types.ts'

interface RegistryServiceOptions {
  readonly registry: Registry
  readonly naming: NamespaceNaming
  /** Names of this server's own services, in every namespace. */
  readonly reserved: ReadonlySet<string>
  /** The methods of this server's own services. */
  readonly own: () => readonly DescMethod[]
  /** The methods of a registered service by its versions, where they are known. */
  readonly described: (namespace: string, service: string) => Promise<ReadonlyMap<string, readonly DescMethod[]>>
}

/** The core service `registry`: read by the accounts of a namespace, written by its administrators. */
export function registryService(options: RegistryServiceOptions): CoreService {
  return {
    name: 'registry',
    register: (router) => router.service(RegistryDefinition, registryHandlers(options)),
  }
}

function registryHandlers(options: RegistryServiceOptions): ServiceImpl<typeof RegistryDefinition> {
  const { registry, naming, reserved, own, described } = options
  const streams = new OpenStreams()

  async function withEndpoints(namespace: string, records: readonly ServiceRecord[]): Promise<ServiceRecord[]> {
    const methods = await described(namespace, (records[0] as ServiceRecord).name)
    return records.map((record) =>
      record.endpoints.length > 0 ? record : { ...record, endpoints: endpointsOf(methods.get(record.version) ?? []) },
    )
  }

  return {
    async getService({ service, options }, context) {
      const id = 'registry.getservice'
      const namespace = await naming.readable(context, options?.domain, id)
      const ours = ownRecords(own()).filter(({ name }) => name === service)
      if (ours.length > 0) return { services: ours.map(messageOf) }
      const found = await registry.get(namespace, checkServiceName(service, id))
      if (found.length === 0) throw unknown(id, service, namespace)
      return { services: (await withEndpoints(namespace, found)).map(messageOf) }
    },
    async register(service, context) {
      const id = 'registry.register'
      const namespace = await naming.administered(context, service.options?.domain, id)
      const record = checkRecord(recordOf(service), id, reserved)
      if (record.nodes.length === 0) throw invalid(id, 'nodes must name at least one address where the service runs.')
      const ttlS = checkTtl(Number(service.options?.ttl ?? 0n), id)
      await registry.register(namespace, record, ttlS)
      return {}
    },
    async deregister(service, context) {
      const id = 'registry.deregister'
      const namespace = await naming.administered(context, service.options?.domain, id)
      const named = recordOf({ ...service, nodes: service.nodes.map(namedNode), endpoints: [] })
      const record = checkRecord(named, id, reserved)
      await registry.deregister(namespace, record)
      return {}
    },
    async listServices({ options }, context) {
      const id = 'registry.listservices'
      const namespace = await naming.readable(context, options?.domain, id)
      return { services: [...ownRecords(own()), ...(await registry.list(namespace))].map(messageOf) }
    },
    async *watch({ service, options }, context) {
      const id = 'registry.watch'
      const caller = accountOf(context, id)
      const namespace = await naming.readable(context, options?.domain, id)
      const name = service === '' ? undefined : checkServiceName(service, id)
      using _stream = streams.open(caller, id)
      const changes = registry.watch(namespace, name, context.signal)
      await changes.ready
      streamOpened(context)
      for await (const { action, service: changed, atMs } of changes)
        yield { action, service: messageOf(changed), timestamp: BigInt(Math.floor(atMs / 1000)) }
    },
  }
}

/** An id is enough to identify a node to remove; without an id the address does. */
function namedNode(node: Node): Node {
  if (!node.id) return node
  const namesPort = /:\d{1,5}$/.test(node.address)
  return { ...node, address: node.address || 'localhost', port: node.port || (namesPort ? 0n : 1n) }
}

function unknown(id: string, service: string, namespace: string): RpcError {
  return notFound(
    id,
    `service not found: "${service}" is not registered in the namespace ${namespace}, or its registration has expired. List the services there with ListServices.`,
  )
}

type Node = Pick<Service['nodes'][number], 'id' | 'address' | 'port' | 'metadata'>
type ServiceParts = Pick<Service, 'name' | 'version' | 'metadata' | 'endpoints'> & { readonly nodes: readonly Node[] }

function recordOf({ name, version, metadata, endpoints, nodes }: ServiceParts): ServiceRecord {
  return {
    name,
    version,
    metadata,
    endpoints: endpoints.map(endpointOf),
    nodes: nodes.map((node) => ({
      id: node.id,
      address: node.address,
      port: Number(node.port),
      metadata: node.metadata,
    })),
  }
}

function endpointOf({ name, request, response, metadata }: Endpoint): ServiceEndpoint {
  return {
    name,
    ...(request ? { request: shapeOf(request) } : {}),
    ...(response ? { response: shapeOf(response) } : {}),
    metadata,
  }
}

function shapeOf({ name, type, values }: Value): ValueShape {
  return { name, type, values: values.map(shapeOf) }
}

function messageOf({ name, version, metadata, endpoints, nodes }: ServiceRecord) {
  return {
    name,
    version,
    metadata: { ...metadata },
    endpoints: endpoints.map((endpoint) => ({ ...endpoint, metadata: { ...endpoint.metadata } })),
    nodes: nodes.map((node) => {
      const { address, port } = givenPlace(node)
      return { id: node.id, address, port: BigInt(port), metadata: { ...node.metadata } }
    }),
  }
}
