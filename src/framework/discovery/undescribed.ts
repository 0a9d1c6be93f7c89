import { create, createFileRegistry, type DescMethod, type FileRegistry } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, file_google_protobuf_struct, StructSchema } from '@bufbuild/protobuf/wkt'
import type { ServiceRecord } from '../services/registry/types.ts'

/** A method of a service with known endpoint names only: it accepts and returns any JSON object. */
export interface UndescribedMethod {
  readonly method: DescMethod
  readonly registry: FileRegistry
}

/**
 * The method of an endpoint that a registration lists, for a service without descriptors. Its path is
 * `/<service>.<Interface>/<Method>`; one whose metadata has `stream` `true` takes and returns streams.
 *
 * @param endpoint in any case
 * @returns undefined for an endpoint that is not listed
 */
export function undescribedMethod(
  { name: service, endpoints }: ServiceRecord,
  endpoint: string,
): UndescribedMethod | undefined {
  const listed = endpoints.find(({ name }) => name.toLowerCase() === endpoint.toLowerCase())
  const [group, name] = listed?.name.split('.') ?? []
  if (!listed || group === undefined || name === undefined) return undefined
  const isStream = listed.metadata.stream === 'true'
  const message = `.${StructSchema.typeName}`
  const streaming = { clientStreaming: isStream, serverStreaming: isStream }
  const file = create(FileDescriptorProtoSchema, {
    name: 'undescribed.proto',
    package: service,
    syntax: 'proto3',
    dependency: [file_google_protobuf_struct.proto.name],
    service: [{ name: group, method: [{ name, inputType: message, outputType: message, ...streaming }] }],
  })
  const registry = createFileRegistry(file, () => file_google_protobuf_struct.proto)
  const method = registry.getService(`${service}.${group}`)?.methods[0]
  return method && { method, registry }
}
