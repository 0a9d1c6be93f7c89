import { randomUUID } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import type { Reader, Store } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/errors.ts'
import { runtimeBounds } from './bounds.ts'
import { type RunService, type RunSpec, RunStatus, type RunStatusNumber, type ServiceKey, whereKey } from './types.ts'

/** A service as it is to be run; another generation is to be started anew. */
export interface WantedService extends RunService {
  readonly generation: string
  /** The sealed part of its environment. */
  readonly secrets: string | undefined
}

export interface NewService extends ServiceKey {
  readonly spec: RunSpec
  readonly secrets: string | undefined
  readonly source: string | undefined
  readonly instances: number
}

/** Which services are to be run, and which processes there may be. */
export interface Rows {
  /** @throws RpcError 409 for one that is there unless `force`, 412 beyond the bounds of the namespace */
  create(service: NewService, force: boolean): Promise<void>
  /** Undefined values stay as they are. @throws RpcError 404, 412 */
  update(key: ServiceKey, changes: { source?: string; entrypoint?: string; instances?: number }): Promise<void>
  /** @throws RpcError 404 */
  delete(key: ServiceKey): Promise<void>
  /** Those of a namespace, sorted by name and version. */
  list(namespace: string, filter: { name?: string; version?: string; type?: string }): Promise<RunService[]>
  get(key: ServiceKey): Promise<RunService | undefined>
  /** All of all namespaces. */
  wanted(): Promise<WantedService[]>
  /** Tells what it is doing, unless it is to be run anew meanwhile. */
  setStatus(service: WantedService, status: RunStatusNumber, error: string): Promise<void>
  /** Notes that a process may be there from now on. @returns its id */
  addProcess(key: ServiceKey, server: ProcessAddress): Promise<string>
  removeProcess(id: string): Promise<void>
  hasProcesses(key: ServiceKey): Promise<boolean>
  /** The processes that servers of this machine have started: id and process id of the server. */
  processesOf(machine: string): Promise<{ id: string; serverPid: number }[]>
}

interface Row extends ServiceKey {
  spec: string
  secrets: string | null
  source: string | null
  instances: number
  generation: string
  status: number
  error: string
}

const columns = 'namespace name version spec secrets source instances generation status error'.split(' ')
const maxErrorLength = 500

