import { BoundedMap } from '#runtime/base/bounded-map.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { AttributeValues, Box, Field } from '#runtime/kit/site.ts'

/** Why the form was rejected, at the top of the page, where screen readers begin. */
export function problem(error: ApiError | undefined): Html | undefined {
  if (!error) return undefined
  return html`<p class="problem" role="alert" tabindex="-1" id="problem">${error.message}</p>\n`
}

/** The outcome of the form that led to this page. */
export function notice(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>\n`
}

/**
 * A labelled control with its hint and its fault; screen readers read both with it. The first control with a fault has
 * the focus when the page is shown again, because it may be far down the page.
 */
function labelled({ label, name, hint, error, path = name }: Field, control: (about: AttributeValues) => Html): Html {
  const fault = error?.details?.find((each) => each.path === path)?.message
  const about = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
${control({ id: name, name, 'aria-describedby': about || undefined, ...(fault ? { 'aria-invalid': 'true', autofocus: true } : {}) })}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>\n`}${fault && html`<p class="fault" id="${name}-fault">${label} ${fault}</p>\n`}</div>
`
}

/** A line of text. `input` has other attributes of the `input`. */
export function textField(field: Field & { readonly input?: AttributeValues }): Html {
  return labelled(field, (about) => html`<input${attributes({ type: 'text', ...about, ...field.input })}>`)
}

/** Several lines of text. `input` has other attributes of the `textarea`. */
export function textArea(field: Field & { readonly value: string; readonly input?: AttributeValues }): Html {
  // Browsers drop a line break at the beginning.
  return labelled(
    field,
    (about) => html`<textarea${attributes({ rows: 4, ...about, ...field.input })}>\n${field.value}</textarea>`,
  )
}

export interface Choice {
  readonly value: string | number
  readonly text: string
}

/** A select; its options are grouped if `groups` has more than one name. */
export function selectField(
  field: Field & { readonly groups: ReadonlyMap<string, readonly Choice[]>; readonly chosen: string | number },
): Html {
  const options = (choices: readonly Choice[]) =>
    choices.map(
      ({ value, text }) => html`<option${attributes({ value, selected: value === field.chosen })}>${text}</option>\n`,
    )
  const groups = [...field.groups]
  const inside =
    groups.length === 1
      ? options(groups[0]?.[1] ?? [])
      : groups.map(([name, choices]) => html`<optgroup label="${name}">\n${options(choices)}</optgroup>\n`)
  return labelled(field, (about) => html`<select${attributes(about)}>\n${inside}</select>`)
}

/** A checkbox or a radio button. */
export function choice(type: 'checkbox' | 'radio', { name, value, label, checked }: Box): Html {
  return html`<label class="choice"><input${attributes({ type, name, value, checked })}> <span>${label}</span></label>\n`
}

/** A form that is sent by POST, with the token that proves that this server made it. */
export function form(action: string, csrfToken: string, content: Html, others: AttributeValues = {}): Html {
  return html`<form${attributes({ method: 'post', action, ...others })}>
<input type="hidden" name="csrf_token" value="${csrfToken}">
${content}</form>
`
}

/**
 * A form that is only a button, for an action on one record.
 *
 * @param field the name and value of the record's id
 * @param button attributes of the button
 */
export function buttonForm(
  action: string,
  csrfToken: string,
  [name, value]: readonly [string, string],
  text: Html | string,
  button: AttributeValues = { class: 'second' },
): Html {
  const content = html`<input type="hidden" name="${name}" value="${value}">\n<button${attributes(button)}>${text}</button>\n`
  return form(action, csrfToken, content)
}

/** A button that leads to a page about one record. */
export function linkButton(
  action: string,
  [name, value]: readonly [string, string],
  text: string,
  button: AttributeValues = {},
): Html {
  return html`<form method="get" action="${action}"><input type="hidden" name="${name}" value="${value}">
<button${attributes({ class: 'second', ...button })}>${text}</button>
</form>
`
}

interface Formatters {
  readonly moment: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
}

/**
 * One pair of formatters per zone: creating one costs more than fifty times as much as formatting a date, and about 28
 * KB.
 */
const formatters = new BoundedMap<string, Formatters>(100)

function formattersFor(timeZone: string): Formatters {
  const present = formatters.get(timeZone)
  if (present) return present
  const fresh = {
    moment: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }),
  }
  formatters.set(timeZone, fresh)
  return fresh
}

/** The day of a moment in the reader's zone: `22 Nov 2026`. */
export function dayIn(ms: number, timeZone: string): string {
  return formattersFor(timeZone).day.format(ms)
}

/** A moment, in the reader's zone, with the exact time for programs. */
export function moment(ms: number, timeZone: string): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${formattersFor(timeZone).moment.format(ms)}</time>`
}

/** A page of a longer list: the first entry's position, the total, and the size of a page. */
export interface Shown {
  readonly offset: number
  readonly total: number
  readonly pageSize: number
}

/**
 * Links to the pages before and after this one, for lists that begin with the newest; nothing if one page has
 * everything.
 *
 * @param name what is listed, in the plural: `tokens`
 * @param addressOf the address of the page that begins at an offset
 */
export function pageLinks(name: string, { offset, total, pageSize }: Shown, addressOf: (offset: number) => string) {
  const older = offset + pageSize
  if (offset === 0 && older >= total) return undefined
  const link = (to: number, rel: string, text: string) =>
    html`<a${attributes({ href: addressOf(to), rel })}>${text} ${name}</a>\n`
  return html`<nav class="pages" aria-label="Pages of ${name}">
${offset > 0 && link(Math.max(0, offset - pageSize), 'prev', 'Newer')}${older < total && link(older, 'next', 'Older')}</nav>
`
}

/** The offset in a query; 0 if it is missing or invalid. */
export function offsetOf(value: unknown): number {
  return typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : 0
}
