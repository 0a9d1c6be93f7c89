import { type Html, html } from '#runtime/base/html.ts'
import { sizeText } from '#runtime/base/text/size-text.ts'
import type { Quotas } from '#runtime/store/quota/quotas.ts'
import type { Storage } from '#runtime/store/quota/storage.ts'
import type { Quota } from '#runtime/store/store-errors.ts'
import { recordTable } from '../kit/layout.ts'

/** What an account stores, for people. */
export interface Stored {
  readonly usedBytes: number
  readonly quota: Quota
  /** By service, the largest first; without empty ones. */
  readonly services: readonly { readonly name: string; readonly bytes: number }[]
}

export type StoredByService = (accountId: string) => Promise<Stored>

const bytesOfFiles = 'blobs'

/** @param familyOfTable the service of each table that belongs to one */
export function createStoredByService({
  storage,
  quotas,
  familyOfTable,
}: {
  readonly storage: Pick<Storage, 'partsOf'>
  readonly quotas: Pick<Quotas, 'of'>
  readonly familyOfTable: ReadonlyMap<string, string>
}): StoredByService {
  return async (accountId) => {
    const services = new Map<string, number>()
    let usedBytes = 0
    const [parts, quota] = await Promise.all([storage.partsOf(accountId), quotas.of(accountId)])
    for (const { table, bytes } of parts) {
      const name = familyOfTable.get(table) ?? (table === bytesOfFiles ? 'contents of files' : 'the server itself')
      services.set(name, (services.get(name) ?? 0) + bytes)
      usedBytes += bytes
    }
    const found = [...services].map(([name, bytes]) => ({ name, bytes })).filter(({ bytes }) => bytes > 0)
    return { usedBytes, quota, services: found.sort((a, b) => b.bytes - a.bytes) }
  }
}

/** `1.2 MiB of 1 GiB`. */
export function storedText({ usedBytes, quota }: Stored): string {
  return `${sizeText(usedBytes)} of ${sizeText(quota.bytes)}`
}

/** The stored data, with the share of each service. */
export function storedParts(stored: Stored): Html {
  const rows = stored.services.map(({ name, bytes }) => [html`${name}`, html`${sizeText(bytes)}`])
  return html`<h2>Storage</h2>
<p>${storedText(stored)} used. ${stored.quota.isOwn && 'An administrator has set this quota for your account. '}When the storage is full, nothing can be added until something is deleted. The server itself stores
tokens, search indexes and the responses to recent calls.</p>
${rows.length > 0 && recordTable('What is stored', ['Service', 'Stored'], rows)}`
}
