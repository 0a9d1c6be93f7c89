import { isIP } from 'node:net'
import { quote } from '../../../runtime/base/text/quote.ts'
import { refusedAddress } from '../../discovery/node-address.ts'
import { conflict, invalid, RpcError } from '../../kernel/rpc-errors.ts'
import type { Version } from './registry-version.ts'
import type { ServiceEndpoint, ServiceNode, ServiceRecord, ValueShape } from './types.ts'

const SERVICE_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/
const VERSION = /^[A-Za-z0-9]([A-Za-z0-9._+-]*[A-Za-z0-9])?$/
const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?)*$/i
const LOOKS_LIKE_ADDRESS = /^[\d.]+$/
const ENDPOINT = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+$/
/** `0.0.0.0`, `::` and longer ways to write it: where a server listens, not where it is reached. */
const UNSPECIFIED = /^(0\.0\.0\.0|[0:]+)$/
/** Not allowed in text of either database. */
const NUL = '\0'

/** The bounds of a record. */
const bounds = {
  nameLength: 64,
  versionLength: 64,
  nodeIdLength: 256,
  nodes: 100,
  endpoints: 500,
  metadataEntries: 50,
  metadataKeyLength: 128,
  metadataValueBytes: 4096,
  /** Of the metadata `descriptors`: a base64 FileDescriptorSet. */
  descriptorsBytes: 1024 * 1024,
  /** Of all endpoints together, as JSON. */
  endpointsBytes: 1024 * 1024,
  shapeDepth: 10,
  /** Versions of services in one namespace, and nodes of one version. */
  versionsInNamespace: 1000,
  nodesOfVersion: 1000,
  /** Seconds. Without another value a node is registered for the default time. */
  ttlDefaultS: 90,
  maxTtlS: 86_400,
} as const

/** Metadata that may be as long as the descriptors of a service are. */
const DESCRIPTORS = 'descriptors'

/**
 * The record in the one form that engines store: version `latest` if none is named, metadata and nodes sorted.
 *
 * @param method id of the call for the error
 * @param reserved names that the server itself serves in every namespace
 * @throws RpcError 400 naming the field, 409 for a reserved name
 */
export function checkRecord(record: ServiceRecord, method: string, reserved: ReadonlySet<string>): ServiceRecord {
  const bad = (detail: string): RpcError => invalid(method, detail)
  const name = checkServiceName(record.name, method)
  // The gateway also serves the server's own services below /v1, so no path means a service of such a name.
  if (reserved.has(name.replace(/^v1\./, '')))
    throw conflict(method, `The name "${name}" belongs to a service of this server. Register under another name.`)
  const version = record.version || 'latest'
  if (version.length > bounds.versionLength || !VERSION.test(version))
    throw bad(
      `version must be at most ${bounds.versionLength} letters, digits and . _ + - between them, such as 1.0.0, but is ${quote(version)}.`,
    )
  if (record.nodes.length > bounds.nodes) throw bad(`nodes: one call accepts at most ${bounds.nodes}.`)
  if (record.endpoints.length > bounds.endpoints)
    throw bad(`endpoints: a service can have at most ${bounds.endpoints}.`)
  const metadata = checkMetadata(record.metadata, 'metadata', bad)
  const endpoints = record.endpoints.map((endpoint, index) => checkEndpoint(endpoint, `endpoints[${index}]`, bad))
  if (Buffer.byteLength(JSON.stringify(endpoints)) > bounds.endpointsBytes)
    throw bad(`endpoints: all of them together can be at most ${bounds.endpointsBytes} bytes.`)
  const nodes = record.nodes.map((node, index) => checkNode(node, `nodes[${index}]`, bad))
  const ids = new Set(nodes.map(({ id }) => id))
  if (ids.size < nodes.length) throw bad('nodes: two of them have the same id.')
  return { name, version, metadata, endpoints, nodes: nodes.toSorted((a, b) => compare(a.id, b.id)) }
}

/** @throws RpcError 400 */
export function checkServiceName(name: string, method: string): string {
  if (name.length > 0 && name.length <= bounds.nameLength && SERVICE_NAME.test(name)) return name
  throw invalid(
    method,
    name === ''
      ? 'The service name is missing.'
      : `The service name ${quote(name)} is invalid. Use at most ${bounds.nameLength} lower-case letters, digits, dots and hyphens, and begin and end with a letter or digit.`,
  )
}

/** @throws RpcError 400 */
export function checkTtl(ttlS: number, method: string): number {
  if (ttlS === 0) return bounds.ttlDefaultS
  if (Number.isInteger(ttlS) && ttlS >= 1 && ttlS <= bounds.maxTtlS) return ttlS
  throw invalid(method, `options.ttl must be 1 to ${bounds.maxTtlS} seconds, or 0 for ${bounds.ttlDefaultS}.`)
}

