import type { Document } from '#runtime/base/openapi.ts'

/** Drops the empty `variables` of the server, for which some generators make an empty type. */
export function nameServer(document: Document): void {
  for (const server of (document.servers ?? []) as { variables?: object }[]) {
    if (server.variables && Object.keys(server.variables).length === 0) delete server.variables
  }
}
