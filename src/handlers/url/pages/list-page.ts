import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { type LinkFields, linkFields } from './link-form.ts'

export const place = '/settings/links'
export const pageSize = 25

/** Characters of a destination in the list; the page of the link shows it in full. */
const shownAddress = 80

/** Which links a list shows. */
export interface Selection {
  readonly search: string
  readonly tag: string
  readonly offset: number
}

type Listed = Result<'url.list'>

/** The links of an account, a page at a time, with search and export. */
export function linksList(controls: Controls, listed: Listed, selection: Selection, timeZone: string): Html {
  const { urlPairs, total = urlPairs.length, isTotalAtLeast = false } = listed
  const isNarrowed = selection.search !== '' || selection.tag !== ''
  return html`<form method="get" action="${place}" role="search">
${controls.textField({
  label: 'Find a link',
  name: 'search',
  hint: "Words from the link's name, title, tags or long address.",
  input: { type: 'search', value: selection.search, maxlength: 256 },
})}${selection.tag !== '' && html`<input type="hidden" name="tag" value="${selection.tag}">\n`}<button class="second">Find</button>
</form>
${isNarrowed && html`<p>${isTotalAtLeast && 'At least '}${countText(total)}${selection.tag !== '' && html` with the tag <b>${selection.tag}</b>`}. <a href="${place}">All links</a></p>\n`}${
  urlPairs.length > 0
    ? table(controls, urlPairs, timeZone)
    : html`<p>${isNarrowed ? 'No links match.' : 'You have no links yet.'}</p>\n`
}${paging(listed, selection)}${!isNarrowed && urlPairs.length > 0 && exports()}`
}

function countText(total: number): string {
  return total === 1 ? '1 link' : `${total} links`
}

function table({ moment, recordTable }: Controls, pairs: Listed['urlPairs'], timeZone: string): Html {
  const rows = pairs.map(({ id, shortURL, destinationURL, title, tags = [], created, hitCount }) => [
    html`<a href="${place}/${id}">${id}</a><br><span class="long">${shortURL}</span>${title !== undefined && html`<br>${title}`}`,
    html`<span class="long">${shorten(destinationURL, shownAddress)}</span>`,
    html`<span>${tags.map(
      (tag, index) => html`${index > 0 && ', '}<a href="${addressOf({ search: '', tag, offset: 0 })}">${tag}</a>`,
    )}</span>`,
    html`${hitCount}`,
    moment(Date.parse(created), timeZone),
  ])
  return recordTable('Links, newest first', ['Link', 'Leads to', 'Tags', 'Visits', 'Created'], rows)
}

function addressOf({ search, tag, offset }: Selection): string {
  const query = new URLSearchParams()
  if (search !== '') query.set('search', search)
  if (tag !== '') query.set('tag', tag)
  if (offset > 0) query.set('offset', String(offset))
  return query.size > 0 ? `${place}?${query}` : place
}

function paging({ nextOffset }: Listed, selection: Selection): Html | undefined {
  if (selection.offset === 0 && nextOffset === undefined) return undefined
  const link = (offset: number, rel: string, text: string) =>
    html`<a${attributes({ href: addressOf({ ...selection, offset }), rel })}>${text}</a>\n`
  return html`<nav class="pages" aria-label="Pages of links">
${selection.offset > 0 && link(Math.max(0, selection.offset - pageSize), 'prev', 'Newer links')}${
  nextOffset !== undefined && link(nextOffset, 'next', 'Older links')
}</nav>
`
}

function exports(): Html {
  return html`<p>Export all links: <a href="${place}.csv" download>CSV</a>, <a href="${place}.json" download>JSON</a></p>\n`
}

/** The form that creates a link. */
export function newLinkForm(
  controls: Controls,
  csrfToken: string,
  { fields, id, error, prefix }: { fields: LinkFields; id: string; error: ApiError | undefined; prefix: string },
): Html {
  return html`<h2 id="new-link">New link</h2>
${controls.form(
  place,
  csrfToken,
  html`${linkFields(controls, fields, error)}${controls.textField({
    label: 'Name',
    name: 'id',
    hint: `The part after ${prefix}: letters, digits, hyphens and underscores. Leave this empty to have a name generated. You cannot change the name later.`,
    error,
    input: { value: id, maxlength: 64, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
  })}<button>Create the link</button>
`,
)}`
}
