import { statement } from '../../store/statement.ts'
import type { Reader, Writer } from '../../store/types.ts'
import type { RegistryChange, ServiceNode, ServiceRecord } from './types.ts'
import type { TimedNode, Version } from './version.ts'

/** Changes are told within seconds; one this old nobody waits for. */
const changesKeptMs = 10 * 60_000
/** Of changes that are read at once: each may be as large as a service with its descriptors. */
const changesAtOnce = 50

interface Row {
  namespace: string
  name: string
  version: string
  content: string
  node: string
  expires_at: number
}

/** One of a namespace, or all of those that the condition of the builder leaves. */
function versions(reader: Reader) {
  return reader
    .sql('registry_versions as v')
    .join('registry_nodes as n', (join) =>
      join.on({ 'n.namespace': 'v.namespace', 'n.name': 'v.name', 'n.version': 'v.version' }),
    )
    .select('v.namespace', 'v.name', 'v.version', 'v.content', 'n.content as node', 'n.expires_at')
    .orderBy(['v.name', 'v.version', 'n.id'])
}

/** Sorted by name and version; nodes whose time is over are among them. */
export async function findVersions(
  reader: Reader,
  namespace: string,
  of: { name?: string; version?: string } = {},
): Promise<Version[]> {
  const found = versions(reader).where('v.namespace', namespace)
  if (of.name !== undefined) found.where('v.name', of.name)
  if (of.version !== undefined) found.where('v.version', of.version)
  return group(await reader.all<Row>(found)).map(({ value }) => value)
}

/** Versions of any namespace that hold a node whose time is over. */
export async function findExpired(reader: Reader, nowMs: number, limit: number): Promise<InNamespace[]> {
  const over = reader
    .sql('registry_nodes')
    .distinct('namespace', 'name', 'version')
    .where('expires_at', '<=', nowMs)
    .limit(limit)
  const found: InNamespace[] = []
  for (const { namespace, name, version } of await reader.all<Row>(over)) {
    const [value] = await findVersions(reader, namespace, { name, version })
    if (value) found.push({ namespace, value })
  }
  return found
}

export interface InNamespace {
  readonly namespace: string
  readonly value: Version
}

function group(rows: readonly Row[]): InNamespace[] {
  const found: { namespace: string; value: Version & { nodes: TimedNode[] } }[] = []
  for (const row of rows) {
    let last = found.at(-1)
    if (!last || last.value.name !== row.name || last.value.version !== row.version) {
      const content = JSON.parse(row.content) as Pick<ServiceRecord, 'metadata' | 'endpoints'>
      last = { namespace: row.namespace, value: { name: row.name, version: row.version, ...content, nodes: [] } }
      found.push(last)
    }
    last.value.nodes.push({ node: JSON.parse(row.node) as ServiceNode, expiresAtMs: Number(row.expires_at) })
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

/** Counting up the one row makes the order of revisions that of the commits. */
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

export interface KeptChange extends RegistryChange {
  readonly revision: number
  readonly namespace: string
}

/** The next ones, in order. */
export async function changesAfter(reader: Reader, revision: number): Promise<KeptChange[]> {
  interface ChangeRow extends Omit<KeptChange, 'service' | 'atMs'> {
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
