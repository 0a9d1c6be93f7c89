import type { Document } from '#runtime/base/openapi.ts'

/** Writes the HTTP authentication scheme as `bearer`: contract testers compare it case-sensitively. */
export function lowerCaseBearer(document: Document): void {
  for (const scheme of Object.values(document.components.securitySchemes ?? {})) {
    if (scheme.scheme === 'Bearer') scheme.scheme = 'bearer'
  }
}
