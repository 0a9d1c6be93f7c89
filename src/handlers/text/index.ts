import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import { UntrustedSchemas } from '#runtime/outbound/models/schemas/untrusted-schemas.ts'

export interface TextDeps extends Pick<FamilyWorld, 'models'> {
  readonly schemas: Pick<UntrustedSchemas, 'check'>
}

export const text = family('text', {
  open({ models, stack }): TextDeps {
    const schemas = new UntrustedSchemas()
    stack.defer(() => schemas.close())
    return { models, schemas }
  },
})
