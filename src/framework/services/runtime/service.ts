import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import {
  Build,
  type Resource,
  type Service as RunMessage,
  Runtime,
  Source,
  type UploadRequest,
} from '#generated/proto/runtime_pb.js'
import type { NamespaceNaming } from '../../kernel/admission/namespace-naming.ts'
import { isInstanceAdmin, needAccount, needAdmin } from '../../kernel/admission/roles.ts'
import { type CoreService, callerOf } from '../../kernel/host/host.ts'
import type { RpcCaller } from '../../kernel/rpc-caller.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { runtimeBounds } from './bounds.ts'
import type { LocalRuntime } from './local.ts'
import type { LogLine } from './logs.ts'
import { checkEntrypoint, checkInstances, checkKey, checkSpec } from './run-spec.ts'
import { type RunService, RunStatus } from './types.ts'

export interface RuntimeServiceOptions {
  /** Undefined while it is off. */
  readonly runtime: LocalRuntime | undefined
  /** Who may run programs: administrators of the instance, or of every namespace. */
  readonly openTo: 'instance' | 'namespaces'
  readonly naming: NamespaceNaming
}

/** How long a deletion waits for processes to end, in milliseconds. */
const deleteWaitMs = 30_000
const defaultLogCount = 100

const statusNames = Object.fromEntries(Object.entries(RunStatus).map(([name, number]) => [number, name]))

/** The core service `runtime`: programs that the server runs for a namespace. */
export function runtimeService(options: RuntimeServiceOptions): CoreService {
  const access = new RuntimeAccess(options)
  return {
    name: 'runtime',
    register(router) {
      router.service(Runtime, runtimeHandlers(access))
      router.service(Source, sourceHandlers(access))
      router.service(Build, buildHandlers(access))
    },
  }
}

/** Who may do what with the engine, if it is on. */
class RuntimeAccess {
  readonly #options: RuntimeServiceOptions

  constructor(options: RuntimeServiceOptions) {
    this.#options = options
  }

