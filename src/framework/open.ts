import type { DescService, FileRegistry } from '@bufbuild/protobuf'
import type { Registry as Metrics } from 'prom-client'
import { families } from '#generated/server/operations.ts'
import { version } from '#runtime/base/version.ts'
import type { RejectedTokens } from '../runtime/accounts/rejected-tokens.ts'
import type { Tokens } from '../runtime/accounts/tokens.ts'
import { type Clock, earliest } from '../runtime/base/clock.ts'
import type { Log } from '../runtime/base/log.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import { openUpkeep } from '../runtime/jobs/upkeep.ts'
import type { Limits } from '../runtime/limits/limits.ts'
import type { Store } from '../runtime/store/types.ts'
import { Discovery } from './discovery/service-discovery.ts'
import { Gateway } from './gateway/gateway.ts'
import { createGrpcProxy } from './gateway/grpc-proxy.ts'
import { namespaceOf } from './gateway/request-namespace.ts'
import { healthService } from './grpc/health-service.ts'
import { type OperationService, operationService } from './grpc/operation-service.ts'
import type { PortHandler } from './grpc/port.ts'
import { reflectionService } from './grpc/reflection-service.ts'
import { RpcDoor } from './grpc/rpc-door.ts'
import { createNaming, needAccount } from './kernel/admission/roles.ts'
import { createStanding, type Losses } from './kernel/admission/standing.ts'
import { type CoreService, Host } from './kernel/host/host.ts'
import { createRpcRecorder, type RpcRecorder } from './kernel/host/rpc-record.ts'
import type { RpcCall } from './kernel/rpc-call.ts'
import { RpcError } from './kernel/rpc-errors.ts'
import { namespacedTables } from './namespaced-tables.ts'
import { createAuth } from './services/auth/create-auth.ts'
import { authService } from './services/auth/service.ts'
import { brokerService } from './services/broker/service.ts'
import { clientService } from './services/client/service.ts'
import { configService } from './services/config/service.ts'
import { eventsService } from './services/events/service.ts'
import { openMessaging } from './services/messaging.ts'
import { registryService } from './services/registry/service.ts'
import { createRuntime } from './services/runtime/service.ts'
import { storeService } from './services/store/service.ts'
import type { FrameworkSettings } from './settings.ts'

/** What the services are built on. */
export interface FrameworkDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: FrameworkSettings
  readonly metrics: Metrics
  readonly tokens: Tokens
  readonly limits: Limits
  readonly rejected: RejectedTokens
  /** Notifies when tokens have ended. */
  readonly live: Losses
  readonly calls: Calls
  /** Families that are served over gRPC in addition to the framework's services. */
  readonly operationServices: () => Promise<readonly OperationService[]>
  /** Whether services that users register may be called. */
  readonly reachesNodes: boolean
  /** Whether the server can do its work. */
  readonly isReady: () => Promise<boolean>
  /** The address of the services on this machine (`127.0.0.1:8081`); undefined if GATEWAY_PORT is off. */
  readonly gatewayAddress: string | undefined
  /** Aborts when the server begins to stop. */
  readonly stopping: AbortSignal
}

/** The framework's services and their doors, all loaded. */
export interface OpenFramework {
  readonly door: PortHandler
  /** Whether the messaging server can be reached; true without one. */
  isMessagingConnected(): boolean
  /** Does what is due by the clock: delivers events again, removes expired nodes, ends the streams of expired tokens. */
  settle(): Promise<void>
  /** When something is due next, in epoch milliseconds; undefined if nothing is. */
  nextDue(): Promise<number | undefined>
  close(): Promise<void>
}

/**
 * Opens the engines, composes the services, and puts the doors in front of them. Each resource is released by `close`, or
 * at once if a later one fails to open.
 */
export async function openFramework(options: FrameworkDeps): Promise<OpenFramework> {
  await using stack = new AsyncDisposableStack()
  const engines = await openEngines(options, stack)
  const upkeep = openUpkeep(engines.upkeep, options.log)
  stack.use(upkeep)
  const record = createRpcRecorder(options.metrics, options.log)
  const operations = (await options.operationServices()).map((each) => operationService(options.calls, each))
  const host = createFrameworkHost(options, { ...engines, record, operations })
  const door = createFrameworkDoor(options, { ...engines, host, record })
  const opened = stack.move()
  const { registry, events, standing } = engines
  return {
    door,
    isMessagingConnected: engines.isConnected,
    async settle() {
      // First, so that a caller whose token has expired gets nothing more.
      await standing.check()
      await Promise.all([events.poll(), registry.poll()])
    },
    nextDue: async () => earliest(await Promise.all([events.nextDue?.(), registry.nextDue?.()])),
    close: () => opened.disposeAsync(),
  }
}

type Engines = Awaited<ReturnType<typeof openEngines>>

