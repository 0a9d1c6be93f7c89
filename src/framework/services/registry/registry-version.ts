import { compare } from './record-check.ts'
import type { RegistryChange, ServiceNode, ServiceRecord } from './types.ts'

/** A node with its expiry time, in epoch milliseconds. */
export interface TimedNode {
  readonly node: ServiceNode
  readonly expiresAtMs: number
}

/** One version of a service as an engine stores it. */
export interface Version {
  readonly name: string
  readonly version: string
  readonly metadata: ServiceRecord['metadata']
  readonly endpoints: ServiceRecord['endpoints']
  /** Sorted by id. */
  readonly nodes: readonly TimedNode[]
}

/** A version as it is stored in the NATS bucket. */
export interface VersionInNamespace {
  readonly namespace: string
  readonly version: Version
}

/** The outcome for a version. `change` is undefined if there is nothing to report, as after a renewal. */
export interface Step {
  /** Undefined if the version no longer exists. */
  readonly after: Version | undefined
  readonly change: Pick<RegistryChange, 'action' | 'service'> | undefined
}

/** The version as readers see it at `nowMs`; undefined if no node is left. */
export function recordAt(version: Version, nowMs: number): ServiceRecord | undefined {
  const record = recordOf({ ...version, nodes: version.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs) })
  return record.nodes.length > 0 ? record : undefined
}

function recordOf({ name, version, metadata, endpoints, nodes }: Version): ServiceRecord {
  return { name, version, metadata, endpoints, nodes: nodes.map(({ node }) => node) }
}

/** Adds or renews the nodes of `record`; the others stay until they expire. */
export function registered(before: Version | undefined, record: ServiceRecord, nowMs: number, ttlS: number): Step {
  const nodes = new Map(
    before?.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map((each) => [each.node.id, each]),
  )
  for (const node of record.nodes) nodes.set(node.id, { node, expiresAtMs: nowMs + ttlS * 1000 })
  const sorted = [...nodes.values()].sort((a, b) => compare(a.node.id, b.node.id))
  const { name, version, metadata, endpoints } = record
  return step(before, { name, version, metadata, endpoints, nodes: sorted })
}

/** Removes the nodes with those ids; without any, all of the version. */
export function deregistered(before: Version, ids: ReadonlySet<string>): Step {
  return step(before, { ...before, nodes: ids.size === 0 ? [] : before.nodes.filter(({ node }) => !ids.has(node.id)) })
}

/** Removes expired nodes. */
export function swept(before: Version, nowMs: number): Step {
  return step(before, { ...before, nodes: before.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs) })
}

function step(before: Version | undefined, after: Version): Step {
  const left = after.nodes.length > 0 ? after : undefined
  return { after: left, change: changeBetween(before, left) }
}

/** What is reported to watchers when a version changes; undefined if they would see no difference. */
export function changeBetween(before: Version | undefined, after: Version | undefined): Step['change'] {
  if (!after) return before && { action: 'delete', service: recordOf(before) }
  const service = recordOf(after)
  if (!before) return { action: 'create', service }
  const isSame = JSON.stringify(recordOf(before)) === JSON.stringify(service)
  return isSame ? undefined : { action: 'update', service }
}