  /** @throws RpcError 501 while the runtime is off */
  engine(id: string): LocalRuntime {
    if (this.#options.runtime) return this.#options.runtime
    throw new RpcError(
      'not_implemented',
      id,
      'This server runs no services. Its administrator can change that with RUNTIME=on.',
    )
  }

  namespaceOf(caller: RpcCaller, namespace: string | undefined, id: string): Promise<string> {
    return this.#options.naming.of(caller, namespace, id)
  }

  /** Programs have the network of the machine, so running them takes more than administering a namespace. */
  async administered(context: HandlerContext, namespace: string | undefined, id: string) {
    const engine = this.engine(id)
    const caller = callerOf(context)
    needAdmin(caller, id)
    if (this.#options.openTo === 'instance' && !isInstanceAdmin(caller)) throw needsInstanceAdmin(caller, id)
    return { engine, namespace: await this.namespaceOf(caller, namespace, id) }
  }
}

function runtimeHandlers(access: RuntimeAccess): ServiceImpl<typeof Runtime> {
  return {
    async create({ resource, options }, context) {
      const id = 'runtime.create'
      const { engine, namespace } = await access.administered(context, options?.namespace, id)
      const service = serviceOf(resource, id)
      const key = checkKey(namespace, service, id)
      const checked = checkSpec(service, options, id)
      const instances = checkInstances(options?.instances || 1, id)
      await engine.create({ ...key, ...checked, source: service.source, instances }, options?.force ?? false)
      return {}
    },
    async update({ resource, options }, context) {
      const id = 'runtime.update'
      const { engine, namespace } = await access.administered(context, options?.namespace, id)
      const service = serviceOf(resource, id)
      const entrypoint = checkEntrypoint(options?.entrypoint ?? '', id)
      await engine.update(checkKey(namespace, service, id), {
        ...(service.source === '' ? {} : { source: service.source }),
        ...(entrypoint === '' ? {} : { entrypoint }),
        ...(options?.instances ? { instances: checkInstances(options.instances, id) } : {}),
      })
      return {}
    },
    async delete({ resource, options }, context) {
      const id = 'runtime.delete'
      const { engine, namespace } = await access.administered(context, options?.namespace, id)
      await engine.delete(checkKey(namespace, serviceOf(resource, id), id), deleteWaitMs)
      return {}
    },
    async read({ options }, context) {
      const id = 'runtime.read'
      const engine = access.engine(id)
      const caller = callerOf(context)
      needAccount(caller, id)
      const namespace = await access.namespaceOf(caller, options?.namespace, id)
      const { service = '', version = '', type = '' } = options ?? {}
      const limits = await engine.limiterKind()
      const services = await engine.list(namespace, { name: service, version, type })
      return { services: services.map((each) => messageOf(each, limits)) }
    },
    async *logs({ service, version, stream, count, since, options }, context) {
      const id = 'runtime.logs'
      const { engine, namespace } = await access.administered(context, options?.namespace, id)
      const key = checkKey(namespace, { name: service, version }, id)
      await engine.need(key, id)
      const query = {
        count: Math.min(count > 0n ? Number(count) : defaultLogCount, runtimeBounds.logLines),
        sinceMs: since > 0n ? Number(since) * 1000 : undefined,
      }
      if (stream) for await (const line of engine.logs.follow(key, query, context.signal)) yield recordOf(line)
      else for (const line of await engine.logs.read(key, query)) yield recordOf(line)
    },
  }
}

function sourceHandlers(access: RuntimeAccess): ServiceImpl<typeof Source> {
  return {
    async upload(pieces, context) {
      const { engine, namespace } = await access.administered(context, undefined, 'runtime.source.upload')
      const iterator = pieces[Symbol.asyncIterator]()
      const first = await iterator.next()
      const fileName = first.done ? '' : (first.value.service?.source ?? '')
      return { id: await engine.sources.add(namespace, fileName, bytesOf(first, iterator)) }
    },
  }
}

function buildHandlers(access: RuntimeAccess): ServiceImpl<typeof Build> {
  return {
    async *read(service, context) {
      const id = 'runtime.build.read'
      const { engine, namespace } = await access.administered(context, undefined, id)
      const { source } = await engine.need(checkKey(namespace, service, id), id)
      if (source === undefined) throw new RpcError('not_found', id, `${service.name} is run without an upload.`)
      for await (const data of engine.sources.read(namespace, source)) yield { data }
    },
  }
}

async function* bytesOf(first: IteratorResult<UploadRequest>, rest: AsyncIterator<UploadRequest>) {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value.data
}

/** @throws RpcError 400 for none, 501 for a resource that this server does not support */
function serviceOf(resource: Resource | undefined, id: string): RunMessage {
  if (resource?.service) return resource.service
  if (resource?.namespace || resource?.networkpolicy || resource?.resourcequota)
    throw new RpcError(
      'not_implemented',
      id,
      'This server supports services only; a namespace begins with its first account.',
    )
  throw new RpcError('invalid_argument', id, 'blank resource: set resource.service.')
}

function needsInstanceAdmin({ name, namespace }: RpcCaller, id: string): RpcError {
  return new RpcError(
    'permission_denied',
    id,
    `${name} administers only ${namespace}. Programs can reach what listens on this machine, so this needs an administrator of the instance, unless RUNTIME is namespaces.`,
  )
}

function messageOf({ name, version, source, spec, status, error, instances }: RunService, limits: string) {
  const metadata: Record<string, string> = {
    ...spec.metadata,
    status: statusNames[status] ?? 'unknown',
    instances: String(instances),
    limits,
  }
  if (error === '') delete metadata.error
  else metadata.error = error
  return { name, version, source: source ?? '', metadata, status }
}

function recordOf({ atMs, process, stream, line }: LogLine) {
  return { timestamp: BigInt(Math.floor(atMs / 1000)), metadata: { instance: process, stream }, message: line }
}
