import type { ApiError } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { type Controls, type FormValues, fieldFault } from '#runtime/calls/site.ts'
import { momentAt, wallTime } from './local-time.ts'

/** What a form says about a link, as texts. */
export interface LinkFields {
  readonly destination: string
  readonly title: string
  readonly tags: string
  /** As a `datetime-local` field holds it. */
  readonly expires: string
  readonly forwardQuery: boolean
}

export const emptyFields: LinkFields = { destination: '', title: '', tags: '', expires: '', forwardQuery: false }

/** What an operation answers about a link. */
interface KeptLink {
  readonly destinationURL: string
  readonly title?: string
  readonly tags?: readonly string[]
  readonly expiresAt?: string
  readonly forwardQuery?: boolean
}

/** A link as the form that changes it shows it. */
export function fieldsOf(link: KeptLink, timeZone: string): LinkFields {
  return {
    destination: link.destinationURL,
    title: link.title ?? '',
    tags: (link.tags ?? []).join(', '),
    expires: link.expiresAt === undefined ? '' : wallTime(Date.parse(link.expiresAt), timeZone),
    forwardQuery: link.forwardQuery ?? false,
  }
}

export function sentFields(form: FormValues): LinkFields {
  return {
    destination: form.text('destination').trim(),
    title: form.text('title'),
    tags: form.text('tags'),
    expires: form.text('expires'),
    forwardQuery: form.has('forward_query'),
  }
}

/**
 * The arguments that the fields stand for; empty ones take away what was there.
 *
 * @throws ApiError where the time is none
 */
export function argumentsOf(fields: LinkFields, timeZone: string) {
  const { destination, title, tags, expires, forwardQuery } = fields
  const expiresMs = expires === '' ? undefined : momentAt(expires, timeZone)
  if (expires !== '' && expiresMs === undefined) {
    throw fieldFault('expiresAt', 'must be a day and a time', 'The time at which the link ends is none.')
  }
  return {
    destinationURL: destination,
    title,
    tags: tags.split(/[,\n]/).flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])),
    expiresAt: expiresMs === undefined ? '' : new Date(expiresMs).toISOString(),
    forwardQuery,
  }
}

/** The controls for what can be said about a link. */
export function linkFields({ choice, textField }: Controls, fields: LinkFields, error: ApiError | undefined): Html {
  const about = tagFault(error)
  return html`${textField({
    label: 'Long address',
    name: 'destination',
    path: 'destinationURL',
    hint: 'Where the link leads: http or https.',
    error,
    // Not of type url: browsers refuse addresses in other scripts that the server takes.
    input: { value: fields.destination, inputmode: 'url', required: true, maxlength: 8192, autocomplete: 'off' },
  })}${textField({
    label: 'Title',
    name: 'title',
    hint: 'What you will know it by. May be empty.',
    error,
    input: { value: fields.title, maxlength: 200, autocomplete: 'off' },
  })}${textField({
    label: 'Tags',
    name: 'tags',
    hint: 'Separated by commas.',
    error: about,
    input: { value: fields.tags, maxlength: 1100, autocomplete: 'off', autocapitalize: 'none' },
  })}${textField({
    label: 'Ends',
    name: 'expires',
    path: 'expiresAt',
    hint: 'From then on it leads nowhere. Empty: never. In your time zone.',
    error,
    input: { type: 'datetime-local', value: fields.expires },
  })}${choice('checkbox', {
    name: 'forward_query',
    value: 'yes',
    label: 'Pass on what stands behind a question mark in the short address',
    checked: fields.forwardQuery,
  })}`
}

/** A fault of one tag, as one of the field that holds them all. */
function tagFault(error: ApiError | undefined): ApiError | undefined {
  const fault = error?.details?.find(({ path }) => path.startsWith('tags'))
  return fault && fieldFault('tags', fault.message, fault.message)
}
