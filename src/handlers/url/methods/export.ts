import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { UrlDeps } from '../index.ts'
import { continuationOf, newestLinks } from '../newest-links.ts'
import type { OwnAddresses } from '../own-addresses.ts'
import type { LinkRow } from '../rows/links.ts'
import { tagsOf } from '../search/entry.ts'

export default ({ addresses, visits }: UrlDeps): Handler<'url.export'> =>
  async ({ format = 'csv', limit = 5000, offset, cursor }, ctx) => {
    await visits.flush()
    const page = await newestLinks({ offset, cursor, limit }, ctx)
    const entries = page.items.map((row) => entryOf(row, addresses))
    const file = format === 'csv' ? csvFile(entries) : jsonFile(entries)
    return { ...file, count: entries.length, total: page.total, ...continuationOf(page) }
  }

const columns = [
  'id',
  'shortURL',
  'destinationURL',
  'title',
  'tags',
  'created',
  'updated',
  'expiresAt',
  'forwardQuery',
  'people',
  'bots',
  'heads',
] as const

type Entry = Record<(typeof columns)[number], string | number | boolean | readonly string[] | null>

function entryOf(row: LinkRow, addresses: OwnAddresses): Entry {
  return {
    id: row.id,
    shortURL: addresses.shortUrl(row.id),
    destinationURL: row.destination,
    title: row.title,
    tags: tagsOf(row),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    expiresAt: row.expires_at === null ? null : iso(row.expires_at),
    forwardQuery: asBoolean(row.forward_query),
    people: Number(row.hits),
    bots: Number(row.bot_hits),
    heads: Number(row.head_hits),
  }
}

/** A JSON array with one link on each line. */
function jsonFile(entries: readonly Entry[]) {
  const lines = entries.map((entry) => JSON.stringify(entry))
  const content = lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`
  return { contentType: 'application/json', content }
}

/**
 * Comma-separated values (RFC 4180) with a header line; tags are joined by commas in one value. Titles and tags, which can be any
 * text, get an apostrophe in front where a spreadsheet would run them as a formula.
 */
function csvFile(entries: readonly Entry[]) {
  const lines = entries.map((entry) =>
    columns
      .map((name) => cell(name === 'title' || name === 'tags' ? harmless(String(entry[name] ?? '')) : entry[name]))
      .join(','),
  )
  const content = [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('')
  return { contentType: 'text/csv; charset=utf-8; header=present', content }
}

/** White space before the sign does not stop a text from being a formula. */
function harmless(text: string): string {
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
}

function cell(value: Entry[keyof Entry]): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