export function createRows({ store, clock }: { store: Store; clock: Clock }): Rows {
  async function read(reader: Reader, key: ServiceKey): Promise<WantedService | undefined> {
    const row = await reader.get<Row>(reader.sql('runtime_services').select(columns).where(whereKey(key)))
    return row && fromRow(row)
  }

  return {
    async create(service, force) {
      await store.write(async (tx) => {
        const before = await read(tx, service)
        if (before && !force) {
          const name = `${service.name} ${service.version}`
          throw new RpcError(
            'conflict',
            'runtime.create',
            `${name} is there already: update it, or create it with force.`,
          )
        }
        await checkRoom(tx, service, before, 'runtime.create')
        const now = clock.now()
        const row = {
          spec: JSON.stringify(service.spec),
          secrets: service.secrets ?? null,
          source: service.source ?? null,
          instances: service.instances,
          generation: randomUUID(),
          status: RunStatus.pending,
          error: '',
          updated_at: now,
        }
        const { sql } = tx
        if (before) await tx.run(sql('runtime_services').where(whereKey(service)).update(row))
        else await tx.run(sql('runtime_services').insert({ ...whereKey(service), ...row, created_at: now }))
      })
    },
    async update(key, { source, entrypoint, instances }) {
      await store.write(async (tx) => {
        const before = await read(tx, key)
        if (!before) throw unknown(key, 'runtime.update')
        const after = { ...before, source: source ?? before.source, instances: instances ?? before.instances }
        await checkRoom(tx, after, before, 'runtime.update')
        const spec = { ...before.spec, entrypoint: entrypoint ?? before.spec.entrypoint }
        const row = {
          spec: JSON.stringify(spec),
          source: after.source ?? null,
          instances: after.instances,
          generation: randomUUID(),
          status: RunStatus.pending,
          error: '',
          updated_at: clock.now(),
        }
        await tx.run(tx.sql('runtime_services').where(whereKey(key)).update(row))
      })
    },
    async delete(key) {
      await store.write(async (tx) => {
        const { changes } = await tx.run(tx.sql('runtime_services').where(whereKey(key)).delete())
        if (changes === 0) throw unknown(key, 'runtime.delete')
        await tx.run(tx.sql('runtime_logs').where(whereKey(key)).delete())
      })
    },
    async list(namespace, { name, version, type }) {
      const query = store.sql('runtime_services').select(columns).where({ namespace })
      if (name) query.where({ name })
      if (version) query.where({ version })
      const rows = await store.all<Row>(query.orderBy(['name', 'version']))
      const services = rows.map(fromRow)
      return type ? services.filter(({ spec }) => spec.type === type) : services
    },
    get: (key) => read(store, key),
    async wanted() {
      return (await store.all<Row>(store.sql('runtime_services').select(columns))).map(fromRow)
    },
    async setStatus(service, status, error) {
      const row = { status, error: error.slice(0, maxErrorLength).toWellFormed(), updated_at: clock.now() }
      const { generation } = service
      await store.run(
        store
          .sql('runtime_services')
          .where({ ...whereKey(service), generation })
          .update(row),
      )
    },
    async addProcess(key, { machine, pid }) {
      const id = newId('process')
      const row = { id, ...whereKey(key), machine, server_pid: pid, created_at: clock.now() }
      await store.run(store.sql('runtime_processes').insert(row))
      return id
    },
    async removeProcess(id) {
      await store.run(store.sql('runtime_processes').where({ id }).delete())
    },
    async hasProcesses(key) {
      const query = store.sql('runtime_processes').select('id').where(whereKey(key)).limit(1)
      return (await store.get(query)) !== undefined
    },
    async processesOf(machine) {
      const query = store.sql('runtime_processes').select('id', 'server_pid').where({ machine })
      const rows = await store.all<{ id: string; server_pid: number | string }>(query)
      return rows.map(({ id, server_pid }) => ({ id, serverPid: Number(server_pid) }))
    },
  }
}

async function checkRoom(
  reader: Reader,
  { namespace, instances }: Pick<RunService, 'namespace' | 'instances'>,
  before: RunService | undefined,
  id: string,
): Promise<void> {
  const query = reader.sql('runtime_services').where({ namespace }).count({ count: '*' }).sum({ total: 'instances' })
  const row = await reader.get<{ count: number | string; total: number | string | null }>(query)
  const total = Number(row?.total ?? 0) - (before?.instances ?? 0) + instances
  const { instancesInNamespace, servicesInNamespace } = runtimeBounds
  if (total > instancesInNamespace) {
    const rule = `A namespace may have at most ${instancesInNamespace} instances of all its services`
    throw new RpcError('failed_precondition', id, `${rule}; with this one it would have ${total}.`)
  }
  if (!before && Number(row?.count ?? 0) >= servicesInNamespace)
    throw new RpcError(
      'failed_precondition',
      id,
      `A namespace may run at most ${servicesInNamespace} services: delete one first.`,
    )
}

function unknown({ namespace, name, version }: ServiceKey, id: string): RpcError {
  return new RpcError(
    'not_found',
    id,
    `The namespace ${namespace} runs no ${name} ${version}; runtime.Runtime/Read lists all.`,
  )
}

function fromRow(row: Row): WantedService {
  return {
    ...whereKey(row),
    spec: JSON.parse(row.spec) as RunSpec,
    secrets: row.secrets ?? undefined,
    source: row.source ?? undefined,
    instances: Number(row.instances),
    generation: row.generation,
    status: Number(row.status) as RunStatusNumber,
    error: row.error,
  }
}
