import { createRequire } from 'node:module'
import type { DescService } from '@bufbuild/protobuf'
import type { Registry as Metrics } from 'prom-client'
import type { Tokens } from '../runtime/accounts/tokens.ts'
import type { Clock } from '../runtime/base/clock.ts'
import type { Log } from '../runtime/base/log.ts'
import type { Calls } from '../runtime/calls/pipeline.ts'
import { openSchedule } from '../runtime/jobs/schedule.ts'
import type { Limits } from '../runtime/limits/limits.ts'
import type { Store } from '../runtime/store/types.ts'
import { createDiscovery } from './discovery/discovery.ts'
import { createGateway } from './gateway/gateway.ts'
import { createGrpcProxy } from './gateway/grpc-proxy.ts'
import { namespaceOf } from './gateway/namespaces.ts'
import { createRpcDoor } from './grpc/door.ts'
import { healthService } from './grpc/health.ts'
import type { PortHandler } from './grpc/port.ts'
import { reflectionService } from './grpc/reflection.ts'
import { urlService } from './grpc/url.ts'
import { type CoreService, createHost, type Host } from './kernel/host.ts'
import { createNaming } from './kernel/namespace-naming.ts'
import { createRpcRecorder } from './kernel/record.ts'
import { reservedNames } from './kernel/reserved-names.ts'
import { standingOf } from './kernel/standing.ts'
import { namespacedTables } from './namespaced-tables.ts'
import { createAuth } from './services/auth/compose.ts'
import { authService } from './services/auth/service.ts'
import { brokerService } from './services/broker/service.ts'
import { clientService } from './services/client/service.ts'
import { configService } from './services/config/service.ts'
import { eventsService } from './services/events/service.ts'
import { openMessaging } from './services/messaging.ts'
import { registryService } from './services/registry/service.ts'
import { createRuntime } from './services/runtime/compose.ts'
import { storeService } from './services/store/service.ts'
import type { FrameworkSettings } from './settings.ts'

/** What the services stand on. */
export interface RpcWorldOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: FrameworkSettings
  readonly metrics: Metrics
  readonly tokens: Tokens
  readonly limits: Limits
  readonly calls: Calls
  /** Whether the server can do its work. */
  readonly isReady: () => Promise<boolean>
  /** Where the services are reached from this machine (`127.0.0.1:8081`); undefined where GATEWAY_PORT is off. */
  readonly gatewayAddress: string | undefined
  /** Aborts when the server begins to stop. */
  readonly stopping: AbortSignal
}

/** The framework's services with the doors to them, all of them loaded. */
export interface RpcWorld {
  readonly door: PortHandler
  close(): Promise<void>
}

/** Opens the engines, joins the services, and puts the doors in front of them. */
export async function openRpcWorld(options: RpcWorldOptions): Promise<RpcWorld> {
  const { store, clock, log, config, calls, stopping, isReady } = options
  const auth = createAuth({ ...options, namespacedTables })
  const naming = createNaming(auth.namespaces)
  const messaging = await openMessaging(options)
  const { registry, broker, events } = messaging
  const discovery = createDiscovery({ registry, clock, log, timeoutMs: config.serviceTimeoutMs })
  const { admission } = auth
  const standing = standingOf(admission)
  const storing = storeService({ store, clock, naming, log, quotaMib: config.storeQuotaMib })

  const runtime = createRuntime({ store, clock, log, config, naming, gateway: options.gatewayAddress })

  const services: CoreService[] = [
    authService(auth),
    configService({ store, clock, naming, key: config.configSecretKey, dataDir: config.dataDir }),
    storing,
    registryService({ registry, naming, reserved: reservedNames }),
    brokerService(broker),
    eventsService({ events, clock, retentionMs: config.eventsRetentionMs }),
    runtime,
    clientService({ admission, services: discovery, core: () => host, timeoutMs: config.serviceTimeoutMs }),
  ]
  const open = [
    urlService(calls),
    healthService({ services: () => new Set(servicesOf(host).map(({ typeName }) => typeName)), isReady, stopping }),
    reflectionService(() => servicesOf(host)),
  ]
  const record = createRpcRecorder(options.metrics, log)
  const host: Host = createHost({ services, open, admission, standing, record, stopping })
  const { gatewayHost, trustedProxies } = config
  const gateway = createGateway({
    calls,
    host,
    services: discovery,
    admission,
    standing,
    record,
    version,
    gatewayHost,
    trustedProxies,
    timeoutMs: config.serviceTimeoutMs,
    stopping,
  })
  const jobs = [
    { name: 'expired records', run: () => storing.purge() },
    { name: 'expired registrations', run: () => registry.purge() },
    { name: 'expired events', run: () => events.purge() },
  ]
  const schedule = openSchedule(jobs, log)
  return {
    door: createRpcDoor({
      host,
      beyond: { ...gateway, proxyGrpc: createGrpcProxy({ services: discovery, admission, standing, record }) },
      proxies: trustedProxies,
      namespaceOf: ({ headers }) => namespaceOf(headers, gatewayHost),
      record,
      log,
    }),
    async close() {
      await runtime.stop()
      await discovery.stop()
      await schedule[Symbol.asyncDispose]()
      await messaging.close()
    },
  }
}

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

function servicesOf({ handlers }: Host): DescService[] {
  return [...new Set([...handlers.values()].map(({ method }) => method.parent))]
}