type Bad = (detail: string) => RpcError

function checkNode(node: ServiceNode, path: string, bad: Bad): ServiceNode {
  const { address, port, portIn } = splitPort(node)
  if (node.id.length > bounds.nodeIdLength || node.id.includes(NUL))
    throw bad(`${path}.id: at most ${bounds.nodeIdLength} characters.`)
  if (portIn === 'both' && port !== node.port)
    throw bad(`${path}.port is ${node.port}, but ${path}.address names the port ${port}. State it only once.`)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw bad(`${path}.port must be a whole number from 1 to 65535, but is ${port}.`)
  const reason = addressFault(address)
  if (reason) throw bad(`${path}.address: ${quote(address)} ${reason}.`)
  const metadata = checkMetadata(node.metadata, `${path}.metadata`, bad)
  return { id: node.id || `${address}:${port}`, address, port, ...(portIn && { portIn }), metadata }
}

/** Clients of the older form write the port into the address, and leave the field empty or write it there as well. */
function splitPort({ address, port }: ServiceNode): Pick<ServiceNode, 'address' | 'port' | 'portIn'> {
  const [, host, digits] = /^(?:(\[[^\]]+\]|[^:]*)):(\d{1,5})$/.exec(address) ?? []
  const plain = (text: string) => text.replace(/^\[(.*)\]$/, '$1')
  if (host === undefined) return { address: plain(address), port }
  return { address: plain(host), port: Number(digits), portIn: port === 0 ? 'address' : 'both' }
}

/** The address and port of a node as its client gave them. */
export function givenPlace({ address, port, portIn }: ServiceNode): Pick<ServiceNode, 'address' | 'port'> {
  if (portIn === undefined) return { address, port }
  const host = isIP(address) === 6 ? `[${address}]` : address
  return { address: `${host}:${port}`, port: portIn === 'both' ? port : 0 }
}

function addressFault(address: string): string | undefined {
  if (isIP(address) === 0) {
    if (HOST_NAME.test(address) && !LOOKS_LIKE_ADDRESS.test(address)) return undefined
    return 'is neither an IP address nor a host name'
  }
  if (UNSPECIFIED.test(address)) return 'means all addresses of a machine: name one that others can reach'
  const reason = refusedAddress(address)
  return reason && `is refused: ${reason}`
}

function checkEndpoint(endpoint: ServiceEndpoint, path: string, bad: Bad): ServiceEndpoint {
  if (endpoint.name.length > 256 || !ENDPOINT.test(endpoint.name))
    throw bad(`${path}.name must be <Interface>.<Method>, such as Greeter.Hello, but is ${quote(endpoint.name)}.`)
  if (endpoint.request) checkShape(endpoint.request, `${path}.request`, bad)
  if (endpoint.response) checkShape(endpoint.response, `${path}.response`, bad)
  return { ...endpoint, metadata: checkMetadata(endpoint.metadata, `${path}.metadata`, bad) }
}

function checkShape(shape: ValueShape, path: string, bad: Bad, depth = 1): void {
  if (depth > bounds.shapeDepth) throw bad(`${path}: values may be nested ${bounds.shapeDepth} deep.`)
  if (shape.name.includes(NUL) || shape.type.includes(NUL)) throw bad(`${path} contains the character U+0000.`)
  shape.values.forEach((each, index) => {
    checkShape(each, `${path}.values[${index}]`, bad, depth + 1)
  })
}

function checkMetadata(metadata: ServiceRecord['metadata'], path: string, bad: Bad): Record<string, string> {
  const entries = Object.entries(metadata).sort(([a], [b]) => compare(a, b))
  if (entries.length > bounds.metadataEntries) throw bad(`${path}: at most ${bounds.metadataEntries} entries.`)
  for (const [key, value] of entries) {
    if (key === '' || key.length > bounds.metadataKeyLength || `${key}${value}`.includes(NUL))
      throw bad(`${path}: a key has 1 to ${bounds.metadataKeyLength} characters, and none may be U+0000.`)
    const most = path === 'metadata' && key === DESCRIPTORS ? bounds.descriptorsBytes : bounds.metadataValueBytes
    if (Buffer.byteLength(value) > most) throw bad(`${path}.${key}: at most ${most} bytes.`)
  }
  return Object.fromEntries(entries)
}

/** By code units, the order of both databases and every process. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
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

function full(what: string, most: string): RpcError {
  return new RpcError(
    'failed_precondition',
    'registry.register',
    `${what} has ${most}, the maximum. Deregister some first.`,
  )
}
