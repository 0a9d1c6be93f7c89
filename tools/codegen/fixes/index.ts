import type { Document } from '#runtime/base/openapi.ts'
import { dropScalarExplode } from './drop-scalar-explode.ts'
import { lowerCaseBearer } from './lower-case-bearer.ts'
import { orderTags } from './order-tags.ts'
import { sealArguments } from './seal-arguments.ts'
import { tellForeignText } from './tell-foreign-text.ts'
import { wrapReferenceSiblings } from './wrap-reference-siblings.ts'

const fixes = [wrapReferenceSiblings, dropScalarExplode, sealArguments, lowerCaseBearer, orderTags, tellForeignText]

/** The emitted document with every fix applied. Works on a copy. */
export function fixDocument(emitted: Document): Document {
  const document = structuredClone(emitted)
  for (const fix of fixes) fix(document)
  return document
}
