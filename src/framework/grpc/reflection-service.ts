import {
  createRegistry,
  type DescFile,
  type DescService,
  type FileRegistry,
  type Registry,
  toBinary,
} from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt'
import { Code, type HandlerContext } from '@connectrpc/connect'
import { ServerReflection, type ServerReflectionRequest } from '#generated/proto/grpc/reflection/v1/reflection_pb.js'
import { ServerReflection as ServerReflectionAlpha } from '#generated/proto/grpc/reflection/v1alpha/reflection_pb.js'
import { once } from '../../runtime/base/once.ts'
import { isInfrastructure } from '../discovery/descriptors.ts'
import type { CoreService } from '../kernel/host/host.ts'
import { callOf, type RpcCall } from '../kernel/rpc-call.ts'
import { RpcError } from '../kernel/rpc-errors.ts'

/** Clients ask for a few files and services; one with more questions opens another stream. */
const maxQuestions = 1000

/** The two versions of the protocol differ only in their names. */
type Question = ServerReflectionRequest['messageRequest']

/**
 * Describes services and messages to clients such as `buf curl` and `grpcurl`.
 *
 * @param services read with the first request, because this service is one of them
 * @param registered the descriptors of services that others registered and this caller may see
 */
export function reflectionService(
  services: () => readonly DescService[],
  registered: (call: RpcCall) => Promise<readonly FileRegistry[]>,
): CoreService {
  let own: Known | undefined

  async function* converse<Request extends { host: string; messageRequest: Question }>(
    requests: AsyncIterable<Request>,
    context: HandlerContext,
  ) {
    own ??= knownOf(services())
    const sources = createSources(
      own,
      once(() => registered(callOf(context))),
    )
    let questions = 0
    for await (const request of requests) {
      questions += 1
      if (questions > maxQuestions) throw tooMany()
      const { host, messageRequest } = request
      const messageResponse = await answer(messageRequest, sources)
      yield { validHost: host, originalRequest: { host, messageRequest }, messageResponse }
    }
  }

  return {
    name: 'grpc.reflection.v1',
    register(router) {
      router.service(ServerReflection, { serverReflectionInfo: converse })
      router.service(ServerReflectionAlpha, {
        serverReflectionInfo: (requests, context) =>
          converse(requests as AsyncIterable<never>, context) as AsyncIterable<never>,
      })
    },
  }
}

async function answer(question: Question, sources: Sources) {
  if (question.case === 'listServices') {
    const names = [...new Set((await sources.all()).flatMap(({ names }) => names))].sort()
    return { case: 'listServicesResponse', value: { service: names.map((name) => ({ name })) } } as const
  }
  return await sources.first((known) => answerFrom(known, question))
}

/** The response from what one program declares. */
function answerFrom({ files, types }: Known, question: Question) {
  switch (question.case) {
    case 'fileByFilename':
      return fileResponse(files.get(question.value), `file ${question.value}`)
    case 'fileContainingSymbol':
      return fileResponse(fileOf(types, question.value), `symbol ${question.value}`)
    case 'allExtensionNumbersOfType': {
      const message = types.getMessage(question.value)
      if (!message) return notFound(`message ${question.value}`)
      const value = { baseTypeName: message.typeName, extensionNumber: extensionsOf(types, message.typeName) }
      return { case: 'allExtensionNumbersResponse', value } as const
    }
    case 'fileContainingExtension': {
      const { containingType, extensionNumber } = question.value
      const message = types.getMessage(containingType)
      const extension = message && types.getExtensionFor(message, extensionNumber)
      return fileResponse(extension?.file, `extension ${extensionNumber} of ${containingType}`)
    }
    default:
      return refusal(Code.InvalidArgument, 'The request is empty.')
  }
}

/** What the services of one program declare. */
interface Known {
  readonly names: readonly string[]
  /** By their import names. */
  readonly files: ReadonlyMap<string, DescFile>
  readonly types: Registry
}

