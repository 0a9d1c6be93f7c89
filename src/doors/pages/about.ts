import { once } from '#runtime/base/once.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { readDocument } from './documents.ts'
import type { LinkOf } from './kit/prose.ts'
import type { ApiDocument } from './reference/document.ts'
import { type Family, referenceOf } from './reference/model.ts'

/** What this server says about itself, made when first asked for. */
export interface About {
  readonly families: readonly Family[]
  readonly catalogue: Catalogue
  /** Where a name such as `notes.add` is described. */
  readonly link: LinkOf
}

/**
 * Reads the API document once.
 *
 * @param serves whether this server answers the operation of that id
 */
export function aboutThisServer(serves: (operationId: string) => boolean): () => Promise<About> {
  return once(async () => {
    const document = JSON.parse((await readDocument('openapi.json')).toString()) as ApiDocument
    const families = referenceOf(document, serves)
    const places = new Map(families.flatMap(({ methods }) => methods.map(({ id, docs }) => [id, docs] as const)))
    return { families, catalogue: catalogueOf(families), link: (code) => places.get(code) }
  })
}
