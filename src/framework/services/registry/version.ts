import { compare } from './check.ts'
import type { RegistryChange, ServiceNode, ServiceRecord } from './types.ts'

/** A node with the time at which it is gone, in epoch milliseconds. */
export interface TimedNode {
  readonly node: ServiceNode
  readonly expiresAtMs: number
}

/** One version of a service as an engine keeps it. */
export interface Version {
  readonly name: string
  readonly version: string
  readonly metadata: ServiceRecord['metadata']
  readonly endpoints: ServiceRecord['endpoints']
  /** Sorted by id. */
  readonly nodes: readonly TimedNode[]
}

/** What a step has made of a version. Undefined where nothing is to be told, as after a mere renewal. */
export interface Step {
  /** Undefined where the version is gone. */
  readonly after: Version | undefined
  readonly change: Pick<RegistryChange, 'action' | 'service'> | undefined
}

/** The version as readers see it at `nowMs`; undefined when no node of it is left. */
export function recordAt(version: Version, nowMs: number): ServiceRecord | undefined {
  const record = recordOf({ ...version, nodes: version.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs) })
  return record.nodes.length > 0 ? record : undefined
}

function recordOf({ name, version, metadata, endpoints, nodes }: Version): ServiceRecord {
  return { name, version, metadata, endpoints, nodes: nodes.map(({ node }) => node) }
}

/** The nodes of `record` are added or renewed, the others stay as long as their time lasts. */
export function registered(before: Version | undefined, record: ServiceRecord, nowMs: number, ttlS: number): Step {
  const nodes = new Map(
    before?.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs).map((each) => [each.node.id, each]),
  )
  for (const node of record.nodes) nodes.set(node.id, { node, expiresAtMs: nowMs + ttlS * 1000 })
  const sorted = [...nodes.values()].sort((a, b) => compare(a.node.id, b.node.id))
  const { name, version, metadata, endpoints } = record
  return step(before, { name, version, metadata, endpoints, nodes: sorted })
}

/** The nodes of those ids are gone; without any, all of the version. */
export function deregistered(before: Version, ids: ReadonlySet<string>): Step {
  return step(before, { ...before, nodes: ids.size === 0 ? [] : before.nodes.filter(({ node }) => !ids.has(node.id)) })
}

/** The nodes whose time is over are gone. */
export function swept(before: Version, nowMs: number): Step {
  return step(before, { ...before, nodes: before.nodes.filter(({ expiresAtMs }) => expiresAtMs > nowMs) })
}

function step(before: Version | undefined, after: Version): Step {
  const left = after.nodes.length > 0 ? after : undefined
  return { after: left, change: told(before, left) }
}

/** What watchers are told when a version goes over from one state to the other; undefined where there is nothing to tell. */
export function told(before: Version | undefined, after: Version | undefined): Step['change'] {
  if (!after) return before && { action: 'delete', service: recordOf(before) }
  const service = recordOf(after)
  if (!before) return { action: 'create', service }
  const isSame = JSON.stringify(recordOf(before)) === JSON.stringify(service)
  return isSame ? undefined : { action: 'update', service }
}
