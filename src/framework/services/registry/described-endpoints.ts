import { type DescField, type DescMessage, type DescMethod, ScalarType } from '@bufbuild/protobuf'
import { version } from '#runtime/base/version.ts'
import { endpointOf, packageOf } from '../../kernel/host/host.ts'
import type { ServiceEndpoint, ServiceRecord, ValueShape } from './types.ts'

/** The records of this server's own services, sorted: the gateway serves them, so they have no nodes. */
export function ownRecords(methods: readonly DescMethod[]): ServiceRecord[] {
  const names = [...new Set(methods.map(packageOf))].sort()
  return names.map((name) => ({
    name,
    version,
    metadata: {},
    endpoints: endpointsOf(methods.filter((method) => packageOf(method) === name)),
    nodes: [],
  }))
}

/** Methods as a service would list them in its registration, with the fields of their messages. */
export function endpointsOf(methods: readonly DescMethod[]): ServiceEndpoint[] {
  return methods.map((method) => ({
    name: endpointOf(method),
    request: shapeOf(method.input),
    response: shapeOf(method.output),
    metadata: method.methodKind === 'unary' ? {} : { stream: 'true' },
  }))
}

function shapeOf({ name, fields }: DescMessage): ValueShape {
  return { name, type: name, values: fields.map((field) => ({ name: field.name, type: typeOf(field), values: [] })) }
}

/** `string`, `[]Node`, `map`. */
function typeOf(field: DescField): string {
  if (field.fieldKind === 'map') return 'map'
  const type = field.message?.name ?? field.enum?.name ?? ScalarType[field.scalar as ScalarType].toLowerCase()
  return field.fieldKind === 'list' ? `[]${type}` : type
}
