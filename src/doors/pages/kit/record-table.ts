import type { Html } from '#runtime/base/html.ts'
import { stackingTable } from './layout.ts'

/**
 * A table whose rows become cards on a narrow screen, so that the actions on a record are never out of sight.
 *
 * @param label what the table holds, for screen readers
 * @param rows the cells of each row; the first one names the row
 */
export function recordTable(label: string, columns: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return stackingTable({ class: 'stacks records', 'aria-label': label }, columns, rows)
}
