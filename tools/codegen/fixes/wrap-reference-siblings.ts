import type { Document } from '#runtime/base/openapi.ts'

/**
 * Moves a `$ref` that has siblings (a bound, a default) into `allOf`. OpenAPI 3.0 ignores everything beside a `$ref`,
 * and dereferencing drops it in 3.1, so that a bound added where a named type is used would be ignored.
 */
export function wrapReferenceSiblings(document: Document): void {
  wrap(document)
}

function wrap(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const node = value as Record<string, unknown>
  if (typeof node.$ref === 'string' && Object.keys(node).length > 1) {
    const { $ref } = node
    delete node.$ref
    node.allOf = [{ $ref }, ...((node.allOf as unknown[] | undefined) ?? [])]
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'example' && key !== 'examples') wrap(inner)
}
