import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Storage } from '#runtime/store/quota/storage.ts'
import { recordTable } from '../kit/layout.ts'

/** What an account stores, for people. */
export interface Stored {
  readonly usedBytes: number
  readonly quotaBytes: number
  /** By service, the largest first; without empty ones. */
  readonly services: readonly { readonly name: string; readonly bytes: number }[]
}

export type StoredByService = (accountId: string) => Promise<Stored>

const bytesOfFiles = 'blobs'

/** @param familyOfTable the service of each table that belongs to one */
export function createStoredByService({
  storage,
  familyOfTable,
}: {
  readonly storage: Pick<Storage, 'partsOf' | 'quotaBytes'>
  readonly familyOfTable: ReadonlyMap<string, string>
}): StoredByService {
  return async (accountId) => {
    const services = new Map<string, number>()
    let usedBytes = 0
    for (const { table, bytes } of await storage.partsOf(accountId)) {
      const name = familyOfTable.get(table) ?? (table === bytesOfFiles ? 'contents of files' : 'the server itself')
      services.set(name, (services.get(name) ?? 0) + bytes)
      usedBytes += bytes
    }
    const found = [...services].map(([name, bytes]) => ({ name, bytes })).filter(({ bytes }) => bytes > 0)
    return { usedBytes, quotaBytes: storage.quotaBytes, services: found.sort((a, b) => b.bytes - a.bytes) }
  }
}

/** `1.2 MiB of 1 GiB`. */
export function storedText({ usedBytes, quotaBytes }: Stored): string {
  return `${sizeText(usedBytes)} of ${sizeText(quotaBytes)}`
}

/** The stored data, with the share of each service. */
export function storedParts(stored: Stored): Html {
  const rows = stored.services.map(({ name, bytes }) => [html`${name}`, html`${sizeText(bytes)}`])
  return html`<h2>Storage</h2>
<p>${storedText(stored)} used. When the storage is full, nothing can be added until something is deleted. The server itself stores
tokens, search indexes and the responses to recent calls.</p>
${rows.length > 0 && recordTable('What is stored', ['Service', 'Stored'], rows)}`
}
