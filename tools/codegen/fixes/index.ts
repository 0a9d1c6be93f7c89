import type { Document } from '#runtime/base/openapi.ts'
import { dropScalarExplode } from './drop-scalar-explode.ts'
import { exemplifyErrors } from './exemplify-errors.ts'
import { explainForeignText } from './explain-foreign-text.ts'
import { inlineScalars } from './inline-scalars.ts'
import { lowerCaseBearer } from './lower-case-bearer.ts'
import { nameServer } from './name-server.ts'
import { orderTags } from './order-tags.ts'
import { sealArguments } from './seal-arguments.ts'
import { wrapReferenceSiblings } from './wrap-reference-siblings.ts'

const fixes = [
  wrapReferenceSiblings,
  inlineScalars,
  dropScalarExplode,
  sealArguments,
  lowerCaseBearer,
  orderTags,
  explainForeignText,
  exemplifyErrors,
  nameServer,
]

/** The emitted document with every fix applied. Works on a copy. */
export function fixDocument(emitted: Document): Document {
  const document = structuredClone(emitted)
  for (const fix of fixes) fix(document)
  return document
}
