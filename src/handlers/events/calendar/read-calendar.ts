import ICAL from 'ical.js'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import { CalendarZones } from './calendar-zones.ts'
import { entryTexts } from './entry-texts.ts'
import { type EntryTimes, timesOf, Unsupported } from './entry-times.ts'

const maxTitle = 200
const maxNote = 16_000
/** Entries that are read from a calendar. */
export const maxEntries = 1000

/** An entry that can be created. */
export interface ReadEntry {
  /** Arguments of `events.create`. */
  readonly event: EntryTimes & { readonly title: string; readonly note?: string }
  /** Its next occurrence. */
  readonly nextMs: number
  /** How the event differs from the entry. */
  readonly remarks: readonly string[]
}

/** An entry that cannot be created, and why. */
export interface SkippedEntry {
  readonly title: string
  readonly reason: string
}

export interface ReadCalendar {
  readonly entries: readonly ReadEntry[]
  readonly skipped: readonly SkippedEntry[]
}

interface ParsedEntry {
  readonly title: string
  readonly component: ICAL.Component
}

/**
 * Reads the entries of an iCalendar file, yielding to the event loop in between. Each unsupported entry is reported. A
 * changed occurrence becomes a separate event, and its original time an exception of the series.
 *
 * @param timeZone of times without a zone and of whole days
 * @throws NotACalendar
 */
export async function readCalendar(text: string, timeZone: string, nowMs: number): Promise<ReadCalendar> {
  const slices = new Slices()
  const zones = new CalendarZones(timeZone, nowMs)
  const { parsed, skipped, isCut } = await parseEntries(text, zones, slices)
  const changed = changesBySeries(parsed)
  const series = new Set(parsed.filter(isSeries).map(({ component }) => uidOf(component)))
  const entries: ReadEntry[] = []
  for (const { title, component } of parsed) {
    if (slices.isOver) await slices.next()
    const uid = uidOf(component)
    if (isCancelledOccurrence(component) && series.has(uid)) continue
    const isOccurrence = component.hasProperty('recurrence-id')
    const changes = isOccurrence ? [] : (changed.get(uid) ?? [])
    // The first series of a UID takes them all: for each series again, they would take quadratic time.
    if (!isOccurrence) changed.delete(uid)
    try {
      entries.push(entryOf(component, title, changes, { timeZone, zones, nowMs }))
    } catch (failure) {
      skipped.push({ title, reason: reasonOf(failure) })
    }
  }
  if (isCut) skipped.push({ title: 'Everything after this', reason: `only the first ${maxEntries} entries are read` })
  return { entries, skipped }
}

async function parseEntries(
  text: string,
  zones: CalendarZones,
  slices: Slices,
): Promise<{ parsed: ParsedEntry[]; skipped: SkippedEntry[]; isCut: boolean }> {
  const parsed: ParsedEntry[] = []
  const skipped: SkippedEntry[] = []
  for (const { name, text: part } of entryTexts(text)) {
    if (slices.isOver) await slices.next()
    if (name === 'VTIMEZONE') {
      if (part !== undefined) zones.define(part)
      continue
    }
    if (parsed.length + skipped.length >= maxEntries) return { parsed, skipped, isCut: true }
    try {
      const component = componentOf(part)
      parsed.push({ title: titleOf(component), component })
    } catch (failure) {
      skipped.push({ title: 'An entry', reason: reasonOf(failure) })
    }
  }
  return { parsed, skipped, isCut: false }
}

function reasonOf(failure: unknown): string {
  return failure instanceof Unsupported ? failure.message : 'it is malformed'
}

function componentOf(text: string | undefined): ICAL.Component {
  if (text === undefined) throw new Unsupported('it is too long')
  return new ICAL.Component(ICAL.parse(text) as never)
}

function titleOf(entry: ICAL.Component): string {
  const summary = entry.getFirstPropertyValue('summary')
  return oneLine(typeof summary === 'string' ? summary.replaceAll('\0', '') : '') || 'Without a title'
}

function uidOf(entry: ICAL.Component): string {
  return String(entry.getFirstPropertyValue('uid') ?? '')
}

function isSeries({ component }: ParsedEntry): boolean {
  return !component.hasProperty('recurrence-id')
}

function isCancelled(entry: ICAL.Component): boolean {
  return String(entry.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'
}

function isCancelledOccurrence(entry: ICAL.Component): boolean {
  return entry.hasProperty('recurrence-id') && isCancelled(entry) && !isOfFollowing(entry)
}

/** Whether the change of an occurrence also applies to all that follow it. */
function isOfFollowing(entry: ICAL.Component): boolean {
  return entry.getFirstProperty('recurrence-id')?.getFirstParameter('range') !== undefined
}

/** The changed occurrences of each series, by its UID. */
function changesBySeries(parsed: readonly ParsedEntry[]): Map<string, ICAL.Component[]> {
  const changes = parsed.map(({ component }) => component).filter((entry) => entry.hasProperty('recurrence-id'))
  return Map.groupBy(
    changes.filter((entry) => !isOfFollowing(entry)),
    uidOf,
  )
}

function entryOf(
  entry: ICAL.Component,
  title: string,
  changes: readonly ICAL.Component[],
  reading: { readonly timeZone: string; readonly zones: CalendarZones; readonly nowMs: number },
): ReadEntry {
  if (isOfFollowing(entry)) throw new Unsupported('it changes all following occurrences, which is not supported')
  if (isCancelled(entry)) throw new Unsupported('it is cancelled')
  const remarks: string[] = []
  const { times, nextMs } = timesOf(entry, changes, { ...reading, remarks })
  const description = entry.getFirstPropertyValue('description')
  const note = typeof description === 'string' ? description.replaceAll('\0', '').trim() : ''
  if ([...title].length > maxTitle) remarks.push('its title was shortened')
  if ([...note].length > maxNote) remarks.push('its note was shortened')
  const event = { title: shorten(title, maxTitle), ...times, ...(note ? { note: shorten(note, maxNote) } : {}) }
  return { event, nextMs, remarks }
}
