import { once } from 'node:events'
import { Code, ConnectError } from '@connectrpc/connect'
import { Health, HealthCheckResponse_ServingStatus as Status } from '#generated/proto/grpc/health/v1/health_pb.js'
import type { CoreService } from '../kernel/host/host.ts'

export interface HealthOptions {
  /** Full names of the services that are served: `config.Config`. */
  readonly services: () => ReadonlySet<string>
  /** Whether the server can do its work. */
  readonly isReady: () => Promise<boolean>
  readonly stopping: AbortSignal
}

/**
 * The health service of the gRPC project, for orchestrators and load-balancing clients: the whole server under the empty
 * name, and each service. They all have the same status, as they depend on the same database.
 */
export function healthService({ services, isReady, stopping }: HealthOptions): CoreService {
  const status = async () => (!stopping.aborted && (await isReady()) ? Status.SERVING : Status.NOT_SERVING)
  const isKnown = (name: string) => name === '' || services().has(name)

  return {
    name: 'grpc.health.v1',
    endsOwnStreams: true,
    register(router) {
      router.service(Health, {
        async check({ service }) {
          if (!isKnown(service)) throw new ConnectError(`unknown service ${service}`, Code.NotFound)
          return { status: await status() }
        },
        async list() {
          const now = { status: await status() }
          return { statuses: Object.fromEntries(['', ...services()].map((name) => [name, now])) }
        },
        async *watch({ service }, { signal }) {
          yield { status: isKnown(service) ? await status() : Status.SERVICE_UNKNOWN }
          const ended = AbortSignal.any([signal, stopping])
          if (!ended.aborted) await once(ended, 'abort')
          if (!signal.aborted) yield { status: Status.NOT_SERVING }
        },
      })
    },
  }
}
