import type { Response } from 'express'
import { ApiError } from '../base/errors.ts'
import { attributes, type Html, html } from '../base/html.ts'
import { publicMoment } from './public-moment.ts'

/** A parameter of a page, as a control of its form. */
export interface SearchField {
  readonly name: string
  readonly label: string
  /** Its current value in the address. */
  readonly value: string
  /** The values to choose from, with their names; without them it is a line of text. */
  readonly choices?: Readonly<Record<string, string>>
  /** Further attributes of a line of text. */
  readonly input?: Readonly<Record<string, string | number>>
}

/** A form that opens another view of a page, which has its own address. */
export function searchForm(path: string, fields: readonly SearchField[], button: string): Html {
  return html`<form class="search" method="get" action="${path}">
${fields.map(
  (field) => html`<p><label for="${field.name}">${field.label}</label> ${control(field)}</p>\n`,
)}<p><button type="submit">${button}</button></p>
</form>
`
}

function control({ name, value, choices, input }: SearchField): Html {
  if (!choices) return html`<input${attributes({ type: 'text', id: name, name, value, ...input })}>`
  const options = Object.entries(choices).map(
    ([choice, text]) => html`<option${attributes({ value: choice, selected: choice === value })}>${text}</option>`,
  )
  return html`<select id="${name}" name="${name}">${options}</select>`
}

/** The provenance members of results about the world. */
interface Sourced {
  readonly source: string
  readonly as_of: string
  readonly stale: boolean
  readonly attribution?: string
  readonly licence?: string
}

/** The source and age of a page's data, and what their provider requires to be shown. */
export function sourceNote({ source, as_of: asOf, stale, attribution, licence }: Sourced): Html {
  const terms = [attribution, licence].filter((term) => term !== undefined).join(', ')
  return html`<p class="note">${
    source === 'example' ? html`<b>Example data</b>, made up for trying out this server` : html`Source: ${source}`
  }${terms && html` (${terms})`}, as of ${publicMoment(Date.parse(asOf))}.${
    stale && html` <b>The source cannot be reached: these are its last data.</b>`
  }</p>
`
}

/** A part of a page that is created separately, so that its failure leaves the others. */
export interface PagePart {
  readonly markup: Html
  /** Why it could not be created. */
  readonly failure?: ApiError
}

/** Creates a part of a page from the result of a call. If the call is rejected, or fails outside of this server, the error is shown in its place. */
export async function partOf<T>(called: Promise<T>, show: (result: T) => Html | Promise<Html>): Promise<PagePart> {
  try {
    return { markup: await show(await called) }
  } catch (thrown) {
    if (!(thrown instanceof ApiError) || thrown.status === 500) throw thrown
    const head = thrown.status < 429 ? 'This cannot be shown.' : 'Not available right now.'
    return { markup: html`<p class="unavailable" role="alert"><b>${head}</b> ${thrown.message}</p>\n`, failure: thrown }
  }
}

/**
 * Sends a page that is the same for everyone, to be cached for a while if it is complete.
 *
 * @param freshS how many seconds a copy is valid
 */
export function sendPublicPage(
  res: Response,
  body: string,
  { parts, freshS }: { parts: readonly PagePart[]; freshS: number },
): void {
  const failure = parts.find((part) => part.failure)?.failure
  const isEmpty = parts.length > 0 && parts.every((part) => part.failure)
  res.setHeader('Cache-Control', failure ? 'no-store' : `public, max-age=${freshS}`)
  if (failure && isEmpty) {
    res.status(failure.status)
    if (failure.retryAfterS !== undefined) res.setHeader('Retry-After', Math.ceil(failure.retryAfterS))
  }
  res.type('html').send(body)
}
