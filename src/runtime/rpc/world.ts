import { createRequire } from 'node:module'
import type { DescService } from '@bufbuild/protobuf'
import type { Registry as Metrics } from 'prom-client'
import type { Calls } from '../calls/pipeline.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { authIn } from '../core/auth/compose.ts'
import { authService } from '../core/auth/service.ts'
import { brokerService } from '../core/broker/service.ts'
import { clientService } from '../core/client/service.ts'
import { configService } from '../core/config/service.ts'
import { eventsService } from '../core/events/service.ts'
import { openMessaging } from '../core/messaging.ts'
import { namingIn } from '../core/namespace-naming.ts'
import { registryService } from '../core/registry/service.ts'
import { reservedNames } from '../core/reserved-names.ts'
import { runtimeIn } from '../core/runtime/compose.ts'
import { storeService } from '../core/store/service.ts'
import { createGateway } from '../doors/gateway/gateway.ts'
import { createGrpcProxy } from '../doors/gateway/grpc-proxy.ts'
import { namespaceOf } from '../doors/gateway/namespaces.ts'
import { createRpcDoor } from '../doors/grpc/door.ts'
import { healthService } from '../doors/grpc/health.ts'
import { type CoreService, createHost, type Host } from '../doors/grpc/host.ts'
import type { PortHandler } from '../doors/grpc/port.ts'
import { createRpcRecorder } from '../doors/grpc/record.ts'
import { reflectionService } from '../doors/grpc/reflection.ts'
import { urlService } from '../doors/grpc/url.ts'
import type { Tokens } from '../identity/tokens.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/types.ts'
import { keepPurged } from '../upkeep.ts'
import { createDiscovery } from './discovery.ts'
import { standingOf } from './standing.ts'

/** What the services stand on. */
export interface RpcWorldOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Config
  readonly metrics: Metrics
  readonly tokens: Tokens
  readonly limits: Limits
  readonly calls: Calls
  /** Whether the server can do its work. */
  readonly isReady: () => Promise<boolean>
  /** Where the services are reached from this machine (`127.0.0.1:8081`); undefined where GATEWAY_PORT is off. */
  readonly gatewayAddress: () => string | undefined
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
  const auth = authIn(options)
  const naming = namingIn(auth.namespaces)
  const messaging = await openMessaging(options)
  const { registry, broker, events } = messaging
  const discovery = createDiscovery({ registry, clock, log, timeoutMs: config.serviceTimeoutMs })
  const { admission } = auth
  const standing = standingOf(admission)
  const storing = storeService({ store, clock, naming, log, quotaMib: config.storeQuotaMib })

  const runtime = runtimeIn({ store, clock, log, config, naming, gateway: options.gatewayAddress })

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
  const endPurging = keepPurged([storing, registry, events], log)
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
      await endPurging()
      await messaging.close()
    },
  }
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

function servicesOf({ handlers }: Host): DescService[] {
  return [...new Set([...handlers.values()].map(({ method }) => method.parent))]
}
