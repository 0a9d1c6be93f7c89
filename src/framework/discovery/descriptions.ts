import type { Clock } from '../../runtime/base/clock.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import { type Descriptors, descriptorsOf, registeredDescriptors, UnusableDescriptors } from './descriptors.ts'
import { NoReflection, reflectedFiles } from './reflection-client.ts'
import type { LiveVersion } from './service-versions.ts'

/** The key of the descriptors in a service's metadata. */
const DESCRIPTORS_KEY = 'descriptors'

/** Nodes may be replaced behind one address without a change in the registry. */
const maxReflectedAgeMs = 5 * 60_000
/** How often unknown endpoints cause another reflection of a service. */
const askAgainAfterMs = 2000
/** How long calls that can do without descriptors do not request them again from a version that has none. */
const undescribedMs = 30_000

const HOW_TO =
  `Register a FileDescriptorSet in base64 under the key ${DESCRIPTORS_KEY} of the service's metadata` +
  ' (buf build -o - | base64 -w0), or enable server reflection in the service.'

/** The descriptors of one version, and their source. */
export interface Description {
  readonly source: string
  /** Undefined when they were registered. */
  readonly reflectedAtMs: number | undefined
  readonly descriptors: Promise<Descriptors>
}

export interface Descriptions {
  /**
   * The descriptors of a version: registered, or read by server reflection once for each set of nodes.
   *
   * @param endpoint if unknown, the service is reflected again, unless that was done just before
   * @throws RpcError 502 explaining how to provide descriptors
   */
  of(version: LiveVersion, endpoint?: string): Promise<Descriptors>
  /** The descriptors of a version if it has any. A failure to get them is cached for half a minute. */
  known(version: LiveVersion): Promise<Descriptors | undefined>
  /** Whether the service was asked within the last half minute and has none. */
  hasNone(version: LiveVersion): boolean
}

export function createDescriptions({ clock }: { clock: Clock }): Descriptions {
  function made(version: LiveVersion): Description {
    const { service, record } = version
    const registered = record.metadata[DESCRIPTORS_KEY]
    if (registered !== undefined) {
      if (version.description?.source === registered) return version.description
      const descriptors = (async () => registeredDescriptors(registered, service))().catch((error: unknown) => {
        throw unusable(service, 'The registered descriptors of the service', error)
      })
      return keep(version, { source: registered, reflectedAtMs: undefined, descriptors })
    }
    const nodes = JSON.stringify(record.nodes.map(({ id, address, port }) => [id, address, port]).sort())
    const known = version.description
    const isFresh = known?.reflectedAtMs !== undefined && clock.now() - known.reflectedAtMs <= maxReflectedAgeMs
    return known && isFresh && known.source === nodes ? known : reflected(version, nodes)
  }

  function reflected(version: LiveVersion, source: string): Description {
    const descriptors = reflectedFiles(version.http)
      .then((files) => descriptorsOf(files, version.service))
      .catch((error: unknown) => {
        throw unusable(version.service, 'The descriptors that server reflection returns for the service', error)
      })
    return keep(version, { source, reflectedAtMs: clock.now(), descriptors })
  }

  /** A failure rejects the calls that wait for it; the next call tries again. */
  function keep(version: LiveVersion, description: Description): Description {
    version.description = description
    description.descriptors.catch((failure: unknown) => {
      if (version.description !== description) return
      delete version.description
      version.undescribed = { failure: (failure as Error).cause, untilMs: clock.now() + undescribedMs }
    })
    return description
  }

  function lastFailure({ undescribed }: LiveVersion): unknown {
    return undescribed && clock.now() < undescribed.untilMs ? undescribed.failure : undefined
  }

  return {
    async known(version) {
      if (lastFailure(version) !== undefined) return undefined
      return made(version).descriptors.catch(() => undefined)
    },
    hasNone: (version) => lastFailure(version) instanceof NoReflection,
    async of(version, endpoint) {
      const description = made(version)
      const descriptors = await description.descriptors
      if (description.reflectedAtMs === undefined || endpoint === undefined || descriptors.method(endpoint))
        return descriptors
      if (clock.now() - description.reflectedAtMs < askAgainAfterMs) return descriptors
      return await (version.description === description ? reflected(version, description.source) : made(version))
        .descriptors
    },
  }
}

function unusable(service: string, what: string, cause: unknown): RpcError {
  if (cause instanceof UnusableDescriptors)
    return new RpcError('upstream_failed', 'gateway', `${what} ${service} ${cause.message}. ${HOW_TO}`, { cause })
  if (cause instanceof NoReflection)
    return new RpcError(
      'upstream_failed',
      'gateway',
      `The descriptors of the service ${service} are not available: ${cause.message}. ${HOW_TO}`,
      {
        cause,
      },
    )
  if (cause instanceof RpcError) return cause
  return new RpcError(
    'upstream_failed',
    'gateway',
    `The service ${service} did not return its descriptors. ${HOW_TO}`,
    {
      cause,
    },
  )
}
