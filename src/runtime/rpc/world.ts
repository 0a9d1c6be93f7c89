import { createRequire } from 'node:module'
import type { DescService } from '@bufbuild/protobuf'
import type { Registry as Metrics } from 'prom-client'
import type { Calls } from '../calls/pipeline.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { authIn } from '../core/auth/compose.ts'
import { authService } from '../core/auth/service.ts'
import { embeddedBroker } from '../core/broker/embedded.ts'
import { clientService } from '../core/client/service.ts'
import { configService } from '../core/config/service.ts'
import { namingIn } from '../core/namespace-naming.ts'
import { embeddedRegistry } from '../core/registry/embedded.ts'
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
  const registry = embeddedRegistry({ store, clock, log })
  const broker = embeddedBroker()
  const discovery = createDiscovery({ registry, clock, log, timeoutMs: config.gatewayTimeoutMs })
  const { admission } = auth
  const storing = storeService({ store, clock, naming, log, quotaMib: config.storeQuotaMib })

  const services: CoreService[] = [
    authService(auth),
    configService({ store, clock, naming, key: config.configSecretKey, dataDir: config.dataDir }),
    storing,
    clientService({ admission, services: discovery, core: () => host, timeoutMs: config.gatewayTimeoutMs }),
  ]
  const open = [
    urlService(calls),
    healthService({ services: () => new Set(servicesOf(host).map(({ typeName }) => typeName)), isReady, stopping }),
    reflectionService(() => servicesOf(host)),
  ]
  const record = createRpcRecorder(options.metrics, log)
  const host: Host = createHost({ services, open, admission, record, stopping })
  const { gatewayHost, trustedProxies } = config
  const gateway = createGateway({
    calls,
    host,
    services: discovery,
    admission,
    record,
    version,
    gatewayHost,
    trustedProxies,
    stopping,
  })
  const endPurging = keepPurged([storing, registry], log)
  return {
    door: createRpcDoor({
      host,
      beyond: { ...gateway, proxyGrpc: createGrpcProxy({ services: discovery, admission, record }) },
      proxies: trustedProxies,
      namespaceOf: ({ headers }) => namespaceOf(headers, gatewayHost),
      record,
      log,
    }),
    async close() {
      await discovery.stop()
      await Promise.all([broker.close(), registry.close()])
      await endPurging()
    },
  }
}

const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string }

function servicesOf({ handlers }: Host): DescService[] {
  return [...new Set([...handlers.values()].map(({ method }) => method.parent))]
}
