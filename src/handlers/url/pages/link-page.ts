import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { Controls } from '#runtime/kit/site.ts'
import { type LinkFields, linkFields } from './link-form.ts'
import { place } from './list-page.ts'
import { visitsChart } from './visits-chart.ts'

type Link = Result<'url.get'>['url']
type Stats = Result<'url.stats'>

const periods = [7, 30, 90, 366]

/** A link with its QR code and its visits, and the forms that change and delete it. */
export function linkPage(
  controls: Controls,
  { link, stats }: { link: Link; stats: Stats },
  {
    csrfToken,
    fields,
    timeZone,
    error,
  }: {
    csrfToken: string
    fields: LinkFields
    timeZone: string
    error: ApiError | undefined
  },
): Html {
  const { form, moment } = controls
  const here = `${place}/${link.id}`
  return html`<div class="link">
<dl>
<dt>Short address</dt><dd><a class="long" data-copy href="${link.shortURL}">${link.shortURL}</a></dd>
<dt>Leads to</dt><dd><a class="long" rel="noreferrer" href="${link.destinationURL}">${link.destinationURL}</a></dd>
<dt>Created</dt><dd>${moment(Date.parse(link.created), timeZone)}</dd>
${link.updated !== undefined && html`<dt>Updated</dt><dd>${moment(Date.parse(link.updated), timeZone)}</dd>\n`}${
  link.expiresAt !== undefined && html`<dt>Expires</dt><dd>${moment(Date.parse(link.expiresAt), timeZone)}</dd>\n`
}<dt>Visits</dt><dd>${visitsText(stats.total)}</dd>
</dl>
<figure class="qr">
<img src="${here}/qr.svg" width="176" height="176" alt="QR code of ${link.shortURL}">
<figcaption><a href="${here}/qr.svg" download="${link.id}.svg">SVG</a> <a href="${here}/qr.png" download="${link.id}.png">PNG</a></figcaption>
</figure>
</div>
<h2>Visits in the last ${stats.days.length} days</h2>
${periodLinks(here, stats.days.length)}${visits(controls, stats)}<h2>Change the link</h2>
${form(here, csrfToken, html`${linkFields(controls, fields, error)}<button>Save</button>\n`)}<h2>Delete the link</h2>
<p>The short address stops working and can never be used again. Its visit counts are deleted.</p>
<form method="get" action="${here}/delete">
<button class="danger">Delete the link</button>
</form>
`
}

/** Asks for confirmation before a link is deleted. */
export function deletionPage({ form }: Controls, { id, shortURL }: Link, csrfToken: string): Html {
  const here = `${place}/${id}`
  return html`<p>Delete <b class="long">${shortURL}</b>? It stops working and can never be used again. Its visit counts are
deleted. This cannot be undone.</p>
${form(`${here}/delete`, csrfToken, html`<button class="danger">Delete the link permanently</button>\n`)}<p><a href="${here}">Keep it</a></p>
`
}

function visitsText({ people, bots, heads }: Stats['total']): string {
  return `${people} by people; ${bots} by bots and previews; ${heads} HEAD requests`
}

function periodLinks(here: string, shown: number): Html {
  return html`<p class="periods">${periods.map(
    (days) =>
      html`<a${attributes({ href: `${here}?days=${days}`, 'aria-current': days === shown && 'true' })}>${days} days</a>\n`,
  )}</p>
`
}

function visits({ recordTable }: Controls, { days, devices, referrers }: Stats): Html {
  if (days.every(({ people, bots, heads }) => people + bots + heads === 0)) return html`<p>No visits.</p>\n`
  const rows = days
    .toReversed()
    .map(({ day, people, bots, heads }) => [html`${day}`, html`${people}`, html`${bots}`, html`${heads}`])
  return html`${visitsChart(days, 'visits-table')}<details id="visits-table">
<summary>Daily numbers</summary>
${recordTable('Visits by day in UTC, the latest first', ['Day', 'People', 'Robots', 'HEAD'], rows)}</details>
<div class="sums">
${
  devices.length > 0 &&
  sums(
    recordTable,
    'Visits of people by device',
    'Device',
    devices.map(({ device, people }) => [device, people]),
  )
}${
  referrers.length > 0 &&
  sums(
    recordTable,
    'Sites that people came from',
    'Site',
    referrers.map(({ host, people }) => [host, people]),
  )
}</div>
`
}

function sums(
  recordTable: Controls['recordTable'],
  label: string,
  name: string,
  counts: readonly (readonly [string, number])[],
): Html {
  return html`<div>
<h3>${label}</h3>
${recordTable(
  label,
  [name, 'People'],
  counts.map(([text, people]) => [html`<span class="long">${text}</span>`, html`${people}`]),
)}</div>
`
}
