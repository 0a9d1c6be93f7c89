import { iso } from '#runtime/base/clock.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { OwnAddresses } from './own-addresses.ts'
import type { LinkRow } from './rows/links.ts'
import { tagsOf } from './search/entry.ts'

const names = [
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

type Entry = Record<(typeof names)[number], string | number | boolean | readonly string[] | null>

function entryOf(row: LinkRow, own: OwnAddresses): Entry {
  return {
    id: row.id,
    shortURL: own.shortUrl(row.id),
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

/** An export file: its text and media type. */
export interface ExportFile {
  readonly contentType: string
  readonly content: string
}

/** A JSON array with one link on each line. */
export function jsonFile(rows: readonly LinkRow[], own: OwnAddresses): ExportFile {
  const lines = rows.map((row) => JSON.stringify(entryOf(row, own)))
  const content = lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`
  return { contentType: 'application/json', content }
}

/**
 * Comma-separated values (RFC 4180) with a header line; tags are joined by commas in one value. A title or tags that a
 * spreadsheet would run as a formula are prefixed with an apostrophe.
 */
export function csvFile(rows: readonly LinkRow[], own: OwnAddresses): ExportFile {
  const lines = rows.map((row) => {
    const entry = entryOf(row, own)
    return names.map((name) => cell(isFreeText(name) ? harmless(String(entry[name] ?? '')) : entry[name])).join(',')
  })
  const content = [names.join(','), ...lines].map((line) => `${line}\r\n`).join('')
  return { contentType: 'text/csv; charset=utf-8; header=present', content }
}

/** Columns that may contain any text. */
function isFreeText(name: keyof Entry): boolean {
  return name === 'title' || name === 'tags'
}

/** Text that a spreadsheet does not run as a formula. Blanks before the sign do not stop one from being a formula. */
function harmless(text: string): string {
  return /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
}

function cell(value: Entry[keyof Entry]): string {
  const text = value === null ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
