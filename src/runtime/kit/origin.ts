import { isMarked } from '../store/marks.ts'

/** The field `origin` of a result: present only if the row has the mark of text by others. */
export function originOf(row: { readonly by_others: boolean | number }): { readonly origin?: 'others' } {
  return isMarked(row) ? { origin: 'others' } : {}
}
