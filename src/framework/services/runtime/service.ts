import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import {
  Build,
  type CreateOptions,
  type Resource,
  Runtime,
  type Service,
  Source,
  type UploadRequest,
} from '#generated/proto/runtime_pb.js'
import type { Clock } from '#runtime/base/clock.ts'
import { environment } from '#runtime/base/environment.ts'
import type { Log } from '#runtime/base/log.ts'
import { keysFrom } from '#runtime/base/secrets/keys.ts'
import type { Store } from '#runtime/store/types.ts'
import { administratorOf, isInstanceAdmin, type NamespaceNaming } from '../../kernel/admission/roles.ts'
import type { CoreService } from '../../kernel/host/host.ts'
import type { RpcCaller } from '../../kernel/rpc-caller.ts'
import { denied, invalid, notFound, RpcError } from '../../kernel/rpc-errors.ts'
import type { FrameworkSettings } from '../../settings.ts'
import { checkServiceName } from '../registry/record-check.ts'
import { runtimeBounds } from './bounds.ts'
import { createLocalRuntime, type LocalRuntime } from './local.ts'
import type { LogLine } from './logs.ts'
import { type RunService, type RunSpec, RunStatus, type ServiceKey } from './types.ts'

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
function runtimeService(options: RuntimeServiceOptions): CoreService {
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
      'This server does not run services. Its operator can enable this with RUNTIME=on.',
    )
  }

  readable(context: HandlerContext, namespace: string | undefined, id: string): Promise<string> {
    return this.#options.naming.readable(context, namespace, id)
  }

  /** Programs have the network of the machine, so running them takes more than administering a namespace. */
  async administered(context: HandlerContext, namespace: string | undefined, id: string) {
    const engine = this.engine(id)
    const caller = administratorOf(context, id)
    if (this.#options.openTo === 'instance' && !isInstanceAdmin(caller)) throw needsInstanceAdmin(caller, id)
    return { engine, namespace: await this.#options.naming.of(caller, namespace, id) }
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
      const namespace = await access.readable(context, options?.namespace, id)
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
      if (source === undefined) throw notFound(id, `${service.name} is run without an upload.`)
      for await (const data of engine.sources.read(namespace, source)) yield { data }
    },
  }
}

async function* bytesOf(first: IteratorResult<UploadRequest>, rest: AsyncIterator<UploadRequest>) {
  for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value.data
}

/** @throws RpcError 400 for none, 501 for a resource that this server does not support */
function serviceOf(resource: Resource | undefined, id: string): Service {
  if (resource?.service) return resource.service
  if (resource?.namespace || resource?.networkpolicy || resource?.resourcequota)
    throw new RpcError(
      'not_implemented',
      id,
      'The only resources that this server supports are services. A namespace is created with its first account.',
    )
  throw invalid(id, 'resource is missing. Set resource.service.')
}

