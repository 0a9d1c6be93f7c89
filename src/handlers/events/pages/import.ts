import type { CallArgs } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { faultOf, type SentFile } from '#runtime/kit/site.ts'
import { decodeText } from '#runtime/outbound/charset.ts'
import type { ReadCalendar, ReadEntry } from '../calendar/read-calendar.ts'
import type { EventRow } from '../rows.ts'
import type { ImportOutcome } from './list-page.ts'

/** The largest calendar that is imported, in bytes. */
export const maxImportBytes = 1024 * 1024

/** After so many failures, such as at the limit of events, the remaining entries are not tried. */
const maxFailures = 20

/** Creates events from the entries of a calendar one by one, and reports each outcome. */
export async function importEntries(
  read: ReadCalendar,
  create: (entry: CallArgs<'events.create'>) => Promise<unknown>,
): Promise<ImportOutcome> {
  const imported: { title: string; remarks: readonly string[] }[] = []
  const skipped: ImportOutcome['skipped'][number][] = [...read.skipped]
  let failures = 0
  for (const { remarks, event } of read.entries) {
    const error =
      failures >= maxFailures
        ? new ApiError('failed_precondition', 'not imported, because too many earlier entries failed.')
        : await faultOf(() => create(event))
    if (error) {
      failures += 1
      skipped.push({ title: event.title, sentence: error.message })
    } else imported.push({ title: event.title, remarks })
  }
  return { imported, skipped }
}

/**
 * Decodes an uploaded calendar by its byte order mark, or as UTF-8, or else as Windows-1252, which older Windows programs write.
 *
 * @throws ApiError invalid_argument if it is too large
 */
export async function textOf({ content }: SentFile): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > maxImportBytes) throw invalidArgument('file', 'must be at most 1 MiB')
    pieces.push(piece)
  }
  const bytes = Buffer.concat(pieces)
  try {
    return decodeText(bytes, undefined, true)
  } catch {
    return decodeText(bytes, 'text/calendar; charset=windows-1252')
  }
}

/** Skips entries that the account already has: those with the same title, next time and recurrence. */
export function skipKnown(read: ReadCalendar, upcoming: readonly EventRow[]): ReadCalendar {
  const known = new Set(upcoming.map((row) => keyOf(row.title, Number(row.when_at), row.repeat ?? row.rrule)))
  const isKnown = ({ event, nextMs }: ReadEntry) =>
    known.has(keyOf(event.title, nextMs, event.repeat ?? event.rrule ?? null))
  return {
    entries: read.entries.filter((entry) => !isKnown(entry)),
    skipped: [
      ...read.skipped,
      ...read.entries.filter(isKnown).map(({ event: { title } }) => ({ title, reason: 'you already have it' })),
    ],
  }
}

function keyOf(title: string, nextMs: number, recurrence: string | null): string {
  return JSON.stringify([title, nextMs, recurrence])
}
