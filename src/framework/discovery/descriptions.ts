import type { Clock } from '../../runtime/base/clock.ts'
import { RpcError } from '../kernel/errors.ts'
import { type Descriptors, descriptorsOf, registeredDescriptors, UnusableDescriptors } from './descriptors.ts'
import { NoReflection, reflectedFiles } from './reflection.ts'
import type { LiveVersion } from './service-versions.ts'

/** Where in a service's metadata its descriptors stand. */
const DESCRIPTORS_KEY = 'descriptors'

/** Nodes may be replaced behind one address without the registry hearing of it. */
const maxReflectedAgeMs = 5 * 60_000
/** How often a service is asked anew because of endpoints that it does not have. */
const askAgainAfterMs = 2000

const HOW_TO =
  `Register a FileDescriptorSet in base64 under the key ${DESCRIPTORS_KEY} of the service's metadata` +
  ' (buf build -o - | base64 -w0), or switch server reflection on in the service.'

/** The descriptors of one version, and what they were made from. */
export interface Description {
  readonly source: string
  /** Undefined when they were registered. */
  readonly reflectedAtMs: number | undefined
  readonly descriptors: Promise<Descriptors>
}

export interface Descriptions {
  /**
   * What a version can be asked: registered, or told by the service itself, once for each set of nodes.
   *
   * @param endpoint has the service asked again, if that was not just done, when it is not among what it told before
   * @throws RpcError 502 saying how descriptors can be provided
   */
  of(version: LiveVersion, endpoint?: string): Promise<Descriptors>
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
        throw unusable(version.service, 'The descriptors that server reflection tells of the service', error)
      })
    return keep(version, { source, reflectedAtMs: clock.now(), descriptors })
  }

  /** A failure is told to whoever waits for it, and the next call tries again. */
  function keep(version: LiveVersion, description: Description): Description {
    version.description = description
    description.descriptors.catch(() => {
      if (version.description === description) delete version.description
    })
    return description
  }

  return {
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
      `It is not known how to call the service ${service}: ${cause.message}. ${HOW_TO}`,
      {
        cause,
      },
    )
  if (cause instanceof RpcError) return cause
  return new RpcError('upstream_failed', 'gateway', `The service ${service} did not tell its descriptors. ${HOW_TO}`, {
    cause,
  })
}
