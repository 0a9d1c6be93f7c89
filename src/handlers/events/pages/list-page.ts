import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { originBadge } from '#runtime/kit/origin.ts'
import type { Controls } from '#runtime/kit/site.ts'
import type { SkippedEntry } from '../calendar/read-calendar.ts'
import { type EventFields, eventFields, recurrenceName } from './event-form.ts'

export const place = '/settings/events'
export const pageSize = 25
/** Characters that can be pasted, within the bound of form fields. */
const maxPasted = 16_000

type Listed = Result<'events.list'>

/** The upcoming events, a page at a time. */
export function eventList({ recordTable, moment }: Controls, listed: Listed, timeZone: string): Html {
  if (listed.items.length === 0) return html`<p>You have no upcoming events.</p>\n`
  const rows = listed.items.map((event) => [
    html`<a href="${place}/${event.id}">${event.title}</a>${event.last_error !== undefined && html`<br>${event.last_error}`}${originBadge('calendar_events', event)}`,
    moment(Date.parse(event.when), timeZone),
    html`${event.minutes} min`,
    html`${recurrenceName(event)}`,
  ])
  return html`${recordTable('Upcoming events, soonest first', ['Event', 'When', 'Length', 'Repeats'], rows)}${paging(listed)}`
}

function paging({ offset, next_offset, total }: Listed): Html {
  const previous = Math.max(0, offset - pageSize)
  return html`${
    total > pageSize &&
    html`<p>${offset > 0 && html`<a href="${place}?offset=${previous}">Earlier events</a> `}${
      next_offset !== undefined && html`<a href="${place}?offset=${next_offset}">Later events</a>`
    }</p>\n`
  }`
}

/** The form of a new event. */
export function newEventForm(
  controls: Controls,
  csrfToken: string,
  shown: { fields: EventFields; timeZone: string; error: ApiError | undefined },
): Html {
  const { fields, timeZone, error } = shown
  return html`<h2 id="new-event">New event</h2>
${controls.form(place, csrfToken, html`${eventFields(controls, fields, timeZone, error)}<button>Schedule</button>\n`)}`
}

/** The address of the calendar, with forms to change it. */
export function feedParts({ form }: Controls, csrfToken: string, address: string | undefined): Html {
  if (address === undefined) {
    return html`<h2 id="calendar">Calendar</h2>
<p>Other programs can show your events. A private address gives them read-only access to your calendar.</p>
${form(`${place}/feed`, csrfToken, html`<button class="second">Create the address</button>\n`)}`
  }
  return html`<h2 id="calendar">Calendar</h2>
<p>Subscribe to this address in another calendar program. Anyone who knows it can read your events, so keep it secret.</p>
<p><code class="long">${address}</code></p>
${form(`${place}/feed`, csrfToken, html`<button class="second">Renew the address</button>\n`)}${form(
  `${place}/feed/off`,
  csrfToken,
  html`<button class="danger">Turn the calendar off</button>\n`,
)}<p class="note">A new address replaces this one, which then stops working.</p>
`
}

/** The form to import entries of other calendars. */
export function importForm(controls: Controls, csrfToken: string, text: string): Html {
  return html`<h2 id="import">Import</h2>
${controls.form(
  `${place}/import`,
  csrfToken,
  html`${controls.textField({
    label: 'An .ics file',
    name: 'file',
    hint: 'At most 1 MiB. Entries that you already have are skipped.',
    input: { type: 'file', accept: '.ics,text/calendar' },
  })}<p class="field"><label for="calendar-text">or its content</label>
<textarea id="calendar-text" name="calendar" rows="4" maxlength="${maxPasted}">${text}</textarea></p>
<button class="second">Import</button>
`,
  { enctype: 'multipart/form-data' },
)}`
}

/** The outcome of an import for each entry. */
export interface ImportOutcome {
  readonly imported: readonly { readonly title: string; readonly remarks: readonly string[] }[]
  readonly skipped: readonly (SkippedEntry | { readonly title: string; readonly sentence: string })[]
}

export function importReport({ imported, skipped }: ImportOutcome): Html {
  const remarked = imported.filter(({ remarks }) => remarks.length > 0)
  return html`<p role="status" class="notice">${count(imported.length)} imported, ${skipped.length} skipped.</p>
${
  skipped.length > 0 &&
  html`<h2>Skipped</h2>
<ul>${skipped.map((each) => html`<li><b>${each.title}</b>: ${'sentence' in each ? each.sentence : `${each.reason}.`}</li>\n`)}</ul>
`
}${
  remarked.length > 0 &&
  html`<h2>Imported with changes</h2>
<ul>${remarked.map(({ title, remarks }) => html`<li><b>${title}</b>: ${remarks.join('; ')}.</li>\n`)}</ul>
`
}<p><a href="${place}">All events</a></p>
`
}

function count(events: number): string {
  return events === 1 ? '1 event was' : `${events} events were`
}