function needsInstanceAdmin({ name, namespace }: RpcCaller, id: string): RpcError {
  return denied(
    id,
    `${name} administers only ${namespace}. Programs can reach everything that listens on this machine, so this requires an administrator of the instance, unless RUNTIME is namespaces.`,
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

const VERSION = /^[A-Za-z0-9]([A-Za-z0-9._+-]{0,62}[A-Za-z0-9])?$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** Variables that the server sets itself, among them the mark of its processes. */
const OWN = /^(PORT|ONEDOOR_.*)$/

/** @throws RpcError 400 */
function checkKey(namespace: string, service: Pick<Service, 'name' | 'version'>, id: string): ServiceKey {
  const version = service.version || 'latest'
  if (!VERSION.test(version))
    throw invalid(id, 'version must be at most 64 letters, digits and . _ + - between them, such as 1.0.0.')
  return { namespace, name: checkServiceName(service.name, id), version }
}

/**
 * How a service is run, according to a message.
 *
 * @throws RpcError 400 naming the field, 501 for what needs containers
 */
function checkSpec(
  service: Service,
  options: CreateOptions | undefined,
  id: string,
): { spec: RunSpec; secrets: Record<string, string> } {
  const bad = (detail: string) => invalid(id, detail)
  if (options?.image)
    throw new RpcError('not_implemented', id, 'options.image: this server runs programs, not container images.')
  if (Object.keys(options?.volumes ?? {}).length > 0)
    throw new RpcError(
      'not_implemented',
      id,
      'options.volumes: this server runs each program in its own folder, without volumes.',
    )
  const command = [...(options?.command ?? []), ...(options?.args ?? [])]
  if (command.length > runtimeBounds.commandParts)
    throw bad(`options.command and options.args: at most ${runtimeBounds.commandParts} parts.`)
  if ((options?.command ?? []).length === 0 && (options?.args ?? []).length > 0 && !options?.entrypoint)
    throw bad('options.args without options.command: name the program to run.')
  const entrypoint = checkEntrypoint(options?.entrypoint ?? '', id)
  if (command.length === 0 && entrypoint === '')
    throw bad('options.command or options.entrypoint must name the program to run, such as ["node", "server.js"].')
  if ((options?.command ?? []).length > 0 && entrypoint !== '')
    throw bad('options.command and options.entrypoint both name the program to run. Omit one of them.')
  const env = Object.fromEntries((options?.env ?? []).map((line) => variable(line, bad)))
  const secrets = { ...options?.secrets }
  for (const [name, value] of [...Object.entries(env), ...Object.entries(secrets)]) checkVariable(name, value, bad)
  const spec = { command, entrypoint, env, metadata: { ...service.metadata }, type: options?.type ?? '' }
  const bytes = Buffer.byteLength(JSON.stringify([spec, secrets]))
  if (bytes > runtimeBounds.specBytes)
    throw bad(
      `The command, arguments, environment and metadata can be at most ${runtimeBounds.specBytes} bytes in total.`,
    )
  if (JSON.stringify([spec, secrets]).includes('\\u0000'))
    throw bad('The text contains the character U+0000, which a program cannot receive.')
  return { spec, secrets }
}

/** @throws RpcError 400 */
function checkEntrypoint(entrypoint: string, id: string): string {
  const parts = entrypoint.split('/')
  const isInside = !entrypoint.startsWith('/') && !parts.includes('..') && entrypoint.length <= runtimeBounds.pathLength
  if (isInside) return entrypoint.replace(/^\.\//, '')
  throw invalid(id, 'options.entrypoint must be the path of a file in the source, such as server.js.')
}

/** @throws RpcError 400 */
function checkInstances(instances: number, id: string): number {
  if (Number.isInteger(instances) && instances >= 1 && instances <= runtimeBounds.instancesOfService) return instances
  throw invalid(id, `options.instances must be 1 to ${runtimeBounds.instancesOfService}, or 0 for one.`)
}

function variable(line: string, bad: (detail: string) => RpcError): [string, string] {
  const equals = line.indexOf('=')
  if (equals < 1) throw bad('options.env: each line must be NAME=value.')
  return [line.slice(0, equals), line.slice(equals + 1)]
}

function checkVariable(name: string, value: string, bad: (detail: string) => RpcError): void {
  if (!VARIABLE.test(name)) throw bad('options.env and options.secrets: a name has only letters, digits and _.')
  if (OWN.test(name) && name !== 'ONEDOOR_TOKEN')
    throw bad(`options.env: ${name} is set by the server. Choose another name.`)
  if (value.includes('\0')) throw bad(`options.env: ${name} contains the character U+0000.`)
}

interface RuntimeOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<
    FrameworkSettings,
    | 'runtime'
    | 'runtimeLimits'
    | 'runtimeServiceLimits'
    | 'runtimeSandbox'
    | 'runtimeUid'
    | 'dataDir'
    | 'configSecretKey'
  >
  readonly naming: NamespaceNaming
  /** The address of the gateway for programs; undefined without one. */
  readonly gateway: string | undefined
}

/** The service `runtime` and its engine. While RUNTIME is off nothing runs, and earlier services stay stored. */
export function createRuntime({ config, naming, ...rest }: RuntimeOptions): CoreService & { stop(): Promise<void> } {
  const { runtime: setting, runtimeLimits: limits, runtimeServiceLimits, dataDir, configSecretKey: key } = config
  if (setting === 'off') {
    return { ...runtimeService({ runtime: undefined, openTo: 'instance', naming }), stop: () => Promise.resolve() }
  }
  const path = environment.PATH ?? ''
  const confined = config.runtimeSandbox === 'bubblewrap' ? { uid: config.runtimeUid } : undefined
  const runtime = createLocalRuntime({
    ...rest,
    dataDir,
    limits,
    serviceLimits: runtimeServiceLimits,
    confined,
    keys: keysFrom({ key, dataDir }),
    path,
  })
  const openTo = setting === 'namespaces' ? 'namespaces' : 'instance'
  // Processes of a dead server may take seconds to end; the start does not wait for that.
  const started = runtime.start().catch((error: unknown) => rest.log.error({ err: error }, 'runtime start failed'))
  return {
    ...runtimeService({ runtime, openTo, naming }),
    async stop() {
      await started
      await runtime.stop()
    },
  }
}
