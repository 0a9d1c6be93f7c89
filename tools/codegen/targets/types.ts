import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { Document } from '#runtime/base/openapi.ts'

/** generated/server/types.ts: the document's schemas and operations as TypeScript types. */
export async function documentTypes(document: Document): Promise<string> {
  const nodes = await openapiTypescript(structuredClone(document) as unknown as OpenAPI3, {
    alphabetize: false,
    // An argument with a default is optional for callers; handlers.ts makes it required for handlers.
    defaultNonNullable: false,
  })
  return astToString(nodes)
}
