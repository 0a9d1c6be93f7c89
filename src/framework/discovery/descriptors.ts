import {
  createFileRegistry,
  type DescFile,
  type DescMethod,
  type DescService,
  type FileRegistry,
  fromBinary,
  type Message,
} from '@bufbuild/protobuf'
import { protoCamelCase } from '@bufbuild/protobuf/reflect'
import * as wkt from '@bufbuild/protobuf/wkt'
import {
  type DescriptorProto,
  type FileDescriptorProto,
  type FileDescriptorSet,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt'

/** More than any service needs; limits the memory that a service can use in the server. */
export const maxDescriptorBytes = 4 * 1024 * 1024
export const maxDescriptorFiles = 500

/** Services that any gRPC server may have in addition to its own: never the target of an endpoint. */
const infrastructure = /^(grpc\.|google\.)/

/** Imports that compilers omit from a set by default, because every runtime has them. */
const wellKnown = new Map<string, FileDescriptorProto>(
  Object.entries(wkt)
    .filter(([name]) => /^file_google_protobuf_(?!compiler_|\w+_features$)/.test(name))
    .map(([, file]) => (file as DescFile).proto)
    .map((file) => [file.name, file]),
)

/** The endpoints of a service, from its descriptors. */
export interface Descriptors {
  readonly registry: FileRegistry
  /** `<Interface>.<Method>`, sorted. */
  readonly endpoints: readonly string[]
  /** The method of an endpoint; case matters only between methods that otherwise have the same name. */
  method(endpoint: string): DescMethod | undefined
}

/** Descriptors that cannot be used; the message is the end of a sentence that names the service. */
export class UnusableDescriptors extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UnusableDescriptors'
  }
}

/** Whether servers have this gRPC service, by its full name, in addition to their own. */
export function isInfrastructure(typeName: string): boolean {
  return infrastructure.test(typeName)
}

/** Whether every runtime includes this file, so that it need not be requested. */
export function isWellKnown(fileName: string): boolean {
  return wellKnown.has(fileName)
}

/**
 * Decodes the descriptors that a service registered under the key `descriptors`.
 *
 * @param text base64 of a FileDescriptorSet, as `protoc --include_imports --descriptor_set_out` and `buf build` write it
 * @param serviceName the name in the registry: of interfaces with the same name, the one in the package of this name wins
 * @throws UnusableDescriptors
 */
export function registeredDescriptors(text: string, serviceName: string): Descriptors {
  if (text.length > (maxDescriptorBytes * 4) / 3) throw new UnusableDescriptors('are larger than 4 MiB')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new UnusableDescriptors('are not base64')
  let set: FileDescriptorSet & Message
  try {
    set = fromBinary(FileDescriptorSetSchema, Buffer.from(text, 'base64'))
  } catch (cause) {
    throw new UnusableDescriptors('are not a FileDescriptorSet', { cause })
  }
  return descriptorsOf(set.file, serviceName)
}

/** Assembles the files of a service. @throws UnusableDescriptors */
export function descriptorsOf(files: readonly FileDescriptorProto[], serviceName: string): Descriptors {
  if (files.length > maxDescriptorFiles) throw new UnusableDescriptors(`are more than ${maxDescriptorFiles} files`)
  for (const file of files) nameFields(file.messageType)
  let registry: FileRegistry
  try {
    registry = createFileRegistry({ ...emptySet, file: importedFirst(files) })
  } catch (cause) {
    if (cause instanceof UnusableDescriptors) throw cause
    throw new UnusableDescriptors(`are inconsistent (${(cause as Error).message})`, { cause })
  }
  const methods = methodsIn(registry, serviceName)
  if (methods.size === 0) throw new UnusableDescriptors('contain no service')
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

/** Sets the JSON names of fields: compilers write them, but reflected files may not have them. */
function nameFields(messages: readonly DescriptorProto[]): void {
  for (const message of messages) {
    for (const field of message.field) field.jsonName ||= protoCamelCase(field.name)
    nameFields(message.nestedType)
  }
}

const emptySet = fromBinary(FileDescriptorSetSchema, new Uint8Array())

/** Every file after its imports, as the registry requires. */
function importedFirst(files: readonly FileDescriptorProto[]): FileDescriptorProto[] {
  const given = new Map(files.map((file) => [file.name, file]))
  const state = new Map<string, 'open' | 'done'>()
  const ordered: FileDescriptorProto[] = []
  function visit(name: string, importer: string | undefined): void {
    const known = state.get(name)
    if (known === 'done') return
    if (known === 'open') throw new UnusableDescriptors(`import ${name} in a cycle`)
    const file = given.get(name) ?? wellKnown.get(name)
    if (!file)
      throw new UnusableDescriptors(`do not contain ${name}, which ${importer} imports, so build them with all imports`)
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
