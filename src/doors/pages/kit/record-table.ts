import { type Html, html } from '#runtime/base/html.ts'

/**
 * A table whose rows become cards on a narrow screen, so that the actions on a record are never out of sight. The
 * roles are explicit because browsers drop them when CSS lays a table out differently.
 *
 * @param label what the table holds, for screen readers
 * @param rows the cells of each row; the first one names the row
 */
export function recordTable(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<table class="records" role="table" aria-label="${label}">
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
