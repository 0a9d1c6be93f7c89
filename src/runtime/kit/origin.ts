import { html } from '../base/html.ts'
import { isMarked } from '../store/marks.ts'

/** The page that lists the marked records of an account. */
export const markedPlace = '/settings/marked'

/** The field `origin` of a result: present only if the row has the mark of text by others. */
export function originOf(row: { readonly by_others: boolean | number }): { readonly origin?: 'others' } {
  return isMarked(row) ? { origin: 'others' } : {}
}

/** For a list on a page: that a record has text by others, with a link to where its owner confirms it. */
export function originBadge(table: string, { id, origin }: { readonly id: string; readonly origin?: 'others' }) {
  if (origin === undefined) return undefined
  return html`<br><a href="${placeOfMarked(table, id)}">written from text by others</a>`
}

/** The page on which the owner of a marked record confirms it. */
export function placeOfMarked(table: string, id: string): string {
  return `${markedPlace}/${table}/${encodeURIComponent(id)}`
}
