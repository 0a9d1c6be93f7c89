import type { Document } from '#runtime/base/openapi.ts'

/**
 * Puts the tags into the order in which spec/api.tsp lists them, which is the order for readers. The compiler applies
 * decorators from the last to the first, so they are emitted in reverse.
 */
export function orderTags(document: Document): void {
  document.tags.reverse()
}