/** The engines, and the services that have resources. */
async function openEngines(options: FrameworkDeps, stack: AsyncDisposableStack) {
  const { store, clock, log, config } = options
  const auth = createAuth({ ...options, namespacedTables })
  const naming = createNaming(auth.namespaces)
  const messaging = await openMessaging(options)
  stack.defer(() => messaging.close())
  const { registry, events } = messaging
  const discovery = new Discovery({
    registry,
    clock,
    log,
    timeoutMs: config.serviceTimeoutMs,
    isSealed: !options.reachesNodes,
  })
  stack.defer(() => discovery.stop())
  const records = storeService({ store, clock, naming, log, quotaMib: config.storeQuotaMib })
  const runtime = createRuntime({ store, clock, log, config, naming, gateway: options.gatewayAddress })
  stack.defer(() => runtime.stop())
  const upkeep = [
    { name: 'expired records', run: () => records.purge() },
    { name: 'expired registrations', run: () => registry.purge() },
    { name: 'expired events', run: () => events.purge() },
  ]
  const standing = createStanding(auth.admission, options.live)
  const callerTokens = config.serviceCallerTokens === 'on' ? auth.callerTokens : undefined
  return {
    auth,
    admission: auth.admission,
    naming,
    ...messaging,
    discovery,
    records,
    runtime,
    standing,
    callerTokens,
    upkeep,
  }
}

function createFrameworkHost(
  options: FrameworkDeps,
  engines: Engines & { readonly record: RpcRecorder; readonly operations: readonly CoreService[] },
): Host {
  const { store, clock, config, stopping, isReady } = options
  const { auth, admission, naming, registry, broker, events, discovery, standing, record, callerTokens } = engines
  const services: CoreService[] = [
    authService(auth),
    configService({ store, clock, naming, key: config.configSecretKey, dataDir: config.dataDir }),
    engines.records,
    registryService({
      registry,
      naming,
      reserved: reservedNames,
      own: () => host.methods,
      described: (namespace, service) => discovery.describedMethods(namespace, service),
    }),
    brokerService(broker),
    eventsService({ events, clock, retentionMs: config.eventsRetentionMs }),
    engines.runtime,
    clientService({
      admission,
      services: discovery,
      core: () => host,
      callerTokens,
      timeoutMs: config.serviceTimeoutMs,
    }),
  ]
  const open = [
    ...engines.operations,
    healthService({ services: () => new Set(servicesOf(host).map(({ typeName }) => typeName)), isReady, stopping }),
    reflectionService(
      () => servicesOf(host),
      (call) => registeredFor(call, engines),
    ),
  ]
  const host: Host = new Host({ services, open, admission, standing, record, stopping })
  return host
}

function createFrameworkDoor(
  { calls, config, stopping, log }: FrameworkDeps,
  {
    host,
    record,
    discovery,
    admission,
    standing,
    callerTokens,
  }: Engines & { readonly host: Host; readonly record: RpcRecorder },
): PortHandler {
  const { gatewayHost, trustedProxies, serviceTimeoutMs: timeoutMs } = config
  const shared = { services: discovery, admission, standing, record, callerTokens }
  const gateway = new Gateway({ ...shared, calls, host, version, gatewayHost, trustedProxies, timeoutMs, stopping })
  return new RpcDoor({
    host,
    beyond: { ...gateway, proxyGrpc: createGrpcProxy({ ...shared, timeoutMs }) },
    proxies: trustedProxies,
    inFlight: calls.inFlight,
    namespaceOf: ({ headers }) => namespaceOf(headers, gatewayHost),
    record,
    log,
  })
}

/** The descriptors of the services that a caller may list in the registry. */
async function registeredFor(
  call: RpcCall,
  { admission, discovery }: Pick<Engines, 'admission' | 'discovery'>,
): Promise<readonly FileRegistry[]> {
  if (call.authorization === undefined) return []
  const endpoint = { service: 'registry', endpoint: 'Registry.ListServices' }
  try {
    const caller = await admission.admit({ ...call, ...endpoint })
    needAccount(caller, 'registry.listservices')
    return await discovery.described(caller.namespace)
  } catch (failure) {
    if (failure instanceof RpcError && failure.status < 500 && failure.code !== 'rate_limited') return []
    throw failure
  }
}

function servicesOf({ handlers }: Host): DescService[] {
  return [...new Set([...handlers.values()].map(({ method }) => method.parent))]
}

/** The services of the framework, whether or not this server serves each of them. */
const coreNames = [
  'api',
  'auth',
  'broker',
  'client',
  'config',
  'debug',
  'errors',
  'events',
  'gateway',
  'network',
  'registry',
  'router',
  'runtime',
  'store',
  'url',
] as const

/** Names that no service may register under, in any namespace: the gateway serves the server's own there. */
const reservedNames: ReadonlySet<string> = new Set([...coreNames, ...families])
