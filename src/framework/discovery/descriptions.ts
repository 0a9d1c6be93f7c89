import { fromBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { type CallOptions, Code, ConnectError, createClient } from '@connectrpc/connect'
import type { UniversalClientFn } from '@connectrpc/connect/protocol'
import {
  ServerReflection,
  type ServerReflectionRequest,
  type ServerReflectionRequestSchema,
  type ServerReflectionResponse,
} from '#generated/proto/grpc/reflection/v1/reflection_pb.js'
import { ServerReflection as ServerReflectionAlpha } from '#generated/proto/grpc/reflection/v1alpha/reflection_pb.js'
import type { Clock } from '../../runtime/base/clock.ts'
import { RpcError } from '../kernel/rpc-errors.ts'
import {
  type Descriptors,
  descriptorsOf,
  isInfrastructure,
  isWellKnown,
  maxDescriptorBytes,
  maxDescriptorFiles,
  registeredDescriptors,
  UnusableDescriptors,
} from './descriptors.ts'
import { grpcTransport } from './service-transport.ts'
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
  `Register a FileDescriptorSet in base64 with the key ${DESCRIPTORS_KEY} of the service's metadata` +
  ' (buf build -o - | base64 -w0), or enable server reflection in the service.'

/** The descriptors of one version, and their source. */
export interface Description {
  readonly source: string
  /** Undefined when they were registered. */
  readonly reflectedAtMs: number | undefined
  readonly descriptors: Promise<Descriptors>
}

export type Descriptions = ReturnType<typeof createDescriptions>

export function createDescriptions({ clock }: { clock: Clock }) {
  function made(version: LiveVersion): Description {
    const { service, record } = version
    const registered = record.metadata[DESCRIPTORS_KEY]
    if (registered !== undefined) {
      if (version.description?.source === registered) return version.description
      const descriptors = (async () => registeredDescriptors(registered, service))().catch((error: unknown) => {
        throw unusable(service, 'The registered descriptors of the service', error)
      })
      return keep(version, { source: registered, reflectedAtMs: undefined, descriptors }, clock)
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
    return keep(version, { source, reflectedAtMs: clock.now(), descriptors }, clock)
  }

  function lastFailure({ undescribed }: LiveVersion): unknown {
    return undescribed && clock.now() < undescribed.untilMs ? undescribed.failure : undefined
  }

  return {
    /** The descriptors of a version if it has any. A failure to get them is cached for half a minute. */
    async known(version: LiveVersion): Promise<Descriptors | undefined> {
      if (lastFailure(version) !== undefined) return undefined
      return made(version).descriptors.catch(() => undefined)
    },
    /** The descriptors that are registered or were read before: without a call to the service. */
    async held(version: LiveVersion): Promise<Descriptors | undefined> {
      const isRegistered = version.record.metadata[DESCRIPTORS_KEY] !== undefined
      return (isRegistered ? made(version) : version.description)?.descriptors.catch(() => undefined)
    },
    /** Whether the service was asked within the last half minute and has none. */
    hasNone: (version: LiveVersion) => lastFailure(version) instanceof NoReflection,
    /**
     * The descriptors of a version: registered, or read by server reflection once for each set of nodes.
     *
     * @param endpoint if unknown, the service is reflected again, unless that was done just before
     * @throws RpcError 502 explaining how to provide descriptors
     */
    async of(version: LiveVersion, endpoint?: string): Promise<Descriptors> {
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

/** A failure rejects the calls that wait for it; the next call tries again. */
function keep(version: LiveVersion, description: Description, clock: Clock): Description {
  version.description = description
  description.descriptors.catch((failure: unknown) => {
    if (version.description !== description) return
    delete version.description
    version.undescribed = { failure: (failure as Error).cause, untilMs: clock.now() + undescribedMs }
  })
  return description
}

function unusable(service: string, what: string, cause: unknown): RpcError {
  if (cause instanceof RpcError) return cause
  const reason =
    cause instanceof UnusableDescriptors
      ? `${what} ${service} ${cause.message}`
      : cause instanceof NoReflection
        ? `The descriptors of the service ${service} are not available: ${cause.message}`
        : `The service ${service} did not return its descriptors`
  return new RpcError('upstream_failed', 'gateway', `${reason}. ${HOW_TO}`, { cause, service })
}

const timeoutMs = 10_000
const maxServices = 200

/** The service does not offer reflection. */
class NoReflection extends Error {
  constructor(cause: unknown) {
    super('it has no descriptors registered and does not offer server reflection', { cause })
    this.name = 'NoReflection'
  }
}

type Question = ServerReflectionRequest['messageRequest']

/** The stream of the reflection service, the same in both versions. */
type Converse = (
  questions: AsyncIterable<MessageInitShape<typeof ServerReflectionRequestSchema>>,
  options: CallOptions,
) => AsyncIterable<Pick<ServerReflectionResponse, 'messageResponse'>>

/**
 * Reads the files of all gRPC services of a server by reflection, with their imports.
 *
 * @param http a client to the service; the whole stream is with one node
 * @throws NoReflection, UnusableDescriptors, or the error of the call
 */
async function reflectedFiles(http: UniversalClientFn): Promise<FileDescriptorProto[]> {
  const transport = grpcTransport(http)
  const newest = createClient(ServerReflection, transport)
  try {
    return await talk(newest.serverReflectionInfo)
  } catch (failure) {
    if (!isUnimplemented(failure)) throw failure
  }
  const older = createClient(ServerReflectionAlpha, transport)
  try {
    return await talk(older.serverReflectionInfo as unknown as Converse)
  } catch (failure) {
    throw isUnimplemented(failure) ? new NoReflection(failure) : failure
  }
}

function isUnimplemented(failure: unknown): boolean {
  return failure instanceof ConnectError && failure.code === Code.Unimplemented
}

async function talk(converse: Converse): Promise<FileDescriptorProto[]> {
  const conversation = open(converse)
  try {
    const listed = await conversation.ask({ case: 'listServices', value: '' })
    if (listed.case !== 'listServicesResponse') throw unexpected(listed)
    const services = listed.value.service.map(({ name }) => name).filter((name) => !isInfrastructure(name))
    if (services.length > maxServices) throw new UnusableDescriptors(`name more than ${maxServices} services`)
    const files = new Collected()
    for (const service of services) {
      if (!files.declares(service)) files.take(await conversation.ask({ case: 'fileContainingSymbol', value: service }))
    }
    for (let name = files.missing(); name !== undefined; name = files.missing()) {
      files.take(await conversation.ask({ case: 'fileByFilename', value: name }))
      if (files.missing() === name) throw new UnusableDescriptors(`do not contain ${name}`)
    }
    return files.all()
  } finally {
    conversation.end()
  }
}

function unexpected(response: ServerReflectionResponse['messageResponse']): Error {
  const why = response.case === 'errorResponse' ? ` (${response.value.errorMessage})` : ''
  return new UnusableDescriptors(`were rejected by it${why}`)
}

class Collected {
  readonly #files = new Map<string, FileDescriptorProto>()
  #bytes = 0

  take(response: ServerReflectionResponse['messageResponse']): void {
    if (response.case !== 'fileDescriptorResponse') throw unexpected(response)
    for (const bytes of response.value.fileDescriptorProto) {
      this.#bytes += bytes.length
      if (this.#bytes > maxDescriptorBytes) throw new UnusableDescriptors('are larger than 4 MiB')
      let file: FileDescriptorProto
      try {
        file = fromBinary(FileDescriptorProtoSchema, bytes)
      } catch (cause) {
        throw new UnusableDescriptors('are not a FileDescriptorProto', { cause })
      }
      this.#files.set(file.name, file)
      if (this.#files.size > maxDescriptorFiles)
        throw new UnusableDescriptors(`are more than ${maxDescriptorFiles} files`)
    }
  }

  declares(service: string): boolean {
    return this.all().some(({ package: name, service: services }) =>
      services.some((declared) => (name === '' ? declared.name : `${name}.${declared.name}`) === service),
    )
  }

  /** The name of an imported file that has not been received yet. */
  missing(): string | undefined {
    for (const file of this.#files.values()) {
      const name = file.dependency.find((each) => !this.#files.has(each) && !isWellKnown(each))
      if (name !== undefined) return name
    }
    return undefined
  }

  all(): FileDescriptorProto[] {
    return [...this.#files.values()]
  }
}

/** One request and one response in turn, over one stream. */
function open(converse: Converse) {
  const abort = new AbortController()
  let next = Promise.withResolvers<Question | undefined>()
  async function* questions() {
    for (;;) {
      const question = await next.promise
      if (question === undefined) return
      next = Promise.withResolvers()
      yield { host: '', messageRequest: question }
    }
  }
  const answers = converse(questions(), { signal: abort.signal, timeoutMs })[Symbol.asyncIterator]()
  return {
    async ask(question: Question) {
      next.resolve(question)
      const answer = await answers.next()
      if (answer.done) throw new ConnectError('the reflection service ended the stream', Code.Internal)
      return answer.value.messageResponse
    },
    end() {
      next.resolve(undefined)
      abort.abort(new ConnectError('done', Code.Canceled))
    },
  }
}
