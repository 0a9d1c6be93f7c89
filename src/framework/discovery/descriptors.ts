import {
  createFileRegistry,
  type DescMethod,
  type DescService,
  type FileRegistry,
  fromBinary,
  type Message,
} from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import {
  type DescriptorProto,
  type FileDescriptorProto,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_api,
  file_google_protobuf_descriptor,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_source_context,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_type,
  file_google_protobuf_wrappers,
} from '@bufbuild/protobuf/wkt'

/** More than this no service needs; it bounds what a service can make the server hold. */
export const maxDescriptorBytes = 4 * 1024 * 1024
export const maxDescriptorFiles = 500

/** Services that every gRPC server may have beside its own: never what is meant by an endpoint. */
const infrastructure = /^(grpc\.|google\.)/

/** Imports that compilers leave out of a set when not told to include them, because every runtime has them. */
const wellKnown = new Map<string, FileDescriptorProto>(
  [
    file_google_protobuf_any,
    file_google_protobuf_api,
    file_google_protobuf_descriptor,
    file_google_protobuf_duration,
    file_google_protobuf_empty,
    file_google_protobuf_field_mask,
    file_google_protobuf_source_context,
    file_google_protobuf_struct,
    file_google_protobuf_timestamp,
    file_google_protobuf_type,
    file_google_protobuf_wrappers,
  ].map((file) => [file.proto.name, file.proto]),
)

/** What a service can be asked, as its descriptors say. */
export interface Descriptors {
  readonly registry: FileRegistry
  /** `<Interface>.<Method>`, sorted. */
  readonly endpoints: readonly string[]
  /** The method of an endpoint; letters' case counts only between methods that differ in nothing else. */
  method(endpoint: string): DescMethod | undefined
}

/** Descriptors that cannot be used; the message is the end of a sentence that names the service. */
export class UnusableDescriptors extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableDescriptors'
  }
}

/** Whether a gRPC service, by its full name, is one that servers have beside their own. */
export function isInfrastructure(typeName: string): boolean {
  return infrastructure.test(typeName)
}

/** Whether every runtime brings this file, so that nobody has to be asked for it. */
export function isWellKnown(fileName: string): boolean {
  return wellKnown.has(fileName)
}

/**
 * Reads what a service registered under the key `descriptors`.
 *
 * @param text base64 of a FileDescriptorSet, as `protoc --include_imports --descriptor_set_out` and `buf build` write it
 * @param serviceName the name in the registry: of two interfaces of one name, that of the package of this name is meant
 * @throws UnusableDescriptors
 */
export function registeredDescriptors(text: string, serviceName: string): Descriptors {
  if (text.length > (maxDescriptorBytes * 4) / 3) throw new UnusableDescriptors('are larger than 4 MiB')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new UnusableDescriptors('are no base64')
  let set: FileDescriptorSet & Message
  try {
    set = fromBinary(FileDescriptorSetSchema, Buffer.from(text, 'base64'))
  } catch (cause) {
    throw new UnusableDescriptors('are no FileDescriptorSet', { cause })
  }
  return descriptorsOf(set.file, serviceName)
}

/** Puts the files of a service together. @throws UnusableDescriptors */
export function descriptorsOf(files: readonly FileDescriptorProto[], serviceName: string): Descriptors {
  if (files.length > maxDescriptorFiles) throw new UnusableDescriptors(`are more than ${maxDescriptorFiles} files`)
  for (const file of files) nameFields(file.messageType)
  let registry: FileRegistry
  try {
    registry = createFileRegistry({ ...emptySet, file: importedFirst(files) })
  } catch (cause) {
    if (cause instanceof UnusableDescriptors) throw cause
    throw new UnusableDescriptors(`contradict themselves (${(cause as Error).message})`, { cause })
  }
  const methods = methodsIn(registry, serviceName)
  if (methods.size === 0) throw new UnusableDescriptors('hold no service')
  const inAnyCase = new Map<string, DescMethod>()
  for (const [endpoint, method] of methods) {
    const folded = endpoint.toLowerCase()
    if (!inAnyCase.has(folded)) inAnyCase.set(folded, method)
  }
  return {
    registry,
    endpoints: [...methods.keys()].sort(),
    method: (endpoint) => methods.get(endpoint) ?? inAnyCase.get(endpoint.toLowerCase()),
  }
}

/** Gives fields the names they have in JSON: compilers write them, but what services reflect may lack them. */
function nameFields(messages: readonly DescriptorProto[]): void {
  for (const message of messages) {
    for (const field of message.field) field.jsonName ||= protoCamelCase(field.name)
    nameFields(message.nestedType)
  }
}

const emptySet = fromBinary(FileDescriptorSetSchema, new Uint8Array())

/** Every file after those that it imports, as the registry wants them. */
function importedFirst(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const given = new Map(files.map((file) => [file.name, file]))
  const state = new Map<string, 'open' | 'done'>()
  const ordered: FileDescriptorProto[] = []
  function visit(name: string, importer: string | undefined): void {
    const known = state.get(name)
    if (known === 'done') return
    if (known === 'open') throw new UnusableDescriptors(`import ${name} in a circle`)
    const file = given.get(name) ?? wellKnown.get(name)
    if (!file) throw new UnusableDescriptors(`lack ${name}, which ${importer} imports; build them with all imports`)
    state.set(name, 'open')
    for (const dependency of file.dependency) visit(dependency, name)
    state.set(name, 'done')
    ordered.push(file)
  }
  for (const name of given.keys()) visit(name, undefined)
  return ordered
}

function methodsIn(registry: FileRegistry, serviceName: string): Map<string, DescMethod> {
  const services = [...registry].filter(
    (type): type is DescService => type.kind === 'service' && !isInfrastructure(type.typeName),
  )
  services.sort((one, other) => rank(one) - rank(other) || (one.typeName < other.typeName ? -1 : 1))
  function rank(service: DescService): number {
    return service.file.proto.package === serviceName ? 0 : 1
  }
  const methods = new Map<string, DescMethod>()
  for (const service of services) {
    for (const method of service.methods) {
      const endpoint = `${service.name}.${method.name}`
      if (!methods.has(endpoint)) methods.set(endpoint, method)
    }
  }
  return methods
}
