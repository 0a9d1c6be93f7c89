import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { AttributeValues, Box, Field } from '#runtime/calls/site.ts'

/** What was wrong with the form that was sent, at its top, where screen readers begin to read. */
export function problem(error: ApiError | undefined): Html | undefined {
  if (!error) return undefined
  return html`<p class="problem" role="alert" tabindex="-1" id="problem"><b>That did not work.</b> ${error.message}</p>\n`
}

/** What has been done, after a form was sent and the page was loaded again. */
export function notice(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>\n`
}

/**
 * A labelled control with its hint and its fault; both are read out with it. The first one with a fault has the focus when
 * the page comes back, because it may lie far below what the page begins with.
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

/** A line of text. Other attributes of the `input` are given in `input`. */
export function textField(field: Field & { readonly input?: AttributeValues }): Html {
  return labelled(field, (about) => html`<input${attributes({ type: 'text', ...about, ...field.input })}>`)
}

export interface Choice {
  readonly value: string | number
  readonly text: string
}

/** A choice among many; in groups where `groups` has more than one name. */
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

/** A box to tick or one of several to choose. */
export function choice(type: 'checkbox' | 'radio', { name, value, label, checked }: Box): Html {
  return html`<label class="choice"><input${attributes({ type, name, value, checked })}> <span>${label}</span></label>\n`
}

/** A form that is sent by POST, with the token that shows that it is one of ours. */
export function form(action: string, csrfToken: string, content: Html, others: AttributeValues = {}): Html {
  return html`<form${attributes({ method: 'post', action, ...others })}>
<input type="hidden" name="csrf_token" value="${csrfToken}">
${content}</form>
`
}

/** A moment, in the reader's zone, with the exact time for programs. */
export function moment(ms: number, timeZone: string): Html {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(ms)
  return html`<time datetime="${new Date(ms).toISOString()}">${text}</time>`
}
