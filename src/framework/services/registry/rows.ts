import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { compare } from './record-check.ts'
import type { TimedNode, Version } from './registry-version.ts'
import type { RegistryChange, ServiceNode, ServiceRecord } from './types.ts'

/** Changes are reported within seconds; older ones are useless. */
const changesKeptMs = 10 * 60_000
/** Changes read at once: each may be as large as a service with its descriptors. */
const changesAtOnce = 50

interface VersionRow {
  namespace: string
  name: string
  version: string
  content: string
}

interface NodeRow extends VersionRow {
  expires_at: number
}

interface Part {
  readonly name?: string
  readonly version?: string
}

/**
 * Sorted by name and version, including expired nodes. Nodes are read separately from their versions, whose descriptors
 * may be large.
 */
export async function findVersions(
  reader: Reader,
  namespace: string,
  { name, version }: Part = {},
): Promise<Version[]> {
  const wanted = { namespace, ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) }
  const rows = await reader.all<VersionRow>(
    reader.sql('registry_versions').where(wanted).orderBy(['name', 'version']).select('name', 'version', 'content'),
  )
  if (rows.length === 0) return []
  const nodes = new Map<string, TimedNode[]>()
  for (const row of await reader.all<NodeRow>(reader.sql('registry_nodes').where(wanted))) {
    const key = JSON.stringify([row.name, row.version])
    const timed = { node: JSON.parse(row.content) as ServiceNode, expiresAtMs: Number(row.expires_at) }
    nodes.set(key, [...(nodes.get(key) ?? []), timed])
  }
  return rows.map((row) => {
    const content = JSON.parse(row.content) as Pick<ServiceRecord, 'metadata' | 'endpoints'>
    const own = nodes.get(JSON.stringify([row.name, row.version])) ?? []
    own.sort((a, b) => compare(a.node.id, b.node.id))
    return { name: row.name, version: row.version, ...content, nodes: own }
  })
}

/** A version of some namespace. */
export interface InNamespace {
  readonly namespace: string
  readonly value: Version
}

/** Versions of any namespace that have an expired node. */
export async function findExpired(reader: Reader, nowMs: number, limit: number): Promise<InNamespace[]> {
  const over = reader
    .sql('registry_nodes')
    .distinct('namespace', 'name', 'version')
    .where('expires_at', '<=', nowMs)
    .limit(limit)
  const found: InNamespace[] = []
  for (const { namespace, name, version } of await reader.all<VersionRow>(over)) {
    const [value] = await findVersions(reader, namespace, { name, version })
    if (value) found.push({ namespace, value })
  }
  return found
}

export async function countVersions(reader: Reader, namespace: string): Promise<number> {
  const count = reader.sql('registry_versions').where({ namespace }).count({ count: '*' })
  return Number((await reader.get<{ count: number }>(count))?.count)
}

const saveVersion = statement<{ namespace: string; name: string; version: string; content: string }>((sql, param) =>
  sql('registry_versions')
    .insert({
      namespace: param('namespace'),
      name: param('name'),
      version: param('version'),
      content: param('content'),
    })
    .onConflict(['namespace', 'name', 'version'])
    .merge(['content']),
)

const saveNode = statement<{
  namespace: string
  name: string
  version: string
  id: string
  content: string
  expiresAt: number
}>((sql, param) =>
  sql('registry_nodes')
    .insert({
      namespace: param('namespace'),
      name: param('name'),
      version: param('version'),
      id: param('id'),
      content: param('content'),
      expires_at: param('expiresAt'),
    })
    .onConflict(['namespace', 'name', 'version', 'id'])
    .merge(['content', 'expires_at']),
)

/** Writes what differs between the two. */
export async function save(tx: Writer, namespace: string, before: Version | undefined, after: Version | undefined) {
  const { name, version } = (after ?? before)!
  const place = { namespace, name, version }
  if (!after) {
    await tx.run(tx.sql('registry_versions').where(place).delete())
    return
  }
  const content = contentOf(after)
  if (!before || contentOf(before) !== content) await tx.run(saveVersion({ ...place, content }))
  const known = new Map(before?.nodes.map((each) => [each.node.id, each]))
  for (const each of after.nodes) {
    const { node, expiresAtMs } = each
    if (known.get(node.id) !== each)
      await tx.run(saveNode({ ...place, id: node.id, content: JSON.stringify(node), expiresAt: expiresAtMs }))
    known.delete(node.id)
  }
  const gone = [...known.keys()]
  if (gone.length > 0) await tx.run(tx.sql('registry_nodes').where(place).whereIn('id', gone).delete())
}

function contentOf({ metadata, endpoints }: Version): string {
  return JSON.stringify({ metadata, endpoints })
}

/** The revision of the newest change, 0 before the first. */
export async function revisionOf(reader: Reader): Promise<number> {
  const row = await reader.get<{ revision: number }>(reader.sql('registry_state').select('revision'))
  return Number(row?.revision)
}

/** Incrementing the single row makes the order of revisions that of the commits. */
export async function addChange(tx: Writer, namespace: string, { action, service, atMs }: RegistryChange) {
  await tx.run(tx.sql('registry_state').increment('revision', 1))
  await tx.run(
    tx.sql('registry_changes').insert({
      revision: await revisionOf(tx),
      namespace,
      action,
      service: JSON.stringify(service),
      created_at: atMs,
    }),
  )
  await tx.run(
    tx
      .sql('registry_changes')
      .where('created_at', '<', atMs - changesKeptMs)
      .delete(),
  )
}

export interface StoredChange extends RegistryChange {
  readonly revision: number
  readonly namespace: string
}

/** The next ones, in order. */
export async function changesAfter(reader: Reader, revision: number): Promise<StoredChange[]> {
  interface ChangeRow extends Omit<StoredChange, 'service' | 'atMs'> {
    service: string
    created_at: number
  }
  const query = reader
    .sql('registry_changes')
    .select('revision', 'namespace', 'action', 'service', 'created_at')
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(changesAtOnce)
  return (await reader.all<ChangeRow>(query)).map((row) => ({
    revision: Number(row.revision),
    namespace: row.namespace,
    action: row.action,
    service: JSON.parse(row.service) as ServiceRecord,
    atMs: Number(row.created_at),
  }))
}
