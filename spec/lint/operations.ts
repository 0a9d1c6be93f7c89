import { isService, isTemplateInstance, type Namespace, type Operation, type Program } from '@typespec/compiler'
import { getExtensions } from '@typespec/openapi'

/** The service's namespace, or one inside it: only the API itself is linted, never a library. */
export function isOfService(program: Program, namespace: Namespace | undefined): boolean {
  for (let at = namespace; at; at = at.namespace) if (isService(program, at)) return true
  return false
}

/** Whether the operation belongs to the API, and is not a template instance or a library's. */
export function isApiOperation(program: Program, operation: Operation): boolean {
  if (!operation.interface && isTemplateInstance(operation)) return false
  return isOfService(program, operation.interface?.namespace ?? operation.namespace)
}

/** How an operation's interface is mounted: by `@family`, by `@door`, or not at all. */
export interface Mount {
  kind: 'family' | 'door'
  /** The name given to the decorator: the family's name, and the tag. */
  name: string
}

/** The mount of the operation's interface; undefined when the interface has neither `@family` nor `@door`. */
export function mountOf(operation: Operation): Mount | undefined {
  for (const { definition, args } of operation.interface?.decorators ?? []) {
    const kind = definition?.name === '@family' ? 'family' : definition?.name === '@door' ? 'door' : undefined
    if (kind) return { kind, name: String(args[0]?.jsValue) }
  }
  return undefined
}

/** Whether the operation only describes an address that no generator turns into a method (`x-door`). */
export function isDoor(program: Program, operation: Operation): boolean {
  return getExtensions(program, operation).get('x-door') === true
}
