import { once } from '#runtime/base/once.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import type { LinkOf } from '../kit/prose.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import { type Family, referenceOf, type Serves } from './model.ts'

/** The contents of the API document, in the forms that the pages need. */
export interface About {
  readonly families: readonly Family[]
  readonly catalogue: Catalogue
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** Where a name such as `notes.add` is described. */
  readonly link: LinkOf
}

/**
 * Reads the API document at the first call.
 *
 * @param serves whether this server serves an operation
 * @param usesCredits whether calls cost credits: otherwise every method is free
 */
export function aboutThisServer(serves: Serves, usesCredits = true): () => Promise<About> {
  return once(async () => {
    const document = await apiDocument()
    const families = referenceOf(document, serves, usesCredits)
    const places = new Map(families.flatMap(({ methods }) => methods.map(({ id, docs }) => [id, docs] as const)))
    return { families, usesCredits, catalogue: catalogueOf(families), link: (code) => places.get(code) }
  })
}
