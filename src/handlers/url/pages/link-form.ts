import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { type Html, html } from '#runtime/base/html.ts'
import type { Controls, FormValues } from '#runtime/kit/site.ts'
import { momentAt, wallTime } from './local-time.ts'

/** The fields of a link's form. */
export interface LinkFields {
  readonly destination: string
  readonly title: string
  readonly tags: string
  /** The value of a `datetime-local` field. */
  readonly expires: string
  readonly forwardQuery: boolean
}

export const emptyFields: LinkFields = { destination: '', title: '', tags: '', expires: '', forwardQuery: false }

/** A link as the operations return it. */
interface ReturnedLink {
  readonly destinationURL: string
  readonly title?: string
  readonly tags?: readonly string[]
  readonly expiresAt?: string
  readonly forwardQuery?: boolean
}

/** A link as the fields of its form. */
export function fieldsOf(link: ReturnedLink, timeZone: string): LinkFields {
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
 * The arguments for the fields of the form; an empty field removes the value.
 *
 * @throws ApiError invalid_argument for an invalid expiry
 */
export function argumentsOf(fields: LinkFields, timeZone: string) {
  const { destination, title, tags, expires, forwardQuery } = fields
  const expiresMs = expires === '' ? undefined : momentAt(expires, timeZone)
  if (expires !== '' && expiresMs === undefined) {
    throw invalidArgument('expiresAt', 'must be a day and a time', 'The expiry is not a valid date and time.')
  }
  return {
    destinationURL: destination,
    title,
    tags: tags.split(/[,\n]/).flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])),
    expiresAt: expiresMs === undefined ? '' : new Date(expiresMs).toISOString(),
    forwardQuery,
  }
}

export function linkFields({ choice, textField }: Controls, fields: LinkFields, error: ApiError | undefined): Html {
  const about = tagFault(error)
  return html`${textField({
    label: 'Long address',
    name: 'destination',
    path: 'destinationURL',
    hint: 'Where the link leads: an http or https address.',
    error,
    // Not of type url: browsers refuse addresses in other scripts that the server accepts.
    input: { value: fields.destination, inputmode: 'url', required: true, maxlength: 8192, autocomplete: 'off' },
  })}${textField({
    label: 'Title',
    name: 'title',
    hint: 'Helps you recognise the link. Optional.',
    error,
    input: { value: fields.title, maxlength: 200, autocomplete: 'off' },
  })}${textField({
    label: 'Tags',
    name: 'tags',
    hint: 'Separated by commas.',
    error: about,
    input: { value: fields.tags, maxlength: 1100, autocomplete: 'off', autocapitalize: 'none' },
  })}${textField({
    label: 'Expiry',
    name: 'expires',
    path: 'expiresAt',
    hint: 'When the link stops working, in your time zone. Leave this empty if the link should never expire.',
    error,
    input: { type: 'datetime-local', value: fields.expires },
  })}${choice('checkbox', {
    name: 'forward_query',
    value: 'yes',
    label: 'Forward the query string of the short address',
    checked: fields.forwardQuery,
  })}`
}

/** The error of one tag as an error of the field with all tags. */
function tagFault(error: ApiError | undefined): ApiError | undefined {
  const fault = error?.details?.find(({ path }) => path.startsWith('tags'))
  return fault && invalidArgument('tags', fault.message, fault.message)
}
