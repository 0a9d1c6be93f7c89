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
import {
  isInfrastructure,
  isWellKnown,
  maxDescriptorBytes,
  maxDescriptorFiles,
  UnusableDescriptors,
} from './descriptors.ts'
import { grpcTransport } from './service-transport.ts'

const timeoutMs = 10_000
const maxServices = 200

/** The service does not offer reflection. */
export class NoReflection extends Error {
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
export async function reflectedFiles(http: UniversalClientFn): Promise<FileDescriptorProto[]> {
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
