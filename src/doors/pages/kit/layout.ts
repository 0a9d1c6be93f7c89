import { basePath } from '#runtime/base/base-path.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import type { PageParts } from '#runtime/kit/site.ts'
import { readerLinks } from './reader.ts'

/** A page with its own frame, such as the reference with its list of methods. */
interface FramedPage extends PageParts {
  /** The class of the body, and what precedes the main part. */
  readonly frame?: { readonly name: string; readonly before: Html }
}

/** A whole page. It works without scripts and loads nothing but its style sheet from this server. */
export function page({ title, description, main, head, banner, links = readerLinks(), frame }: FramedPage): string {
  return String(html`<!doctype html>
<html lang="en"${attributes({ 'data-base': basePath() || undefined })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages.css">
${head}</head>
<body${frame && attributes({ class: frame.name })}>
<a class="skip" href="#main">Skip to the content</a>
${banner}<header>
<nav aria-label="Main">
<a class="brand" href="/">Onedoor</a>
<a href="/docs">API reference</a>
<a href="/docs/errors">Errors</a>
<a href="/openapi.json">OpenAPI</a>
${links}
</nav>
</header>
${frame?.before}<main id="main" tabindex="-1">
${main}</main>
</body>
</html>
`)
}

/** A block of code that scrolls on its own, so that the page never scrolls sideways. */
export function codeBlock(text: string, label: string): Html {
  return html`<pre role="group" tabindex="0" aria-label="${label}"><code>${text}</code></pre>\n`
}

/**
 * A table whose rows are stacked on a narrow screen, each cell after the name of its column; elsewhere a table that is
 * too wide scrolls on its own.
 *
 * @param label the content of the table, for screen readers
 * @param rows the cells of each row; the first one names the row
 */
export function table(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">
${stackingTable({ class: 'stacks' }, columns, rows)}</div>
`
}

/**
 * The table alone. Its roles are explicit because browsers drop them when CSS lays a table out differently.
 *
 * @param own attributes of the table; its class begins with `stacks`
 */
function stackingTable(
  own: { readonly class: string; readonly 'aria-label'?: string },
  columns: readonly string[],
  rows: readonly (readonly Html[])[],
): Html {
  return html`<table${attributes({ ...own, role: 'table' })}>
<thead role="rowgroup"><tr role="row">${columns.map(
    (column) => html`<th scope="col" role="columnheader">${column}</th>`,
  )}</tr></thead>
<tbody role="rowgroup">
${rows.map(
  ([first, ...others]) =>
    html`<tr role="row"><th scope="row" role="rowheader">${first}</th>${others.map(
      (cell, index) => html`<td role="cell" data-label="${columns[index + 1]}">${cell}</td>`,
    )}</tr>\n`,
)}</tbody>
</table>
`
}

/**
 * A table whose rows become cards on a narrow screen, so that the actions on a record stay visible.
 *
 * @param label the content of the table, for screen readers
 * @param rows the cells of each row; the first one names the row
 */
export function recordTable(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return stackingTable({ class: 'stacks records', 'aria-label': label }, columns, rows)
}
