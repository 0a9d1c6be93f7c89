import { randomUUID } from 'node:crypto'
import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import type { ProcessAddress } from '#runtime/base/processes.ts'
import type { Reader, Store } from '#runtime/store/types.ts'
import { conflict, notFound, RpcError } from '../../kernel/rpc-errors.ts'
import { runtimeBounds } from './bounds.ts'
import { type RunService, type RunSpec, RunStatus, type RunStatusNumber, type ServiceKey, whereKey } from './types.ts'

/** A service to run; a new generation restarts it. */
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

/** The services to run, and the processes that may exist. */
export class Rows {
  readonly #store: Store
  readonly #clock: Clock

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  /** @throws RpcError 409 if it exists, unless `force`; 412 beyond the limits of the namespace */
  async create(service: NewService, force: boolean): Promise<void> {
    await this.#store.write(async (tx) => {
      const before = await read(tx, service)
      if (before && !force) throw exists(service)
      await checkRoom(tx, service, before, 'runtime.create')
      const row = { ...this.#fresh(service), secrets: service.secrets ?? null }
      const { sql } = tx
      if (before) await tx.run(sql('runtime_services').where(whereKey(service)).update(row))
      else await tx.run(sql('runtime_services').insert({ ...whereKey(service), ...row, created_at: row.updated_at }))
    })
  }

  /** Undefined values stay as they are. @throws RpcError 404, 412 */
  async update(
    key: ServiceKey,
    { source, entrypoint, instances }: { source?: string; entrypoint?: string; instances?: number },
  ): Promise<void> {
    await this.#store.write(async (tx) => {
      const before = await read(tx, key)
      if (!before) throw unknown(key, 'runtime.update')
      const spec = { ...before.spec, entrypoint: entrypoint ?? before.spec.entrypoint }
      const after = { ...before, spec, source: source ?? before.source, instances: instances ?? before.instances }
      await checkRoom(tx, after, before, 'runtime.update')
      await tx.run(tx.sql('runtime_services').where(whereKey(key)).update(this.#fresh(after)))
    })
  }

  /** @throws RpcError 404 */
  async delete(key: ServiceKey): Promise<void> {
    await this.#store.write(async (tx) => {
      const { changes } = await tx.run(tx.sql('runtime_services').where(whereKey(key)).delete())
      if (changes === 0) throw unknown(key, 'runtime.delete')
      await tx.run(tx.sql('runtime_logs').where(whereKey(key)).delete())
    })
  }

  /** Those of a namespace, sorted by name and version. */
  async list(
    namespace: string,
    { name, version, type }: { name?: string; version?: string; type?: string },
  ): Promise<RunService[]> {
    const query = this.#store.sql('runtime_services').select(columns).where({ namespace })
    if (name) query.where({ name })
    if (version) query.where({ version })
    const rows = await this.#store.all<Row>(query.orderBy(['name', 'version']))
    const services = rows.map(fromRow)
    return type ? services.filter(({ spec }) => spec.type === type) : services
  }

  get(key: ServiceKey): Promise<RunService | undefined> {
    return read(this.#store, key)
  }

  /** All of all namespaces. */
  async wanted(): Promise<WantedService[]> {
    return (await this.#store.all<Row>(this.#store.sql('runtime_services').select(columns))).map(fromRow)
  }

  /** Stores what the service is doing, unless it has to be restarted meanwhile. */
  async setStatus(service: WantedService, status: RunStatusNumber, error: string): Promise<void> {
    const row = { status, error: error.slice(0, maxErrorLength).toWellFormed(), updated_at: this.#clock.now() }
    const { generation } = service
    const query = this.#store.sql('runtime_services').where({ ...whereKey(service), generation })
    await this.#store.run(query.update(row))
  }

  /** Records that a process may exist from now on. @returns its id */
  async addProcess(key: ServiceKey, { machine, pid }: ProcessAddress): Promise<string> {
    const id = newId('process')
    const row = { id, ...whereKey(key), machine, server_pid: pid, created_at: this.#clock.now() }
    await this.#store.run(this.#store.sql('runtime_processes').insert(row))
    return id
  }

  async removeProcess(id: string): Promise<void> {
    await this.#store.run(this.#store.sql('runtime_processes').where({ id }).delete())
  }

  async hasProcesses(key: ServiceKey): Promise<boolean> {
    const query = this.#store.sql('runtime_processes').select('id').where(whereKey(key)).limit(1)
    return (await this.#store.get(query)) !== undefined
  }

  /** The processes that servers of this machine have started: id and process id of the server. */
  async processesOf(machine: string): Promise<{ id: string; serverPid: number }[]> {
    const query = this.#store.sql('runtime_processes').select('id', 'server_pid').where({ machine })
    const rows = await this.#store.all<{ id: string; server_pid: number | string }>(query)
    return rows.map(({ id, server_pid }) => ({ id, serverPid: Number(server_pid) }))
  }

  /** A service to be started with this. */
  #fresh({ spec, source, instances }: Pick<NewService, 'spec' | 'source' | 'instances'>) {
    return {
      spec: JSON.stringify(spec),
      source: source ?? null,
      instances,
      generation: randomUUID(),
      status: RunStatus.pending,
      error: '',
      updated_at: this.#clock.now(),
    }
  }
}

async function read(reader: Reader, key: ServiceKey): Promise<WantedService | undefined> {
  const row = await reader.get<Row>(reader.sql('runtime_services').select(columns).where(whereKey(key)))
  return row && fromRow(row)
}

function exists({ name, version }: ServiceKey): RpcError {
  return conflict('runtime.create', `${name} ${version} already exists. Update it, or create it with force.`)
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
    const rule = `A namespace can run at most ${instancesInNamespace} instances of its services in total`
    throw new RpcError('failed_precondition', id, `${rule}. With this service, it would have ${total}.`)
  }
  if (!before && Number(row?.count ?? 0) >= servicesInNamespace)
    throw new RpcError(
      'failed_precondition',
      id,
      `A namespace can run at most ${servicesInNamespace} services. Delete one first.`,
    )
}

function unknown({ namespace, name, version }: ServiceKey, id: string): RpcError {
  return notFound(
    id,
    `The namespace ${namespace} has no service ${name} ${version}. runtime.Runtime/Read lists all services.`,
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
