import type { FamilyWorld, OpenFamily } from '../../runtime/kit/family.ts'
import { UntrustedSchemas } from '../../runtime/outbound/models/schemas/untrusted-schemas.ts'
import { createText } from './text.ts'

/** The family as it runs in one server process. */
export function openText({ models }: Pick<FamilyWorld, 'models'>): OpenFamily<'text'> {
  const schemas = new UntrustedSchemas()
  return { handlers: createText({ models, schemas }), close: () => schemas.close() }
}