function knownOf(services: readonly DescService[]): Known {
  const files = new Map(services.flatMap(({ file }) => withImports(file)).map((file) => [file.proto.name, file]))
  return { names: services.map(({ typeName }) => typeName).sort(), files, types: createRegistry(...files.values()) }
}

type Answer = ReturnType<typeof answerFrom>

type Sources = ReturnType<typeof createSources>

/**
 * What one caller can ask about. Registered services are looked up only for what this server does not declare itself.
 */
function createSources(own: Known, registered: () => Promise<readonly FileRegistry[]>) {
  const others = once(async () => (await registered()).map(knownIn))
  // Files of different programs may have the same name: the next question is about the last one.
  let last = own
  async function* known(): AsyncGenerator<Known> {
    const begun = last
    yield begun
    if (begun !== own) yield own
    for (const other of await others()) if (other !== begun) yield other
  }
  return {
    all: async () => [own, ...(await others())],
    /** The first good answer, or else the one about this server's own services. Each source is asked at most once. */
    async first(answerOf: (known: Known) => Answer): Promise<Answer> {
      let refused: Answer | undefined
      for await (const source of known()) {
        const answer = answerOf(source)
        if (answer.case !== 'errorResponse') {
          last = source
          return answer
        }
        if (source === own) refused = answer
      }
      return refused ?? answerOf(own)
    },
  }
}

function knownIn(registry: FileRegistry): Known {
  const names = [...registry].flatMap((type) =>
    type.kind === 'service' && !isInfrastructure(type.typeName) ? [type.typeName] : [],
  )
  return { names, files: new Map([...registry.files].map((file) => [file.proto.name, file])), types: registry }
}

function extensionsOf(types: Registry, messageName: string): number[] {
  return [...types].flatMap((type) =>
    type.kind === 'extension' && type.extendee.typeName === messageName ? [type.number] : [],
  )
}

/** The file and all that it imports. Some clients expect the requested file first. */
function withImports(file: DescFile): DescFile[] {
  const found = new Set<DescFile>()
  const visit = (each: DescFile): void => {
    if (found.has(each)) return
    found.add(each)
    for (const imported of each.dependencies) visit(imported)
  }
  visit(file)
  return [...found]
}

/** The file that declares a message, enum, service, method, field or enum value of this full name. */
function fileOf(types: Registry, symbol: string): DescFile | undefined {
  const declared = types.get(symbol)
  if (declared) return declared.file
  const dot = symbol.lastIndexOf('.')
  if (dot < 0) return undefined
  const parent = types.get(symbol.slice(0, dot))
  const name = symbol.slice(dot + 1)
  if (parent?.kind === 'service' && parent.methods.some((method) => method.name === name)) return parent.file
  if (parent?.kind === 'message' && parent.members.some((member) => member.name === name)) return parent.file
  // Map entries are messages of the file that registries do not contain.
  if (parent?.kind === 'message' && parent.proto.nestedType.some((nested) => nested.name === name)) return parent.file
  // Enum values are siblings of their enum (protobuf's language specification, "Enum").
  for (const type of types) {
    if (type.kind === 'enum' && type.values.some((value) => enumValueName(type.typeName, value.name) === symbol)) {
      return type.file
    }
  }
  return undefined
}

function enumValueName(enumName: string, value: string): string {
  const dot = enumName.lastIndexOf('.')
  return dot < 0 ? value : `${enumName.slice(0, dot)}.${value}`
}

function fileResponse(file: DescFile | undefined, what: string) {
  if (!file) return notFound(what)
  const fileDescriptorProto = withImports(file).map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto))
  return { case: 'fileDescriptorResponse', value: { fileDescriptorProto } } as const
}

function tooMany(): RpcError {
  const message = `A stream can have at most ${maxQuestions} questions. Open another one.`
  return new RpcError('rate_limited', 'grpc.reflection.v1', message)
}

function notFound(what: string) {
  return refusal(Code.NotFound, `This server has no ${what}.`)
}

function refusal(errorCode: Code, errorMessage: string) {
  return { case: 'errorResponse', value: { errorCode, errorMessage } } as const
}
